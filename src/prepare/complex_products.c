/* Products of complex numbers as clang computes them where infinities count: beside the product it
 * asks whether both parts are no numbers, and calls __muldc3 if so, which looks for infinities. All
 * of that becomes
 *   re = adcc_product_real(a * c - b * d, a * d + b * c, a, b, c, d)
 *   im = adcc_product_imag(a * d + b * c, a * c - b * d, a, b, c, d)
 * of which each follows its first operand (rules/math.def), without branches to remember. They are
 * what they were once all derivatives are made (prepare_define_products). */
#include "prepare.h"

#include <string.h>

static const char *const part_names[] = {"adcc_product_real", "adcc_product_imag"};

enum { PARTS = 2, OPERANDS = 4 };

typedef struct {
  LLVMValueRef call;
  LLVMValueRef computed[PARTS]; /* the product's parts; where the two are one vector, that first */
  LLVMValueRef joined[PARTS];   /* the phis that choose between them and what is called */
  bool vector;
  LLVMBasicBlockRef tests[2], called, join;
} Product;

static bool is_helper(LLVMValueRef call) {
  static const char name[] = "__muldc3";
  size_t length;
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  const char *called = callee ? LLVMGetValueName2(callee, &length) : NULL;
  return called && length == sizeof name - 1 && memcmp(called, name, length) == 0 &&
         call_argument_count(call) == OPERANDS &&
         LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMStructTypeKind;
}

/* The one block that leads there, by a branch on whether one of the parts is no number. */
static LLVMBasicBlockRef test_before(LLVMBasicBlockRef block, LLVMBasicBlockRef join,
                                     LLVMValueRef *tested) {
  LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
  LLVMValueRef end = use && !LLVMGetNextUse(use) ? LLVMIsABranchInst(LLVMGetUser(use)) : NULL;
  if (!end || !LLVMIsConditional(end))
    return NULL;
  LLVMValueRef compare = LLVMIsAFCmpInst(LLVMGetCondition(end));
  if (!compare || LLVMGetFCmpPredicate(compare) != LLVMRealUNO ||
      LLVMGetSuccessor(end, 0) != block || LLVMGetSuccessor(end, 1) != join)
    return NULL;
  LLVMValueRef other = LLVMGetOperand(compare, 1);
  *tested = LLVMGetOperand(compare, 0);
  return other == *tested || LLVMIsAConstantFP(other) ? LLVMGetInstructionParent(end) : NULL;
}

/* Which part of the call's result it is; PARTS if none. */
static unsigned part_of_result(LLVMValueRef value, LLVMValueRef call) {
  return LLVMIsAExtractValueInst(value) && LLVMGetOperand(value, 0) == call &&
                 LLVMGetNumIndices(value) == 1
             ? LLVMGetIndices(value)[0]
             : PARTS;
}

/* Where a number comes from: a lane of a vector, through rearrangements, or itself. */
typedef struct {
  LLVMValueRef value;
  unsigned lane;
} Source;

static Source source_of_lane(LLVMValueRef vector, unsigned lane) {
  while (LLVMIsAShuffleVectorInst(vector)) {
    unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(vector, 0)));
    int from = LLVMGetMaskValue(vector, lane);
    if (from < 0)
      break;
    vector = LLVMGetOperand(vector, (unsigned)from >= lanes);
    lane = (unsigned)from % lanes;
  }
  return (Source){vector, lane};
}

static Source source_of(LLVMValueRef number) {
  if (!LLVMIsAExtractElementInst(number) || !LLVMIsAConstantInt(LLVMGetOperand(number, 1)))
    return (Source){number, 0};
  return source_of_lane(LLVMGetOperand(number, 0),
                        (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(number, 1)));
}

static bool is_tested(Source part, const LLVMValueRef tested[PARTS]) {
  for (unsigned i = 0; i < PARTS; i++) {
    Source other = source_of(tested[i]);
    if (part.value == other.value && part.lane == other.lane)
      return true;
  }
  return false;
}

/* Is the vector made of both parts of the call's result, in their order? */
static bool is_whole_result(LLVMValueRef vector, LLVMValueRef call) {
  for (unsigned part = PARTS; part-- > 0; vector = LLVMGetOperand(vector, 0)) {
    LLVMValueRef index = LLVMIsAInsertElementInst(vector) ? LLVMGetOperand(vector, 2) : NULL;
    if (!index || !LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index) != part ||
        part_of_result(LLVMGetOperand(vector, 1), call) != part)
      return false;
  }
  return true;
}

/* What the phi takes from the call (`called`), and else. */
static bool read_phi(const Product *product, LLVMValueRef phi, LLVMValueRef *called,
                     LLVMValueRef *computed) {
  *called = *computed = NULL;
  if (LLVMCountIncoming(phi) != 3)
    return false;
  for (unsigned i = 0; i < 3; i++) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, i);
    if (LLVMGetIncomingBlock(phi, i) == product->called)
      *called = value;
    else if (*computed && value != *computed)
      return false;
    else
      *computed = value;
  }
  return *called && *computed;
}

static bool read_vector_phi(Product *product, LLVMValueRef phi, const LLVMValueRef tested[PARTS]) {
  LLVMValueRef called, computed;
  if (LLVMIsAPHINode(LLVMGetNextInstruction(phi)) || LLVMGetVectorSize(LLVMTypeOf(phi)) != PARTS ||
      !read_phi(product, phi, &called, &computed) || !is_whole_result(called, product->call))
    return false;
  for (unsigned part = 0; part < PARTS; part++)
    if (!is_tested(source_of_lane(computed, part), tested))
      return false;
  product->vector = true;
  product->joined[0] = phi;
  product->computed[0] = computed;
  return true;
}

/* Each phi of the join takes a part of the result, and else that of the product. */
static bool read_phis(Product *product, const LLVMValueRef tested[PARTS]) {
  LLVMValueRef phi = LLVMGetFirstInstruction(product->join);
  if (LLVMIsAPHINode(phi) && LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMVectorTypeKind)
    return read_vector_phi(product, phi, tested);
  for (; LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
    LLVMValueRef called, computed;
    if (!read_phi(product, phi, &called, &computed))
      return false;
    unsigned part = part_of_result(called, product->call);
    if (part == PARTS || product->joined[part] || !is_tested(source_of(computed), tested))
      return false;
    product->joined[part] = phi;
    product->computed[part] = computed;
  }
  return product->joined[0] && product->joined[1] && product->computed[0] != product->computed[1];
}

static bool is_lane(LLVMValueRef value) {
  return LLVMIsAExtractElementInst(value) && LLVMIsAConstantInt(LLVMGetOperand(value, 1));
}

static bool is_from_elsewhere(const Product *product, LLVMValueRef value) {
  LLVMBasicBlockRef block = LLVMIsAInstruction(value) ? LLVMGetInstructionParent(value) : NULL;
  return block != product->tests[1] && block != product->called;
}

/* The two blocks hold nothing but what the tests, the call and the join need. */
static bool has_nothing_else(const Product *product) {
  for (unsigned i = 0; i < 2; i++)
    FOR_EACH_INSTRUCTION (inner, i == 0 ? product->tests[1] : product->called) {
      bool result = part_of_result(inner, product->call) != PARTS ||
                    (product->vector && LLVMIsAInsertElementInst(inner));
      bool test = i == 0 && LLVMIsAFCmpInst(inner);
      if (inner != product->call && !LLVMIsATerminatorInst(inner) && !result && !test &&
          !(is_lane(inner) && is_from_elsewhere(product, LLVMGetOperand(inner, 0))))
        return false;
    }
  return true;
}

/* What the call is given may be lanes of a vector that are taken out there alone. */
static void hoist_lanes(const Product *product, LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(product->tests[0]);
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(product->call)));
  LLVMPositionBuilderBefore(builder, end);
  for (LLVMValueRef next, inner = LLVMGetFirstInstruction(block); inner; inner = next) {
    next = LLVMGetNextInstruction(inner);
    if (!is_lane(inner))
      continue;
    LLVMInstructionRemoveFromParent(inner);
    LLVMInsertIntoBuilder(builder, inner);
  }
  LLVMDisposeBuilder(builder);
}

static bool read_product(LLVMValueRef call, Product *product) {
  LLVMValueRef tested[PARTS];
  *product = (Product){.call = call, .called = LLVMGetInstructionParent(call)};
  LLVMValueRef end = LLVMGetBasicBlockTerminator(product->called);
  if (!LLVMIsABranchInst(end) || LLVMIsConditional(end))
    return false;
  product->join = LLVMGetSuccessor(end, 0);
  product->tests[1] = test_before(product->called, product->join, &tested[1]);
  product->tests[0] =
      product->tests[1] ? test_before(product->tests[1], product->join, &tested[0]) : NULL;
  return product->tests[0] && read_phis(product, tested) && has_nothing_else(product);
}

static LLVMValueRef part_function(LLVMModuleRef module, unsigned part, LLVMTypeRef *type) {
  LLVMTypeRef number = LLVMDoubleTypeInContext(LLVMGetModuleContext(module));
  LLVMTypeRef parameters[PARTS + OPERANDS];
  for (unsigned i = 0; i < PARTS + OPERANDS; i++)
    parameters[i] = number;
  *type = LLVMFunctionType(number, parameters, PARTS + OPERANDS, false);
  LLVMValueRef function = LLVMGetNamedFunction(module, part_names[part]);
  if (function)
    return function;
  function = LLVMAddFunction(module, part_names[part], *type);
  build_add_attribute(function, "nounwind");
  build_add_attribute(function, "willreturn");
  build_add_attribute(function, "memory"); /* none */
  return function;
}

static LLVMValueRef lane_index(LLVMValueRef like, unsigned lane) {
  return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(like))), lane, false);
}

static void replace_product(Product *product) {
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(product->call)));
  hoist_lanes(product, product->tests[1]);
  hoist_lanes(product, product->called);
  LLVMValueRef end = LLVMGetBasicBlockTerminator(product->tests[0]), results[PARTS];
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  LLVMPositionBuilderBefore(builder, end);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(product->call));
  LLVMValueRef whole = product->computed[0];
  for (unsigned part = 0; part < PARTS && product->vector; part++)
    product->computed[part] = LLVMBuildExtractElement(builder, whole, lane_index(whole, part), "");
  for (unsigned part = 0; part < PARTS; part++) {
    LLVMTypeRef type;
    LLVMValueRef arguments[PARTS + OPERANDS] = {product->computed[part], product->computed[!part]};
    for (unsigned i = 0; i < OPERANDS; i++)
      arguments[PARTS + i] = LLVMGetOperand(product->call, i);
    LLVMValueRef function = part_function(module, part, &type);
    results[part] = LLVMBuildCall2(builder, type, function, arguments, PARTS + OPERANDS, "");
  }
  if (product->vector) {
    LLVMValueRef vector = LLVMGetPoison(LLVMTypeOf(whole));
    for (unsigned part = 0; part < PARTS; part++)
      vector = LLVMBuildInsertElement(builder, vector, results[part], lane_index(whole, part), "");
    results[0] = vector;
  }
  LLVMBuildBr(builder, product->join);
  LLVMDisposeBuilder(builder);
  LLVMInstructionEraseFromParent(end);
  for (unsigned part = 0; part < PARTS && product->joined[part]; part++) {
    LLVMReplaceAllUsesWith(product->joined[part], results[part]);
    LLVMInstructionEraseFromParent(product->joined[part]);
  }
  LLVMDeleteBasicBlock(product->tests[1]);
  LLVMDeleteBasicBlock(product->called);
}

bool prepare_join_products(Arena *arena, LLVMValueRef function) {
  ValueArray calls = {0};
  bool changed = false;
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block)
      if (is_helper(call))
        ARRAY_PUSH(arena, calls, call);
  for (size_t i = 0; i < calls.count; i++) {
    Product product;
    if (!read_product(calls.items[i], &product))
      continue;
    replace_product(&product);
    changed = true;
  }
  return changed;
}

/* ---- once all derivatives are made ---- */

static void define_part(LLVMModuleRef module, LLVMValueRef function, unsigned part) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef number = LLVMDoubleTypeInContext(context), pair[PARTS] = {number, number};
  LLVMTypeRef parameters[OPERANDS] = {number, number, number, number};
  LLVMTypeRef result = LLVMStructTypeInContext(context, pair, PARTS, false);
  LLVMTypeRef type = LLVMFunctionType(result, parameters, OPERANDS, false);
  LLVMValueRef helper = LLVMGetNamedFunction(module, "__muldc3");
  if (!helper)
    helper = LLVMAddFunction(module, "__muldc3", type);
  build_add_attribute(helper, "cold");
  LLVMBasicBlockRef blocks[3];
  static const char *const names[] = {"entry", "none", "number"};
  for (unsigned i = 0; i < 3; i++)
    blocks[i] = LLVMAppendBasicBlockInContext(context, function, names[i]);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
  LLVMValueRef own = LLVMGetParam(function, 0), other = LLVMGetParam(function, 1);
  LLVMPositionBuilderAtEnd(b, blocks[0]);
  LLVMValueRef none = LLVMBuildFCmp(b, LLVMRealUNO, own, own, "");
  none = LLVMBuildAnd(b, none, LLVMBuildFCmp(b, LLVMRealUNO, other, other, ""), "");
  LLVMBuildCondBr(b, none, blocks[1], blocks[2]);
  LLVMPositionBuilderAtEnd(b, blocks[1]);
  LLVMValueRef arguments[OPERANDS];
  for (unsigned i = 0; i < OPERANDS; i++)
    arguments[i] = LLVMGetParam(function, PARTS + i);
  LLVMValueRef called = LLVMBuildCall2(b, type, helper, arguments, OPERANDS, "");
  LLVMBuildRet(b, LLVMBuildExtractValue(b, called, part, ""));
  LLVMPositionBuilderAtEnd(b, blocks[2]);
  LLVMBuildRet(b, own);
  LLVMDisposeBuilder(b);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  build_add_attribute(function, "alwaysinline");
}

void prepare_define_products(LLVMModuleRef module) {
  for (unsigned part = 0; part < PARTS; part++) {
    LLVMValueRef function = LLVMGetNamedFunction(module, part_names[part]);
    if (function && LLVMIsDeclaration(function))
      define_part(module, function, part);
  }
}
