/* The kind of bytes that type inference finds in small modules. */
#include "../../src/analysis/analysis.h"
#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void check(int line, bool condition, const char *text) {
  if (condition)
    return;
  fprintf(stderr, "test_types:%d: not true: %s\n", line, text);
  failures++;
}
#define EXPECT(condition) check(__LINE__, condition, #condition)

typedef struct {
  Arena *arena;
  LLVMContextRef context;
  LLVMModuleRef module;
  TypeFacts *types;
} Fixture;

static Fixture fixture_open(const char *text) {
  Fixture fixture = {.arena = arena_create(), .context = LLVMContextCreate()};
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
  char *message = NULL;
  if (LLVMParseIRInContext(fixture.context, buffer, &fixture.module, &message)) {
    fprintf(stderr, "test_types: %s\n", message);
    exit(1);
  }
  DiagSink *silent = diag_create(fixture.arena, DIAG_FORMAT_NONE);
  EXPECT(type_attributes_apply(fixture.arena, silent, fixture.module));
  fixture.types = types_compute(fixture.arena, silent, fixture.module);
  return fixture;
}

static void fixture_close(Fixture *fixture) {
  LLVMDisposeModule(fixture->module);
  LLVMContextDispose(fixture->context);
  arena_destroy(fixture->arena);
}

/* An instruction or argument by name, wherever it is. */
static LLVMValueRef value_named(const Fixture *fixture, const char *wanted) {
  LLVMModuleRef module = fixture->module;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    for (unsigned i = 0; i < LLVMCountParams(f); i++)
      if (strcmp(LLVMGetValueName(LLVMGetParam(f, i)), wanted) == 0)
        return LLVMGetParam(f, i);
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (value, block)
        if (strcmp(LLVMGetValueName(value), wanted) == 0)
          return value;
  }
  LLVMValueRef global = LLVMGetNamedGlobal(module, wanted);
  if (!global) {
    fprintf(stderr, "test_types: no value '%s'\n", wanted);
    exit(1);
  }
  return global;
}

/* The nth instruction of an opcode in a function. */
static LLVMValueRef instruction_of(const Fixture *fixture, const char *function, LLVMOpcode opcode,
                                   unsigned skip) {
  FOR_EACH_BLOCK (block, LLVMGetNamedFunction(fixture->module, function))
    FOR_EACH_INSTRUCTION (value, block)
      if (LLVMGetInstructionOpcode(value) == opcode && skip-- == 0)
        return value;
  fprintf(stderr, "test_types: no such instruction in %s\n", function);
  exit(1);
}

static char letter(ByteType byte) {
  static const char letters[] = {'.', 'i', 'p', 'f', '!'};
  if (byte.kind != BYTE_FLOAT)
    return letters[byte.kind];
  return LLVMGetTypeKind(byte.type) == LLVMDoubleTypeKind ? 'd' : 'f';
}

static void expect(int line, const char *got, const char *want) {
  if (strcmp(got, want) == 0)
    return;
  fprintf(stderr, "test_types:%d: got '%s', expected '%s'\n", line, got, want);
  failures++;
}

/* Each check spells one letter a byte: . unknown, i integer, p pointer, f float, d double, !
 * conflict. */
#define EXPECT_BYTES(call, want)                                                                   \
  do {                                                                                             \
    char got[65] = {0};                                                                            \
    for (unsigned at = 0; at < strlen(want) && at < 64; at++)                                      \
      got[at] = letter(call);                                                                      \
    expect(__LINE__, got, want);                                                                   \
  } while (0)
#define EXPECT_VALUE(fixture, name, want)                                                          \
  EXPECT_BYTES(types_of_value((fixture)->types, value_named(fixture, name), at), want)
#define EXPECT_MEMORY(fixture, name, want)                                                         \
  EXPECT_BYTES(types_of_memory((fixture)->types, value_named(fixture, name), at), want)

static void moved_bits(void) {
  Fixture f = fixture_open("define void @f(ptr %from, ptr %to, ptr %where) {\n"
                           "  %bits = load i64, ptr %from\n"
                           "  store i64 %bits, ptr %to\n"
                           "  %x = load double, ptr %to\n"
                           "  %count = load i64, ptr %where\n"
                           "  %g = getelementptr double, ptr %to, i64 %count\n"
                           "  %halves = load i64, ptr %g\n"
                           "  %low = trunc i64 %halves to i32\n"
                           "  %y = bitcast i32 %low to float\n"
                           "  ret void\n"
                           "}\n");
  EXPECT_VALUE(&f, "bits", "dddddddd");
  EXPECT_MEMORY(&f, "from", "dddddddd");
  EXPECT_VALUE(&f, "count", "iiiiiiii");
  EXPECT_VALUE(&f, "low", "ffff");
  EXPECT_BYTES(types_of_access(f.types, instruction_of(&f, "f", LLVMStore, 0), at), "dddddddd");
  fixture_close(&f);
}

static void packed_floats(void) {
  Fixture f = fixture_open("define i64 @f(float %a, float %b) {\n"
                           "  %ia = bitcast float %a to i32\n"
                           "  %ib = bitcast float %b to i32\n"
                           "  %za = zext i32 %ia to i64\n"
                           "  %zb = zext i32 %ib to i64\n"
                           "  %high = shl i64 %zb, 32\n"
                           "  %both = or disjoint i64 %za, %high\n"
                           "  ret i64 %both\n"
                           "}\n");
  EXPECT_VALUE(&f, "both", "ffffffff");
  fixture_close(&f);
}

static void structure_fields(void) {
  Fixture f =
      fixture_open("%struct.s = type { double, i32, float, ptr }\n"
                   "define void @copy(ptr %to, ptr %from) {\n"
                   "  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 24, i1 false)\n"
                   "  ret void\n"
                   "}\n"
                   "define float @use(ptr %s) {\n"
                   "  %px = getelementptr inbounds i8, ptr %s, i64 12\n"
                   "  %x = load float, ptr %px\n"
                   "  %pi = getelementptr inbounds i8, ptr %s, i64 8\n"
                   "  %i = load i32, ptr %pi\n"
                   "  %next = getelementptr inbounds i8, ptr %s, i64 16\n"
                   "  %p = load ptr, ptr %next\n"
                   "  %y = load double, ptr %p\n"
                   "  %j = sitofp i32 %i to float\n"
                   "  ret float %x\n"
                   "}\n"
                   "define void @call(ptr %t) {\n"
                   "  %local = alloca %struct.s\n"
                   "  call void @copy(ptr %local, ptr %t)\n"
                   "  %r = call float @use(ptr %local)\n"
                   "  ret void\n"
                   "}\n"
                   "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n");
  EXPECT_MEMORY(&f, "s", "ddddddddiiiiffffpppppppp"); /* the first field from alloca's type */
  EXPECT_MEMORY(&f, "t", "........iiiiffffpppppppp"); /* through the copy */
  EXPECT_BYTES(types_of_access(f.types, instruction_of(&f, "copy", LLVMCall, 0), at),
               "ddddddddiiiiffffpppppppp");
  EXPECT(types_object_of(f.types, value_named(&f, "s")) !=
         types_object_of(f.types, value_named(&f, "t")));
  EXPECT(types_object_of(f.types, value_named(&f, "s")) ==
         types_object_of(f.types, value_named(&f, "local")));
  EXPECT(types_period(f.types, value_named(&f, "s")) == 0);
  fixture_close(&f);
}

static void arrays_have_a_period(void) {
  Fixture f = fixture_open("define void @f(ptr %a, ptr %b, i64 %n) {\n"
                           "entry:\n"
                           "  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 %n, i1 false)\n"
                           "  br label %loop\n"
                           "loop:\n"
                           "  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]\n"
                           "  %o = mul i64 %i, 24\n"
                           "  %p = getelementptr i8, ptr %a, i64 %o\n"
                           "  %x = load double, ptr %p\n"
                           "  %q = getelementptr i8, ptr %p, i64 8\n"
                           "  %id = load i32, ptr %q, !tbaa !0\n"
                           "  %r = getelementptr i8, ptr %p, i64 16\n"
                           "  %next = load ptr, ptr %r\n"
                           "  %i1 = add i64 %i, 1\n"
                           "  %c = icmp ult i64 %i1, %n\n"
                           "  br i1 %c, label %loop, label %exit\n"
                           "exit:\n"
                           "  ret void\n"
                           "}\n"
                           "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
                           "!0 = !{!1, !1, i64 0}\n"
                           "!1 = !{!\"int\", !2, i64 0}\n"
                           "!2 = !{!\"omnipotent char\", !3, i64 0}\n"
                           "!3 = !{!\"Simple C/C++ TBAA\"}\n");
  EXPECT(types_period(f.types, value_named(&f, "a")) == 24);
  EXPECT(types_period(f.types, value_named(&f, "b")) == 24);
  EXPECT_MEMORY(&f, "b", "ddddddddiiii....ppppppppdddddddd");
  fixture_close(&f);
}

static void array_inside_a_structure(void) {
  Fixture f = fixture_open("define double @f(ptr %s, i64 %k) {\n"
                           "  %p = getelementptr inbounds double, ptr %s, i64 %k\n"
                           "  %x = load double, ptr %p\n"
                           "  %q = getelementptr inbounds i8, ptr %s, i64 24\n"
                           "  %n = load ptr, ptr %q\n"
                           "  ret double %x\n"
                           "}\n");
  EXPECT_MEMORY(&f, "s", "ddddddddddddddddddddddddpppppppp");
  EXPECT(types_period(f.types, value_named(&f, "s")) == 0);
  fixture_close(&f);
}

static void list_and_walking_pointer(void) {
  Fixture f = fixture_open("define double @f(ptr %head, ptr %array, i64 %n) {\n"
                           "entry:\n"
                           "  br label %loop\n"
                           "loop:\n"
                           "  %node = phi ptr [ %head, %entry ], [ %next, %loop ]\n"
                           "  %walk = phi ptr [ %array, %entry ], [ %step, %loop ]\n"
                           "  %p = getelementptr i8, ptr %node, i64 8\n"
                           "  %next = load ptr, ptr %p\n"
                           "  %x = load double, ptr %node\n"
                           "  %y = load float, ptr %walk\n"
                           "  %step = getelementptr i8, ptr %walk, i64 4\n"
                           "  %end = icmp eq ptr %next, null\n"
                           "  br i1 %end, label %exit, label %loop\n"
                           "exit:\n"
                           "  ret double %x\n"
                           "}\n");
  EXPECT_MEMORY(&f, "head", "ddddddddpppppppp");
  EXPECT_MEMORY(&f, "array", "ffffffffffff");
  EXPECT(types_period(f.types, value_named(&f, "array")) == 4);
  EXPECT(types_object_of(f.types, value_named(&f, "next")) ==
         types_object_of(f.types, value_named(&f, "head")));
  fixture_close(&f);
}

static void two_kinds_conflict(void) {
  Fixture f = fixture_open("define void @f(ptr %p, ptr %q) {\n"
                           "  store double 1.0, ptr %p\n"
                           "  store ptr %q, ptr %p\n"
                           "  %x = load double, ptr %p\n"
                           "  ret void\n"
                           "}\n");
  EXPECT_MEMORY(&f, "p", "!!!!!!!!");
  /* Each access still knows its own. */
  EXPECT_BYTES(types_of_access(f.types, instruction_of(&f, "f", LLVMStore, 0), at), "dddddddd");
  EXPECT_BYTES(types_of_access(f.types, instruction_of(&f, "f", LLVMStore, 1), at), "pppppppp");
  fixture_close(&f);
}

static void globals_and_calls_through_pointers(void) {
  Fixture f = fixture_open("@table = global [3 x ptr] [ptr @x, ptr @x, ptr null]\n"
                           "@x = global double 2.0\n"
                           "@op = global ptr @callee\n"
                           "define void @callee(ptr %c) {\n"
                           "  %v = load float, ptr %c\n"
                           "  ret void\n"
                           "}\n"
                           "define void @f(ptr %a) {\n"
                           "  %g = load ptr, ptr @op\n"
                           "  call void %g(ptr %a)\n"
                           "  %t = load ptr, ptr @table\n"
                           "  %raw = load i64, ptr %t\n"
                           "  ret void\n"
                           "}\n");
  EXPECT_MEMORY(&f, "a", "ffff");
  EXPECT_MEMORY(&f, "table", "pppppppp");
  EXPECT_VALUE(&f, "raw", "dddddddd");
  EXPECT(types_object_of(f.types, value_named(&f, "t")) ==
         types_object_of(f.types, value_named(&f, "x")));
  fixture_close(&f);
}

static void bytes_that_no_access_names(void) {
  Fixture f = fixture_open("%struct.s = type { i32, double, [3 x i8], x86_fp80 }\n"
                           "%union.u = type { i64 }\n"
                           "define void @f(ptr %rest, i64 %n) {\n"
                           "  %s = alloca %struct.s\n"
                           "  %u = alloca %union.u\n"
                           "  store float 1.0, ptr %rest\n"
                           "  %tail = getelementptr i8, ptr %rest, i64 8\n"
                           "  call void @llvm.memset.p0.i64(ptr %tail, i8 0, i64 %n, i1 false)\n"
                           "  ret void\n"
                           "}\n"
                           "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n");
  EXPECT_MEMORY(&f, "s", "iiiiiiiiddddddddiiiiiiiiiiiiiiiiffffffffffiiiiii"); /* with padding */
  EXPECT_MEMORY(&f, "u", "........");
  EXPECT_MEMORY(&f, "tail", "ffffffff"); /* an array of what was accessed */
  fixture_close(&f);
}

static void addresses_as_integers(void) {
  Fixture f = fixture_open("define double @f(ptr %p, i64 %i) {\n"
                           "  %a = ptrtoint ptr %p to i64\n"
                           "  %o = shl i64 %i, 3\n"
                           "  %b = add i64 %a, %o\n"
                           "  %q = inttoptr i64 %b to ptr\n"
                           "  %x = load double, ptr %q\n"
                           "  ret double %x\n"
                           "}\n");
  EXPECT_VALUE(&f, "b", "pppppppp");
  EXPECT_MEMORY(&f, "p", "dddddddddddddddd");
  EXPECT(types_object_of(f.types, value_named(&f, "q")) ==
         types_object_of(f.types, value_named(&f, "p")));
  fixture_close(&f);
}

static void a_load_without_metadata_is_what_others_declare(void) {
  Fixture f = fixture_open("define void @f(ptr %p, ptr %other) {\n"
                           "  store double 1.0, ptr %p\n"
                           "  %count = getelementptr i8, ptr %p, i64 0\n"
                           "  %old = load i32, ptr %count, !tbaa !0\n"
                           "  %less = add i32 %old, -1\n"
                           "  store i32 %less, ptr %count, !tbaa !0\n"
                           "  %hoisted = load i32, ptr %count\n"
                           "  %moved = load i32, ptr %p\n"
                           "  ret void\n"
                           "}\n"
                           "!0 = !{!1, !1, i64 0}\n"
                           "!1 = !{!\"int\", !2}\n"
                           "!2 = !{!\"omnipotent char\", !3}\n"
                           "!3 = !{!\"Simple C/C++ TBAA\"}\n");
  EXPECT_VALUE(&f, "hoisted", "iiii");
  EXPECT_VALUE(&f, "moved", "dddd");
  fixture_close(&f);
}

static void values_made_afterwards_are_unknown(void) {
  Fixture f = fixture_open("define void @f(ptr %p) {\n"
                           "  %x = load double, ptr %p\n"
                           "  ret void\n"
                           "}\n");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f.context);
  LLVMPositionBuilderBefore(builder, instruction_of(&f, "f", LLVMRet, 0));
  LLVMValueRef fresh = LLVMBuildAlloca(builder, LLVMInt64TypeInContext(f.context), "fresh");
  EXPECT(types_of_memory(f.types, fresh, 0).kind == BYTE_UNKNOWN);
  EXPECT(types_object_of(f.types, fresh) == 0);
  LLVMDisposeBuilder(builder);
  fixture_close(&f);
}

static void attributes_that_give_types(void) {
  Fixture f = fixture_open(
      "define void @f(ptr \"enzyme_type\"=\"{[-1]:Pointer, [-1,0]:Float@float, [-1,4]:Integer, "
      "[-1,8]:Pointer, [-1,8,-1]:Float@double}\" %p,\n"
      "               i64 \"adcc_type\"=\"{[-1]:Float@double}\" %x, ptr %q) {\n"
      "  %place = getelementptr i8, ptr %p, i64 8\n"
      "  %inner = load ptr, ptr %place\n"
      "  %y = load i64, ptr %inner\n"
      "  store i64 %x, ptr %q\n"
      "  %z = call \"enzyme_type\"=\"{[0]:Float@float, [4]:Float@float}\" i64 @g(ptr %q)\n"
      "  ret void\n"
      "}\n"
      "declare i64 @g(ptr)\n");
  EXPECT_MEMORY(&f, "p", "ffffiiiipppppppp");
  EXPECT_MEMORY(&f, "inner", "dddddddd");
  EXPECT_VALUE(&f, "y", "dddddddd");
  EXPECT_VALUE(&f, "x", "dddddddd");
  EXPECT_MEMORY(&f, "q", "dddddddd");
  EXPECT_VALUE(&f, "z", "ffffffff");
  fixture_close(&f);
}

int main(void) {
  moved_bits();
  packed_floats();
  structure_fields();
  arrays_have_a_period();
  array_inside_a_structure();
  list_and_walking_pointer();
  two_kinds_conflict();
  globals_and_calls_through_pointers();
  bytes_that_no_access_names();
  addresses_as_integers();
  a_load_without_metadata_is_what_others_declare();
  values_made_afterwards_are_unknown();
  attributes_that_give_types();
  if (failures == 0)
    printf("test_types: ok\n");
  return failures != 0;
}
