/* Loops over the elements of small local arrays, as of vectors and matrices of a fixed size.
 * Unrolled before differentiation, each element is a value: what is kept, computed again or dropped
 * is decided for it alone, and its adjoint is in a register. Left to the optimiser, as other loops
 * are, they would come too late: the derivative has the arrays, and arrays of adjoints, by then.
 *
 * An array is worth it if all of its accesses have constant places once every loop that such a
 * place depends on is unrolled. */
#include "prepare.h"

#include <string.h>

enum {
  MAX_BYTES = 2048,       /* of an array */
  MAX_TRIPS = 32,         /* of a loop */
  MAX_NEST = 512,         /* instructions that a nest becomes */
  MAX_FUNCTION = 4 * 512, /* all of them together */
  MAX_DEPTH = 12,         /* of the computation of an index */
  FEW_TRIPS = 4,          /* of a loop without such arrays */
  MAX_PARTS = 8,          /* trips of a loop that takes a word apart */
  MAX_FEW = 128           /* instructions that it becomes */
};

typedef struct {
  Arena *arena;
  LLVMValueRef function;
  LLVMTargetDataRef layout;
  BridgeAnalysesRef analyses;
  Map *chosen; /* header of a loop to unroll -> its BridgeLoopRef */
} Unrolling;

static bool is_counter(const Unrolling *unrolling, LLVMValueRef phi, BridgeLoopRef loop) {
  return loop && bridge_loop_header(loop) == LLVMGetInstructionParent(phi) &&
         bridge_loop_preheader(loop) && bridge_loop_latch(loop) &&
         bridge_loop_constant_count(unrolling->analyses, loop) >= 0 &&
         bridge_loop_constant_count(unrolling->analyses, loop) < MAX_TRIPS;
}

/* Is the value a constant once loops are unrolled? Adds these to `loops`. */
static bool depends_on_counters(const Unrolling *unrolling, LLVMValueRef value, Map *seen,
                                Map *loops, unsigned depth) {
  if (LLVMIsAConstantInt(value) || map_has(seen, value))
    return true;
  if (!LLVMIsAInstruction(value) || depth == MAX_DEPTH ||
      LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
    return false;
  map_set(seen, value, value);
  if (LLVMIsAPHINode(value)) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
    BridgeLoopRef loop = bridge_loop_of(unrolling->analyses, block);
    if (!is_counter(unrolling, value, loop))
      return false;
    map_set(loops, block, loop);
    for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
      if (!depends_on_counters(unrolling, LLVMGetIncomingValue(value, i), seen, loops, depth + 1))
        return false;
    return true;
  }
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  bool plain = LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) || opcode == LLVMSelect ||
               opcode == LLVMICmp || opcode == LLVMFreeze;
  for (int i = 0; plain && i < LLVMGetNumOperands(value); i++)
    plain =
        depends_on_counters(unrolling, LLVMGetOperand(value, (unsigned)i), seen, loops, depth + 1);
  return plain;
}

static bool is_block_operation(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  static const char *const moves[] = {"llvm.memcpy", "llvm.memset", "llvm.memmove"};
  unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0;
  if (call_is_lifetime(call))
    return true;
  for (size_t i = 0; id && i < sizeof moves / sizeof *moves; i++)
    if (id == LLVMLookupIntrinsicID(moves[i], strlen(moves[i])))
      return LLVMIsAConstantInt(LLVMGetOperand(call, 2));
  return false;
}

/* Does it move less than a number, as a loop that copies bytes does? That is a copy of memory. */
static bool moves_part(LLVMValueRef instruction) {
  if (!LLVMIsALoadInst(instruction) && !LLVMIsAStoreInst(instruction))
    return false;
  LLVMTypeRef type =
      LLVMTypeOf(LLVMIsALoadInst(instruction) ? instruction : LLVMGetOperand(instruction, 0));
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) < 32;
}

/* Are all uses of the address accesses at places that unrolling `loops` makes constants? */
static bool becomes_values(const Unrolling *unrolling, LLVMValueRef address, Map *loops) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user))
      return false;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
      if (LLVMGetVolatile(user) || moves_part(user))
        return false;
      break;
    case LLVMStore:
      if (LLVMGetVolatile(user) || moves_part(user) || LLVMGetOperand(user, 0) == address)
        return false;
      break;
    case LLVMGetElementPtr:
      for (int i = 1; i < LLVMGetNumOperands(user); i++)
        if (!depends_on_counters(unrolling, LLVMGetOperand(user, (unsigned)i),
                                 map_create(unrolling->arena), loops, 0))
          return false;
      if (!becomes_values(unrolling, user, loops))
        return false;
      break;
    case LLVMCall:
      if (!is_block_operation(user))
        return false;
      break;
    default:
      return false;
    }
  }
  return true;
}

/* How often a block's instructions stand there after unrolling. */
static uint64_t copies_of(const Unrolling *unrolling, LLVMBasicBlockRef block, const Map *more) {
  enum { MANY = 1 << 20 };
  uint64_t copies = 1;
  for (BridgeLoopRef loop = bridge_loop_of(unrolling->analyses, block); loop && copies < MANY;
       loop = bridge_loop_parent(loop)) {
    LLVMBasicBlockRef header = bridge_loop_header(loop);
    if (map_has(unrolling->chosen, header) || map_has(more, header))
      copies *= (uint64_t)bridge_loop_constant_bound(unrolling->analyses, loop) + 1;
  }
  return copies;
}

/* What a block comes to, once counters and addresses are constants. */
static uint64_t instructions_in(LLVMBasicBlockRef block) {
  uint64_t count = 0;
  FOR_EACH_INSTRUCTION (instruction, block) {
    bool index = LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMIntegerTypeKind &&
                 (LLVMIsABinaryOperator(instruction) || LLVMIsACastInst(instruction) ||
                  LLVMIsAICmpInst(instruction) || LLVMIsAPHINode(instruction));
    count += !index && !LLVMIsAGetElementPtrInst(instruction) && !LLVMIsABranchInst(instruction);
  }
  return count;
}

/* Would the code stay of a reasonable size with these loops, too, and every nest within `limit`? */
static bool is_affordable(const Unrolling *unrolling, const Map *loops, uint64_t limit) {
  Map *of_nest = map_create(unrolling->arena);
  uint64_t all = 0;
  FOR_EACH_BLOCK (block, unrolling->function) {
    uint64_t copies = copies_of(unrolling, block, loops);
    if (copies == 1)
      continue;
    BridgeLoopRef outermost = NULL;
    for (BridgeLoopRef loop = bridge_loop_of(unrolling->analyses, block); loop;
         loop = bridge_loop_parent(loop))
      if (map_has(unrolling->chosen, bridge_loop_header(loop)) ||
          map_has(loops, bridge_loop_header(loop)))
        outermost = loop;
    uint64_t size = copies * instructions_in(block);
    all += size;
    uintptr_t sum = (uintptr_t)map_get(of_nest, outermost) + size;
    if (sum > (map_has(loops, bridge_loop_header(outermost)) ? limit : MAX_NEST))
      return false;
    map_set(of_nest, outermost, (void *)sum);
  }
  return all <= MAX_FUNCTION;
}

static void choose(Unrolling *unrolling, LLVMValueRef array) {
  if (LLVMABISizeOfType(unrolling->layout, LLVMGetAllocatedType(array)) > MAX_BYTES ||
      !LLVMIsAConstantInt(LLVMGetOperand(array, 0)))
    return;
  Map *loops = map_create(unrolling->arena);
  if (!becomes_values(unrolling, array, loops) || !is_affordable(unrolling, loops, MAX_NEST))
    return;
  for (size_t i = 0; i < map_count(loops); i++) {
    const void *header;
    void *loop = map_entry(loops, i, &header);
    map_set(unrolling->chosen, header, loop);
  }
}

/* Are all loops within this one unrolled, and does it work on numbers? Small integers may tell
 * which ones. */
static bool is_plain(const Unrolling *unrolling, BridgeLoopRef loop) {
  bool reads_parts = false, computes = false;
  FOR_EACH_BLOCK (block, unrolling->function) {
    if (!bridge_loop_contains(loop, block))
      continue;
    FOR_EACH_INSTRUCTION (instruction, block) {
      if (moves_part(instruction) && LLVMIsAStoreInst(instruction))
        return false;
      reads_parts |= moves_part(instruction);
      computes |=
          type_is_float_or_vector(LLVMTypeOf(instruction)) && LLVMIsABinaryOperator(instruction);
    }
    for (BridgeLoopRef inner = bridge_loop_of(unrolling->analyses, block); inner != loop;
         inner = bridge_loop_parent(inner))
      if (!map_has(unrolling->chosen, bridge_loop_header(inner)))
        return false;
  }
  return computes || !reads_parts;
}

/* Loops of few iterations, if all within them are, too: also of those that may be left before,
 * where the reverse sweep would need a list of what each iteration has. */
static void choose_short(Unrolling *unrolling) {
  bool again = true;
  while (again) {
    again = false;
    FOR_EACH_BLOCK (header, unrolling->function) {
      BridgeLoopRef loop = bridge_loop_of(unrolling->analyses, header);
      if (!loop || bridge_loop_header(loop) != header || map_has(unrolling->chosen, header))
        continue;
      int64_t count = bridge_loop_constant_bound(unrolling->analyses, loop);
      Map *loops = map_create(unrolling->arena);
      map_set(loops, header, loop);
      if (count < 0 || count >= FEW_TRIPS || !bridge_loop_latch(loop) ||
          !bridge_loop_preheader(loop) || !is_plain(unrolling, loop) ||
          !is_affordable(unrolling, loops, MAX_FEW))
        continue;
      map_set(unrolling->chosen, header, loop);
      again = true;
    }
  }
}

/* A shift by as many bits as the round says, or, of a value that goes from round to round, by some.
 */
static bool shifts_by_round(const Unrolling *unrolling, LLVMValueRef shift, Map *loops) {
  switch (LLVMGetInstructionOpcode(shift)) {
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
    break;
  default:
    return false;
  }
  LLVMValueRef word = LLVMGetOperand(shift, 0), amount = LLVMGetOperand(shift, 1);
  if (!LLVMIsAConstantInt(amount))
    return depends_on_counters(unrolling, amount, map_create(unrolling->arena), loops, 0);
  BridgeLoopRef loop = bridge_loop_of(unrolling->analyses, LLVMGetInstructionParent(shift));
  if (!LLVMIsAPHINode(word) || !loop || bridge_loop_header(loop) != LLVMGetInstructionParent(word))
    return false;
  map_set(loops, bridge_loop_header(loop), loop);
  return true;
}

/* Loops that take a word apart into what moves_part() sees, or put it together, as to write a
 * number in an order of bytes: unrolled they are one access to the whole word. */
static void choose_parts(Unrolling *unrolling) {
  FOR_EACH_BLOCK (block, unrolling->function) {
    BridgeLoopRef loop = bridge_loop_of(unrolling->analyses, block);
    bool parts = false, shifts = false;
    Map *loops = map_create(unrolling->arena);
    FOR_EACH_INSTRUCTION (instruction, block) {
      parts |= moves_part(instruction);
      shifts |= loop && shifts_by_round(unrolling, instruction, loops);
    }
    int64_t count = loop ? bridge_loop_constant_count(unrolling->analyses, loop) : -1;
    if (!parts || !shifts || map_count(loops) != 1 || !map_has(loops, bridge_loop_header(loop)) ||
        count < 0 || count >= MAX_PARTS || !bridge_loop_latch(loop) ||
        !bridge_loop_preheader(loop) || !is_affordable(unrolling, loops, MAX_FEW))
      continue;
    map_set(unrolling->chosen, bridge_loop_header(loop), loop);
  }
}

/* The innermost first: those around them come to have the copies. */
static LLVMBasicBlockRef deepest(const Unrolling *unrolling) {
  LLVMBasicBlockRef found = NULL;
  unsigned depth = 0;
  for (size_t i = 0; i < map_count(unrolling->chosen); i++) {
    const void *header;
    bool waits = map_entry(unrolling->chosen, i, &header) != NULL; /* or has been tried */
    BridgeLoopRef loop =
        waits ? bridge_loop_of(unrolling->analyses, (LLVMBasicBlockRef)header) : NULL;
    if (!loop || bridge_loop_header(loop) != (LLVMBasicBlockRef)header ||
        bridge_loop_depth(loop) <= depth)
      continue;
    found = (LLVMBasicBlockRef)header;
    depth = bridge_loop_depth(loop);
  }
  return found;
}

bool prepare_unroll_local(Arena *arena, LLVMValueRef function) {
  Unrolling unrolling = {arena, function, LLVMGetModuleDataLayout(LLVMGetGlobalParent(function)),
                         bridge_analyses_create(function), map_create(arena)};
  FOR_EACH_INSTRUCTION (instruction, LLVMGetEntryBasicBlock(function))
    if (LLVMIsAAllocaInst(instruction))
      choose(&unrolling, instruction);
  choose_short(&unrolling);
  choose_parts(&unrolling);
  bool changed = false;
  for (LLVMBasicBlockRef header; (header = deepest(&unrolling));) {
    map_set(unrolling.chosen, header, NULL);
    changed |= bridge_unroll_loop(unrolling.analyses, bridge_loop_of(unrolling.analyses, header));
  }
  bridge_analyses_dispose(unrolling.analyses);
  return changed;
}
