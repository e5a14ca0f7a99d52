/* Preparation: clone what is differentiated, inline into the clone, simplify it by LLVM's own
 * passes (neither vectorising nor unrolling: that comes after differentiation), and bring it into
 * canonical form. */
#include "prepare.h"

static const char promotion[] =
    "lower-expect,sroa<modify-cfg>,early-cse<memssa>,simplifycfg,loop-simplify";
/* Loads stay loads: a value that an iteration passes on in place of the next one's load could not
 * be read again from memory, and would make the reverse loop one that no vectors can run. */
static const char simplification[] =
    "early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,"
    "simplifycfg,loop-simplify,lcssa,loop-mssa(loop-rotate<header-duplication>,licm),"
    "simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,loop(indvars,loop-deletion),"
    "sroa<modify-cfg>,gvn<no-load-pre>,sccp,bdce,instcombine<no-verify-fixpoint>,dse,loop-simplify,"
    "lcssa,loop-mssa(licm),adce,simplifycfg,instcombine<no-verify-fixpoint>";

/* What is behind one condition after the other is behind all of them, if they may be asked at once.
 */
static const char after_choosing[] =
    "simplifycfg<bonus-inst-threshold=8>,instcombine<no-verify-fixpoint>";

/* The loops' numbers of iterations, now that they are known. */
static const char after_counting[] =
    "loop(indvars,loop-deletion),instcombine<no-verify-fixpoint>,loop-simplify,lcssa";

/* What was done for a vector that had no room. */
static const char after_reserving[] = "jump-threading,simplifycfg,instcombine<no-verify-fixpoint>,"
                                      "simplifycfg,adce,loop-simplify,lcssa";
static const char after_indexing[] = "instcombine<no-verify-fixpoint>,loop-simplify,lcssa";

/* What the alias scopes of a nest's version allow. */
static const char after_versions[] =
    "loop-mssa(licm),early-cse<memssa>,instcombine<no-verify-fixpoint>,adce,"
    "simplifycfg,loop-simplify,lcssa";

static const char after_accumulation[] =
    "sroa<preserve-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,loop-simplify,lcssa";

/* The parts of a split access meet those who want them. */
static const char after_splitting[] = "instcombine<no-verify-fixpoint>,gvn,dse,adce";

static const char after_deciding[] = "simplifycfg,loop-simplify,lcssa";

static const char after_rolling[] = "instcombine<no-verify-fixpoint>,simplifycfg";
/* Vectors of straight-line code, lane by lane. */
static const char apart[] =
    "scalarizer<load-store;variable-insert-extract>,instcombine<no-verify-fixpoint>";

static void ignore_visit(void *context, LLVMValueRef source, LLVMValueRef copy) {
  (void)context, (void)source, (void)copy;
}

static bool must_stay_a_call(Preparation *preparation, LLVMValueRef callee) {
  return LLVMIsDeclaration(callee) || rule_exists_for_function(callee) ||
         library_function(callee) || registration_of(preparation->registrations, callee) ||
         LLVMIsFunctionVarArg(LLVMGlobalGetValueType(callee));
}

/* GVN takes a number from the bits of what was loaded there as something else. */
static void reveal_floats(Preparation *preparation, LLVMValueRef function) {
  bool words = prepare_reveal_words(preparation->arena, function);
  words |= prepare_join_halves(function);
  words |= prepare_join_pairs(preparation->arena, function);
  words |= prepare_lower_funnels(function);
  words |= prepare_know_choices(preparation->arena, function);
  if (prepare_reveal_floats(function) || words)
    function_run_passes(preparation->sink, function, preparation->machine,
                        "instcombine<no-verify-fixpoint>,early-cse");
}

bool prepare_recurs(Arena *arena, LLVMValueRef function, LLVMValueRef original) {
  return calls_lead_to(function, function, NULL, map_create(arena)) ||
         (original && calls_lead_to(function, original, NULL, map_create(arena)));
}

/* The size of a vector that is made like another one is known when that one's place is. */
static void keep_few_blocks(Preparation *preparation, LLVMValueRef function,
                            LLVMValueRef original) {
  enum { MOST_ROUNDS = 4 };
  for (unsigned round = 0; round < MOST_ROUNDS; round++) {
    bool any = prepare_keep_blocks_local(preparation->arena, function, original);
    any |= prepare_share_blocks(preparation->arena, function);
    any |= bridge_join_same_phis(function);
    any |= bridge_keep_lengths(function);
    if (!any)
      return;
    function_run_passes(preparation->sink, function, preparation->machine, promotion);
    function_run_passes(preparation->sink, function, preparation->machine, simplification);
    function_run_passes(preparation->sink, function, preparation->machine, "loop-simplify,lcssa");
  }
}

static void run_simplification(Preparation *preparation, LLVMValueRef function) {
  if (preparation->no_preopt)
    return;
  LLVMValueRef original = map_get(preparation->source, function);
  prepare_part_vectors(function);
  function_run_passes(preparation->sink, function, preparation->machine, promotion);
  if (prepare_fix_arrays(preparation->arena, function, original))
    function_run_passes(preparation->sink, function, preparation->machine, promotion);
  prepare_reveal_words(preparation->arena, function);
  prepare_widen_indices(preparation->arena, function);
  /* Before LLVM sinks what is used in one place only to that place. */
  hoist_invariants(preparation->arena, function);
  function_run_passes(preparation->sink, function, preparation->machine, simplification);
  bridge_join_special_cases(function);
  if (prepare_choose_values(function))
    function_run_passes(preparation->sink, function, preparation->machine, after_choosing);
  bridge_join_computations(function); /* GVN has just put some apart, to save an instruction */
  bridge_widen_diagonals(function);
  function_run_passes(preparation->sink, function, preparation->machine, "loop-simplify,lcssa");
  keep_few_blocks(preparation, function, original);
  bool counted = prepare_count_pointers(preparation->arena, function);
  if (bridge_join_extensions(function) || counted)
    function_run_passes(preparation->sink, function, preparation->machine, after_counting);
  if (prepare_unroll_local(preparation->arena, function)) {
    function_run_passes(preparation->sink, function, preparation->machine, promotion);
    function_run_passes(preparation->sink, function, preparation->machine, simplification);
  }
  if (prepare_moves_bytes(function)) { /* a loop that copies memory byte by byte is memcpy */
    bool swapped = prepare_swap_runs(preparation->arena, function);
    swapped |= prepare_swap_blocks(function);
    function_run_passes(preparation->sink, function, preparation->machine,
                        "loop-simplify,lcssa,loop(loop-idiom,loop-deletion),"
                        "instcombine<no-verify-fixpoint>,simplifycfg");
    if (swapped) /* what waits apart, where its size is known */
      function_run_passes(preparation->sink, function, preparation->machine, "sroa<modify-cfg>");
  }
  if (prepare_join_temporaries(preparation->arena, function))
    function_run_passes(preparation->sink, function, preparation->machine, "sroa<modify-cfg>");
  if (prepare_moves_parts(function)) {
    prepare_join_stores(preparation->arena, function);
    function_run_passes(preparation->sink, function, preparation->machine,
                        "aggressive-instcombine,instcombine<no-verify-fixpoint>");
  }
  reveal_floats(preparation, function);
  if (bridge_hoist_steady_loads(function)) /* phis that chose between the two choose no more */
    function_run_passes(preparation->sink, function, preparation->machine,
                        "instcombine<no-verify-fixpoint>,early-cse,loop-simplify,lcssa,"
                        "loop-mssa(licm)");
}

/* A derivative's own check of a shadow is that shadow to a derivative of it. */
static void drop_shadow_checks(LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function)
    for (LLVMValueRef next, call = LLVMGetFirstInstruction(block); call; call = next) {
      next = LLVMGetNextInstruction(call);
      LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
      const LibraryFunction *row = callee ? library_function(callee) : NULL;
      if (!row || row->kind != LIBFN_TAPE_CHECK_SHADOW)
        continue;
      LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
      LLVMInstructionEraseFromParent(call);
    }
}

/* Has a call through a pointer turned out to be of a function that is rewritten? */
static bool calls_what_is_lowered(LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block) {
      bool calls = LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
      LLVMValueRef callee = calls ? call_direct_callee(instruction) : NULL;
      if (callee && LLVMIsAFunction(callee) && rules_lower_function(callee))
        return true;
    }
  return false;
}

static LLVMValueRef simplify(Preparation *preparation, LLVMValueRef function, Map *in_progress);
static LLVMValueRef copy_simplified(Preparation *preparation, LLVMValueRef function, bool wrapped,
                                    Map *in_progress);

/* Where a user's rules do not serve both modes, the body serves the other. */
static void keep_body(Preparation *preparation, LLVMValueRef function, Map *in_progress) {
  const Registration *registration = registration_of(preparation->registrations, function);
  if (!registration || LLVMIsDeclaration(function) || map_has(preparation->bodies, function) ||
      (registration->forward.function && registration->gradient.second.function))
    return;
  map_set(preparation->bodies, function, NULL);
  LLVMValueRef body = copy_simplified(preparation, function, false, in_progress);
  map_set(preparation->bodies, function, body);
  map_set(preparation->entered, body, function);
}

/* Only when the caller's variables are in registers can be seen what some calls pass. A function
 * that calls itself goes into another once, when that is made. */
static bool inline_packing(Preparation *preparation, LLVMValueRef call, LLVMValueRef callee,
                           Map *in_progress) {
  LLVMValueRef function = map_get(preparation->source, callee);
  if (!function || !map_has(preparation->finished, callee) || map_get(in_progress, function) ||
      !prepare_call_packs_floating_point(preparation->arena, call) ||
      !prepare_may_inline(preparation, function, callee, call) ||
      calls_lead_to(callee, callee, preparation->source, map_create(preparation->arena)))
    return false;
  return bridge_inline_call(call);
}

/* Retargets calls to simplified copies, inlining those that may be. True if there were any. */
static bool inline_calls(Preparation *preparation, LLVMValueRef copy, Map *in_progress) {
  ValueArray calls = {0};
  FOR_EACH_BLOCK (block, copy)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (LLVMGetInstructionOpcode(instruction) == LLVMCall ||
          LLVMGetInstructionOpcode(instruction) == LLVMInvoke)
        ARRAY_PUSH(preparation->arena, calls, instruction);
  bool changed = false;
  for (size_t i = 0; i < calls.count; i++) {
    LLVMValueRef call = calls.items[i], callee = call_direct_callee(call);
    if (callee)
      keep_body(preparation, callee, in_progress);
    if (callee && inline_packing(preparation, call, callee, in_progress)) {
      changed = true;
      continue;
    }
    if (!callee || map_has(preparation->source, callee) || must_stay_a_call(preparation, callee) ||
        value_has_function_attribute(call, "enzyme_inactive") ||
        value_has_function_attribute(call, "adcc_inactive"))
      continue;
    LLVMValueRef target = simplify(preparation, callee, in_progress);
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, target);
    if (!map_get(in_progress, callee) && prepare_may_inline(preparation, callee, target, call))
      bridge_inline_call(call);
    changed = true;
  }
  return changed;
}

static bool has_vectorised_loop(LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function)
    if (loop_was_vectorised(block))
      return true;
  return false;
}

/* Loops that were unrolled or vectorised become those that were written, straight code that was
 * packed into vectors becomes one of numbers. */
static void undo_optimisation(Preparation *preparation, LLVMValueRef copy) {
  prepare_narrow_loads(copy);
  prepare_move_words(preparation->arena, copy);
  prepare_count_pointers(preparation->arena, copy);
  if (bridge_roll_loops(copy))
    function_run_passes(preparation->sink, copy, preparation->machine, after_rolling);
  if (has_vectorised_loop(copy)) /* which need not have a block of its own ahead of it */
    function_run_passes(preparation->sink, copy, preparation->machine, "loop-simplify");
  if (prepare_take_scalar_loops(preparation->arena, copy))
    function_run_passes(preparation->sink, copy, preparation->machine, "simplifycfg");
  if (!prepare_has_straight_vectors(preparation->arena, copy, preparation->many_directions))
    return;
  prepare_reveal_signs(copy); /* whose masks may have other lanes */
  function_run_passes(preparation->sink, copy, preparation->machine, apart);
  if (bridge_roll_loops(copy))
    function_run_passes(preparation->sink, copy, preparation->machine, after_rolling);
}

/* A function with a rule, asked for by name: one that does nothing but call it. */
static LLVMValueRef wrap_declaration(Preparation *preparation, LLVMValueRef function) {
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  LLVMValueRef wrapper = LLVMAddFunction(
      module,
      arena_format(preparation->arena, "call.%s", LLVMGetValueName2(function, &(size_t){0})), type);
  LLVMSetLinkage(wrapper, LLVMInternalLinkage);
  build_copy_processor(wrapper, function);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, wrapper, "entry"));
  unsigned count = LLVMCountParams(wrapper);
  LLVMValueRef *arguments = ARENA_ARRAY(preparation->arena, LLVMValueRef, count + 1);
  for (unsigned i = 0; i < count; i++)
    arguments[i] = LLVMGetParam(wrapper, i);
  LLVMValueRef result = LLVMBuildCall2(builder, type, function, arguments, count, "");
  LLVMSetInstructionCallConv(result, LLVMGetFunctionCallConv(function));
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(builder);
  else
    LLVMBuildRet(builder, result);
  LLVMDisposeBuilder(builder);
  return wrapper;
}

/* A call that the source has as the last thing (a coroutine that goes on with another) is not the
 * last one in a derivative. */
static void release_tail_calls(LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block)
      if (LLVMIsACallInst(call) && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail)
        LLVMSetTailCallKind(call, LLVMTailCallKindNone);
}

/* Neither LLVM nor we can tell lanes apart whose number the machine decides. */
static bool refuse_scalable(DiagSink *sink, LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMScalableVectorTypeKind) {
        diag_at(sink, instruction, DIAG_SCALABLE_VECTOR);
        return true;
      }
  return false;
}

static LLVMValueRef simplify(Preparation *preparation, LLVMValueRef function, Map *in_progress) {
  LLVMValueRef copy = map_get(preparation->simplified, function);
  if (copy)
    return copy;
  bool wrapped = LLVMIsDeclaration(function) ||
                 registration_of(preparation->registrations, function) ||
                 refuse_scalable(preparation->sink, function);
  return copy_simplified(preparation, function, wrapped, in_progress);
}

static LLVMValueRef copy_simplified(Preparation *preparation, LLVMValueRef function, bool wrapped,
                                    Map *in_progress) {
  LLVMValueRef copy;
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  if (wrapped)
    copy = wrap_declaration(preparation, function);
  else {
    prepare_lower_computed_goto(preparation->arena, function);
    bridge_name_parameters(function);
    copy = bridge_clone_function(function, LLVMGlobalGetValueType(function),
                                 arena_format(preparation->arena, "%.*s", (int)length, name), NULL,
                                 ignore_visit, NULL);
  }
  LLVMSetLinkage(copy, LLVMInternalLinkage);
  if (!map_has(preparation->bodies, function) || wrapped)
    map_set(preparation->simplified, function, copy);
  map_set(preparation->source, copy, function);
  map_set(in_progress, function, copy);
  if (!preparation->no_preopt) {
    prepare_join_temporaries(preparation->arena, copy); /* or what they are filled with is parted */
    undo_optimisation(preparation, copy);
  }
  release_tail_calls(copy);
  bridge_compute_apart_from_overflow(copy);
  prepare_copy_byval(copy);
  prepare_spell_copies(copy);
  prepare_declare_types(copy);
  prepare_declare_copies(copy);
  drop_shadow_checks(copy);
  prepare_lower_invokes(preparation, copy);
  prepare_lower_reads(preparation->arena, copy);
  prepare_lower_variadic(preparation->sink, preparation->arena, copy);
  if (!preparation->asks_for_errno)
    bridge_forget_errno(copy);
  if (!preparation->no_preopt)
    prepare_join_products(preparation->arena, copy);
  rules_lower(preparation->sink, copy);
  prepare_lower_masked(preparation->sink, copy);
  rules_link_library_for(preparation->sink, copy);
  inline_calls(preparation, copy, in_progress);
  prepare_lower_invokes(preparation, copy); /* of what has been inlined */
  prepare_private_atomics(preparation->arena, copy);
  prepare_drop_misfits(preparation->arena, copy);
  run_simplification(preparation, copy);
  /* What was a call through a pointer may have turned out to be a call of a known function. */
  enum { MAX_ROUNDS = 8 };
  for (unsigned round = 0; round < MAX_ROUNDS; round++) {
    prepare_lower_invokes(preparation, copy);
    prepare_dispatch_calls(preparation, copy);
    prepare_lower_variadic(preparation->sink, preparation->arena, copy);
    if (calls_what_is_lowered(copy)) {
      rules_lower(preparation->sink, copy);
      rules_link_library_for(preparation->sink, copy);
    }
    bool masked = prepare_lower_masked(preparation->sink, copy); /* of target intrinsics */
    if (!inline_calls(preparation, copy, in_progress) && !masked)
      break;
    prepare_lower_invokes(preparation, copy);
    prepare_drop_misfits(preparation->arena, copy);
    run_simplification(preparation, copy);
  }
  if (prepare_retried_sums(preparation->arena, copy))
    run_simplification(preparation, copy);
  if (prepare_split_accesses(preparation->arena, copy)) {
    function_run_passes(preparation->sink, copy, preparation->machine, after_splitting);
    reveal_floats(preparation, copy);
  }
  prepare_place_slices(preparation->arena, copy);
  prepare_mark_globals(copy);
  map_set(in_progress, function, NULL);
  map_set(preparation->finished, copy, function);
  return copy;
}

static bool is_copy(Preparation *preparation, LLVMValueRef function) {
  return map_has(preparation->source, function) || map_has(preparation->is_variant, function);
}

/* A function that never returns gets a return behind one of its ends, so that its derivative has
 * the form of any other. */
static void add_missing_return(LLVMValueRef function) {
  LLVMValueRef end = NULL;
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsAReturnInst(last))
      return;
    if (LLVMIsAUnreachableInst(last))
      end = last;
  }
  if (!end)
    return;
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(type));
  LLVMPositionBuilderBefore(builder, end);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(builder);
  else
    LLVMBuildRet(builder, LLVMConstNull(type));
  LLVMDisposeBuilder(builder);
  LLVMInstructionEraseFromParent(end);
}

LLVMValueRef prepare_function(Preparation *preparation, LLVMValueRef function, LLVMValueRef call) {
  if (LLVMIsDeclaration(function) && !rule_exists_for_function(function) &&
      !registration_of(preparation->registrations, function)) {
    diag_at(preparation->sink, call, DIAG_NO_BODY, LLVMGetValueName2(function, &(size_t){0}));
    return NULL;
  }
  LLVMValueRef copy = simplify(preparation, function, map_create(preparation->arena));
  map_set(preparation->entered, copy, function);
  return copy;
}

void prepare_drop_candidates(Preparation *preparation, const ValueArray *branches) {
  static const char without_candidates[] =
      "simplifycfg,sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,dse,adce,"
      "simplifycfg,loop-simplify,lcssa";
  Map *changed = map_create(preparation->arena);
  for (size_t i = 0; i < branches->count; i++) {
    LLVMValueRef branch = branches->items[i];
    prepare_drop_candidate(branch);
    map_set(changed, LLVMGetBasicBlockParent(LLVMGetInstructionParent(branch)), branch);
  }
  for (size_t i = 0; i < map_count(changed); i++) {
    const void *function;
    map_entry(changed, i, &function);
    function_run_passes(preparation->sink, (LLVMValueRef)function, preparation->machine,
                        without_candidates);
    reveal_floats(preparation, (LLVMValueRef)function);
  }
}

static bool has_decided_branch(LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsABranchInst(end) && LLVMIsConditional(end) && LLVMIsConstant(LLVMGetCondition(end)))
      return true;
  }
  return false;
}

typedef struct {
  Arena *arena;
  Map *ranges; /* access -> InspectedRange */
} Inspected;

static void note_inspected(void *context, LLVMValueRef access, LLVMValueRef base, LLVMValueRef low,
                           LLVMValueRef high) {
  Inspected *inspected = context;
  InspectedRange *range = ARENA_NEW(inspected->arena, InspectedRange);
  *range = (InspectedRange){base, low, high};
  map_set(inspected->ranges, access, range);
}

bool prepare_make_canonical(Preparation *preparation, LLVMValueRef copy) {
  ValueArray work = {0};
  ARRAY_PUSH(preparation->arena, work, copy);
  for (size_t i = 0; i < map_count(preparation->bodies); i++) {
    const void *of;
    ARRAY_PUSH(preparation->arena, work, map_entry(preparation->bodies, i, &of));
  }
  for (size_t i = 0; i < work.count; i++)
    prepare_lower_throws(preparation, work.items[i]);
  while (work.count) {
    LLVMValueRef next = work.items[--work.count];
    if (map_has(preparation->canonical, next))
      continue;
    prepare_split_invokes(next);
    prepare_forget_candidates(next);
    if (!irreducible_enter_loops_once(preparation->sink, preparation->machine, next))
      return false;
    function_run_passes(preparation->sink, next, preparation->machine,
                        "mergereturn,loop-simplify,lcssa");
    if (!preparation->no_preopt && prepare_reserve(preparation->arena, next))
      function_run_passes(preparation->sink, next, preparation->machine, after_reserving);
    if (!preparation->no_preopt && prepare_index_pointers(next))
      function_run_passes(preparation->sink, next, preparation->machine, after_indexing);
    if (!preparation->no_preopt && disjoint_version_nests(preparation->arena, next))
      function_run_passes(preparation->sink, next, preparation->machine, after_versions);
    if (!preparation->no_preopt && accumulate_in_registers(preparation->arena, next))
      function_run_passes(preparation->sink, next, preparation->machine, after_accumulation);
    if (has_decided_branch(next)) /* what comes behind one would not seem to run always */
      function_run_passes(preparation->sink, next, preparation->machine, after_deciding);
    prepare_reveal_pairs(preparation->arena, next);
    prepare_fill_lanes(preparation->arena, next);
    prepare_lower_extremes(next);
    bridge_compute_apart_from_overflow(next); /* that passes have put together */
    prepare_lower_funnels(next);              /* those that passes have put together again */
    prepare_reveal_addresses(preparation->arena, next);
    prepare_mark_globals(next); /* those that passes have folded again */
    add_missing_return(next);
    bool parted = !preparation->no_preopt && bridge_split_searches(next);
    if (prepare_split_invokes(next) || parted) /* passes have put blocks together again */
      function_run_passes(preparation->sink, next, preparation->machine, "loop-simplify,lcssa");
    canonical_copy_to_calls(preparation->arena, next);
    prepare_split_invoked_phis(next);
    Inspected inspected = {preparation->arena, map_create(preparation->arena)};
    if (!preparation->no_preopt)
      bridge_inspect(next, note_inspected, &inspected);
    CanonicalFunction *canonical = canonical_make(preparation->arena, preparation->sink, next);
    if (!canonical)
      return false;
    canonical->inspected = inspected.ranges;
    map_set(preparation->canonical, next, canonical);
    FOR_EACH_BLOCK (block, next) {
      FOR_EACH_INSTRUCTION (instruction, block) {
        LLVMValueRef callee = LLVMGetInstructionOpcode(instruction) == LLVMCall ||
                                      LLVMGetInstructionOpcode(instruction) == LLVMInvoke
                                  ? call_direct_callee(instruction)
                                  : NULL;
        if (callee && is_copy(preparation, callee))
          ARRAY_PUSH(preparation->arena, work, callee);
      }
    }
  }
  return true;
}

void prepare_empty_unused(Preparation *preparation) {
  for (size_t i = 0; i < map_count(preparation->source); i++) { /* callers before what they call */
    const void *copy;
    map_entry(preparation->source, i, &copy);
    LLVMValueRef function = (LLVMValueRef)copy;
    if (!LLVMGetFirstUse(function) && !map_has(preparation->entered, function) &&
        !map_has(preparation->canonical, function))
      bridge_delete_body(function);
  }
}

void prepare_dispose(Preparation *preparation) {
  /* Copies may call each other: bodies go first. */
  for (size_t i = 0; i < map_count(preparation->source); i++) {
    const void *copy;
    map_entry(preparation->source, i, &copy);
    LLVMValueRef function = (LLVMValueRef)copy;
    if (map_has(preparation->spilled, function))
      continue; /* derivatives call it where it is inactive there */
    LLVMReplaceAllUsesWith(function, map_get(preparation->source, function));
    LLVMDeleteFunction(function);
  }
  /* Derivatives still call the variants of functions that are inactive there. */
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < map_count(preparation->variants); i++) {
      const void *copy;
      LLVMValueRef variant = map_entry(preparation->variants, i, &copy);
      if (!variant || LLVMGetFirstUse(variant))
        continue;
      LLVMDeleteFunction(variant);
      map_set(preparation->variants, copy, NULL);
      again = true;
    }
  }
}
