/* lower_x86_lanes: the SSE and AVX instructions that move lanes, between registers and to and from
 * memory, in generic vector operations. */
#include "lower.h"

#include <string.h>

enum { MOST_LANES = 16 };

LLVMValueRef lower_lane(const Lowering *l, unsigned lane) {
  return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(l->module)), lane, false);
}

LLVMValueRef lower_shuffled(const Lowering *l, LLVMValueRef left, LLVMValueRef right,
                            const unsigned *lanes, unsigned count) {
  LLVMValueRef mask[2 * MOST_LANES];
  for (unsigned i = 0; i < count; i++)
    mask[i] = lower_lane(l, lanes[i]);
  return LLVMBuildShuffleVector(l->builder, left, right, LLVMConstVector(mask, count), "");
}

LLVMValueRef lower_lowest_from(const Lowering *l, LLVMValueRef lowest, LLVMValueRef others) {
  unsigned count = LLVMGetVectorSize(LLVMTypeOf(others)), lanes[MOST_LANES];
  for (unsigned i = 0; i < count; i++)
    lanes[i] = i == 0 ? count : i;
  return lower_shuffled(l, others, lowest, lanes, count);
}

/* The first lanes of a vector. */
static LLVMValueRef low_lanes(const Lowering *l, LLVMValueRef vector, unsigned count) {
  static const unsigned lanes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return LLVMGetVectorSize(LLVMTypeOf(vector)) == count
             ? vector
             : lower_shuffled(l, vector, LLVMGetPoison(LLVMTypeOf(vector)), lanes, count);
}

/* base + index * scale for each lane */
static LLVMValueRef lane_addresses(const Lowering *l, LLVMValueRef base, LLVMValueRef index,
                                   LLVMValueRef scale, unsigned count) {
  LLVMContextRef context = LLVMGetModuleContext(l->module);
  LLVMTypeRef words = LLVMVectorType(LLVMInt64TypeInContext(context), count);
  LLVMValueRef wide = LLVMBuildIntCast2(l->builder, low_lanes(l, index, count), words, true, "");
  LLVMValueRef steps[MOST_LANES];
  for (unsigned i = 0; i < count; i++)
    steps[i] =
        LLVMConstInt(LLVMInt64TypeInContext(context), LLVMConstIntGetZExtValue(scale), false);
  LLVMValueRef offsets = LLVMBuildMul(l->builder, wide, LLVMConstVector(steps, count), "");
  return LLVMBuildGEP2(l->builder, LLVMInt8TypeInContext(context), base, &offsets, 1, "");
}

/* A lane takes part if its bit is set, or the sign bit of its number. */
static LLVMValueRef lane_mask(const Lowering *l, LLVMValueRef mask, unsigned count) {
  LLVMContextRef context = LLVMGetModuleContext(l->module);
  mask = low_lanes(l, mask, count);
  LLVMTypeRef scalar = LLVMGetElementType(LLVMTypeOf(mask));
  if (LLVMGetTypeKind(scalar) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(scalar) == 1)
    return mask;
  unsigned bits = (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(l->module), scalar);
  LLVMTypeRef integers = LLVMVectorType(LLVMIntTypeInContext(context, bits), count);
  return LLVMBuildICmp(l->builder, LLVMIntSLT, LLVMBuildBitCast(l->builder, mask, integers, ""),
                       LLVMConstNull(integers), "");
}

static LLVMValueRef call_masked(const Lowering *l, const char *name, LLVMValueRef *arguments,
                                unsigned count, LLVMTypeRef values, LLVMTypeRef addresses) {
  LLVMTypeRef types[] = {values, addresses};
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(l->module, id, types, 2);
  return LLVMBuildCall2(l->builder, LLVMGlobalGetValueType(function), function, arguments, count,
                        "");
}

static unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }

/* gather(otherwise, base, index, mask, scale) */
static bool gather(const Lowering *l) {
  LLVMTypeRef type = LLVMTypeOf(l->call);
  unsigned lanes = LLVMGetVectorSize(type);
  unsigned count = smaller(lanes, LLVMGetVectorSize(LLVMTypeOf(lower_argument(l, 2))));
  LLVMValueRef addresses =
      lane_addresses(l, lower_argument(l, 1), lower_argument(l, 2), lower_argument(l, 4), count);
  LLVMValueRef arguments[] = {addresses, lane_mask(l, lower_argument(l, 3), count),
                              low_lanes(l, lower_argument(l, 0), count)};
  LLVMValueRef loaded = call_masked(l, "llvm.masked.gather", arguments, 3, LLVMTypeOf(arguments[2]),
                                    LLVMTypeOf(addresses));
  unsigned widened[MOST_LANES];
  for (unsigned i = 0; i < lanes; i++) /* what has no index is zero */
    widened[i] = i < count ? i : count;
  lower_replace(l, lanes == count ? loaded
                                  : lower_shuffled(l, loaded, LLVMConstNull(LLVMTypeOf(loaded)),
                                                   widened, lanes));
  return true;
}

/* scatter(base, mask, index, values, scale) */
static bool scatter(const Lowering *l) {
  LLVMValueRef values = lower_argument(l, 3);
  unsigned count = smaller(LLVMGetVectorSize(LLVMTypeOf(values)),
                           LLVMGetVectorSize(LLVMTypeOf(lower_argument(l, 2))));
  LLVMValueRef addresses =
      lane_addresses(l, lower_argument(l, 0), lower_argument(l, 2), lower_argument(l, 4), count);
  LLVMValueRef arguments[] = {low_lanes(l, values, count), addresses,
                              lane_mask(l, lower_argument(l, 1), count)};
  call_masked(l, "llvm.masked.scatter", arguments, 3, LLVMTypeOf(arguments[0]),
              LLVMTypeOf(addresses));
  lower_replace(l, NULL);
  return true;
}

/* Lanes of the second operand where the sign bit of the mask's lane is set. */
static bool blend(const Lowering *l) {
  LLVMValueRef mask = lower_argument(l, 2);
  LLVMValueRef set = lane_mask(l, mask, LLVMGetVectorSize(LLVMTypeOf(mask)));
  lower_replace(l,
                LLVMBuildSelect(l->builder, set, lower_argument(l, 1), lower_argument(l, 0), ""));
  return true;
}

/* maskload(base, mask): what the mask leaves out is zero */
static bool masked_load(const Lowering *l) {
  LLVMTypeRef type = LLVMTypeOf(l->call);
  LLVMValueRef base = lower_argument(l, 0);
  LLVMValueRef arguments[] = {base, lane_mask(l, lower_argument(l, 1), LLVMGetVectorSize(type)),
                              LLVMConstNull(type)};
  lower_replace(l, call_masked(l, "llvm.masked.load", arguments, 3, type, LLVMTypeOf(base)));
  return true;
}

/* maskstore(base, mask, values) */
static bool masked_store(const Lowering *l) {
  LLVMValueRef base = lower_argument(l, 0), values = lower_argument(l, 2);
  LLVMTypeRef type = LLVMTypeOf(values);
  LLVMValueRef arguments[] = {values, base,
                              lane_mask(l, lower_argument(l, 1), LLVMGetVectorSize(type))};
  call_masked(l, "llvm.masked.store", arguments, 3, type, LLVMTypeOf(base));
  lower_replace(l, NULL);
  return true;
}

/* ldu(base): a load that need not be aligned */
static bool unaligned_load(const Lowering *l) {
  LLVMValueRef loaded = LLVMBuildLoad2(l->builder, LLVMTypeOf(l->call), lower_argument(l, 0), "");
  LLVMSetAlignment(loaded, 1);
  lower_replace(l, loaded);
  return true;
}

/* Lane i is the one of `source` that the low bits of lane i of `index` name, counted from the start
 * of its group of `group` lanes; the bits start at bit `first_bit`. */
static LLVMValueRef permuted(const Lowering *l, LLVMValueRef source, LLVMValueRef index,
                             unsigned group, unsigned first_bit) {
  LLVMTypeRef number = LLVMGetElementType(LLVMTypeOf(index));
  unsigned count = LLVMGetVectorSize(LLVMTypeOf(index));
  LLVMValueRef result = LLVMGetPoison(LLVMTypeOf(l->call));
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef lane = LLVMBuildExtractElement(l->builder, index, lower_lane(l, i), "");
    lane = LLVMBuildLShr(l->builder, lane, LLVMConstInt(number, first_bit, false), "");
    lane = LLVMBuildAnd(l->builder, lane, LLVMConstInt(number, group - 1, false), "");
    lane = LLVMBuildAdd(l->builder, lane, LLVMConstInt(number, i / group * group, false), "");
    result = LLVMBuildInsertElement(l->builder, result,
                                    LLVMBuildExtractElement(l->builder, source, lane, ""),
                                    lower_lane(l, i), "");
  }
  return result;
}

/* permute(source, index): any lane, of the whole vector */
static bool permute(const Lowering *l) {
  LLVMValueRef source = lower_argument(l, 0);
  lower_replace(
      l, permuted(l, source, lower_argument(l, 1), LLVMGetVectorSize(LLVMTypeOf(source)), 0));
  return true;
}

/* The same within each 128 bits; of doubles it is the second bit that counts. */
static bool permute_within(const Lowering *l) {
  LLVMValueRef source = lower_argument(l, 0);
  bool doubles = LLVMGetTypeKind(LLVMGetElementType(LLVMTypeOf(source))) == LLVMDoubleTypeKind;
  lower_replace(l, permuted(l, source, lower_argument(l, 1), doubles ? 2 : 4, doubles));
  return true;
}

/* permute(first, index, second): any lane of the two together */
static bool permute_two(const Lowering *l) {
  LLVMValueRef first = lower_argument(l, 0);
  unsigned count = LLVMGetVectorSize(LLVMTypeOf(first)), lanes[2 * MOST_LANES];
  for (unsigned i = 0; i < 2 * count; i++)
    lanes[i] = i;
  LLVMValueRef both = lower_shuffled(l, first, lower_argument(l, 2), lanes, 2 * count);
  lower_replace(l, permuted(l, both, lower_argument(l, 1), 2 * count, 0));
  return true;
}

/* insertps(into, from, control): one lane of four goes to another; those of the low bits are zero
 */
static bool insert(const Lowering *l) {
  LLVMValueRef into = lower_argument(l, 0), control = lower_argument(l, 2);
  if (!LLVMIsAConstantInt(control))
    return false;
  unsigned bits = (unsigned)LLVMConstIntGetZExtValue(control), lanes[4];
  for (unsigned i = 0; i < 4; i++)
    lanes[i] = i == (bits >> 4 & 3) ? 4 + (bits >> 6 & 3) : i;
  LLVMValueRef result = lower_shuffled(l, into, lower_argument(l, 1), lanes, 4);
  for (unsigned i = 0; i < 4; i++)
    lanes[i] = bits >> i & 1 ? 4 : i;
  lower_replace(l, lower_shuffled(l, result, LLVMConstNull(LLVMTypeOf(into)), lanes, 4));
  return true;
}

static const LoweringRow rows[] = {
    {"x86.avx2.gather.d.pd", gather, NULL},
    {"x86.avx2.gather.d.pd.256", gather, NULL},
    {"x86.avx2.gather.d.ps", gather, NULL},
    {"x86.avx2.gather.d.ps.256", gather, NULL},
    {"x86.avx2.gather.q.pd", gather, NULL},
    {"x86.avx2.gather.q.pd.256", gather, NULL},
    {"x86.avx2.gather.q.ps", gather, NULL},
    {"x86.avx2.gather.q.ps.256", gather, NULL},
    {"x86.avx512.mask.gather.dpd.512", gather, NULL},
    {"x86.avx512.mask.scatter.dpd.512", scatter, NULL},
    {"x86.avx512.mask.gather.dps.512", gather, NULL},
    {"x86.avx512.mask.scatter.dps.512", scatter, NULL},
    {"x86.avx512.mask.gather.qpd.512", gather, NULL},
    {"x86.avx512.mask.scatter.qpd.512", scatter, NULL},
    {"x86.avx512.mask.gather.qps.512", gather, NULL},
    {"x86.avx512.mask.scatter.qps.512", scatter, NULL},
    {"x86.avx512.mask.gather3div2.df", gather, NULL},
    {"x86.avx512.mask.gather3div4.df", gather, NULL},
    {"x86.avx512.mask.gather3siv4.sf", gather, NULL},
    {"x86.avx512.mask.gather3siv8.sf", gather, NULL},
    {"x86.avx512.mask.scatterdiv2.df", scatter, NULL},
    {"x86.avx512.mask.scatterdiv4.df", scatter, NULL},
    {"x86.avx512.mask.scattersiv4.sf", scatter, NULL},
    {"x86.avx512.mask.scattersiv8.sf", scatter, NULL},
    {"x86.sse41.blendvps", blend, NULL},
    {"x86.sse41.blendvpd", blend, NULL},
    {"x86.avx.blendv.ps.256", blend, NULL},
    {"x86.avx.blendv.pd.256", blend, NULL},
    {"x86.avx.maskload.ps", masked_load, NULL},
    {"x86.avx.maskload.pd", masked_load, NULL},
    {"x86.avx.maskload.ps.256", masked_load, NULL},
    {"x86.avx.maskload.pd.256", masked_load, NULL},
    {"x86.avx2.maskload.d", masked_load, NULL},
    {"x86.avx2.maskload.q", masked_load, NULL},
    {"x86.avx2.maskload.d.256", masked_load, NULL},
    {"x86.avx2.maskload.q.256", masked_load, NULL},
    {"x86.avx.maskstore.ps", masked_store, NULL},
    {"x86.avx.maskstore.pd", masked_store, NULL},
    {"x86.avx.maskstore.ps.256", masked_store, NULL},
    {"x86.avx.maskstore.pd.256", masked_store, NULL},
    {"x86.avx2.maskstore.d", masked_store, NULL},
    {"x86.avx2.maskstore.q", masked_store, NULL},
    {"x86.avx2.maskstore.d.256", masked_store, NULL},
    {"x86.avx2.maskstore.q.256", masked_store, NULL},
    {"x86.sse3.ldu.dq", unaligned_load, NULL},
    {"x86.avx.ldu.dq.256", unaligned_load, NULL},
    {"x86.avx2.permps", permute, NULL},
    {"x86.avx2.permd", permute, NULL},
    {"x86.avx512.permvar.df.256", permute, NULL},
    {"x86.avx512.permvar.df.512", permute, NULL},
    {"x86.avx512.permvar.sf.512", permute, NULL},
    {"x86.avx512.permvar.di.256", permute, NULL},
    {"x86.avx512.permvar.di.512", permute, NULL},
    {"x86.avx512.permvar.si.512", permute, NULL},
    {"x86.avx.vpermilvar.ps", permute_within, NULL},
    {"x86.avx.vpermilvar.pd", permute_within, NULL},
    {"x86.avx.vpermilvar.ps.256", permute_within, NULL},
    {"x86.avx.vpermilvar.pd.256", permute_within, NULL},
    {"x86.avx512.vpermilvar.ps.512", permute_within, NULL},
    {"x86.avx512.vpermilvar.pd.512", permute_within, NULL},
    {"x86.avx512.vpermi2var.pd.128", permute_two, NULL},
    {"x86.avx512.vpermi2var.pd.256", permute_two, NULL},
    {"x86.avx512.vpermi2var.pd.512", permute_two, NULL},
    {"x86.avx512.vpermi2var.ps.128", permute_two, NULL},
    {"x86.avx512.vpermi2var.ps.256", permute_two, NULL},
    {"x86.avx512.vpermi2var.ps.512", permute_two, NULL},
    {"x86.sse41.insertps", insert, NULL},
};

const LoweringRow *lower_x86_lanes_row(const char *name) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].name, name) == 0)
      return &rows[i];
  return NULL;
}
