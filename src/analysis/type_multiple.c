/* type_multiple.c: by how many bytes pointers move: what is known to divide an integer. The
 * distance between two elements of an array is a multiple of their size, however an optimiser
 * spells it. */
#include "type_walk.h"

/* ---- addresses in integers ---- */

static bool is_taken_address(LLVMValueRef value) {
  return LLVMIsAInstruction(value) && (LLVMGetInstructionOpcode(value) == LLVMPtrToInt ||
                                       LLVMGetInstructionOpcode(value) == LLVMPtrToAddr);
}

/* What comes back to `above`, a PHI that is being asked, decides nothing. */
static bool is_address(LLVMValueRef value, LLVMValueRef above, unsigned depth) {
  if (is_taken_address(value))
    return true;
  if (!LLVMIsAInstruction(value) || depth == 0)
    return false;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  if (opcode == LLVMAdd || opcode == LLVMSub) {
    bool first = is_address(LLVMGetOperand(value, 0), above, depth - 1);
    bool second = is_address(LLVMGetOperand(value, 1), above, depth - 1);
    return first != second && (first || opcode == LLVMAdd);
  }
  if (opcode != LLVMPHI && opcode != LLVMSelect && opcode != LLVMFreeze)
    return false;
  LLVMValueRef asked = opcode == LLVMPHI ? value : above;
  for (int i = opcode == LLVMSelect ? 1 : 0; i < LLVMGetNumOperands(value); i++) {
    LLVMValueRef part = LLVMGetOperand(value, (unsigned)i);
    if (part != asked && part != above && !is_address(part, asked, depth - 1))
      return false;
  }
  return true;
}

bool value_is_address(LLVMValueRef value) {
  enum { DEPTH = 4 };
  return is_address(value, NULL, DEPTH);
}

static bool locate_address(const TypeFacts *facts, LLVMValueRef address, Location *out) {
  return is_taken_address(address) ? types_locate(facts, LLVMGetOperand(address, 0), out)
                                   : types_value_target(facts, address, 0, out);
}

static uint64_t distance_multiple(const TypeFacts *facts, LLVMValueRef a, LLVMValueRef b) {
  Location at, from;
  bool known = locate_address(facts, a, &at) && locate_address(facts, b, &from);
  if (!known || at.object != from.object) {
    footprint_goes_beyond(&facts->watch);
    return facts->settled ? 1 : 0;
  }
  uint64_t distance =
      (uint64_t)(at.offset > from.offset ? at.offset - from.offset : from.offset - at.offset);
  return greatest_common_divisor(greatest_common_divisor(at.stride, from.stride), distance);
}

/* ---- multiples ---- */

/* A PHI, and what it is taken to be a multiple of while that is asked of what comes into it. */
typedef struct Assumed {
  struct Assumed *outer;
  LLVMValueRef phi;
  uint64_t multiple;
  bool used; /* it does depend on itself */
} Assumed;

typedef struct {
  const TypeFacts *facts;
  Assumed *assumed;
  unsigned steps; /* that may still be taken */
} Search;

static uint64_t multiple_of(Search *search, LLVMValueRef value);

static uint64_t common_multiple(Search *search, LLVMValueRef a, LLVMValueRef b) {
  uint64_t first = multiple_of(search, a);
  return first == 1 ? 1 : greatest_common_divisor(first, multiple_of(search, b));
}

static uint64_t power_of_two_in(uint64_t number) { return number & (~number + 1); }

/* The greatest that holds: a step round a loop keeps what divides the start and the step. */
static uint64_t phi_multiple(Search *search, LLVMValueRef phi) {
  for (Assumed *outer = search->assumed; outer; outer = outer->outer)
    if (outer->phi == phi) {
      outer->used = true;
      return outer->multiple;
    }
  Assumed assumed = {search->assumed, phi, 0, false};
  for (bool holds = false; !holds;) {
    uint64_t all = assumed.multiple;
    search->assumed = &assumed;
    for (unsigned i = 0; i < LLVMCountIncoming(phi) && all != 1; i++)
      all = greatest_common_divisor(all, multiple_of(search, LLVMGetIncomingValue(phi, i)));
    search->assumed = assumed.outer;
    holds = all == assumed.multiple || !assumed.used;
    assumed.multiple = all;
  }
  return assumed.multiple;
}

static uint64_t quotient_multiple(Search *search, LLVMValueRef value) {
  LLVMValueRef amount = LLVMGetOperand(value, 1);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  if (!LLVMIsAConstantInt(amount) || LLVMConstIntGetZExtValue(amount) == 0)
    return 1;
  uint64_t divisor = LLVMConstIntGetZExtValue(amount);
  if (opcode == LLVMAShr || opcode == LLVMLShr)
    divisor = (uint64_t)1 << (divisor & 63);
  uint64_t inner = multiple_of(search, LLVMGetOperand(value, 0));
  return inner % divisor == 0 ? inner / divisor : 1;
}

static uint64_t instruction_multiple(Search *search, LLVMValueRef value) {
  LLVMValueRef first = LLVMGetOperand(value, 0);
  LLVMValueRef second = LLVMGetNumOperands(value) > 1 ? LLVMGetOperand(value, 1) : NULL;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMShl:
    if (!LLVMIsAConstantInt(second) || LLVMConstIntGetZExtValue(second) > 40)
      return 1;
    return multiple_of(search, first) << LLVMConstIntGetZExtValue(second);
  case LLVMMul: {
    uint64_t a = multiple_of(search, first), b = multiple_of(search, second);
    return a < (1u << 30) && b < (1u << 30) ? a * b : 1;
  }
  case LLVMSub:
    if (value_is_address(first) && value_is_address(second))
      return distance_multiple(search->facts, first, second);
    return common_multiple(search, first, second);
  case LLVMAdd:
    return common_multiple(search, first, second);
  case LLVMOr:
  case LLVMXor: /* only common zero bits survive */
    return power_of_two_in(common_multiple(search, first, second));
  case LLVMAShr:
  case LLVMLShr:
  case LLVMSDiv:
  case LLVMUDiv:
    return quotient_multiple(search, value);
  case LLVMFreeze:
    return multiple_of(search, first);
  case LLVMAnd:
    return LLVMIsAConstantInt(second) ? power_of_two_in(LLVMConstIntGetZExtValue(second)) : 1;
  case LLVMSExt:
  case LLVMZExt: /* the narrow value may have wrapped around: only a power of two survives that */
    return power_of_two_in(multiple_of(search, first));
  case LLVMSelect:
    return common_multiple(search, second, LLVMGetOperand(value, 2));
  case LLVMPHI:
    return phi_multiple(search, value);
  default:
    return 1;
  }
}

static uint64_t multiple_of(Search *search, LLVMValueRef value) {
  if (LLVMIsAConstantInt(value)) {
    int64_t number = LLVMConstIntGetSExtValue(value);
    return (uint64_t)(number < 0 ? -number : number);
  }
  if (search->steps == 0 || !LLVMIsAInstruction(value))
    return 1;
  search->steps--;
  return instruction_multiple(search, value);
}

uint64_t value_multiple(const TypeFacts *facts, LLVMValueRef value) {
  enum { STEPS = 100 };
  Search search = {facts, NULL, STEPS};
  return multiple_of(&search, value);
}

typedef struct {
  int64_t offset;
  uint64_t stride;
} Displacement;

static Displacement find_displacement(const TypeFacts *facts, LLVMValueRef gep) {
  LLVMTargetDataRef layout = facts->layout;
  Displacement found = {0, 0};
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  unsigned count = (unsigned)LLVMGetNumOperands(gep);
  for (unsigned i = 1; i < count; i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      found.offset += (int64_t)LLVMOffsetOfElement(layout, type, field);
      type = LLVMStructGetTypeAtIndex(type, field);
      continue;
    }
    if (i > 1)
      type = LLVMGetElementType(type);
    uint64_t size = LLVMABISizeOfType(layout, type);
    if (LLVMIsAConstantInt(index))
      found.offset += LLVMConstIntGetSExtValue(index) * (int64_t)size;
    else if (LLVMIsNull(index))
      continue;
    else
      found.stride = greatest_common_divisor(found.stride, size * value_multiple(facts, index));
  }
  return found;
}

void gep_displacement(const TypeFacts *facts, LLVMValueRef gep, int64_t *offset, uint64_t *stride) {
  Displacement *known = map_get(facts->displacements, gep);
  Displacement found = known ? *known : find_displacement(facts, gep);
  if (!known && facts->settled) { /* it stays, and is asked for each byte behind the pointer */
    known = ARENA_NEW(facts->arena, Displacement);
    *known = found;
    map_set(facts->displacements, gep, known);
  }
  *offset = found.offset;
  *stride = found.stride;
}
