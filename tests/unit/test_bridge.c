/* The bridge's answers on small functions given as text: loops and counts, ranges, cloning and
 * edits of the control flow. Aliasing is in test_bridge_alias.c. */
#include "../../src/ir/bridge.h"
#include "program.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Transforms/PassBuilder.h>

/* for (i = 0; i < n; i++) for (j = 0; j < bound; j++) body, in rotated form. */
#define NEST(bound, body)                                                                          \
  "define double @f(ptr %a, ptr noalias %b, i64 %n, i64 %m) {\n"                                   \
  "entry:\n  %some = icmp sgt i64 %n, 0\n  br i1 %some, label %start, label %done\n"               \
  "start:\n  br label %outer\n"                                                                    \
  "outer:\n  %i = phi i64 [ 0, %start ], [ %i.next, %outer.latch ]\n"                              \
  "  %go = icmp sgt i64 " bound ", 0\n  br i1 %go, label %inner.start, label %outer.latch\n"       \
  "inner.start:\n  br label %inner\n"                                                              \
  "inner:\n  %j = phi i64 [ 0, %inner.start ], [ %j.next, %inner ]\n" body                         \
  "  %j.next = add nuw nsw i64 %j, 1\n  %more = icmp slt i64 %j.next, " bound "\n"                 \
  "  br i1 %more, label %inner, label %inner.end\n"                                                \
  "inner.end:\n  br label %outer.latch\n"                                                          \
  "outer.latch:\n  %i.next = add nuw nsw i64 %i, 1\n  %again = icmp slt i64 %i.next, %n\n"         \
  "  br i1 %again, label %outer, label %finish\n"                                                  \
  "finish:\n  br label %done\ndone:\n  ret double 0.0\n}\n"

static void loops_and_dominators(void) {
  Program program = program_read(NEST("%m", ""));
  LLVMValueRef f = function_named(program, "f");
  BridgeAnalysesRef analyses = bridge_analyses_create(f);
  LLVMBasicBlockRef outer = block_named(f, "outer"), inner = block_named(f, "inner");
  BridgeLoopRef nest = bridge_loop_of(analyses, outer), loop = bridge_loop_of(analyses, inner);
  CHECK(!bridge_loop_of(analyses, block_named(f, "done")));
  CHECK(bridge_loop_parent(loop) == nest && !bridge_loop_parent(nest));
  CHECK(bridge_loop_depth(nest) == 1 && bridge_loop_depth(loop) == 2);
  CHECK(bridge_loop_contains(nest, inner) && !bridge_loop_contains(loop, outer));
  CHECK(bridge_loop_header(loop) == inner && bridge_loop_latch(loop) == inner);
  CHECK(bridge_loop_preheader(loop) == block_named(f, "inner.start"));
  CHECK(bridge_loop_is_simplified(loop) && bridge_loop_is_simplified(nest));
  LLVMBasicBlockRef exits[2];
  CHECK(bridge_loop_exit_blocks(nest, exits, 2) == 1 && exits[0] == block_named(f, "finish"));
  CHECK(bridge_loop_exiting_blocks(nest, exits, 0) == 1);
  CHECK(!bridge_is_irreducible(analyses));

  CHECK(bridge_block_dominates(analyses, outer, inner));
  CHECK(!bridge_block_dominates(analyses, inner, block_named(f, "outer.latch")));
  CHECK(bridge_immediate_dominator(analyses, block_named(f, "outer.latch")) == outer);
  CHECK(!bridge_immediate_dominator(analyses, block_named(f, "entry")));
  CHECK(bridge_immediate_post_dominator(analyses, outer) == block_named(f, "outer.latch"));
  CHECK(!bridge_immediate_post_dominator(analyses, block_named(f, "done")));
  CHECK(bridge_dominates(analyses, named(f, "i"), named(f, "j")));
  CHECK(!bridge_dominates(analyses, named(f, "j"), named(f, "i.next")));

  CHECK(bridge_may_reach(analyses, named(f, "j.next"), named(f, "j")));
  CHECK(bridge_may_reach(analyses, named(f, "j"), named(f, "j"))); /* in the next iteration */
  CHECK(!bridge_may_reach(analyses, named(f, "some"), named(f, "some")));
  CHECK(!bridge_may_reach(analyses, terminator_of(f, "finish"), named(f, "i")));
  bridge_analyses_dispose(analyses);
  program_dispose(program);
}

static void trip_counts(void) {
  Program program = program_read(NEST("%m", ""));
  LLVMValueRef f = function_named(program, "f");
  BridgeAnalysesRef analyses = bridge_analyses_create(f);
  BridgeLoopRef nest = bridge_loop_of(analyses, block_named(f, "outer"));
  BridgeLoopRef loop = bridge_loop_of(analyses, block_named(f, "inner"));
  CHECK(bridge_loop_count_is_known(analyses, loop) && bridge_loop_count_is_known(analyses, nest));
  CHECK(bridge_loop_constant_count(analyses, loop) == -1);
  CHECK(bridge_loop_count_is_invariant(analyses, loop, nest));
  CHECK(bridge_loop_count_is_invariant(analyses, loop, NULL));
  CHECK(bridge_value_is_invariant(analyses, named(f, "i"), loop));
  CHECK(!bridge_value_is_invariant(analyses, named(f, "i"), nest));
  LLVMValueRef at = terminator_of(f, "start");
  CHECK(bridge_loop_count_can_expand(analyses, loop, at));
  LLVMValueRef count = bridge_loop_expand_count(analyses, loop, at);
  char *text = LLVMPrintValueToString(count);
  CHECK_CONTAINS(text, "add i64 %m, -1");
  LLVMDisposeMessage(text);
  bridge_analyses_dispose(analyses);
  program_dispose(program);

  program = program_read(NEST("%i", ""));
  f = function_named(program, "f");
  analyses = bridge_analyses_create(f);
  nest = bridge_loop_of(analyses, block_named(f, "outer"));
  loop = bridge_loop_of(analyses, block_named(f, "inner"));
  CHECK(bridge_loop_count_is_known(analyses, loop));
  CHECK(!bridge_loop_count_is_invariant(analyses, loop, nest));
  CHECK(!bridge_loop_count_can_expand(analyses, loop, terminator_of(f, "start")));
  CHECK(!bridge_loop_expand_count(analyses, loop, terminator_of(f, "start")));
  CHECK(bridge_loop_expand_count(analyses, loop, terminator_of(f, "inner.start")) != NULL);
  bridge_analyses_dispose(analyses);
  program_dispose(program);
}

static void counts_constant_and_unknown(void) {
  Program program = program_read("define void @f(ptr %p) {\nentry:\n  br label %fixed\n"
                                 "fixed:\n  %i = phi i32 [ 10, %entry ], [ %next, %fixed ]\n"
                                 "  %next = add nsw i32 %i, -2\n  %more = icmp sgt i32 %next, 0\n"
                                 "  br i1 %more, label %fixed, label %middle\n"
                                 "middle:\n  br label %chase\n"
                                 "chase:\n  %q = phi ptr [ %p, %middle ], [ %link, %chase ]\n"
                                 "  %link = load ptr, ptr %q\n  %end = icmp eq ptr %link, null\n"
                                 "  br i1 %end, label %done, label %chase\ndone:\n  ret void\n}\n");
  LLVMValueRef f = function_named(program, "f");
  BridgeAnalysesRef analyses = bridge_analyses_create(f);
  BridgeLoopRef fixed = bridge_loop_of(analyses, block_named(f, "fixed"));
  BridgeLoopRef chase = bridge_loop_of(analyses, block_named(f, "chase"));
  CHECK(bridge_loop_constant_count(analyses, fixed) == 4);
  LLVMValueRef count = bridge_loop_expand_count(analyses, fixed, terminator_of(f, "entry"));
  CHECK(LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 4);
  CHECK(LLVMGetIntTypeWidth(LLVMTypeOf(count)) == 64);
  CHECK(!bridge_loop_count_is_known(analyses, chase));
  CHECK(!bridge_loop_count_is_invariant(analyses, chase, NULL));
  CHECK(!bridge_loop_expand_count(analyses, chase, terminator_of(f, "middle")));
  bridge_analyses_dispose(analyses);
  program_dispose(program);
}

static void irreducible_flow(void) {
  Program program =
      program_read("define void @f(i1 %c, i1 %d) {\nentry:\n  br i1 %c, label %a, label %b\n"
                   "a:\n  br i1 %d, label %b, label %done\nb:\n  br i1 %d, label %a, label %done\n"
                   "lost:\n  br label %done\ndone:\n  ret void\n}\n");
  LLVMValueRef f = function_named(program, "f");
  BridgeAnalysesRef analyses = bridge_analyses_create(f);
  CHECK(bridge_is_irreducible(analyses));
  CHECK(!bridge_block_reachable(analyses, block_named(f, "lost")));
  CHECK(bridge_block_reachable(analyses, block_named(f, "b")));
  bridge_analyses_dispose(analyses);
  unsigned before = LLVMCountBasicBlocks(f);
  bridge_demote_unreachable(f);
  CHECK(LLVMCountBasicBlocks(f) == before - 1);
  program_dispose(program);
}

/* ---- ranges ---- */

#define BASE 0x10000

typedef struct {
  bool known;
  int64_t low, high; /* bytes from %a */
} Range;

/* The range of the 8-byte access at `%p` over the outer loop, for the given %n and %m. */
static Range range_of(const char *text, const char *at_block, long long n, long long m) {
  Program program = program_read(text);
  LLVMValueRef f = function_named(program, "f");
  BridgeAnalysesRef analyses = bridge_analyses_create(f);
  BridgeLoopRef nest = bridge_loop_of(analyses, block_named(f, "outer"));
  LLVMValueRef low, high, at = terminator_of(f, at_block);
  Range range = {bridge_expand_range(analyses, named(f, "p"), 8, nest, at, &low, &high), 0, 0};
  bridge_analyses_dispose(analyses);
  if (range.known) {
    LLVMTypeRef i64 = LLVMInt64TypeInContext(program.context);
    LLVMTypeRef pair[] = {i64, i64};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(program.context), pair, 2, false);
    LLVMValueRef sink = LLVMAddFunction(program.module, "bounds", type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(program.context);
    LLVMPositionBuilderBefore(builder, at);
    LLVMValueRef bounds[] = {LLVMBuildPtrToInt(builder, low, i64, ""),
                             LLVMBuildPtrToInt(builder, high, i64, "")};
    LLVMValueRef call = LLVMBuildCall2(builder, type, sink, bounds, 2, "");
    LLVMDisposeBuilder(builder);
    LLVMReplaceAllUsesWith(LLVMGetParam(f, 0),
                           LLVMConstIntToPtr(LLVMConstInt(i64, BASE, false),
                                             LLVMPointerTypeInContext(program.context, 0)));
    LLVMReplaceAllUsesWith(LLVMGetParam(f, 2), LLVMConstInt(i64, (unsigned long long)n, true));
    LLVMReplaceAllUsesWith(LLVMGetParam(f, 3), LLVMConstInt(i64, (unsigned long long)m, true));
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPassesOnFunction(f, "instsimplify", NULL, options);
    CHECK(!error);
    LLVMDisposePassBuilderOptions(options);
    CHECK(LLVMIsAConstantInt(LLVMGetOperand(call, 0)) &&
          LLVMIsAConstantInt(LLVMGetOperand(call, 1)));
    range.low = LLVMConstIntGetSExtValue(LLVMGetOperand(call, 0)) - BASE;
    range.high = LLVMConstIntGetSExtValue(LLVMGetOperand(call, 1)) - BASE;
  }
  program_dispose(program);
  return range;
}

#define ACCESS(index)                                                                              \
  "  %p = getelementptr inbounds double, ptr %a, i64 " index "\n  store double 0.0, ptr %p\n"

static void range_of_nest(void) {
  const char *rows = NEST("%m", "  %row = mul nsw i64 %i, 32\n  %k = add nsw i64 %row, %j\n" //
                          ACCESS("%k"));
  Range range = range_of(rows, "start", 3, 5);
  CHECK(range.known && range.low == 0 && range.high == 8 * (2 * 32 + 5));
  const char *stride = NEST("%m", "  %row = mul nsw i64 %i, %m\n  %k = add nsw i64 %row, %j\n" //
                            ACCESS("%k"));
  range = range_of(stride, "start", 3, 5);
  CHECK(range.known && range.low == 0 && range.high == 8 * 15);
  const char *stencil = NEST("%m", "  %k = add nsw i64 %j, -2\n" ACCESS("%k"));
  range = range_of(stencil, "start", 3, 5);
  CHECK(range.known && range.low == -16 && range.high == 24);
}

typedef struct {
  bool attained;
  uint64_t step;
} Walk;

/* How the access at `%p` goes through its range over the outer loop. */
static Walk walk_of(const char *text) {
  Program program = program_read(text);
  LLVMValueRef f = function_named(program, "f");
  BridgeAnalysesRef analyses = bridge_analyses_create(f);
  BridgeLoopRef nest = bridge_loop_of(analyses, block_named(f, "outer"));
  Walk walk = {bridge_range_is_attained(analyses, named(f, "p"), nest),
               bridge_smallest_step(analyses, named(f, "p"), nest)};
  bridge_analyses_dispose(analyses);
  program_dispose(program);
  return walk;
}

static void walk_of_nest(void) {
  Walk walk = walk_of(
      NEST("%m", "  %row = mul nsw i64 %i, %m\n  %k = add nsw i64 %row, %j\n" ACCESS("%k")));
  CHECK(walk.attained && walk.step == 8);
  walk = walk_of(NEST("%m", "  %k = mul nsw i64 %j, 32\n" ACCESS("%k")));
  CHECK(walk.attained && walk.step == 256);
  walk = walk_of(NEST("%m", "  %k = mul nsw i64 %i, %m\n" ACCESS("%k")));
  CHECK(walk.attained && walk.step == UINT64_MAX);
  CHECK(walk_of(NEST("%m", ACCESS("7"))).step == 0);
  /* What is masked is bounded, if at all, by more than what is reached. */
  CHECK(!walk_of(NEST("%m", "  %k = and i64 %j, 3\n" ACCESS("%k"))).attained);
}

static void range_of_triangle(void) {
  /* j < i: i - j runs from 1 to n - 1, and no further. */
  const char *down = NEST("%i", "  %k = sub nsw i64 %i, %j\n" ACCESS("%k"));
  Range range = range_of(down, "start", 6, 0);
  CHECK(range.known && range.low == 8 && range.high == 8 * 6);
  const char *up = NEST("%i", ACCESS("%j"));
  range = range_of(up, "start", 6, 0);
  CHECK(range.known && range.low == 0 && range.high == 8 * 5);
  const char *square = NEST("%m", "  %k = mul nsw i64 %i, %j\n" ACCESS("%k"));
  range = range_of(square, "start", 4, 3);
  CHECK(range.known && range.low == 0 && range.high == 8 * (3 * 2) + 8);
}

/* A step of unknown sign takes the lesser of the two ends. */
static void range_of_unknown_sign(void) {
  const char *text = NEST("%n", "  %k = mul nsw i64 %j, %m\n" ACCESS("%k"));
  Range range = range_of(text, "start", 4, 2);
  CHECK(range.known && range.low == 0 && range.high == 8 * 6 + 8);
  range = range_of(text, "start", 4, -2);
  CHECK(range.known && range.low == -8 * 6 && range.high == 8);
}

static void range_unknown(void) {
  const char *gather = NEST("%m", "  %q = getelementptr inbounds i64, ptr %b, i64 %j\n"
                                  "  %k = load i64, ptr %q\n" ACCESS("%k"));
  CHECK(!range_of(gather, "start", 3, 5).known);
  const char *wrapping = NEST("%m", "  %w = trunc i64 %j to i8\n  %k = sext i8 %w to i64\n" //
                              ACCESS("%k"));
  CHECK(!range_of(wrapping, "start", 3, 5).known);
  const char *moving = NEST("%m", "  %r = load ptr, ptr %b\n"
                                  "  %p = getelementptr inbounds double, ptr %r, i64 %j\n"
                                  "  store double 0.0, ptr %p\n");
  CHECK(!range_of(moving, "start", 3, 5).known);
}

/* ---- cloning and edits ---- */

typedef struct {
  unsigned arguments, blocks, instructions;
} Visited;

static void count_visit(void *context, LLVMValueRef old_value, LLVMValueRef new_value) {
  Visited *visited = context;
  CHECK(new_value && old_value != new_value);
  if (LLVMIsAArgument(old_value))
    visited->arguments++;
  else if (LLVMValueIsBasicBlock(old_value))
    visited->blocks++;
  else
    visited->instructions += LLVMGetInstructionOpcode(old_value) == //
                             LLVMGetInstructionOpcode(new_value);
}

#define DEBUGGED                                                                                   \
  "define weak_odr hidden double @g(ptr noalias readonly %a, double returned %v) "                 \
  "nounwind section \"x\" !dbg !4 {\n  %x = load double, ptr %a, !dbg !7\n"                        \
  "    #dbg_value(double %x, !9, !DIExpression(), !7)\n"                                           \
  "  %s = fadd double %x, %v, !dbg !7\n  ret double %v, !dbg !7\n}\n"                              \
  "define double @caller(ptr %a) !dbg !8 {\n"                                                      \
  "  %r = call double @g(ptr %a, double 1.0), !dbg !10\n  ret double %r, !dbg !10\n}\n"            \
  "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"                                             \
  "!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)\n"       \
  "!1 = !DIFile(filename: \"t.c\", directory: \"/\")\n!2 = !{i32 2, !\"Debug Info Version\", "     \
  "i32 3}\n!3 = !DISubroutineType(types: !{})\n"                                                   \
  "!4 = distinct !DISubprogram(name: \"g\", scope: !1, file: !1, line: 1, type: !3, unit: !0, "    \
  "spFlags: DISPFlagDefinition)\n!7 = !DILocation(line: 2, scope: !4)\n"                           \
  "!8 = distinct !DISubprogram(name: \"caller\", scope: !1, file: !1, line: 5, type: !3, unit: "   \
  "!0, spFlags: DISPFlagDefinition)\n"                                                             \
  "!9 = !DILocalVariable(name: \"x\", scope: !4, file: !1, line: 2)\n"                             \
  "!10 = !DILocation(line: 6, scope: !8)\n"

static void clone_with_other_signature(void) {
  Program program = program_read(DEBUGGED);
  LLVMValueRef g = function_named(program, "g");
  LLVMTypeRef pointer = LLVMPointerTypeInContext(program.context, 0);
  LLVMTypeRef real = LLVMDoubleTypeInContext(program.context);
  LLVMTypeRef parameters[] = {pointer, pointer, real, real};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(program.context), parameters, 4, false);
  Visited visited = {0};
  LLVMValueRef copy =
      bridge_clone_function(g, type, "dg", (unsigned[]){0, 2}, count_visit, &visited);
  CHECK(visited.arguments == 2 && visited.blocks == 1 && visited.instructions == 3);
  CHECK(LLVMGetLinkage(copy) == LLVMInternalLinkage);
  CHECK(LLVMGetVisibility(copy) == LLVMDefaultVisibility);
  CHECK(LLVMGetOperand(named(copy, "x"), 0) == LLVMGetParam(copy, 0));
  CHECK(LLVMGetOperand(named(copy, "s"), 1) == LLVMGetParam(copy, 2));
  unsigned noalias = LLVMGetEnumAttributeKindForName("noalias", 7);
  unsigned returned = LLVMGetEnumAttributeKindForName("returned", 8);
  unsigned nounwind = LLVMGetEnumAttributeKindForName("nounwind", 8);
  CHECK(LLVMGetEnumAttributeAtIndex(copy, 1, noalias) != NULL);
  CHECK(!LLVMGetEnumAttributeAtIndex(copy, 2, noalias));
  CHECK(!LLVMGetEnumAttributeAtIndex(copy, 3, returned));
  CHECK(LLVMGetEnumAttributeAtIndex(copy, LLVMAttributeFunctionIndex, nounwind) != NULL);
  CHECK(LLVMGetSubprogram(copy) && LLVMGetSubprogram(copy) != LLVMGetSubprogram(g));
  LLVMValueRef old_return = LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(copy));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(program.context);
  LLVMPositionBuilderBefore(builder, old_return);
  LLVMBuildRetVoid(builder);
  LLVMInstructionEraseFromParent(old_return);
  LLVMDisposeBuilder(builder);
  program_dispose(program); /* verifies */
}

static void clone_and_inline(void) {
  Program program = program_read(DEBUGGED);
  LLVMValueRef g = function_named(program, "g");
  LLVMValueRef copy = bridge_clone_function(g, LLVMGlobalGetValueType(g), "g", NULL, NULL, NULL);
  CHECK(copy != g && LLVMCountBasicBlocks(copy) == 1);
  unsigned returned = LLVMGetEnumAttributeKindForName("returned", 8);
  CHECK(LLVMGetEnumAttributeAtIndex(copy, 2, returned) != NULL);
  LLVMValueRef call = first(function_named(program, "caller"), LLVMCall);
  LLVMSetOperand(call, 2, copy);
  CHECK(bridge_inline_call(call));
  program_dispose(program);
}

static void edit_control_flow(void) {
  Program program = program_read(
      "define i32 @f(i32 %v, i1 %c) {\nentry:\n  %x = add i32 %v, 1\n  %y = add i32 %x, 1\n"
      "  switch i32 %v, label %join [\n    i32 1, label %join\n    i32 2, label %other\n  ]\n"
      "other:\n  br label %join\n"
      "join:\n  %r = phi i32 [ 10, %entry ], [ 10, %entry ], [ 20, %other ]\n  ret i32 %r\n}\n");
  LLVMValueRef f = function_named(program, "f"), phi = named(f, "r");
  LLVMBasicBlockRef tail = bridge_split_block(block_named(f, "entry"), named(f, "y"), "tail");
  CHECK(LLVMGetInstructionParent(named(f, "y")) == tail);
  CHECK(LLVMGetIncomingBlock(phi, 0) == tail);
  LLVMBasicBlockRef join = block_named(f, "join");
  LLVMBasicBlockRef middle = bridge_split_edge(tail, join, "middle");
  CHECK(middle && LLVMCountIncoming(phi) == 2);
  CHECK(LLVMGetIncomingBlock(phi, 0) == middle || LLVMGetIncomingBlock(phi, 1) == middle);
  LLVMBasicBlockRef single = bridge_split_edge(block_named(f, "other"), join, "single");
  CHECK(single && LLVMGetFirstInstruction(single) == LLVMGetBasicBlockTerminator(single));
  CHECK(!bridge_split_edge(join, tail, "none"));
  bridge_set_value_name_like(phi, named(f, "x"), ".like");
  CHECK(named(f, "x.like") == phi);
  CHECK(!LLVMVerifyFunction(f, LLVMPrintMessageAction));

  bridge_phi_remove_incoming(phi, single);
  CHECK(LLVMCountIncoming(phi) == 1);
  bridge_phi_set_incoming_block(phi, 0, single);
  CHECK(LLVMGetIncomingBlock(phi, 0) == single);
  LLVMValueRef ten = LLVMConstInt(LLVMInt32TypeInContext(program.context), 10, false);
  LLVMAddIncoming(phi, &ten, &middle, 1);
  program_dispose(program);
}

static void promote_and_effects(void) {
  Program program = program_read(
      "declare void @keep(ptr)\ndeclare void @stop() noreturn\n"
      "define double @f(double %v, i64 %n) {\n  %slot = alloca double\n  %kept = alloca double\n"
      "  store double %v, ptr %slot\n  call void @keep(ptr %kept)\n"
      "  %x = load double, ptr %slot\n  %q = udiv i64 1, %n\n  %d = fdiv double %v, %x\n"
      "  call void @stop()\n  ret double %x\n}\n");
  LLVMValueRef f = function_named(program, "f");
  LLVMValueRef slots[] = {named(f, "slot"), named(f, "kept")};
  CHECK(bridge_alloca_is_promotable(slots[0]) && !bridge_alloca_is_promotable(slots[1]));
  LLVMValueRef keep = first(f, LLVMCall), store = first(f, LLVMStore), load = named(f, "x");
  CHECK(bridge_may_write_memory(store) && !bridge_may_read_memory(store));
  CHECK(!bridge_may_write_memory(load) && bridge_may_read_memory(load));
  CHECK(bridge_has_side_effects(keep) && !bridge_has_side_effects(load));
  CHECK(!bridge_is_safe_to_speculate(named(f, "q")) && bridge_is_safe_to_speculate(named(f, "d")));
  CHECK(!bridge_wont_return(keep) && !bridge_wont_return(load));
  CHECK(bridge_wont_return(LLVMGetNextInstruction(named(f, "d"))));
  bridge_promote_allocas(f, slots, 2); /* leaves the one that escapes */
  CHECK(LLVMGetOperand(named(f, "d"), 1) == LLVMGetParam(f, 0));
  CHECK(first(f, LLVMAlloca) == slots[1]);
  program_dispose(program);
}

int main(void) {
  loops_and_dominators();
  trip_counts();
  counts_constant_and_unknown();
  irreducible_flow();
  range_of_nest();
  walk_of_nest();
  range_of_triangle();
  range_of_unknown_sign();
  range_unknown();
  clone_with_other_signature();
  clone_and_inline();
  edit_control_flow();
  promote_and_effects();
  return unit_result();
}
