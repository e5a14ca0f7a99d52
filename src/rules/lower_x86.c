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

static const LoweringRow rows[] = {
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
