/* From a working function (both sweeps, placeholders) to the final one or two: clean, plan, lay the
 * tape out, store, fetch; then, for split derivatives, cut at the boundary. */
#include "tape_code.h"

#include "../../include/adcc/runtime.h"
#include <stdio.h>

static void take_place(LLVMValueRef declared, LLVMValueRef body) {
  size_t length;
  const char *name = LLVMGetValueName2(declared, &length);
  char *copy = LLVMCreateMessage(name);
  LLVMReplaceAllUsesWith(declared, body);
  LLVMDeleteFunction(declared);
  LLVMSetValueName2(body, copy, length);
  LLVMDisposeMessage(copy);
}

static bool is_dynamic(LLVMValueRef alloca_instruction, LLVMValueRef function) {
  return !LLVMIsAConstantInt(LLVMGetOperand(alloca_instruction, 0)) ||
         LLVMGetInstructionParent(alloca_instruction) != LLVMGetEntryBasicBlock(function);
}

/* A frame as large as that is aligned for vectors of any width, as a variable for one may be. */
static LLVMValueRef bytes_for_alignment(LLVMBuilderRef builder, LLVMValueRef bytes,
                                        unsigned alignment) {
  if (alignment <= ADCC_TAPE_SMALL_ALIGNMENT)
    return bytes;
  LLVMValueRef least = LLVMConstInt(LLVMTypeOf(bytes), ADCC_TAPE_ALIGNMENT, false);
  LLVMValueRef is_small = LLVMBuildICmp(builder, LLVMIntULT, bytes, least, "");
  return LLVMBuildSelect(builder, is_small, least, bytes, "");
}

/* Stack memory of the forward sweep that would be gone, or reused, when the reverse sweep runs
 * becomes tape memory: all of it in a split derivative, what is not in the entry block otherwise.
 */
static void move_stack_to_tape(Sweep *sweep) {
  Map *moved = map_create(sweep->arena);
  LLVMModuleRef module = LLVMGetGlobalParent(sweep->function);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(module));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  FOR_EACH_BLOCK (block, sweep->function) {
    for (LLVMValueRef next, instruction = LLVMGetFirstInstruction(block); instruction;
         instruction = next) {
      next = LLVMGetNextInstruction(instruction);
      LLVMValueRef primal = map_get(sweep->origin, instruction);
      if (LLVMGetInstructionOpcode(instruction) != LLVMAlloca || !primal ||
          (!sweep->split && !is_dynamic(instruction, sweep->function)))
        continue;
      LLVMPositionBuilderBefore(builder, instruction);
      LLVMValueRef bytes = LLVMConstInt(
          i64,
          LLVMABISizeOfType(LLVMGetModuleDataLayout(module), LLVMGetAllocatedType(instruction)),
          false);
      LLVMValueRef number = LLVMGetOperand(instruction, 0);
      bytes = LLVMBuildMul(builder, bytes, LLVMBuildIntCast2(builder, number, i64, false, ""), "");
      bytes = bytes_for_alignment(builder, bytes, LLVMGetAlignment(instruction));
      LLVMValueRef arguments[] = {sweep->tape, bytes};
      LLVMValueRef frame =
          tape_call(sweep, builder, "adcc_tape_push", LLVMTypeOf(instruction), arguments, 2);
      map_set(sweep->origin, instruction, NULL);
      map_set(sweep->origin, frame, primal);
      if (map_get(sweep->clone, primal) == instruction) /* a shadow has the same origin */
        map_set(sweep->clone, primal, frame);
      map_set(moved, instruction, frame);
      LLVMReplaceAllUsesWith(instruction, frame);
      LLVMInstructionEraseFromParent(instruction);
    }
  }
  for (size_t i = 0; i < sweep->fetches.count; i++) {
    LLVMValueRef frame = map_get(moved, sweep->fetches.items[i].value);
    if (frame)
      sweep->fetches.items[i].value = frame;
  }
  LLVMDisposeBuilder(builder);
}

/* The combined derivative's tape is a local; most derivatives turn out to need none. */
static void finish_local_tape(Sweep *sweep) {
  if (!LLVMGetFirstUse(sweep->tape)) {
    LLVMInstructionEraseFromParent(sweep->tape);
    return;
  }
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(sweep->tape)));
  LLVMPositionBuilderBefore(builder, build_entry_point(sweep->function));
  LLVMBuildStore(builder, LLVMConstNull(LLVMGetAllocatedType(sweep->tape)), sweep->tape);
  LLVMValueRef tape = sweep->tape;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(sweep->reverse_exit);
  if (end) { /* a primal that never returns has no reverse sweep */
    LLVMPositionBuilderBefore(builder, end);
    tape_call(sweep, builder, "adcc_tape_end", NULL, &tape, 1);
  }
  LLVMDisposeBuilder(builder);
  unwind_end_tape(sweep);
}

typedef struct {
  Map *map;
} CloneContext;

static void remember(void *context, LLVMValueRef source, LLVMValueRef copy) {
  map_set(((CloneContext *)context)->map, source, copy);
}

/* No value of the forward half may be used in the reverse half but through the tape. */
static bool halves_are_separate(Sweep *sweep) {
  FOR_EACH_BLOCK (block, sweep->function) {
    if (!map_has(sweep->reverse_blocks, block))
      continue;
    FOR_EACH_INSTRUCTION (instruction, block) {
      for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
        if (!operand || !LLVMIsAInstruction(operand) ||
            map_has(sweep->reverse_blocks, LLVMGetInstructionParent(operand)))
          continue;
        diag_at(sweep->sink, operand, DIAG_INTERNAL, "split",
                "a value of the forward half is used in the reverse half");
        return false;
      }
    }
  }
  return true;
}

static LLVMValueRef cut_forward_half(Sweep *sweep, Derivative *derivative, const RootFrame *root) {
  LLVMTypeRef type = LLVMGlobalGetValueType(derivative->function);
  unsigned kept = LLVMCountParamTypes(type), count = LLVMCountParams(sweep->function);
  unsigned *parameters = ARENA_ARRAY(sweep->arena, unsigned, count + 1);
  for (unsigned i = 0; i < count; i++)
    parameters[i] = i < kept ? i : kept - 1; /* seeds and tape: used only behind the cut */
  CloneContext context = {map_create(sweep->arena)};
  LLVMValueRef half =
      bridge_clone_function(sweep->function, type, "half", parameters, remember, &context);
  LLVMSetLinkage(half, LLVMInternalLinkage);
  LLVMValueRef boundary = map_get(context.map, sweep->boundary);
  if (boundary) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(type));
    LLVMBasicBlockRef returning = LLVMGetSuccessor(boundary, 0);
    LLVMPositionBuilderBefore(builder, boundary);
    LLVMBuildBr(builder, returning);
    LLVMInstructionEraseFromParent(boundary);
    /* The result's first member is this call's tape. */
    LLVMValueRef result = LLVMGetBasicBlockTerminator(returning);
    LLVMPositionBuilderBefore(builder, result);
    LLVMValueRef pointer = root_frame_of_half(root, builder, context.map);
    LLVMValueRef all = LLVMBuildInsertValue(builder, LLVMGetOperand(result, 0), pointer, 0, "");
    LLVMSetOperand(result, 0, all);
    LLVMDisposeBuilder(builder);
  }
  bridge_demote_unreachable(half);
  LLVMValueRef slot = root->slot ? map_get(context.map, root->slot) : NULL;
  if (slot && boundary)
    bridge_promote_allocas(half, &slot, 1);
  return half;
}

static void cut_reverse_half(Sweep *sweep) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(sweep->function));
  LLVMBasicBlockRef old_entry = LLVMGetEntryBasicBlock(sweep->function);
  LLVMBasicBlockRef entry = LLVMInsertBasicBlockInContext(context, old_entry, "entry");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, entry);
  LLVMValueRef branch = LLVMBuildBr(builder, sweep->reverse_entry);
  LLVMPositionBuilderBefore(builder, branch);
  for (LLVMValueRef next, slot = LLVMGetFirstInstruction(sweep->reverse_entry); slot; slot = next) {
    next = LLVMGetNextInstruction(slot);
    if (!LLVMIsAAllocaInst(slot))
      continue;
    LLVMInstructionRemoveFromParent(slot);
    LLVMInsertIntoBuilder(builder, slot);
  }
  LLVMDisposeBuilder(builder);
  bridge_demote_unreachable(sweep->function);
}

static bool finish_split(Sweep *sweep, TapeLayout *layout, Derivative *derivative) {
  LLVMValueRef tape_parameter = LLVMGetParam(sweep->function, LLVMCountParams(sweep->function) - 1);
  RootFrame root = root_frame_push(sweep, layout);
  mirror_emit(sweep, layout->plan);
  store_emit(sweep, layout);
  root_frame_delay(sweep, &root);
  layout->root->pointer = tape_parameter;
  bool fine = fetch_resolve(sweep, layout);
  root_frame_pop(sweep, &root, tape_parameter);
  if (!fine || !halves_are_separate(sweep))
    return false;
  version_nests(sweep, layout);
  LLVMValueRef half = cut_forward_half(sweep, derivative, &root);
  cut_reverse_half(sweep);
  take_place(derivative->function, half);
  derivative->function = half;
  take_place(derivative->gradient, sweep->function);
  derivative->gradient = sweep->function;
  if (value_has_function_attribute(derivative->key.primal, "noinline")) {
    build_add_attribute(derivative->function, DERIVATIVE_APART);
    build_add_attribute(derivative->gradient, DERIVATIVE_APART);
  }
  return true;
}

static void count_kept(DerivativeCounts *counts, const TapeLayout *layout) {
  const Plan *plan = layout->plan;
  for (size_t i = 0; i < map_count(plan->keep); i++) {
    const void *value;
    map_entry(plan->keep, i, &value);
    Keep keep = plan_keep(plan, (LLVMValueRef)value);
    counts->recomputed += keep == KEEP_RECOMPUTE;
    counts->reloaded += keep == KEEP_RELOAD;
    const TapedValue *taped = map_get(layout->taped, value);
    counts->taped += keep == KEEP_TAPE && taped && !taped->first;
    counts->checked += keep == KEEP_RELOAD && map_get(plan->guard, value) != NULL;
  }
  for (size_t i = 0; i < layout->frames.count; i++)
    counts->nests += layout->frames.items[i]->guard != NULL;
}

bool resolve_derivative(DiffContext *diff, Sweep *sweep, Derivative *derivative) {
  scope_mark_primal(sweep);
  diff->counts->functions += sweep->split ? 2 : 1;
  if (derivative->key.mode == REQUEST_FORWARD) {
    take_place(derivative->function, sweep->function);
    derivative->function = sweep->function;
    return true;
  }
  move_stack_to_tape(sweep);
  clean_reverse(sweep);
  Plan *plan = plan_build(sweep->arena, sweep);
  if (diff->print_plan)
    plan_print(plan);
  TapeLayout *layout = layout_build(sweep->arena, plan, !diff->last_round);
  count_kept(diff->counts, layout);
  if (diff->explain)
    explain_derivative(diff->explain, layout);
  if (diff->report)
    explain_derivative(diff->report, layout);
  /* The reverse of a loop with several exits is entered behind each of them. LLVM's loop passes
   * want one entry, and so does a derivative of the derivative. */
  if (sweep->split)
    return finish_split(sweep, layout, derivative) &&
           irreducible_enter_loops_once(diff->sink, diff->machine, derivative->gradient);
  mirror_emit(sweep, plan);
  store_emit(sweep, layout);
  if (!fetch_resolve(sweep, layout))
    return false;
  version_nests(sweep, layout);
  finish_local_tape(sweep);
  take_place(derivative->function, sweep->function);
  derivative->function = sweep->function;
  return irreducible_enter_loops_once(diff->sink, diff->machine, derivative->function);
}
