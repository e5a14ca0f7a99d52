/* How large the objects are that the function makes: variables, blocks from the heap, and what is
 * one of several blocks, as the memory of a vector is that may be empty or has grown. For each
 * pointer to such a block the forward sweep has its size beside it. */
#include "overlap.h"

enum { MOST_BLOCKS = 32 };

typedef struct {
  const Sweep *sweep;
  LLVMBuilderRef builder;
  Map *sizes; /* pointer -> size in bytes */
  unsigned budget;
} Extents;

/* The operands whose product is the size of a block that a call returns; false if it is none. */
static bool allocated_factors(LLVMValueRef call, LLVMValueRef factors[2]) {
  const LibraryFunction *row = library_function_called(call);
  if (!row || (row->kind != LIBFN_CALLOC && row->kind != LIBFN_MALLOC))
    return false;
  bool zeroed = row->kind == LIBFN_CALLOC;
  factors[0] = LLVMGetOperand(call, zeroed ? 0 : (unsigned)row->size_argument);
  factors[1] = zeroed ? LLVMGetOperand(call, 1) : NULL;
  return true;
}

/* Is the pointer to a block whose size can be told wherever it comes from? */
static bool is_sized(Extents *extents, Map *seen, LLVMValueRef pointer) {
  LLVMValueRef factors[2];
  if (map_has(seen, pointer))
    return true;
  map_set(seen, pointer, pointer);
  if (extents->budget == 0)
    return false;
  extents->budget--;
  if (LLVMIsAConstantPointerNull(pointer) || LLVMIsAAllocaInst(pointer) ||
      allocated_factors(pointer, factors))
    return true;
  bool phi = LLVMIsAPHINode(pointer), select = LLVMIsASelectInst(pointer);
  unsigned count = phi ? LLVMCountIncoming(pointer) : select ? 2 : 0;
  bool all = count > 0;
  for (unsigned i = 0; i < count && all; i++)
    all = is_sized(extents, seen,
                   phi ? LLVMGetIncomingValue(pointer, i) : LLVMGetOperand(pointer, i + 1));
  return all;
}

static LLVMValueRef build_size(Extents *extents, LLVMValueRef pointer);

static LLVMValueRef build_phi(Extents *extents, LLVMTypeRef i64, LLVMValueRef pointer) {
  LLVMPositionBuilderBefore(extents->builder, pointer);
  LLVMValueRef size = LLVMBuildPhi(extents->builder, i64, "bytes");
  map_set(extents->sizes, pointer, size); /* a block that grows in a loop leads back to it */
  unsigned count = LLVMCountIncoming(pointer);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef one = build_size(extents, LLVMGetIncomingValue(pointer, i));
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(pointer, i);
    LLVMAddIncoming(size, &one, &from, 1);
  }
  return size;
}

/* Of a pointer that is_sized, where it is made. */
static LLVMValueRef build_size(Extents *extents, LLVMValueRef pointer) {
  LLVMValueRef known = map_get(extents->sizes, pointer), factors[2] = {NULL, NULL};
  if (known)
    return known;
  LLVMBuilderRef b = extents->builder;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(pointer));
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  if (LLVMIsAConstantPointerNull(pointer))
    return LLVMConstNull(i64);
  if (LLVMIsAPHINode(pointer))
    return build_phi(extents, i64, pointer);
  LLVMValueRef size = NULL;
  if (LLVMIsASelectInst(pointer)) {
    LLVMValueRef chosen = build_size(extents, LLVMGetOperand(pointer, 1));
    LLVMValueRef other = build_size(extents, LLVMGetOperand(pointer, 2));
    LLVMPositionBuilderBefore(b, pointer);
    size = LLVMBuildSelect(b, LLVMGetOperand(pointer, 0), chosen, other, "bytes");
  } else {
    if (LLVMIsAAllocaInst(pointer)) {
      LLVMTargetDataRef layout =
          LLVMGetModuleDataLayout(LLVMGetGlobalParent(extents->sweep->function));
      factors[0] = LLVMGetOperand(pointer, 0);
      factors[1] =
          LLVMConstInt(i64, LLVMABISizeOfType(layout, LLVMGetAllocatedType(pointer)), false);
    } else {
      allocated_factors(pointer, factors);
    }
    LLVMPositionBuilderBefore(b, pointer);
    size = LLVMBuildIntCast2(b, factors[0], i64, false, "");
    if (factors[1])
      size = LLVMBuildMul(b, size, LLVMBuildIntCast2(b, factors[1], i64, false, ""), "bytes");
  }
  map_set(extents->sizes, pointer, size);
  return size;
}

const Range *extent_of(OverlapSite *site, LLVMValueRef object) {
  const Range *known = map_get(site->extents, object);
  if (known)
    return known;
  Arena *arena = site->sweep->arena;
  Range *range = ARENA_NEW(arena, Range);
  map_set(site->extents, object, range);
  LLVMValueRef low = map_get(site->sweep->clone, object);
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(object));
  Extents extents = {site->sweep, NULL, site->plan->sizes, MOST_BLOCKS};
  if (!low || !is_sized(&extents, map_create(arena), low))
    return range;
  extents.builder = LLVMCreateBuilderInContext(context);
  LLVMValueRef size = build_size(&extents, low);
  LLVMDisposeBuilder(extents.builder);
  LLVMBuilderRef b = site->builder;
  LLVMValueRef high = LLVMBuildGEP2(b, LLVMInt8TypeInContext(context), low, &size, 1, "");
  /* No memory, and so no access. */
  high = LLVMBuildSelect(b, LLVMBuildIsNull(b, low, ""), low, high, "");
  *range = (Range){.low = low, .high = high, .block = LLVMGetInsertBlock(b)};
  return range;
}
