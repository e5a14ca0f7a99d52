/* lower_x86: the SSE and AVX instructions that clang leaves as intrinsics, in generic vector
 * operations. */
#include "lower.h"

#include <string.h>

static LLVMTypeRef int_type(const Lowering *l) {
  return LLVMInt32TypeInContext(LLVMGetModuleContext(l->module));
}

/* a < b ? a : b, as the SSE and AVX instructions do it */
static bool lower_x86_choice(const Lowering *l) {
  bool minimum = strstr(l->name, ".min.") != NULL;
  LLVMValueRef left = lower_argument(l, 0), right = lower_argument(l, 1);
  LLVMValueRef wins =
      LLVMBuildFCmp(l->builder, minimum ? LLVMRealOLT : LLVMRealOGT, left, right, "");
  lower_replace(l, LLVMBuildSelect(l->builder, wins, left, right, ""));
  return true;
}

static LLVMValueRef shuffled(const Lowering *l, LLVMValueRef left, LLVMValueRef right,
                             const unsigned *lanes, unsigned count) {
  LLVMValueRef mask[16];
  for (unsigned i = 0; i < count; i++)
    mask[i] = LLVMConstInt(int_type(l), lanes[i], false);
  return LLVMBuildShuffleVector(l->builder, left, right, LLVMConstVector(mask, count), "");
}

/* Sums or differences of neighbouring lanes, within each 128 bits: those of the first operand, then
 * those of the second. */
static bool lower_x86_horizontal(const Lowering *l) {
  LLVMValueRef left = lower_argument(l, 0), right = lower_argument(l, 1);
  LLVMTypeRef type = LLVMTypeOf(left);
  unsigned count = LLVMGetVectorSize(type);
  unsigned group = LLVMGetTypeKind(type_scalar(type)) == LLVMDoubleTypeKind ? 2 : 4;
  unsigned even[16], odd[16];
  for (unsigned i = 0; i < count; i++) {
    unsigned base = i / group * group, within = i % group;
    even[i] = base + 2 * (within % (group / 2)) + (within >= group / 2 ? count : 0);
    odd[i] = even[i] + 1;
  }
  LLVMOpcode opcode = strstr(l->name, ".hsub.") ? LLVMFSub : LLVMFAdd;
  lower_replace(l, lower_arithmetic(l, opcode, shuffled(l, left, right, even, count),
                                    shuffled(l, left, right, odd, count)));
  return true;
}

/* Odd lanes are added, even ones subtracted. */
static bool lower_x86_addsub(const Lowering *l) {
  LLVMValueRef left = lower_argument(l, 0), right = lower_argument(l, 1);
  unsigned count = LLVMGetVectorSize(LLVMTypeOf(left)), lanes[16];
  for (unsigned i = 0; i < count; i++)
    lanes[i] = i % 2 ? count + i : i;
  lower_replace(l, shuffled(l, lower_arithmetic(l, LLVMFSub, left, right),
                            lower_arithmetic(l, LLVMFAdd, left, right), lanes, count));
  return true;
}

/* Lanes of the second operand where the sign bit of the mask's lane is set. */
static bool lower_x86_blend(const Lowering *l) {
  LLVMValueRef mask = lower_argument(l, 2);
  LLVMTypeRef type = LLVMTypeOf(mask);
  unsigned bits = LLVMGetTypeKind(type_scalar(type)) == LLVMDoubleTypeKind ? 64 : 32;
  LLVMTypeRef integers =
      LLVMVectorType(LLVMIntTypeInContext(LLVMGetTypeContext(type), bits), LLVMGetVectorSize(type));
  LLVMValueRef words = LLVMBuildBitCast(l->builder, mask, integers, "");
  LLVMValueRef set = LLVMBuildICmp(l->builder, LLVMIntSLT, words, LLVMConstNull(integers), "");
  lower_replace(l,
                LLVMBuildSelect(l->builder, set, lower_argument(l, 1), lower_argument(l, 0), ""));
  return true;
}

/* Two doubles become two floats, followed by zeros where the result has four lanes. */
static bool lower_x86_narrow(const Lowering *l) {
  LLVMValueRef wide = lower_argument(l, 0);
  LLVMTypeRef type = LLVMTypeOf(l->call);
  unsigned count = LLVMGetVectorSize(LLVMTypeOf(wide));
  LLVMTypeRef narrow_type = LLVMVectorType(LLVMGetElementType(type), count);
  LLVMValueRef narrow = LLVMBuildFPTrunc(l->builder, wide, narrow_type, "");
  if (narrow_type != type)
    narrow = shuffled(l, narrow, LLVMConstNull(narrow_type), (unsigned[]){0, 1, 2, 3}, 4);
  lower_replace(l, narrow);
  return true;
}

/* The products of the lanes chosen by the high bits of the control, summed, in the lanes chosen by
 * its low bits; others are zero. */
static bool lower_x86_dot(const Lowering *l) {
  LLVMValueRef left = lower_argument(l, 0), control = lower_argument(l, 2);
  if (!LLVMIsAConstantInt(control))
    return false;
  unsigned bits = (unsigned)LLVMConstIntGetZExtValue(control);
  LLVMTypeRef type = LLVMTypeOf(left);
  unsigned count = LLVMGetVectorSize(type), group = count < 4 ? count : 4;
  LLVMValueRef product = lower_arithmetic(l, LLVMFMul, left, lower_argument(l, 1));
  LLVMValueRef result = LLVMConstNull(type);
  for (unsigned base = 0; base < count; base += group) {
    LLVMValueRef sum = LLVMConstNull(LLVMGetElementType(type));
    for (unsigned i = 0; i < group; i++)
      if (bits >> (4 + i) & 1)
        sum = lower_arithmetic(l, LLVMFAdd, sum,
                               LLVMBuildExtractElement(l->builder, product,
                                                       LLVMConstInt(int_type(l), base + i, false),
                                                       ""));
    for (unsigned i = 0; i < group; i++)
      if (bits >> i & 1)
        result = LLVMBuildInsertElement(l->builder, result, sum,
                                        LLVMConstInt(int_type(l), base + i, false), "");
  }
  lower_replace(l, result);
  return true;
}

/* The first lanes of a vector. */
static LLVMValueRef low_lanes(const Lowering *l, LLVMValueRef vector, unsigned count) {
  static const unsigned lanes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return LLVMGetVectorSize(LLVMTypeOf(vector)) == count
             ? vector
             : shuffled(l, vector, LLVMGetPoison(LLVMTypeOf(vector)), lanes, count);
}

/* base + index * scale for each lane */
static LLVMValueRef lane_addresses(const Lowering *l, LLVMValueRef base, LLVMValueRef index,
                                   LLVMValueRef scale, unsigned count) {
  LLVMContextRef context = LLVMGetModuleContext(l->module);
  LLVMTypeRef words = LLVMVectorType(LLVMInt64TypeInContext(context), count);
  LLVMValueRef wide = LLVMBuildIntCast2(l->builder, low_lanes(l, index, count), words, true, "");
  LLVMValueRef steps[16];
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
static bool lower_x86_gather(const Lowering *l) {
  LLVMTypeRef type = LLVMTypeOf(l->call);
  unsigned lanes = LLVMGetVectorSize(type);
  unsigned count = smaller(lanes, LLVMGetVectorSize(LLVMTypeOf(lower_argument(l, 2))));
  LLVMValueRef addresses =
      lane_addresses(l, lower_argument(l, 1), lower_argument(l, 2), lower_argument(l, 4), count);
  LLVMValueRef arguments[] = {addresses, lane_mask(l, lower_argument(l, 3), count),
                              low_lanes(l, lower_argument(l, 0), count)};
  LLVMValueRef loaded = call_masked(l, "llvm.masked.gather", arguments, 3, LLVMTypeOf(arguments[2]),
                                    LLVMTypeOf(addresses));
  unsigned widened[16];
  for (unsigned i = 0; i < lanes; i++) /* what has no index is zero */
    widened[i] = i < count ? i : count;
  lower_replace(l, lanes == count
                       ? loaded
                       : shuffled(l, loaded, LLVMConstNull(LLVMTypeOf(loaded)), widened, lanes));
  return true;
}

/* scatter(base, mask, index, values, scale) */
static bool lower_x86_scatter(const Lowering *l) {
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

/* rndscale(source, control, otherwise, mask, exceptions): rounds to an integer, where the control
 * asks for no more bits than that. */
static bool lower_x86_round(const Lowering *l) {
  static const char *const modes[] = {"llvm.roundeven", "llvm.floor", "llvm.ceil", "llvm.trunc"};
  enum { MODE = 3, CURRENT_MODE = 4, SCALE = 0xf0 };
  LLVMValueRef source = lower_argument(l, 0), control = lower_argument(l, 1);
  LLVMValueRef mask = lower_argument(l, 3);
  if (!LLVMIsAConstantInt(control) || LLVMConstIntGetZExtValue(control) & SCALE)
    return false;
  unsigned bits = (unsigned)LLVMConstIntGetZExtValue(control);
  const char *name = bits & CURRENT_MODE ? "llvm.rint" : modes[bits & MODE];
  LLVMTypeRef type = LLVMTypeOf(source);
  LLVMContextRef context = LLVMGetTypeContext(type);
  LLVMValueRef function =
      LLVMGetIntrinsicDeclaration(l->module, LLVMLookupIntrinsicID(name, strlen(name)), &type, 1);
  LLVMValueRef rounded =
      LLVMBuildCall2(l->builder, LLVMGlobalGetValueType(function), function, &source, 1, "");
  unsigned count = LLVMGetVectorSize(type);
  LLVMValueRef taken =
      LLVMBuildIntCast2(l->builder, mask, LLVMIntTypeInContext(context, count), false, "");
  taken = LLVMBuildBitCast(l->builder, taken, LLVMVectorType(LLVMInt1TypeInContext(context), count),
                           "");
  lower_replace(l, LLVMBuildSelect(l->builder, taken, rounded, lower_argument(l, 2), ""));
  return true;
}

static const LoweringRow rows[] = {
    {"x86.avx512.mask.rndscale.pd.128", lower_x86_round, NULL},
    {"x86.avx512.mask.rndscale.pd.256", lower_x86_round, NULL},
    {"x86.avx512.mask.rndscale.pd.512", lower_x86_round, NULL},
    {"x86.avx512.mask.rndscale.ps.128", lower_x86_round, NULL},
    {"x86.avx512.mask.rndscale.ps.256", lower_x86_round, NULL},
    {"x86.avx512.mask.rndscale.ps.512", lower_x86_round, NULL},
    {"x86.sse41.dpps", lower_x86_dot, NULL},
    {"x86.sse41.dppd", lower_x86_dot, NULL},
    {"x86.avx.dp.ps.256", lower_x86_dot, NULL},
    {"x86.avx2.gather.d.pd", lower_x86_gather, NULL},
    {"x86.avx2.gather.d.pd.256", lower_x86_gather, NULL},
    {"x86.avx2.gather.d.ps", lower_x86_gather, NULL},
    {"x86.avx2.gather.d.ps.256", lower_x86_gather, NULL},
    {"x86.avx2.gather.q.pd", lower_x86_gather, NULL},
    {"x86.avx2.gather.q.pd.256", lower_x86_gather, NULL},
    {"x86.avx2.gather.q.ps", lower_x86_gather, NULL},
    {"x86.avx2.gather.q.ps.256", lower_x86_gather, NULL},
    {"x86.avx512.mask.gather.dpd.512", lower_x86_gather, NULL},
    {"x86.avx512.mask.scatter.dpd.512", lower_x86_scatter, NULL},
    {"x86.avx512.mask.gather.dps.512", lower_x86_gather, NULL},
    {"x86.avx512.mask.scatter.dps.512", lower_x86_scatter, NULL},
    {"x86.avx512.mask.gather.qpd.512", lower_x86_gather, NULL},
    {"x86.avx512.mask.scatter.qpd.512", lower_x86_scatter, NULL},
    {"x86.avx512.mask.gather.qps.512", lower_x86_gather, NULL},
    {"x86.avx512.mask.scatter.qps.512", lower_x86_scatter, NULL},
    {"x86.avx512.mask.gather3div2.df", lower_x86_gather, NULL},
    {"x86.avx512.mask.gather3div4.df", lower_x86_gather, NULL},
    {"x86.avx512.mask.gather3siv4.sf", lower_x86_gather, NULL},
    {"x86.avx512.mask.gather3siv8.sf", lower_x86_gather, NULL},
    {"x86.avx512.mask.scatterdiv2.df", lower_x86_scatter, NULL},
    {"x86.avx512.mask.scatterdiv4.df", lower_x86_scatter, NULL},
    {"x86.avx512.mask.scattersiv4.sf", lower_x86_scatter, NULL},
    {"x86.avx512.mask.scattersiv8.sf", lower_x86_scatter, NULL},
    {"x86.sse.min.ps", lower_x86_choice, NULL},
    {"x86.sse.max.ps", lower_x86_choice, NULL},
    {"x86.sse2.min.pd", lower_x86_choice, NULL},
    {"x86.sse2.max.pd", lower_x86_choice, NULL},
    {"x86.avx.min.ps.256", lower_x86_choice, NULL},
    {"x86.avx.max.ps.256", lower_x86_choice, NULL},
    {"x86.avx.min.pd.256", lower_x86_choice, NULL},
    {"x86.avx.max.pd.256", lower_x86_choice, NULL},
    {"x86.avx512.min.ps.512", lower_x86_choice, NULL},
    {"x86.avx512.max.ps.512", lower_x86_choice, NULL},
    {"x86.avx512.min.pd.512", lower_x86_choice, NULL},
    {"x86.avx512.max.pd.512", lower_x86_choice, NULL},
    {"x86.sse3.hadd.ps", lower_x86_horizontal, NULL},
    {"x86.sse3.hadd.pd", lower_x86_horizontal, NULL},
    {"x86.sse3.hsub.ps", lower_x86_horizontal, NULL},
    {"x86.sse3.hsub.pd", lower_x86_horizontal, NULL},
    {"x86.avx.hadd.ps.256", lower_x86_horizontal, NULL},
    {"x86.avx.hadd.pd.256", lower_x86_horizontal, NULL},
    {"x86.avx.hsub.ps.256", lower_x86_horizontal, NULL},
    {"x86.avx.hsub.pd.256", lower_x86_horizontal, NULL},
    {"x86.sse3.addsub.ps", lower_x86_addsub, NULL},
    {"x86.sse3.addsub.pd", lower_x86_addsub, NULL},
    {"x86.avx.addsub.ps.256", lower_x86_addsub, NULL},
    {"x86.avx.addsub.pd.256", lower_x86_addsub, NULL},
    {"x86.sse41.blendvps", lower_x86_blend, NULL},
    {"x86.sse41.blendvpd", lower_x86_blend, NULL},
    {"x86.avx.blendv.ps.256", lower_x86_blend, NULL},
    {"x86.avx.blendv.pd.256", lower_x86_blend, NULL},
    {"x86.sse2.cvtpd2ps", lower_x86_narrow, NULL},
    {"x86.avx.cvt.pd2.ps.256", lower_x86_narrow, NULL},
};

const LoweringRow *lower_x86_row(const char *name) {
  if (strncmp(name, "x86.", 4) == 0)
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
      if (strcmp(rows[i].name, name) == 0)
        return &rows[i];
  return NULL;
}
