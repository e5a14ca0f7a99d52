/* lower_x86: the SSE and AVX arithmetic that clang leaves as intrinsics, in generic vector
 * operations. What ends in .ss or .sd works on the lowest lane, and has the others of its first
 * operand. */
#include "lower.h"

#include <string.h>

static bool lowest_only(const Lowering *l) {
  const char *end = l->name + strlen(l->name);
  return end[-2] == 's' && (end[-1] == 's' || end[-1] == 'd');
}

static LLVMValueRef in_lowest(const Lowering *l, LLVMValueRef value) {
  return lowest_only(l) ? lower_lowest_from(l, value, lower_argument(l, 0)) : value;
}

LLVMValueRef lower_call_intrinsic(const Lowering *l, const char *name, LLVMTypeRef *overloads,
                                  unsigned overload_count, LLVMValueRef *arguments,
                                  unsigned count) {
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(l->module, id, overloads, overload_count);
  return lower_flagged(l, LLVMBuildCall2(l->builder, LLVMGlobalGetValueType(function), function,
                                         arguments, count, ""));
}

static LLVMValueRef call_named(const Lowering *l, const char *name, LLVMTypeRef type,
                               LLVMValueRef *arguments, unsigned count) {
  bool overloaded = LLVMIntrinsicIsOverloaded(LLVMLookupIntrinsicID(name, strlen(name)));
  return lower_call_intrinsic(l, name, overloaded ? &type : NULL, overloaded, arguments, count);
}

static LLVMValueRef alternating(const Lowering *l, LLVMValueRef even, LLVMValueRef odd) {
  unsigned count = LLVMGetVectorSize(LLVMTypeOf(even)), lanes[16];
  for (unsigned i = 0; i < count; i++)
    lanes[i] = i % 2 ? count + i : i;
  return lower_shuffled(l, even, odd, lanes, count);
}

/* a < b ? a : b, as the SSE and AVX instructions do it */
static bool lower_x86_choice(const Lowering *l) {
  bool minimum = strstr(l->name, ".min.") != NULL;
  LLVMValueRef left = lower_argument(l, 0), right = lower_argument(l, 1);
  LLVMValueRef wins =
      LLVMBuildFCmp(l->builder, minimum ? LLVMRealOLT : LLVMRealOGT, left, right, "");
  lower_replace(l, in_lowest(l, LLVMBuildSelect(l->builder, wins, left, right, "")));
  return true;
}

/* A comparison's lanes are all ones or all zeros. The upper half of the predicates differs in when
 * it traps. */
static bool lower_x86_compare(const Lowering *l) {
  static const LLVMRealPredicate predicates[] = {
      LLVMRealOEQ, LLVMRealOLT, LLVMRealOLE, LLVMRealUNO,
      LLVMRealUNE, LLVMRealUGE, LLVMRealUGT, LLVMRealORD,
      LLVMRealUEQ, LLVMRealULT, LLVMRealULE, LLVMRealPredicateFalse,
      LLVMRealONE, LLVMRealOGE, LLVMRealOGT, LLVMRealPredicateTrue,
  };
  LLVMValueRef left = lower_argument(l, 0), control = lower_argument(l, 2);
  if (!LLVMIsAConstantInt(control))
    return false;
  LLVMTypeRef type = LLVMTypeOf(left);
  LLVMContextRef context = LLVMGetTypeContext(type);
  unsigned bits = LLVMGetTypeKind(type_scalar(type)) == LLVMDoubleTypeKind ? 64 : 32;
  LLVMTypeRef words = LLVMVectorType(LLVMIntTypeInContext(context, bits), LLVMGetVectorSize(type));
  LLVMValueRef holds = LLVMBuildFCmp(l->builder, predicates[LLVMConstIntGetZExtValue(control) % 16],
                                     left, lower_argument(l, 1), "");
  LLVMValueRef mask = LLVMBuildSExt(l->builder, holds, words, "");
  lower_replace(l, in_lowest(l, LLVMBuildBitCast(l->builder, mask, type, "")));
  return true;
}

/* The approximations of 1 / x and its root have rules for whole vectors. */
static bool lower_x86_approximation(const Lowering *l) {
  const char *whole = strstr(l->name, "rsqrt") ? "llvm.x86.sse.rsqrt.ps" : "llvm.x86.sse.rcp.ps";
  LLVMValueRef value = lower_argument(l, 0);
  lower_replace(l, in_lowest(l, call_named(l, whole, LLVMTypeOf(value), &value, 1)));
  return true;
}

/* round(others, value, control) */
static bool lower_x86_round_lowest(const Lowering *l) {
  LLVMValueRef arguments[] = {lower_argument(l, 1), lower_argument(l, 2)};
  LLVMTypeRef type = LLVMTypeOf(arguments[0]);
  const char *whole =
      LLVMGetVectorSize(type) == 4 ? "llvm.x86.sse41.round.ps" : "llvm.x86.sse41.round.pd";
  lower_replace(l, in_lowest(l, call_named(l, whole, type, arguments, 2)));
  return true;
}

/* cvtsd2ss(others, value) */
static bool lower_x86_narrow_lowest(const Lowering *l) {
  LLVMTypeRef type = LLVMTypeOf(l->call);
  LLVMValueRef value =
      LLVMBuildExtractElement(l->builder, lower_argument(l, 1), lower_lane(l, 0), "");
  value = LLVMBuildFPTrunc(l->builder, value, LLVMGetElementType(type), "");
  lower_replace(
      l, LLVMBuildInsertElement(l->builder, lower_argument(l, 0), value, lower_lane(l, 0), ""));
  return true;
}

bool lower_rounds_as_usual(const Lowering *l, unsigned index) {
  enum { NEAREST_WITHOUT_EXCEPTIONS = 8, AS_SET = 4 };
  LLVMValueRef control = lower_argument(l, index);
  if (!LLVMIsAConstantInt(control))
    return false;
  uint64_t bits = LLVMConstIntGetZExtValue(control);
  return bits == NEAREST_WITHOUT_EXCEPTIONS || bits == AS_SET;
}

/* add(left, right, rounding) of 512 bits, and so on */
static bool lower_x86_rounded(const Lowering *l) {
  static const struct {
    const char *name;
    LLVMOpcode opcode;
  } operations[] = {
      {".add.", LLVMFAdd}, {".sub.", LLVMFSub}, {".mul.", LLVMFMul}, {".div.", LLVMFDiv}};
  if (!lower_rounds_as_usual(l, 2))
    return false;
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (strstr(l->name, operations[i].name))
      lower_replace(
          l, lower_arithmetic(l, operations[i].opcode, lower_argument(l, 0), lower_argument(l, 1)));
  return true;
}

static bool lower_x86_root(const Lowering *l) {
  LLVMValueRef value = lower_argument(l, 0);
  if (!lower_rounds_as_usual(l, 1))
    return false;
  lower_replace(l, call_named(l, "llvm.sqrt", LLVMTypeOf(value), &value, 1));
  return true;
}

/* fma(a, b, c, rounding); alternating ones subtract c in even lanes. Only those of 512 bits say how
 * to round. */
static bool lower_x86_fused(const Lowering *l) {
  LLVMValueRef arguments[] = {lower_argument(l, 0), lower_argument(l, 1), lower_argument(l, 2)};
  LLVMTypeRef type = LLVMTypeOf(arguments[0]);
  if (LLVMGetNumArgOperands(l->call) > 3 && !lower_rounds_as_usual(l, 3))
    return false;
  LLVMValueRef sum = call_named(l, "llvm.fma", type, arguments, 3);
  if (strstr(l->name, "addsub")) {
    arguments[2] = lower_flagged(l, LLVMBuildFNeg(l->builder, arguments[2], ""));
    sum = alternating(l, call_named(l, "llvm.fma", type, arguments, 3), sum);
  }
  lower_replace(l, sum);
  return true;
}

/* Sums or differences of neighbouring lanes, within each 128 bits: those of the first operand, then
 * those of the second. */
static bool lower_x86_horizontal(const Lowering *l) {
  enum { GROUP_BITS = 128 };
  LLVMValueRef first = lower_argument(l, 0), second = lower_argument(l, 1);
  LLVMTypeRef type = LLVMTypeOf(first);
  unsigned count = LLVMGetVectorSize(type);
  unsigned bits = (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(l->module), type);
  unsigned group = count * GROUP_BITS / bits;
  unsigned even[16], odd[16];
  for (unsigned i = 0; i < count; i++) {
    unsigned base = i / group * group, within = i % group;
    even[i] = base + 2 * (within % (group / 2)) + (within >= group / 2 ? count : 0);
    odd[i] = even[i] + 1;
  }
  LLVMValueRef left = lower_shuffled(l, first, second, even, count);
  LLVMValueRef right = lower_shuffled(l, first, second, odd, count);
  bool subtracts = strstr(l->name, "hsub.") != NULL;
  if (LLVMGetTypeKind(type_scalar(type)) == LLVMIntegerTypeKind)
    lower_replace(l, subtracts ? LLVMBuildSub(l->builder, left, right, "")
                               : LLVMBuildAdd(l->builder, left, right, ""));
  else
    lower_replace(l, lower_arithmetic(l, subtracts ? LLVMFSub : LLVMFAdd, left, right));
  return true;
}

/* Odd lanes are added, even ones subtracted. */
static bool lower_x86_addsub(const Lowering *l) {
  LLVMValueRef left = lower_argument(l, 0), right = lower_argument(l, 1);
  lower_replace(l, alternating(l, lower_arithmetic(l, LLVMFSub, left, right),
                               lower_arithmetic(l, LLVMFAdd, left, right)));
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
    narrow = lower_shuffled(l, narrow, LLVMConstNull(narrow_type), (unsigned[]){0, 1, 2, 3}, 4);
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
        sum = lower_arithmetic(
            l, LLVMFAdd, sum,
            LLVMBuildExtractElement(l->builder, product, lower_lane(l, base + i), ""));
    for (unsigned i = 0; i < group; i++)
      if (bits >> i & 1)
        result = LLVMBuildInsertElement(l->builder, result, sum, lower_lane(l, base + i), "");
  }
  lower_replace(l, result);
  return true;
}

LLVMValueRef lower_where_masked(const Lowering *l, LLVMValueRef mask, LLVMValueRef value,
                                LLVMValueRef otherwise) {
  LLVMContextRef context = LLVMGetModuleContext(l->module);
  unsigned count = LLVMGetVectorSize(LLVMTypeOf(value));
  LLVMValueRef set =
      LLVMBuildIntCast2(l->builder, mask, LLVMIntTypeInContext(context, count), false, "");
  set =
      LLVMBuildBitCast(l->builder, set, LLVMVectorType(LLVMInt1TypeInContext(context), count), "");
  return LLVMBuildSelect(l->builder, set, value, otherwise, "");
}

/* cvtpd2ps(source, otherwise, mask, rounding) */
static bool lower_x86_narrow_masked(const Lowering *l) {
  if (!lower_rounds_as_usual(l, 3))
    return false;
  LLVMValueRef narrow = LLVMBuildFPTrunc(l->builder, lower_argument(l, 0), LLVMTypeOf(l->call), "");
  lower_replace(l, lower_where_masked(l, lower_argument(l, 2), narrow, lower_argument(l, 1)));
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
  LLVMValueRef rounded = call_named(l, name, LLVMTypeOf(source), &source, 1);
  lower_replace(l, lower_where_masked(l, mask, rounded, lower_argument(l, 2)));
  return true;
}

/* Floats to halves, in the low lanes of eight integers. */
static bool lower_x86_halves(const Lowering *l) {
  enum { AS_SET = 4 };
  LLVMValueRef value = lower_argument(l, 0), control = lower_argument(l, 1);
  if (!LLVMIsAConstantInt(control) || LLVMConstIntGetZExtValue(control) & ~(uint64_t)AS_SET)
    return false;
  LLVMContextRef context = LLVMGetModuleContext(l->module);
  unsigned count = LLVMGetVectorSize(LLVMTypeOf(value));
  LLVMValueRef halves = LLVMBuildFPTrunc(l->builder, value,
                                         LLVMVectorType(LLVMHalfTypeInContext(context), count), "");
  if (count == 4)
    halves = lower_shuffled(l, halves, LLVMConstNull(LLVMTypeOf(halves)),
                            (unsigned[]){0, 1, 2, 3, 4, 5, 6, 7}, 8);
  lower_replace(l, LLVMBuildBitCast(l->builder, halves, LLVMTypeOf(l->call), ""));
  return true;
}

static const LoweringRow rows[] = {
    {"x86.vcvtps2ph.128", lower_x86_halves, NULL},
    {"x86.vcvtps2ph.256", lower_x86_halves, NULL},
    {"x86.sse.min.ss", lower_x86_choice, NULL},
    {"x86.sse.max.ss", lower_x86_choice, NULL},
    {"x86.sse2.min.sd", lower_x86_choice, NULL},
    {"x86.sse2.max.sd", lower_x86_choice, NULL},
    {"x86.sse.cmp.ss", lower_x86_compare, NULL},
    {"x86.sse2.cmp.sd", lower_x86_compare, NULL},
    {"x86.sse.cmp.ps", lower_x86_compare, NULL},
    {"x86.sse2.cmp.pd", lower_x86_compare, NULL},
    {"x86.avx.cmp.ps.256", lower_x86_compare, NULL},
    {"x86.avx.cmp.pd.256", lower_x86_compare, NULL},
    {"x86.sse.rsqrt.ss", lower_x86_approximation, NULL},
    {"x86.sse.rcp.ss", lower_x86_approximation, NULL},
    {"x86.sse41.round.ss", lower_x86_round_lowest, NULL},
    {"x86.sse41.round.sd", lower_x86_round_lowest, NULL},
    {"x86.sse2.cvtsd2ss", lower_x86_narrow_lowest, NULL},
    {"x86.fma.vfmaddsub.ps", lower_x86_fused, NULL},
    {"x86.fma.vfmaddsub.pd", lower_x86_fused, NULL},
    {"x86.fma.vfmaddsub.ps.256", lower_x86_fused, NULL},
    {"x86.fma.vfmaddsub.pd.256", lower_x86_fused, NULL},
    {"x86.avx512.vfmaddsub.ps.512", lower_x86_fused, NULL},
    {"x86.avx512.vfmaddsub.pd.512", lower_x86_fused, NULL},
    {"x86.avx512.vfmadd.ps.512", lower_x86_fused, NULL},
    {"x86.avx512.vfmadd.pd.512", lower_x86_fused, NULL},
    {"x86.avx512.add.ps.512", lower_x86_rounded, NULL},
    {"x86.avx512.add.pd.512", lower_x86_rounded, NULL},
    {"x86.avx512.sub.ps.512", lower_x86_rounded, NULL},
    {"x86.avx512.sub.pd.512", lower_x86_rounded, NULL},
    {"x86.avx512.mul.ps.512", lower_x86_rounded, NULL},
    {"x86.avx512.mul.pd.512", lower_x86_rounded, NULL},
    {"x86.avx512.div.ps.512", lower_x86_rounded, NULL},
    {"x86.avx512.div.pd.512", lower_x86_rounded, NULL},
    {"x86.avx512.mask.cvtpd2ps.512", lower_x86_narrow_masked, NULL},
    {"x86.avx512.sqrt.ps.512", lower_x86_root, NULL},
    {"x86.avx512.sqrt.pd.512", lower_x86_root, NULL},
    {"x86.avx512.mask.rndscale.pd.128", lower_x86_round, NULL},
    {"x86.avx512.mask.rndscale.pd.256", lower_x86_round, NULL},
    {"x86.avx512.mask.rndscale.pd.512", lower_x86_round, NULL},
    {"x86.avx512.mask.rndscale.ps.128", lower_x86_round, NULL},
    {"x86.avx512.mask.rndscale.ps.256", lower_x86_round, NULL},
    {"x86.avx512.mask.rndscale.ps.512", lower_x86_round, NULL},
    {"x86.sse41.dpps", lower_x86_dot, NULL},
    {"x86.sse41.dppd", lower_x86_dot, NULL},
    {"x86.avx.dp.ps.256", lower_x86_dot, NULL},
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
    {"x86.ssse3.phadd.w.128", lower_x86_horizontal, NULL},
    {"x86.ssse3.phadd.d.128", lower_x86_horizontal, NULL},
    {"x86.ssse3.phsub.w.128", lower_x86_horizontal, NULL},
    {"x86.ssse3.phsub.d.128", lower_x86_horizontal, NULL},
    {"x86.avx2.phadd.w", lower_x86_horizontal, NULL},
    {"x86.avx2.phadd.d", lower_x86_horizontal, NULL},
    {"x86.avx2.phsub.w", lower_x86_horizontal, NULL},
    {"x86.avx2.phsub.d", lower_x86_horizontal, NULL},
    {"x86.sse3.addsub.ps", lower_x86_addsub, NULL},
    {"x86.sse3.addsub.pd", lower_x86_addsub, NULL},
    {"x86.avx.addsub.ps.256", lower_x86_addsub, NULL},
    {"x86.avx.addsub.pd.256", lower_x86_addsub, NULL},
    {"x86.sse2.cvtpd2ps", lower_x86_narrow, NULL},
    {"x86.avx.cvt.pd2.ps.256", lower_x86_narrow, NULL},
};

const LoweringRow *lower_x86_row(const char *name) {
  if (strncmp(name, "x86.", 4) != 0)
    return NULL;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].name, name) == 0)
      return &rows[i];
  const LoweringRow *row = lower_x86_lanes_row(name);
  return row ? row : lower_x86_masked_row(name);
}
