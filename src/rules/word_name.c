/* Names of functions of words: "adcc_word_sum.f64.2" is of two words that may be doubles. */
#include "rules.h"
#include <string.h>

const char *word_suffix(LLVMTypeRef number) {
  switch (LLVMGetTypeKind(number)) {
  case LLVMVectorTypeKind:
    return "pair";
  case LLVMFloatTypeKind:
    return "f32";
  default:
    return "f64";
  }
}

LLVMTypeRef word_number(LLVMValueRef function) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  LLVMTypeRef single = LLVMFloatTypeInContext(context);
  const char *suffix = strchr(LLVMGetValueName2(function, &(size_t){0}), '.');
  if (!suffix || strncmp(suffix, ".f64.", 5) == 0)
    return LLVMDoubleTypeInContext(context);
  return suffix[1] == 'f' ? single : LLVMVectorType(single, 2);
}
