/* Loops that a vectoriser has been through run as they were written. It leaves the loop itself
 * behind the one on vectors, for what remains and for short runs, with a branch ahead of both that
 * goes straight there. Differentiated, two or three loops on vectors and what they do lane by lane
 * would be far worse than the one; its derivative is made vectors again at the end.
 *
 * That branch always goes straight to the loop then. It is the vectoriser's own only if nothing but
 * the other loops is skipped: see is_vectorised_form. */
#include "prepare.h"

enum { MAX_BLOCKS = 64, MAX_OBJECTS = 8, MAX_ENDS = 4, MAX_BASES = 16 };

typedef struct {
  Arena *arena;
  LLVMValueRef function;
  BridgeAnalysesRef analyses;
} Search;

typedef struct {
  BridgeLoopRef loop;
  LLVMBasicBlockRef entry;  /* where the loop begins, coming from outside */
  LLVMBasicBlockRef branch; /* ends in the branch to the entry, or to what is skipped */
  LLVMBasicBlockRef end, behind_end;
  ARRAY(LLVMBasicBlockRef) skipped;
  ARRAY(BridgeLoopRef) skipped_loops;
} Form;

static bool was_vectorised(BridgeLoopRef loop) {
  LLVMBasicBlockRef latch = bridge_loop_latch(loop);
  return latch && loop_was_vectorised(latch);
}

static bool has_vectors(const Search *search, BridgeLoopRef loop) {
  FOR_EACH_BLOCK (block, search->function)
    if (bridge_loop_contains(loop, block))
      FOR_EACH_INSTRUCTION (instruction, block)
        if (LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMVectorTypeKind)
          return true;
  return false;
}

static bool precedes(LLVMBasicBlockRef block, LLVMBasicBlockRef successor) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
    if (LLVMGetSuccessor(end, i) == successor)
      return true;
  return false;
}

static bool find_entry(const Search *search, Form *form) {
  form->entry = bridge_loop_preheader(form->loop);
  FOR_EACH_BLOCK (block, search->function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (!form->entry || !precedes(block, form->entry) ||
        !bridge_block_dominates(search->analyses, block, form->entry) || !LLVMIsABranchInst(end) ||
        !LLVMIsConditional(end) || LLVMGetSuccessor(end, 0) == LLVMGetSuccessor(end, 1))
      continue;
    form->branch = block;
    return true;
  }
  return false;
}

/* A block that does nothing but come to another: values meet there. */
static LLVMBasicBlockRef forwards_to(LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  FOR_EACH_INSTRUCTION (instruction, block)
    if (instruction != end && !LLVMIsAPHINode(instruction))
      return NULL;
  return LLVMIsABranchInst(end) && !LLVMIsConditional(end) ? LLVMGetSuccessor(end, 0) : NULL;
}

static bool is_way_out(const Form *form, LLVMBasicBlockRef block) {
  return block == form->entry || block == form->end || block == form->behind_end;
}

static bool contains(const Form *form, LLVMBasicBlockRef block) {
  for (size_t i = 0; i < form->skipped.count; i++)
    if (form->skipped.items[i] == block)
      return true;
  return false;
}

/* What lies between the branch and the loop, or what follows it. */
static bool collect_skipped(const Search *search, Form *form) {
  if (bridge_loop_exit_blocks(form->loop, &form->end, 1) != 1)
    return false;
  form->behind_end = forwards_to(form->end);
  LLVMValueRef end = LLVMGetBasicBlockTerminator(form->branch);
  ARRAY_PUSH(search->arena, form->skipped,
             LLVMGetSuccessor(end, LLVMGetSuccessor(end, 0) == form->entry));
  for (size_t i = 0; i < form->skipped.count; i++) {
    LLVMBasicBlockRef block = form->skipped.items[i];
    if (form->skipped.count > MAX_BLOCKS || is_way_out(form, block) ||
        !bridge_block_dominates(search->analyses, form->branch, block) || block == form->branch)
      return false;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    if (LLVMGetNumSuccessors(last) == 0)
      return false;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(last, k);
      if (!is_way_out(form, next) && !contains(form, next))
        ARRAY_PUSH(search->arena, form->skipped, next);
    }
    BridgeLoopRef loop = bridge_loop_of(search->analyses, block);
    if (loop && bridge_loop_header(loop) == block)
      ARRAY_PUSH(search->arena, form->skipped_loops, loop);
  }
  return form->skipped_loops.count > 0;
}

/* The object that a pointer leads to, also one that goes through it from iteration to iteration,
 * and begins at its start or, behind another loop, further on. */
static LLVMValueRef object_of(const Search *search, LLVMValueRef pointer) {
  LLVMValueRef object = NULL;
  ValueArray work = {0};
  ARRAY_PUSH(search->arena, work, bridge_underlying_object(pointer));
  for (size_t i = 0; i < work.count; i++) {
    LLVMValueRef base = work.items[i];
    for (unsigned k = 0; LLVMIsAPHINode(base) && k < LLVMCountIncoming(base); k++) {
      LLVMValueRef incoming = bridge_underlying_object(LLVMGetIncomingValue(base, k));
      bool seen = false;
      for (size_t j = 0; j < work.count; j++)
        seen |= work.items[j] == incoming;
      if (!seen)
        ARRAY_PUSH(search->arena, work, incoming);
    }
    if (LLVMIsAPHINode(base))
      continue;
    if ((object && object != base) || work.count > MAX_BASES)
      return work.items[0];
    object = base;
  }
  return object ? object : work.items[0];
}

/* The objects that a block writes to; false if it does anything else to memory than load and store.
 */
static bool collect_of_block(const Search *search, LLVMBasicBlockRef block, Map *objects) {
  FOR_EACH_INSTRUCTION (instruction, block)
    if (LLVMIsAStoreInst(instruction) && access_is_plain(instruction))
      map_set(objects, object_of(search, access_pointer(instruction)), instruction);
    else if (bridge_may_write_memory(instruction)) {
      LLVMValueRef callee = call_direct_callee(instruction);
      LLVMValueRef place = callee && LLVMGetIntrinsicID(callee) && /* of a masked store */
                                   call_argument_count(instruction) > 1
                               ? LLVMGetOperand(instruction, 1)
                               : NULL;
      if (!place || LLVMGetTypeKind(LLVMTypeOf(place)) != LLVMPointerTypeKind)
        return false;
      map_set(objects, object_of(search, place), instruction);
    }
  return true;
}

static bool collect_objects(const Search *search, BridgeLoopRef loop, Map *objects) {
  FOR_EACH_BLOCK (block, search->function)
    if (bridge_loop_contains(loop, block) && !collect_of_block(search, block, objects))
      return false;
  return true;
}

/* What is written between the loops that are skipped, as a sum at one place is behind its loop. */
static bool collect_between(const Search *search, const Form *form, Map *objects) {
  for (size_t i = 0; i < form->skipped.count; i++)
    if (bridge_loop_of(search->analyses, form->skipped.items[i]) ==
            bridge_loop_parent(form->loop) &&
        !collect_of_block(search, form->skipped.items[i], objects))
      return false;
  return true;
}

static bool are_same(const Map *some, const Map *others) {
  const void *key;
  for (size_t i = 0; i < map_count(some); i++) {
    map_entry(some, i, &key);
    if (!map_has(others, key))
      return false;
  }
  return map_count(some) == map_count(others);
}

/* Does the loop lead to the ways out without coming to another of those that are skipped? Where the
 * vectors read beyond what the last iteration may, some are left for the loop itself in every case.
 */
static bool leads_out(const Search *search, const Form *form, BridgeLoopRef loop) {
  ARRAY(LLVMBasicBlockRef) blocks = {0};
  LLVMBasicBlockRef exits[MAX_ENDS];
  size_t count = bridge_loop_exit_blocks(loop, exits, MAX_ENDS);
  if (count == 0 || count > MAX_ENDS)
    return false;
  for (size_t i = 0; i < count; i++)
    ARRAY_PUSH(search->arena, blocks, exits[i]);
  for (size_t i = 0; i < blocks.count && i < MAX_BLOCKS; i++) {
    LLVMBasicBlockRef block = blocks.items[i];
    if (is_way_out(form, block))
      return true;
    BridgeLoopRef inside = bridge_loop_of(search->analyses, block);
    if (inside != bridge_loop_parent(loop))
      continue;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
      ARRAY_PUSH(search->arena, blocks, LLVMGetSuccessor(last, k));
  }
  return false;
}

/* Nothing that is skipped is seen behind it but through the values that meet where the loop begins,
 * with which it begins, and where it ends. */
static bool is_unseen(const Form *form) {
  for (size_t i = 0; i < form->skipped.count; i++)
    FOR_EACH_INSTRUCTION (instruction, form->skipped.items[i])
      for (LLVMUseRef use = LLVMGetFirstUse(instruction); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMBasicBlockRef place = LLVMGetInstructionParent(user);
        if (!contains(form, place) && !(LLVMIsAPHINode(user) && is_way_out(form, place)))
          return false;
      }
  FOR_EACH_INSTRUCTION (phi, form->entry)
    for (LLVMUseRef use = LLVMIsAPHINode(phi) ? LLVMGetFirstUse(phi) : NULL; use;
         use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (!LLVMIsAPHINode(user) || LLVMGetInstructionParent(user) != bridge_loop_header(form->loop))
        return false;
    }
  return true;
}

/* Does the loop go on where those ahead of it have come to? One that begins anew is another loop.
 */
static bool goes_on(const Search *search, const Form *form) {
  ARRAY(LLVMBasicBlockRef) behind = {0}; /* where the loops that are skipped may lead */
  Map *seen = map_create(search->arena);
  for (size_t i = 0; i < form->skipped_loops.count; i++)
    ARRAY_PUSH(search->arena, behind, bridge_loop_header(form->skipped_loops.items[i]));
  for (size_t i = 0; i < behind.count; i++) {
    LLVMBasicBlockRef block = behind.items[i];
    if (map_has(seen, block) || !contains(form, block))
      continue;
    map_set(seen, block, block);
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
      ARRAY_PUSH(search->arena, behind, LLVMGetSuccessor(last, k));
    bool changed = !precedes(block, form->entry);
    FOR_EACH_INSTRUCTION (phi, form->entry)
      changed |= LLVMIsAPHINode(phi) &&
                 phi_incoming_from(phi, block) != phi_incoming_from(phi, form->branch);
    if (!changed)
      return false;
  }
  return true;
}

/* A vectoriser has skipped the loops if all of them say so, do to memory what the loop does, which
 * goes on behind them or not at all, and each may end where it begins or ends; and if nothing else
 * is skipped that has another effect. */
static bool is_vectorised_form(const Search *search, const Form *form) {
  if (!goes_on(search, form))
    return false;
  Map *objects = map_create(search->arena);
  if (!collect_objects(search, form->loop, objects) || map_count(objects) > MAX_OBJECTS)
    return false;
  for (size_t i = 0; i < form->skipped_loops.count; i++) {
    BridgeLoopRef loop = form->skipped_loops.items[i];
    Map *written = map_create(search->arena);
    if (!was_vectorised(loop) || bridge_loop_parent(loop) != bridge_loop_parent(form->loop) ||
        !collect_objects(search, loop, written) || !collect_between(search, form, written) ||
        !are_same(objects, written) || !leads_out(search, form, loop))
      return false;
  }
  return is_unseen(form);
}

bool prepare_take_scalar_loops(Arena *arena, LLVMValueRef function) {
  Search search = {.arena = arena, .function = function};
  search.analyses = bridge_analyses_create(function);
  ARRAY(Form) forms = {0};
  FOR_EACH_BLOCK (block, function) {
    Form form = {.loop = bridge_loop_of(search.analyses, block)};
    if (form.loop && bridge_loop_header(form.loop) == block && was_vectorised(form.loop) &&
        !has_vectors(&search, form.loop) && find_entry(&search, &form) &&
        collect_skipped(&search, &form) && is_vectorised_form(&search, &form))
      ARRAY_PUSH(arena, forms, form);
  }
  for (size_t i = 0; i < forms.count; i++) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(forms.items[i].branch);
    LLVMTypeRef i1 = LLVMTypeOf(LLVMGetCondition(branch));
    LLVMSetCondition(branch,
                     LLVMConstInt(i1, LLVMGetSuccessor(branch, 0) == forms.items[i].entry, false));
    loop_allow_vectors(bridge_loop_latch(forms.items[i].loop));
  }
  bridge_analyses_dispose(search.analyses);
  return forms.count > 0;
}
