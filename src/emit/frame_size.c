/* How many bytes a counted frame takes, and where in it each value's section begins. Values that
 * vary in the same loops lie in one group, one section behind the other, so that the number of
 * iterations is taken and checked once for all of them. A size that overflows becomes one so large
 * that the runtime refuses it with a message. */
#include "tape_code.h"

#include <string.h>

typedef struct {
  LLVMBuilderRef builder;
  LLVMModuleRef module;
  LLVMTypeRef i64;
} Sizes;

static LLVMValueRef constant(const Sizes *sizes, uint64_t value) {
  return LLVMConstInt(sizes->i64, value, false);
}

static bool is_constant(LLVMValueRef value, uint64_t *number) {
  if (!LLVMIsAConstantInt(value))
    return false;
  *number = LLVMConstIntGetZExtValue(value);
  return true;
}

static LLVMValueRef call_intrinsic(const Sizes *sizes, const char *name, LLVMValueRef a,
                                   LLVMValueRef b) {
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMTypeRef i64 = sizes->i64;
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(sizes->module, id, &i64, 1);
  LLVMValueRef arguments[] = {a, b};
  return LLVMBuildCall2(sizes->builder, LLVMGlobalGetValueType(function), function, arguments, 2,
                        "");
}

static LLVMValueRef add(const Sizes *sizes, LLVMValueRef a, LLVMValueRef b) {
  uint64_t x, y, sum;
  if (is_constant(a, &x) && is_constant(b, &y))
    return constant(sizes, __builtin_add_overflow(x, y, &sum) ? UINT64_MAX : sum);
  return call_intrinsic(sizes, "llvm.uadd.sat", a, b);
}

static LLVMValueRef multiply(const Sizes *sizes, LLVMValueRef a, LLVMValueRef b) {
  uint64_t x = 0, y = 0, product;
  bool known_a = is_constant(a, &x), known_b = is_constant(b, &y);
  if (known_a && known_b)
    return constant(sizes, __builtin_mul_overflow(x, y, &product) ? UINT64_MAX : product);
  if (x == 1 || y == 1)
    return x == 1 ? b : a;
  LLVMValueRef pair = call_intrinsic(sizes, "llvm.umul.with.overflow", a, b);
  return LLVMBuildSelect(sizes->builder, LLVMBuildExtractValue(sizes->builder, pair, 1, ""),
                         LLVMConstAllOnes(sizes->i64),
                         LLVMBuildExtractValue(sizes->builder, pair, 0, ""), "");
}

/* Up to the next multiple of a power of two. */
static LLVMValueRef round_up(const Sizes *sizes, LLVMValueRef value, uint64_t multiple) {
  uint64_t known;
  if (multiple == 1 || (is_constant(value, &known) && known % multiple == 0))
    return value;
  return LLVMBuildAnd(sizes->builder, add(sizes, value, constant(sizes, multiple - 1)),
                      constant(sizes, -multiple), "");
}

bool frame_is_grouped(const TapedValue *a, const TapedValue *b) {
  bool same = a->varies_in.count == b->varies_in.count;
  for (size_t i = 0; same && i < a->varies_in.count; i++)
    same = a->varies_in.items[i] == b->varies_in.items[i];
  return same;
}

/* So many entries in each section of a group that every section of numbers begins at a multiple of
 * SECTION_ALIGNMENT, as the group itself does. */
static uint64_t entries_at_a_time(const Frame *frame, size_t first, size_t end) {
  enum { SECTION_ALIGNMENT = 16 };
  unsigned least = 8;
  for (size_t i = first; i + 1 < end; i++)
    if (tape_alignment(frame->values.items[i]) >= 4)
      least = tape_alignment(frame->values.items[i]);
  return end - first == 1 ? 1 : SECTION_ALIGNMENT / least;
}

LLVMValueRef frame_size(const Sweep *sweep, LLVMBuilderRef builder, const Frame *frame,
                        const Map *trips, LLVMValueRef *starts) {
  enum { GROUP_ALIGNMENT = 16 };
  Sizes sizes = {builder, LLVMGetGlobalParent(sweep->function), LLVMTypeOf(frame->loop->counter)};
  LLVMValueRef bytes = constant(&sizes, frame->header_bytes);
  for (size_t end, first = 0; first < frame->values.count; first = end) {
    const TapedValue *value = frame->values.items[first];
    uint64_t entry = 0;
    for (end = first;
         end < frame->values.count && frame_is_grouped(value, frame->values.items[end]); end++)
      entry += frame->values.items[end]->size;
    LLVMValueRef entries = constant(&sizes, 1);
    for (size_t k = 0; k < value->varies_in.count; k++)
      entries = multiply(&sizes, entries, map_get(trips, value->varies_in.items[k]));
    entries = round_up(&sizes, entries, entries_at_a_time(frame, first, end));
    bytes = round_up(&sizes, bytes, GROUP_ALIGNMENT);
    uint64_t before = 0;
    for (size_t i = first; i < end; before += frame->values.items[i++]->size)
      starts[i] =
          before == 0
              ? bytes
              : LLVMBuildAdd(builder, bytes,
                             LLVMBuildMul(builder, entries, constant(&sizes, before), ""), "");
    bytes = add(&sizes, bytes, multiply(&sizes, entries, constant(&sizes, entry)));
  }
  return bytes;
}
