/* The disjunction of overlap tests. Few are compared where they stand. A model of many layers asks
 * for hundreds, which are worth a table: the ranges are stored side by side on the stack, and a
 * loop goes through the pairs of them that may not meet. */
#include "overlap.h"

enum { FEW_TESTS = 12 };

typedef struct {
  const Sweep *sweep;
  LLVMBuilderRef builder;
  LLVMContextRef context;
  LLVMValueRef any;
  Map *place; /* range -> the tabled range of that number, counted from one */
  ARRAY(const Range *) ranges;
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

static LLVMValueRef number_of(Comparison *comparison, const Range *range) {
  uintptr_t place = (uintptr_t)map_get(comparison->place, range);
  if (!place) {
    ARRAY_PUSH(comparison->sweep->arena, comparison->ranges, range);
    place = comparison->ranges.count;
    map_set(comparison->place, range, (void *)place);
  }
  return LLVMConstInt(i32_of(comparison), place - 1, false);
}

static void table(Comparison *comparison, const OverlapTest *test) {
  LLVMValueRef numbers[] = {number_of(comparison, test->read),
                            number_of(comparison, test->written)};
  ARRAY_PUSH(comparison->sweep->arena, comparison->pairs,
             LLVMConstArray2(i32_of(comparison), numbers, 2));
}

static LLVMValueRef build_pairs(const Comparison *comparison) {
  LLVMModuleRef module = LLVMGetGlobalParent(comparison->sweep->function);
  LLVMTypeRef type = LLVMArrayType2(i32_of(comparison), 2);
  LLVMValueRef all = LLVMConstArray2(type, comparison->pairs.items, comparison->pairs.count);
  LLVMValueRef global = LLVMAddGlobal(module, LLVMTypeOf(all), "overlap.pairs");
  LLVMSetInitializer(global, all);
  LLVMSetGlobalConstant(global, true);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
  return global;
}

static LLVMValueRef build_ranges(const Comparison *comparison) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(comparison->context, 0);
  LLVMTypeRef type = LLVMArrayType2(pointer, 2 * comparison->ranges.count);
  LLVMValueRef ranges = build_alloca_in_entry(comparison->sweep->function, type, "ranges");
  for (size_t i = 0; i < 2 * comparison->ranges.count; i++) {
    const Range *range = comparison->ranges.items[i / 2];
    LLVMValueRef index = LLVMConstInt(i32_of(comparison), i, false);
    LLVMValueRef at = LLVMBuildGEP2(comparison->builder, pointer, ranges, &index, 1, "");
    LLVMBuildStore(comparison->builder, i % 2 == 0 ? range->low : range->high, at);
  }
  return ranges;
}

static LLVMValueRef compare_table(const Comparison *comparison) {
  static const char name[] = "adcc_ranges_meet";
  LLVMModuleRef module = LLVMGetGlobalParent(comparison->sweep->function);
  LLVMTypeRef i32 = i32_of(comparison), pointer = LLVMPointerTypeInContext(comparison->context, 0);
  LLVMTypeRef parameters[] = {pointer, pointer, i32};
  LLVMTypeRef type = LLVMFunctionType(i32, parameters, 3, false);
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (!function) {
    function = LLVMAddFunction(module, name, type);
    build_add_attribute(function, "nounwind");
  }
  LLVMValueRef arguments[] = {build_ranges(comparison), build_pairs(comparison),
                              LLVMConstInt(i32, comparison->pairs.count, false)};
  LLVMValueRef result = LLVMBuildCall2(comparison->builder, type, function, arguments, 3, "");
  return LLVMBuildICmp(comparison->builder, LLVMIntNE, result, LLVMConstNull(i32), "");
}

LLVMValueRef overlap_any(const Sweep *sweep, LLVMBuilderRef builder, const Map *tests) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(sweep->function));
  Comparison comparison = {.sweep = sweep,
                           .builder = builder,
                           .context = context,
                           .any = LLVMConstNull(LLVMInt1TypeInContext(context)),
                           .place = map_create(sweep->arena)};
  bool few = map_count(tests) <= FEW_TESTS;
  for (size_t i = 0; i < map_count(tests); i++) {
    const void *key;
    map_entry(tests, i, &key);
    const OverlapTest *test = key;
    if (few || !may_be_tabled(test))
      add(&comparison, compare(builder, test));
    else
      table(&comparison, test);
  }
  if (comparison.pairs.count)
    add(&comparison, compare_table(&comparison));
  return comparison.any;
}
