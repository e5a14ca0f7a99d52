/* (x + 2^52) - 2^52 rounds to an integer: its derivative is that of rint, not one. So do all two
 * sums or differences of which the second takes away what the first has added, also to a product.
 * Where the sum lies in another binade than the constant they round to halves, or to even numbers:
 * the second is left as it is, in a function of its own that has the rule of rint.
 *
 * The constant may have the sign of x: out of a table, by copysign, or by a branch, of which LLVM
 * leaves a choice of the constant for both sums. Then one of several such functions is chosen:
 *
 *   c = x < 0 ? -2^52 : 2^52              c = x < 0 ? -2^52 : 2^52
 *   s = x + c                       ->    s = x + c
 *   r = s - c                             r = c == 2^52 ? rounded(s) : rounded'(s)
 *
 * The last bits of the first sum are then an integer, which exponentials look up in a table and put
 * into an exponent: they have no derivative.
 *
 * A power of two, or in float 1.5 times one, may as well be an offset that is taken away again, as
 * of coordinates that are shifted, where the steps are finer than one. It is one, and the second
 * difference has the derivative of x, unless the program looks at what only rounding makes of the
 * sums: at the bits of the first, or at what the second leaves of x. */
#include "prepare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A sum of a number, or of what is opposite to it, and a constant. */
typedef struct {
  LLVMValueRef number, constant; /* the latter perhaps one of several */
  LLVMOpcode opcode;
  bool constant_first;
  bool is_looked_at;  /* no constant of it is an offset */
  double sign, added; /* sign * number + added */
} Step;

/* The constants of both steps, as they go together. */
enum { MOST_PAIRS = 4 };
typedef struct {
  LLVMValueRef items[MOST_PAIRS][2];
  unsigned count;
  bool all;
} Pairs;

/* How many binary places a fraction has, of the types that have many; 0 else. */
static int places_of(LLVMTypeRef scalar) {
  switch (LLVMGetTypeKind(scalar)) {
  case LLVMFloatTypeKind:
    return 23;
  case LLVMDoubleTypeKind:
    return 52;
  case LLVMX86_FP80TypeKind:
    return 63;
  case LLVMFP128TypeKind:
    return 112;
  default:
    return 0;
  }
}

/* The number, if sums with it round: to steps that nobody takes for exact, from 2^-8 on, by a power
 * of two, or that and half of it; else 0. */
static double rounding_constant(LLVMValueRef value, bool is_looked_at) {
  enum { FINEST = -8, COARSEST = 10, PLACES_OF_FLOAT = 23 };
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMIsAConstantDataVector(value) || LLVMIsAConstantVector(value)) {
    LLVMValueRef first = LLVMGetAggregateElement(value, 0);
    for (unsigned i = 1; i < LLVMGetVectorSize(type); i++)
      if (LLVMGetAggregateElement(value, i) != first)
        return 0;
    value = first;
  }
  LLVMBool inexact;
  int exponent, places = places_of(type_scalar(type));
  if (!LLVMIsAConstantFP(value) || !places)
    return 0;
  double number = LLVMConstRealGetDouble(value, &inexact);
  double fraction = isfinite(number) ? fabs(frexp(number, &exponent)) : 0;
  if (fraction != 0.5 && fraction != 0.75)
    return 0;
  int step = exponent - 1 - places;
  bool may_be_offset = step < 0 && (fraction == 0.5 || places == PLACES_OF_FLOAT);
  return step >= FINEST && step <= COARSEST && (is_looked_at || !may_be_offset) ? number : 0;
}

/* ---- which constants there are ---- */

static bool is_call_of(LLVMValueRef value, const char *intrinsic) {
  LLVMValueRef callee = LLVMIsACallInst(value) ? call_direct_callee(value) : NULL;
  return callee &&
         LLVMGetIntrinsicID(callee) == LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
}

static void add_pair(Pairs *pairs, LLVMValueRef first, LLVMValueRef second) {
  bool constant = LLVMIsAConstant(first) && LLVMIsAConstant(second);
  for (unsigned i = 0; i < pairs->count; i++) {
    if (pairs->items[i][0] == first && pairs->items[i][1] == second)
      return;
    constant = constant && pairs->items[i][0] != first; /* by which the function is chosen */
  }
  pairs->all = pairs->all && constant && pairs->count < MOST_PAIRS;
  if (!pairs->all)
    return;
  pairs->items[pairs->count][0] = first;
  pairs->items[pairs->count++][1] = second;
}

/* The table of numbers that never changes of which the load reads one. */
static LLVMValueRef table_of(LLVMValueRef load) {
  LLVMValueRef table = LLVMIsALoadInst(load) ? LLVMGetOperand(load, 0) : NULL;
  while (table && LLVMIsAGetElementPtrInst(table))
    table = LLVMGetOperand(table, 0);
  bool known = table && LLVMIsAGlobalVariable(table) && LLVMIsGlobalConstant(table) &&
               LLVMGetLinkage(table) != LLVMWeakAnyLinkage && !LLVMGetVolatile(load);
  LLVMValueRef numbers = known ? LLVMGetInitializer(table) : NULL;
  return numbers && LLVMIsAConstantDataArray(numbers) &&
                 LLVMGetElementType(LLVMTypeOf(numbers)) == LLVMTypeOf(load)
             ? numbers
             : NULL;
}

/* Both steps have the same one. */
static void add_alternatives(Pairs *pairs, LLVMValueRef value) {
  LLVMValueRef table = table_of(value);
  if (is_call_of(value, "llvm.copysign")) {
    double size = rounding_constant(LLVMGetOperand(value, 0), true);
    for (int sign = -1; sign <= 1; sign += 2) {
      LLVMValueRef number = LLVMConstReal(LLVMTypeOf(value), sign * size);
      add_pair(pairs, number, number);
    }
  } else if (table) {
    unsigned length = (unsigned)LLVMGetArrayLength2(LLVMTypeOf(table));
    for (unsigned i = 0; i < length && pairs->all; i++) {
      LLVMValueRef number = LLVMGetAggregateElement(table, i);
      add_pair(pairs, number, number);
    }
  } else {
    add_pair(pairs, value, value);
  }
}

/* LLVM makes one of two loads of the same place, unless something may come between. */
static bool reads_same(LLVMValueRef first, LLVMValueRef second) {
  return first == second || (table_of(first) && LLVMIsALoadInst(second) &&
                             LLVMGetOperand(first, 0) == LLVMGetOperand(second, 0) &&
                             LLVMTypeOf(first) == LLVMTypeOf(second));
}

static Pairs constants_of(LLVMValueRef first, LLVMValueRef second) {
  Pairs pairs = {.all = true};
  if (LLVMIsASelectInst(first) && LLVMIsASelectInst(second) &&
      LLVMGetOperand(first, 0) == LLVMGetOperand(second, 0))
    for (unsigned i = 1; i <= 2; i++)
      add_pair(&pairs, LLVMGetOperand(first, i), LLVMGetOperand(second, i));
  else if (LLVMIsAPHINode(first) && LLVMIsAPHINode(second) &&
           LLVMGetInstructionParent(first) == LLVMGetInstructionParent(second))
    for (unsigned i = 0; i < LLVMCountIncoming(first); i++)
      add_pair(&pairs, LLVMGetIncomingValue(first, i),
               phi_incoming_from(second, LLVMGetIncomingBlock(first, i)));
  else if (reads_same(first, second))
    add_alternatives(&pairs, first);
  else
    add_pair(&pairs, first, second);
  return pairs;
}

/* ---- the two sums ---- */

/* One operand, `which`, would be the constant. */
static bool read_step(LLVMValueRef operation, unsigned which, Step *step) {
  if (which == 0 && (is_call_of(operation, "llvm.fmuladd") || is_call_of(operation, "llvm.fma"))) {
    *step = (Step){NULL, LLVMGetOperand(operation, 2), LLVMFAdd, false, false, 1, 0};
    return true;
  }
  if (!LLVMIsABinaryOperator(operation))
    return false;
  step->opcode = LLVMGetInstructionOpcode(operation);
  step->constant_first = which == 0;
  step->constant = LLVMGetOperand(operation, which);
  step->number = LLVMGetOperand(operation, 1 - which);
  step->sign = step->opcode == LLVMFSub && step->constant_first ? -1 : 1;
  return step->opcode == LLVMFAdd || step->opcode == LLVMFSub;
}

/* The step with one constant; false if that does not round. */
static bool set_constant(Step *step, LLVMValueRef constant) {
  step->constant = constant;
  step->added = rounding_constant(constant, step->is_looked_at) *
                (step->opcode == LLVMFSub && !step->constant_first ? -1 : 1);
  return step->added != 0;
}

/* The steps with their constants in the pair; false if they do not round. */
static bool take_pair(Step steps[2], LLVMValueRef const pair[2]) {
  return set_constant(&steps[0], pair[0]) && set_constant(&steps[1], pair[1]) &&
         (steps[1].sign * steps[0].added < 0) != (steps[1].added < 0);
}

static bool all_round(Step steps[2], const Pairs *pairs) {
  for (unsigned i = 0; i < pairs->count; i++)
    if (!take_pair(steps, pairs->items[i]))
      return false;
  return pairs->all && pairs->count > 0;
}

/* ---- the same by a function ---- */

static LLVMValueRef rounding_function(LLVMModuleRef module, LLVMTypeRef type, const Step *step) {
  char name[96];
  snprintf(name, sizeof name, "adcc_rounding.%u.%d.%+.0f%+a",
           LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1,
           places_of(type_scalar(type)), step->sign, step->added);
  bool is_new;
  LLVMValueRef function =
      prepare_own_function(module, name, LLVMFunctionType(type, &type, 1, false), "rint", &is_new);
  if (!is_new)
    return function;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  LLVMPositionBuilderAtEnd(builder, LLVMGetEntryBasicBlock(function));
  LLVMValueRef number = LLVMGetParam(function, 0);
  LLVMBuildRet(builder,
               LLVMBuildBinOp(builder, step->opcode, step->constant_first ? step->constant : number,
                              step->constant_first ? number : step->constant, ""));
  LLVMDisposeBuilder(builder);
  return function;
}

static LLVMValueRef build_rounded(LLVMBuilderRef builder, LLVMValueRef sum, Step steps[2],
                                  const Pairs *pairs) {
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(sum)));
  LLVMValueRef chosen = steps[0].constant, rounded = NULL;
  for (unsigned i = 0; i < pairs->count; i++) {
    take_pair(steps, pairs->items[i]);
    LLVMValueRef function = rounding_function(module, LLVMTypeOf(sum), &steps[1]);
    LLVMValueRef call = LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function,
                                       &steps[1].number, 1, "");
    if (rounded) {
      LLVMValueRef is_this = LLVMBuildFCmp(builder, LLVMRealOEQ, chosen, pairs->items[i][0], "");
      call = LLVMBuildSelect(builder, is_this, call, rounded, "");
    }
    rounded = call;
  }
  return rounded;
}

/* What a value is behind what keeps a compiler from simplifying the two sums: a fence, or a local
 * variable that is volatile. */
static LLVMValueRef behind_barrier(LLVMValueRef value) {
  if (is_call_of(value, "llvm.arithmetic.fence"))
    return LLVMGetOperand(value, 0);
  LLVMValueRef variable = LLVMIsALoadInst(value) && LLVMGetVolatile(value)
                              ? LLVMIsAAllocaInst(LLVMGetOperand(value, 0))
                              : NULL;
  LLVMValueRef store = NULL;
  for (LLVMUseRef use = variable ? LLVMGetFirstUse(variable) : NULL; use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (user == value || call_is_lifetime(user))
      continue;
    if (store || !LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable)
      return value;
    store = user;
  }
  bool same = store && LLVMTypeOf(LLVMGetOperand(store, 0)) == LLVMTypeOf(value);
  for (LLVMValueRef at = value; same && at; at = LLVMGetPreviousInstruction(at))
    if (at == store)
      return LLVMGetOperand(store, 0);
  return value;
}

static bool are_bits(LLVMValueRef value) {
  static const char by_call[] = "adcc_bits.";
  LLVMValueRef callee = LLVMIsACallInst(value) ? call_direct_callee(value) : NULL;
  size_t length;
  return LLVMIsABitCastInst(value)
             ? LLVMGetTypeKind(type_scalar(LLVMTypeOf(value))) == LLVMIntegerTypeKind
             : callee &&
                   strncmp(LLVMGetValueName2(callee, &length), by_call, sizeof by_call - 1) == 0;
}

/* Does the program look at the bits of the first sum, or at what the second leaves of the number?
 */
static bool are_looked_at(LLVMValueRef first, LLVMValueRef second, LLVMValueRef number) {
  for (LLVMUseRef use = LLVMGetFirstUse(first); use; use = LLVMGetNextUse(use))
    if (are_bits(LLVMGetUser(use)))
      return true;
  for (LLVMUseRef use = number ? LLVMGetFirstUse(second) : NULL; use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMFSub &&
        LLVMGetOperand(user, 0) == number && LLVMGetOperand(user, 1) == second)
      return true;
  }
  return false;
}

bool prepare_reveal_rounding(LLVMBuilderRef builder, LLVMValueRef sum) {
  enum { WAYS = 4 }; /* which operands are the constants */
  for (unsigned way = 0; way < WAYS; way++) {
    Step steps[2];
    if (!read_step(sum, way % 2, &steps[1]) ||
        !read_step(behind_barrier(steps[1].number), way / 2, &steps[0]))
      continue;
    bool looked_at = are_looked_at(steps[1].number, sum, steps[0].number);
    steps[0].is_looked_at = steps[1].is_looked_at = looked_at;
    Pairs pairs = constants_of(steps[0].constant, steps[1].constant);
    LLVMValueRef chosen = steps[0].constant;
    if (!all_round(steps, &pairs))
      continue;
    steps[0].constant = chosen;
    LLVMPositionBuilderBefore(builder, sum);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(sum));
    LLVMReplaceAllUsesWith(sum, build_rounded(builder, sum, steps, &pairs));
    LLVMInstructionEraseFromParent(sum);
    return true;
  }
  return false;
}

/* The integer, or that of all lanes; NULL if it is none. */
static LLVMValueRef integer_of(LLVMValueRef value) {
  if (LLVMIsAConstantDataVector(value) || LLVMIsAConstantVector(value)) {
    LLVMValueRef first = LLVMGetAggregateElement(value, 0);
    for (unsigned i = 1; i < LLVMGetVectorSize(LLVMTypeOf(value)); i++)
      if (LLVMGetAggregateElement(value, i) != first)
        return NULL;
    value = first;
  }
  return LLVMIsAConstantInt(value);
}

/* Does it look at the last bits alone, or take the constant's bits away from those of the number?
 */
static bool takes_last_bits(LLVMValueRef user, LLVMTypeRef number) {
  if (LLVMIsATruncInst(user))
    return true;
  LLVMOpcode opcode = LLVMIsABinaryOperator(user) ? LLVMGetInstructionOpcode(user) : 0;
  LLVMValueRef word = opcode ? integer_of(LLVMGetOperand(user, 1)) : NULL;
  if (!word || LLVMGetIntTypeWidth(LLVMTypeOf(word)) > 64)
    return false;
  if (opcode == LLVMAdd)
    word = LLVMConstNeg(word);
  switch (opcode) {
  case LLVMShl:
    return true;
  case LLVMAnd:
    return LLVMConstIntGetZExtValue(word) >> places_of(number) == 0;
  case LLVMAdd:
  case LLVMSub:
  case LLVMXor:
    return rounding_constant(LLVMConstBitCast(word, number), true) != 0;
  default:
    return false;
  }
}

static bool is_rounding_sum(LLVMValueRef sum) {
  for (unsigned which = 0; which < 2; which++) {
    Step step;
    if (!read_step(sum, which, &step))
      continue;
    step.is_looked_at = true;
    Pairs pairs = constants_of(step.constant, step.constant);
    bool rounds = pairs.all;
    for (unsigned i = 0; i < pairs.count && rounds; i++)
      rounds = set_constant(&step, pairs.items[i][0]);
    if (rounds && pairs.count > 0)
      return true;
  }
  return false;
}

bool prepare_reveal_last_bits(LLVMBuilderRef builder, LLVMValueRef cast) {
  LLVMValueRef sum = LLVMGetOperand(cast, 0);
  LLVMTypeRef bits = LLVMTypeOf(cast), number = LLVMTypeOf(sum);
  bool whole = LLVMGetTypeKind(bits) == LLVMVectorTypeKind
                   ? LLVMGetTypeKind(number) == LLVMVectorTypeKind &&
                         LLVMGetVectorSize(bits) == LLVMGetVectorSize(number)
                   : type_scalar(number) == number;
  if (!whole || LLVMGetTypeKind(type_scalar(bits)) != LLVMIntegerTypeKind ||
      !LLVMGetFirstUse(cast) || !is_rounding_sum(behind_barrier(sum)))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(cast); use; use = LLVMGetNextUse(use))
    if (!takes_last_bits(LLVMGetUser(use), type_scalar(number)))
      return false;
  LLVMPositionBuilderBefore(builder, cast);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(cast));
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(cast)));
  LLVMReplaceAllUsesWith(cast, prepare_plain_bits(builder, module, sum));
  LLVMInstructionEraseFromParent(cast);
  return true;
}
