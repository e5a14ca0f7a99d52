/* clang's `annotate` attribute, which reaches the module as a global list of {what, text, file,
 * line}: the way to give a function or a global of C one of the attributes that IR may carry. */
#include "annotations.h"

#include <string.h>

static const char *text_of(Arena *arena, LLVMValueRef string) {
  LLVMValueRef text = LLVMIsAGlobalVariable(string) ? LLVMGetInitializer(string) : NULL;
  if (!text || !LLVMIsAConstantDataSequential(text) || !LLVMIsConstantString(text))
    return NULL;
  size_t length;
  const char *characters = LLVMGetAsString(text, &length);
  return arena_copy_string(arena, characters, length ? length - 1 : 0);
}

AnnotationArray annotations_read(Arena *arena, LLVMModuleRef module) {
  AnnotationArray result = {0};
  LLVMValueRef list = LLVMGetNamedGlobal(module, "llvm.global.annotations");
  LLVMValueRef entries = list ? LLVMGetInitializer(list) : NULL;
  for (int i = 0; entries && i < LLVMGetNumOperands(entries); i++) {
    LLVMValueRef entry = LLVMGetOperand(entries, (unsigned)i);
    Annotation annotation = {LLVMGetOperand(entry, 0), text_of(arena, LLVMGetOperand(entry, 1))};
    if (annotation.text)
      ARRAY_PUSH(arena, result, annotation);
  }
  return result;
}

/* "enzyme_NAME" or "enzyme_NAME=VALUE", with either prefix. */
static const char *attribute_name(Arena *arena, const char *text, const char **value) {
  static const char *const prefixes[] = {"adcc_", "enzyme_"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(text, prefixes[i], strlen(prefixes[i]))) {
      size_t length = strcspn(text, "=");
      *value = text[length] ? text + length + 1 : "";
      return arena_copy_string(arena, text, length);
    }
  return NULL;
}

/* Is it one that adcc takes notice of? Those of Enzyme's that need nothing here are none. */
static bool is_known(const char *name) {
  static const char *const words[] = {"inactive",        "math",    "type",
                                      "shouldrecompute", "nocache", "shadow"};
  const char *word = strchr(name, '_') + 1;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(word, words[i]))
      return true;
  return false;
}

void annotations_apply(Arena *arena, DiagSink *sink, LLVMModuleRef module) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  AnnotationArray all = annotations_read(arena, module);
  for (size_t i = 0; i < all.count; i++) {
    const char *value, *name = attribute_name(arena, all.items[i].text, &value);
    LLVMValueRef on = all.items[i].on;
    if (!name)
      continue;
    if (!is_known(name))
      diag_at(sink, on, DIAG_UNKNOWN_ANNOTATION, name);
    unsigned length = (unsigned)strlen(name);
    if (LLVMIsAFunction(on))
      LLVMAddAttributeAtIndex(
          on, LLVMAttributeFunctionIndex,
          LLVMCreateStringAttribute(context, name, length, value, (unsigned)strlen(value)));
    else if (LLVMIsAGlobalVariable(on)) {
      LLVMMetadataRef text = LLVMMDStringInContext2(context, value, strlen(value));
      LLVMGlobalSetMetadata(on, LLVMGetMDKindIDInContext(context, name, length),
                            LLVMMDNodeInContext2(context, &text, *value ? 1 : 0));
    }
  }
}

const char *annotation_of_call(Arena *arena, LLVMValueRef call, const char **value) {
  static const char *const intrinsics[] = {"llvm.var.annotation", "llvm.ptr.annotation",
                                           "llvm.annotation"};
  LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
  unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0;
  for (size_t i = 0; id && i < sizeof intrinsics / sizeof *intrinsics; i++)
    if (id == LLVMLookupIntrinsicID(intrinsics[i], strlen(intrinsics[i]))) {
      const char *text = text_of(arena, LLVMGetOperand(call, 1));
      const char *name = text ? attribute_name(arena, text, value) : NULL;
      return name ? name : "";
    }
  return NULL;
}
