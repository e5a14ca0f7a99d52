/* What the bridge says of memory: which writer may change what a reader reads, in any iteration. */
#include "../../src/ir/bridge.h"
#include "program.h"

/* In `f`, may the instruction behind `writer` change what the load `reader` reads? */
static bool may_write(const char *text, const char *writer, const char *reader) {
  Program program = program_read(text);
  LLVMValueRef f = function_named(program, "f");
  BridgeAnalysesRef analyses = bridge_analyses_create(f);
  LLVMValueRef write = LLVMGetNextInstruction(named(f, writer));
  bool result = bridge_may_write(analyses, write, named(f, reader));
  bridge_analyses_dispose(analyses);
  program_dispose(program);
  return result;
}

/* %x is loaded from %from, then 1.0 stored to %to, on every iteration of i. */
#define COPY_LOOP(parameters, before, from, to)                                                    \
  "define void @f(" parameters ", i64 %n) {\nentry:\n" before "  br label %loop\n"                 \
  "loop:\n  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]\n" from                                 \
  "  %x = load double, ptr %from\n" to "  %mark = add i64 %i, 7\n  store double 1.0, ptr %to\n"    \
  "  %i.next = add nuw nsw i64 %i, 1\n  %more = icmp slt i64 %i.next, %n\n"                        \
  "  br i1 %more, label %loop, label %done\ndone:\n  ret void\n}\n"
#define ELEMENT(name, base, index)                                                                 \
  "  %" name " = getelementptr inbounds double, ptr %" base ", i64 " index "\n"

static void writes_between_arguments(void) {
  CHECK(may_write(
      COPY_LOOP("ptr %a, ptr %b", "", ELEMENT("from", "a", "%i"), ELEMENT("to", "b", "%i")), "mark",
      "x"));
  CHECK(!may_write(
      COPY_LOOP("ptr %a, ptr noalias %b", "", ELEMENT("from", "a", "%i"), ELEMENT("to", "b", "%i")),
      "mark", "x"));
  /* The same element in the same iteration only, but other iterations write it too. */
  CHECK(may_write(COPY_LOOP("ptr %a", "", "  %k = add i64 %i, 1\n" ELEMENT("from", "a", "%k"),
                            ELEMENT("to", "a", "%i")),
                  "mark", "x"));
  /* Two fields of one object never meet. */
  CHECK(!may_write(COPY_LOOP("ptr %a", "", ELEMENT("from", "a", "0"), ELEMENT("to", "a", "1")),
                   "mark", "x"));
}

static void writes_to_local_memory(void) {
  const char *local = COPY_LOOP("ptr %a", "  %slot = alloca [4 x double]\n",
                                ELEMENT("from", "a", "%i"), ELEMENT("to", "slot", "%i"));
  CHECK(!may_write(local, "mark", "x"));
  const char *loaded =
      COPY_LOOP("ptr %a", "  %slot = alloca [4 x double]\n", ELEMENT("from", "slot", "%i"),
                "  %q = load ptr, ptr %a\n" ELEMENT("to", "q", "%i"));
  CHECK(!may_write(loaded, "mark", "x"));
  const char *escaped = COPY_LOOP(
      "ptr %a", "  %slot = alloca [4 x double]\n  store ptr %slot, ptr %a\n",
      ELEMENT("from", "slot", "%i"), "  %q = load ptr, ptr %a\n" ELEMENT("to", "q", "%i"));
  CHECK(may_write(escaped, "mark", "x"));
}

/* Two pointers that swap on every iteration differ within one and meet across two. */
static void writes_through_swapped_pointers(void) {
  const char *text =
      "define void @f(ptr noalias %a, ptr noalias %b, i64 %n) {\nentry:\n  br label %loop\n"
      "loop:\n  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]\n"
      "  %p = phi ptr [ %a, %entry ], [ %q, %loop ]\n  %q = phi ptr [ %b, %entry ], [ %p, %loop ]\n"
      "  %from = getelementptr inbounds double, ptr %p, i64 %i\n  %x = load double, ptr %from\n"
      "  %to = getelementptr inbounds double, ptr %q, i64 %i\n  store double %x, ptr %to\n"
      "  %i.next = add nuw nsw i64 %i, 1\n  %more = icmp slt i64 %i.next, %n\n"
      "  br i1 %more, label %loop, label %done\ndone:\n  ret void\n}\n";
  CHECK(may_write(text, "to", "x"));
  Program program = program_read(text);
  LLVMValueRef f = function_named(program, "f");
  BridgeAnalysesRef analyses = bridge_analyses_create(f);
  LLVMValueRef store = LLVMGetNextInstruction(named(f, "to"));
  CHECK(bridge_alias_instructions(analyses, store, named(f, "x")) == BRIDGE_NO_ALIAS);
  bridge_analyses_dispose(analyses);
  program_dispose(program);
}

/* Scopes declared inside a loop hold for one iteration. */
#define SCOPED(before, within)                                                                     \
  "declare void @llvm.experimental.noalias.scope.decl(metadata)\n"                                 \
  "define void @f(ptr %a, ptr %b, i64 %n) {\nentry:\n" before "  br label %loop\n"                 \
  "loop:\n  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]\n" within                               \
  "  %from = getelementptr inbounds double, ptr %a, i64 %i\n"                                      \
  "  %x = load double, ptr %from, !alias.scope !2\n"                                               \
  "  %to = getelementptr inbounds double, ptr %b, i64 %i\n"                                        \
  "  store double %x, ptr %to, !noalias !2\n"                                                      \
  "  %i.next = add nuw nsw i64 %i, 1\n  %more = icmp slt i64 %i.next, %n\n"                        \
  "  br i1 %more, label %loop, label %done\ndone:\n  ret void\n}\n"                                \
  "!0 = distinct !{!0}\n!1 = distinct !{!1, !0}\n!2 = !{!1}\n"
#define DECLARATION "  call void @llvm.experimental.noalias.scope.decl(metadata !2)\n"

static void writes_and_alias_scopes(void) {
  CHECK(!may_write(SCOPED(DECLARATION, ""), "to", "x"));
  CHECK(may_write(SCOPED("", DECLARATION), "to", "x"));
}

/* The call that follows %mark against the load %x of type `type`. */
#define CALL(type, call)                                                                           \
  "declare ptr @malloc(i64)\ndeclare void @free(ptr)\ndeclare ptr @realloc(ptr, i64)\n"            \
  "declare double @sin(double)\ndeclare double @frexp(double, ptr)\ndeclare void @opaque(...)\n"   \
  "declare void @argument(ptr) memory(argmem: readwrite)\ndeclare void @io() "                     \
  "memory(inaccessiblemem: readwrite)\n"                                                           \
  "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"                                       \
  "declare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.assume(i1)\n"                     \
  "define void @f(ptr noalias %a, ptr noalias %b, double %v) {\n"                                  \
  "  %slot = alloca double\n  %x = load " type ", ptr %a\n  %mark = load i8, ptr %b\n" call        \
  "  ret void\n}\n"

static void writes_of_calls(void) {
  CHECK(may_write(CALL("double", "  call void @opaque(ptr %a)\n"), "mark", "x"));
  CHECK(!may_write(CALL("double", "  call void @io()\n"), "mark", "x"));
  CHECK(may_write(CALL("double", "  call void @argument(ptr %a)\n"), "mark", "x"));
  CHECK(!may_write(CALL("double", "  call void @argument(ptr %b)\n"), "mark", "x"));
  CHECK(!may_write(CALL("double", "  %r = call double @sin(double %v)\n"), "mark", "x"));
  CHECK(!may_write(CALL("i64", "  %r = call double @sin(double %v)\n"), "mark", "x"));
  CHECK(may_write(CALL("double", "  %r = call double @frexp(double %v, ptr %a)\n"), "mark", "x"));
  CHECK(!may_write(CALL("double", "  %r = call ptr @malloc(i64 8)\n"), "mark", "x"));
  CHECK(!may_write(CALL("double", "  call void @free(ptr %b)\n"), "mark", "x"));
  CHECK(may_write(CALL("double", "  %r = call ptr @realloc(ptr %a, i64 8)\n"), "mark", "x"));
  CHECK(
      may_write(CALL("double", "  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 8, i1 0)\n"),
                "mark", "x"));
  CHECK(!may_write(
      CALL("double", "  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 8, i1 0)\n"), "mark",
      "x"));
  CHECK(!may_write(CALL("double", "  call void @llvm.assume(i1 true)\n"), "mark", "x"));
  CHECK(
      !may_write(CALL("double", "  call void @llvm.lifetime.start.p0(ptr %slot)\n"), "mark", "x"));
  CHECK(may_write(CALL("double", "  fence seq_cst\n"), "mark", "x"));
  CHECK(!may_write(CALL("double", "  %y = load double, ptr %b\n"), "mark", "x"));
}

static void writes_and_types(void) {
  const char *text =
      "define void @f(ptr %a, ptr %b) {\n  %x = load double, ptr %a, !tbaa !0\n"
      "  %mark = add i64 0, 0\n  store i32 1, ptr %b, !tbaa !1\n  ret void\n}\n"
      "!0 = !{!2, !2, i64 0}\n!1 = !{!3, !3, i64 0}\n!2 = !{!\"double\", !4, i64 0}\n"
      "!3 = !{!\"int\", !4, i64 0}\n!4 = !{!\"omnipotent char\", !5, i64 0}\n"
      "!5 = !{!\"Simple C/C++ TBAA\"}\n";
  CHECK(!may_write(text, "mark", "x"));
  Program program = program_read(text);
  LLVMValueRef f = function_named(program, "f");
  CHECK(!strcmp(bridge_tbaa_name(named(f, "x")), "double"));
  CHECK(!strcmp(bridge_tbaa_name(first(f, LLVMStore)), "int"));
  CHECK(!bridge_tbaa_name(named(f, "mark")));
  program_dispose(program);
}

static void copies_of_structs(void) {
  Program program = program_read(
      "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
      "define void @f(ptr %a, ptr %b) {\n"
      "  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 16, i1 false), !tbaa.struct !0\n"
      "  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 16, i1 false)\n  ret void\n}\n"
      "!0 = !{i64 0, i64 8, !1, i64 8, i64 4, !2}\n!1 = !{!3, !3, i64 0}\n!2 = !{!4, !4, i64 0}\n"
      "!3 = !{!\"double\", !5, i64 0}\n!4 = !{!\"int\", !5, i64 0}\n!5 = !{!\"root\"}\n");
  LLVMValueRef copy = first(function_named(program, "f"), LLVMCall);
  uint64_t offsets[2], sizes[2];
  const char *names[2];
  CHECK(bridge_tbaa_struct(copy, offsets, sizes, names, 2) == 2);
  CHECK(offsets[1] == 8 && sizes[0] == 8 && sizes[1] == 4);
  CHECK(!strcmp(names[0], "double") && !strcmp(names[1], "int"));
  CHECK(bridge_tbaa_struct(copy, offsets, sizes, names, 0) == 2);
  CHECK(bridge_tbaa_struct(LLVMGetNextInstruction(copy), offsets, sizes, names, 2) == 0);
  program_dispose(program);
}

static void objects(void) {
  Program program = program_read(
      "@g = global [4 x double] zeroinitializer, align 32\ndeclare double @sin(double)\n"
      "declare double @cos(i32)\ndeclare void @mine()\ndeclare void @keep(ptr)\n"
      "define void @f(ptr noalias %a, ptr %b) {\n  %kept = alloca double\n  %slot = alloca double\n"
      "  call void @keep(ptr %kept)\n  %q = getelementptr i8, ptr %b, i64 8\n"
      "  %r = getelementptr i8, ptr %q, i64 8\n  %aligned = alloca double, align 64\n"
      "  %s = getelementptr i8, ptr %aligned, i64 16\n  ret void\n}\n");
  LLVMValueRef f = function_named(program, "f");
  CHECK(bridge_underlying_object(named(f, "r")) == LLVMGetParam(f, 1));
  CHECK(bridge_is_identified_object(LLVMGetParam(f, 0)));
  CHECK(!bridge_is_identified_object(LLVMGetParam(f, 1)));
  CHECK(bridge_pointer_may_be_captured(named(f, "kept")));
  CHECK(!bridge_pointer_may_be_captured(named(f, "slot")));
  CHECK(bridge_pointer_alignment(named(f, "s")) == 16);
  CHECK(bridge_pointer_alignment(LLVMGetNamedGlobal(program.module, "g")) == 32);
  CHECK(bridge_pointer_alignment(named(f, "r")) == 1);
  CHECK(!strcmp(bridge_library_name(function_named(program, "sin")), "sin"));
  CHECK(!bridge_library_name(function_named(program, "cos"))); /* not with that prototype */
  CHECK(!bridge_library_name(function_named(program, "mine")) && !bridge_library_name(NULL));
  program_dispose(program);
}

int main(void) {
  writes_between_arguments();
  writes_to_local_memory();
  writes_through_swapped_pointers();
  writes_and_alias_scopes();
  writes_of_calls();
  writes_and_types();
  copies_of_structs();
  objects();
  return unit_result();
}
