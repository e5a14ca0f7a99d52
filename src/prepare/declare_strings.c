/* Members of std::string that return the string they were called on. They are calls of the library,
 * and without this what is moved out of `"text" + word` would be memory that nothing is known of.
 */
#include "prepare.h"

#include <string.h>

/* What mangled names begin with, and go on with: insert and erase return an iterator where the
 * position they are given is one. */
static const char *const classes[] = {
    "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE",
    "_ZNSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEE",
};
static const char *const members[] = {
    "6appendE", "6assignE", "6insertEm",   "5eraseEm",      "7replaceE",
    "aSE",      "pLE",      "9_M_appendE", "10_M_replaceE", "14_M_replace_auxE",
};

static const char *behind(const char *name, const char *prefix) {
  size_t length = strlen(prefix);
  return strncmp(name, prefix, length) == 0 ? name + length : NULL;
}

static bool returns_its_string(const char *name) {
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    const char *member = behind(name, classes[i]);
    for (size_t k = 0; member && k < sizeof members / sizeof *members; k++)
      if (behind(member, members[k]))
        return true;
  }
  return false;
}

void prepare_declare_strings(LLVMModuleRef module) {
  unsigned kind = LLVMGetEnumAttributeKindForName("returned", strlen("returned"));
  LLVMAttributeRef returned = LLVMCreateEnumAttribute(LLVMGetModuleContext(module), kind, 0);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (LLVMCountParams(f) > 0 &&
        LLVMTypeOf(LLVMGetParam(f, 0)) == LLVMGetReturnType(LLVMGlobalGetValueType(f)) &&
        returns_its_string(LLVMGetValueName2(f, &(size_t){0})))
      LLVMAddAttributeAtIndex(f, 1, returned);
}
