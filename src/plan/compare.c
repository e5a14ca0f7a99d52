/* The disjunction of overlap tests. Few are compared where they stand. A model of many layers asks
 * for hundreds, which are worth a table: the ranges are stored side by side on the stack as they
 * become known, and a loop goes through the pairs of them that may not meet. There is one table for
 * all nests, since what one writes is compared with what each of those before it reads. */
#include "overlap.h"

enum { FEW_TESTS = 12 };

typedef struct {
  Plan *plan;
  LLVMBuilderRef builder;
  LLVMContextRef context;
  LLVMValueRef any;
  ValueArray pairs; /* constants: the numbers of two ranges */
} Comparison;

static void add(Comparison *comparison, LLVMValueRef condition) {
  comparison->any = LLVMBuildOr(comparison->builder, comparison->any, condition, "");
}

static LLVMValueRef compare(LLVMBuilderRef builder, const OverlapTest *test) {
  const Range *a = test->read, *b = test->written;
  if (!a)
    return test->again;
  LLVMValueRef before = LLVMBuildICmp(builder, LLVMIntULT, a->low, b->high, "");
  LLVMValueRef behind = LLVMBuildICmp(builder, LLVMIntULT, b->low, a->high, "");
  LLVMValueRef overlap = LLVMBuildAnd(builder, before, behind, "overlap");
  return test->again ? LLVMBuildAnd(builder, overlap, test->again, "") : overlap;
}

/* An object of this function alone stays so only while its address is not stored. */
static bool may_be_tabled(const OverlapTest *test) { return !test->again && !test->is_local; }

static LLVMTypeRef i32_of(const Comparison *comparison) {
  return LLVMInt32TypeInContext(comparison->context);
}

/* Stores both ends of a range where they are known. */
static void store_range(const Plan *plan, const Range *range, size_t number) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(range->low));
  LLVMTypeRef pointer = LLVMTypeOf(range->low);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(range->block));
  for (size_t end = 0; end < 2; end++) {
    LLVMValueRef index = LLVMConstInt(LLVMInt32TypeInContext(context), 2 * number + end, false);
    LLVMValueRef at = LLVMBuildGEP2(builder, pointer, plan->table, &index, 1, "");
    LLVMBuildStore(builder, end == 0 ? range->low : range->high, at);
  }
  LLVMDisposeBuilder(builder);
}

static LLVMValueRef number_of(Comparison *comparison, const Range *range) {
  Plan *plan = comparison->plan;
  uintptr_t place = (uintptr_t)map_get(plan->tabled, range);
  if (!place) {
    place = map_count(plan->tabled) + 1;
    map_set(plan->tabled, range, (void *)place);
    store_range(plan, range, place - 1);
  }
  return LLVMConstInt(i32_of(comparison), place - 1, false);
}

static void table(Comparison *comparison, const OverlapTest *test) {
  LLVMValueRef numbers[] = {number_of(comparison, test->read),
                            number_of(comparison, test->written)};
  ARRAY_PUSH(comparison->plan->sweep->arena, comparison->pairs,
             LLVMConstArray2(i32_of(comparison), numbers, 2));
}

static LLVMValueRef build_pairs(const Comparison *comparison) {
  LLVMModuleRef module = LLVMGetGlobalParent(comparison->plan->sweep->function);
  LLVMTypeRef type = LLVMArrayType2(i32_of(comparison), 2);
  LLVMValueRef all = LLVMConstArray2(type, comparison->pairs.items, comparison->pairs.count);
  LLVMValueRef global = LLVMAddGlobal(module, LLVMTypeOf(all), "overlap.pairs");
  LLVMSetInitializer(global, all);
  LLVMSetGlobalConstant(global, true);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
  return global;
}

static LLVMValueRef compare_table(const Comparison *comparison) {
  static const char name[] = "adcc_ranges_meet";
  LLVMModuleRef module = LLVMGetGlobalParent(comparison->plan->sweep->function);
  LLVMTypeRef i32 = i32_of(comparison), pointer = LLVMPointerTypeInContext(comparison->context, 0);
  LLVMTypeRef parameters[] = {pointer, pointer, i32};
  LLVMTypeRef type = LLVMFunctionType(i32, parameters, 3, false);
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (!function) {
    function = LLVMAddFunction(module, name, type);
    build_add_attribute(function, "nounwind");
  }
  LLVMValueRef arguments[] = {comparison->plan->table, build_pairs(comparison),
                              LLVMConstInt(i32, comparison->pairs.count, false)};
  LLVMValueRef result = LLVMBuildCall2(comparison->builder, type, function, arguments, 3, "");
  return LLVMBuildICmp(comparison->builder, LLVMIntNE, result, LLVMConstNull(i32), "");
}

static void open_table(Plan *plan) {
  LLVMValueRef function = plan->sweep->function;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  if (!plan->table) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    plan->table = LLVMBuildArrayAlloca(builder, LLVMPointerTypeInContext(context, 0),
                                       LLVMConstNull(LLVMInt32TypeInContext(context)), "ranges");
    LLVMDisposeBuilder(builder);
  }
}

static void fit_table(Plan *plan) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(plan->table, 0));
  LLVMSetOperand(plan->table, 0, LLVMConstInt(type, 2 * map_count(plan->tabled), false));
}

LLVMValueRef overlap_any(Plan *plan, LLVMBuilderRef builder, const Map *tests) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(plan->sweep->function));
  Comparison comparison = {.plan = plan,
                           .builder = builder,
                           .context = context,
                           .any = LLVMConstNull(LLVMInt1TypeInContext(context))};
  bool few = map_count(tests) <= FEW_TESTS;
  for (size_t i = 0; i < map_count(tests); i++) {
    const void *key;
    map_entry(tests, i, &key);
    const OverlapTest *test = key;
    if (few || !may_be_tabled(test)) {
      add(&comparison, compare(builder, test));
      continue;
    }
    open_table(plan);
    table(&comparison, test);
  }
  if (comparison.pairs.count) {
    fit_table(plan);
    add(&comparison, compare_table(&comparison));
  }
  return comparison.any;
}
