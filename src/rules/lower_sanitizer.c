/* lower_sanitizer: code that a sanitizer has instrumented before adcc. The primal keeps its checks;
 * derivatives have none of AddressSanitizer's, which look at bytes that stand for memory. What
 * accompanies every value with one of its own, or puts marks in pointers, is refused. Copies and
 * fills go to lib/block.c; ThreadSanitizer's calls for atomic operations become these again. */
#include "lower.h"

#include <string.h>

static bool begins(const Lowering *l, const char *prefix) {
  return strncmp(l->name, prefix, strlen(prefix)) == 0;
}

/* The sanitizer asks for a block, as an integer, to put variables in, and puts them on the stack
 * where it gets none: there they have shadows. */
static bool lower_stack_block(const Lowering *l) {
  if (!lower_parameters_match(l, "i") ||
      LLVMGetTypeKind(LLVMTypeOf(l->call)) != LLVMIntegerTypeKind)
    return false;
  lower_replace(l, LLVMConstNull(LLVMTypeOf(l->call)));
  return true;
}

/* Does the block nothing but report? Then it is no part of the program's own control. */
static bool only_reports(const Lowering *l, LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  return LLVMIsAUnreachableInst(end) ||
         (LLVMGetFirstInstruction(block) == l->call && LLVMGetNextInstruction(l->call) == end);
}

/* Branches go past the block that reports. */
static bool lower_report(const Lowering *l) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(l->call);
  LLVMTypeRef boolean = LLVMInt1TypeInContext(LLVMGetModuleContext(l->module));
  if (!only_reports(l, block)) {
    diag_at(l->sink, l->call, DIAG_UNSUPPORTED,
            "a check of AddressSanitizer's that has become one with other code: compile the input "
            "without it");
    return false;
  }
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef branch = LLVMGetUser(use);
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
        LLVMGetSuccessor(branch, 0) == LLVMGetSuccessor(branch, 1))
      continue;
    LLVMSetCondition(branch, LLVMConstInt(boolean, LLVMGetSuccessor(branch, 0) != block, false));
  }
  return true;
}

static const struct {
  const char *name;
  LLVMAtomicRMWBinOp operation;
} tsan_updates[] = {
    {"exchange", LLVMAtomicRMWBinOpXchg},   {"fetch_add", LLVMAtomicRMWBinOpAdd},
    {"fetch_sub", LLVMAtomicRMWBinOpSub},   {"fetch_and", LLVMAtomicRMWBinOpAnd},
    {"fetch_or", LLVMAtomicRMWBinOpOr},     {"fetch_xor", LLVMAtomicRMWBinOpXor},
    {"fetch_nand", LLVMAtomicRMWBinOpNand},
};

static bool lower_atomic_access(const Lowering *l, LLVMTypeRef type, bool store) {
  LLVMValueRef place = lower_argument(l, 0);
  LLVMValueRef access = store ? LLVMBuildStore(l->builder, lower_argument(l, 1), place)
                              : LLVMBuildLoad2(l->builder, type, place, "");
  LLVMSetOrdering(access, LLVMAtomicOrderingSequentiallyConsistent);
  LLVMSetAlignment(access, LLVMGetIntTypeWidth(type) / 8);
  lower_replace(l, store ? NULL : access);
  return true;
}

/* In the strictest order, whichever was asked for. */
static bool lower_atomic(const Lowering *l, const char *operation) {
  const LLVMAtomicOrdering order = LLVMAtomicOrderingSequentiallyConsistent;
  if (strcmp(operation, "load") == 0 && lower_parameters_match(l, "pi"))
    return lower_atomic_access(l, LLVMTypeOf(l->call), false);
  if (strcmp(operation, "store") == 0 && lower_parameters_match(l, "pii"))
    return lower_atomic_access(l, LLVMTypeOf(lower_argument(l, 1)), true);
  if (strcmp(operation, "compare_exchange_val") == 0 && lower_parameters_match(l, "piiii")) {
    LLVMValueRef both =
        LLVMBuildAtomicCmpXchg(l->builder, lower_argument(l, 0), lower_argument(l, 1),
                               lower_argument(l, 2), order, order, false);
    lower_replace(l, LLVMBuildExtractValue(l->builder, both, 0, ""));
    return true;
  }
  for (size_t i = 0; i < sizeof tsan_updates / sizeof *tsan_updates; i++)
    if (strcmp(operation, tsan_updates[i].name) == 0 && lower_parameters_match(l, "pii")) {
      lower_replace(l,
                    LLVMBuildAtomicRMW(l->builder, tsan_updates[i].operation, lower_argument(l, 0),
                                       lower_argument(l, 1), order, false));
      return true;
    }
  diag_at(l->sink, l->call, DIAG_UNSUPPORTED,
          "an atomic operation that ThreadSanitizer has instrumented: compile the input without "
          "it");
  return false;
}

bool lower_sanitizer(const Lowering *l) {
  static const char atomic[] = "__tsan_atomic";
  if (begins(l, atomic) && !strstr(l->name, "_fence")) {
    const char *width = l->name + strlen(atomic);
    return lower_atomic(l, width + strspn(width, "0123456789_"));
  }
  if (begins(l, "__asan_stack_malloc_")) /* the class of its size follows */
    return lower_stack_block(l);
  if (begins(l, "__asan_report_"))
    return lower_report(l);
  if (!begins(l, "__msan_") && !begins(l, "__hwasan_"))
    return false;
  if (diag_error_count(l->sink) == 0) /* once: every access has such a call */
    diag_at(l->sink, l->call, DIAG_UNSUPPORTED,
            "code that MemorySanitizer or HWAddressSanitizer has instrumented: compile the input "
            "without it");
  return false;
}
