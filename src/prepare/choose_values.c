/* Branches that only choose between a few sums become choices of values:
 *
 *   if (d > half)                      d = d > half ? d - length : d
 *     d -= length;              ->
 *
 * The reverse sweep would keep which path was taken, or the value, for each time; a choice is
 * computed again where what it is made of is. LLVM leaves such branches, as a processor may foresee
 * them. What is not taken must be of no account to the derivative: its adjoint is zero, and that is
 * only added, or multiplied by constants.
 *
 * Requires: nothing. Invalidates: the control flow, where it returns true. */
#include "prepare.h"
#include <math.h>
#include <string.h>

enum { MOST_COMPUTED = 6 };

static bool is_finite_constant(LLVMValueRef value) {
  LLVMBool inexact;
  return LLVMIsAConstantFP(value) && isfinite(LLVMConstRealGetDouble(value, &inexact));
}

/* Does it take one of its operands, or change but its sign? */
static bool is_harmless_call(LLVMValueRef call) {
  static const char *const names[] = {"llvm.fabs",    "llvm.copysign", "llvm.minnum", "llvm.maxnum",
                                      "llvm.minimum", "llvm.maximum",  "llvm.smin",   "llvm.smax",
                                      "llvm.umin",    "llvm.umax"};
  LLVMValueRef callee = call_direct_callee(call);
  unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0;
  for (size_t i = 0; id && i < sizeof names / sizeof *names; i++)
    if (id == LLVMLookupIntrinsicID(names[i], strlen(names[i])))
      return true;
  return false;
}

/* May it be computed where it is not wanted? */
static bool is_harmless(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFNeg:
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMICmp:
  case LLVMFCmp:
  case LLVMSelect:
  case LLVMSExt:
  case LLVMZExt:
  case LLVMTrunc:
    return true;
  case LLVMCall:
    return is_harmless_call(instruction);
  case LLVMFMul:
    return is_finite_constant(LLVMGetOperand(instruction, 0)) ||
           is_finite_constant(LLVMGetOperand(instruction, 1));
  default:
    return false;
  }
}

static bool ends_iteration(LLVMValueRef branch) {
  static const char name[] = "llvm.loop";
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(branch));
  return LLVMGetMetadata(branch, LLVMGetMDKindIDInContext(context, name, sizeof name - 1)) != NULL;
}

/* Does the block, which control comes to from `from` alone, only compute something and go on to one
 * other? That one; or NULL. */
static LLVMBasicBlockRef goes_on_to(LLVMBasicBlockRef block, LLVMBasicBlockRef from) {
  LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
  if (block == from || !block_has_one_predecessor(block) || !LLVMIsABranchInst(last) ||
      LLVMIsConditional(last) || ends_iteration(last))
    return NULL;
  unsigned computed = 0;
  for (LLVMValueRef at = LLVMGetFirstInstruction(block); at != last;
       at = LLVMGetNextInstruction(at))
    if (!is_harmless(at) || ++computed > MOST_COMPUTED)
      return NULL;
  return LLVMGetSuccessor(last, 0);
}

/* What the two ways of a branch lead to at once; the blocks between, NULL where there is none. */
typedef struct {
  LLVMBasicBlockRef from, between[2], to;
} Choice;

static bool find_choice(LLVMBasicBlockRef from, Choice *choice) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(from);
  if (!branch || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) || ends_iteration(branch))
    return false;
  LLVMBasicBlockRef first = LLVMGetSuccessor(branch, 0), second = LLVMGetSuccessor(branch, 1);
  LLVMBasicBlockRef behind[] = {goes_on_to(first, from), goes_on_to(second, from)};
  *choice = (Choice){.from = from};
  if (behind[0] && behind[0] == behind[1])
    *choice = (Choice){from, {first, second}, behind[0]};
  else if (behind[0] == second)
    *choice = (Choice){from, {first, NULL}, second};
  else if (behind[1] == first)
    *choice = (Choice){from, {NULL, second}, first};
  return choice->to && choice->to != from && first != second;
}

/* Are they numbers that are chosen, and few? */
static bool is_worth_it(const Choice *choice) {
  enum { MOST_CHOSEN = 4 };
  unsigned chosen = 0;
  for (LLVMValueRef phi = LLVMGetFirstInstruction(choice->to); LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi)) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(phi));
    if (kind != LLVMDoubleTypeKind && kind != LLVMFloatTypeKind && kind != LLVMIntegerTypeKind)
      return false;
    chosen++;
  }
  return chosen > 0 && chosen <= MOST_CHOSEN;
}

static void move_before(LLVMBasicBlockRef block, LLVMValueRef place) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(place)));
  LLVMPositionBuilderBefore(builder, place);
  while (LLVMGetFirstInstruction(block) != LLVMGetBasicBlockTerminator(block)) {
    LLVMValueRef instruction = LLVMGetFirstInstruction(block);
    LLVMInstructionRemoveFromParent(instruction);
    LLVMInsertIntoBuilder(builder, instruction);
  }
  LLVMDisposeBuilder(builder);
}

/* The phi has one value for both ways, which `from` then brings. */
static void choose(const Choice *choice, LLVMBuilderRef builder, LLVMValueRef condition,
                   LLVMValueRef phi) {
  LLVMValueRef values[2];
  for (unsigned i = 0; i < 2; i++)
    values[i] = phi_incoming_from(phi, choice->between[i] ? choice->between[i] : choice->from);
  LLVMValueRef value = values[0] == values[1]
                           ? values[0]
                           : LLVMBuildSelect(builder, condition, values[0], values[1], "");
  for (unsigned i = 0; i < 2; i++)
    bridge_phi_remove_incoming(phi, choice->between[i] ? choice->between[i] : choice->from);
  LLVMAddIncoming(phi, &value, (LLVMBasicBlockRef *)&choice->from, 1);
}

static void make_choice(const Choice *choice) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(choice->from);
  LLVMValueRef condition = LLVMGetCondition(branch);
  for (unsigned i = 0; i < 2; i++)
    if (choice->between[i])
      move_before(choice->between[i], branch);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(condition)));
  LLVMPositionBuilderBefore(builder, branch);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(branch));
  for (LLVMValueRef phi = LLVMGetFirstInstruction(choice->to); LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi))
    choose(choice, builder, condition, phi);
  LLVMBuildBr(builder, choice->to);
  LLVMInstructionEraseFromParent(branch);
  for (unsigned i = 0; i < 2; i++)
    if (choice->between[i])
      LLVMDeleteBasicBlock(choice->between[i]);
  LLVMDisposeBuilder(builder);
}

bool prepare_choose_values(LLVMValueRef function) {
  bool any = false;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;) {
    Choice choice;
    if (find_choice(block, &choice) && is_worth_it(&choice)) {
      make_choice(&choice);
      any = true; /* and the block may lead to another choice now */
      continue;
    }
    block = LLVMGetNextBasicBlock(block);
  }
  return any;
}
