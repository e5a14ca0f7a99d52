/* Prototypes in C of the derivatives that were asked for by name. A small structure that C passes
 * in registers appears as the numbers in it, which is passed in the same way. */
#include "declare.h"

#include <string.h>

static const char *c_type(Arena *arena, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMVoidTypeKind:
    return "void";
  case LLVMHalfTypeKind:
    return "_Float16";
  case LLVMFloatTypeKind:
    return "float";
  case LLVMDoubleTypeKind:
    return "double";
  case LLVMX86_FP80TypeKind:
    return "long double";
  case LLVMFP128TypeKind:
    return "__float128";
  case LLVMPointerTypeKind:
    return "void *";
  case LLVMIntegerTypeKind: {
    unsigned width = LLVMGetIntTypeWidth(type);
    return width == 1 ? "bool" : arena_format(arena, "int%u_t", width);
  }
  case LLVMVectorTypeKind: /* a structure of two floats */
    return "struct { float a, b; }";
  default:
    return NULL;
  }
}

static const char *declaration(Arena *arena, const char *type, const char *name) {
  bool pointer = type[strlen(type) - 1] == '*';
  return arena_format(arena, "%s%s%s", type, pointer ? "" : " ", name);
}

static const char *parameter_name(Arena *arena, LLVMValueRef primal, unsigned index) {
  size_t length;
  const char *name = LLVMGetValueName2(LLVMGetParam(primal, index), &length);
  bool plain = length > 0 && !strpbrk(name, ".'$ ");
  return plain ? arena_format(arena, "%s", name) : arena_format(arena, "x%u", index + 1);
}

static const char *role(const char *word) {
  return strcmp(word, "const") == 0       ? "const: inactive"
         : strcmp(word, "dup") == 0       ? "dup"
         : strcmp(word, "dupnoneed") == 0 ? "dupnoneed: what the function leaves here is not wanted"
                                          : "out: its adjoint is returned";
}

/* The members of a returned structure as a type of its own, in front of the prototype. */
static const char *result_struct(Arena *arena, const DeclaredRequest *declared, LLVMTypeRef type) {
  const char *text = arena_format(arena, "struct %s_result {\n", declared->name);
  for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
    const char *member = c_type(arena, LLVMStructGetTypeAtIndex(type, i));
    if (!member)
      return NULL;
    text = arena_format(arena, "%s  %s;\n", text,
                        declaration(arena, member, arena_format(arena, "r%u", i)));
  }
  return arena_format(arena, "%s};\n", text);
}

const char *declared_check_prototype(Arena *arena, const DeclaredRequest *declared,
                                     LLVMValueRef primal) {
  const char *text = arena_format(arena,
                                  "/* How far the derivatives of %s are wrong here, relative to "
                                  "their size. */\ndouble %s__check(",
                                  declared->primal, declared->name);
  for (unsigned i = 0; i < declared->arguments.count; i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(primal, i));
    const char *spelled = c_type(arena, type), *name = parameter_name(arena, primal, i);
    if (!spelled)
      return "";
    bool memory = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    bool sized = memory && strncmp(declared->arguments.items[i], "dup", 3) == 0;
    text = arena_format(arena, "%s%s\n    %s", text, i ? "," : "",
                        declaration(arena, memory ? "const void *" : spelled, name));
    if (sized)
      text = arena_format(arena, "%s,\n    uint64_t %s_bytes", text, name);
  }
  return arena_format(arena, declared->arguments.count ? "%s);\n" : "%svoid);\n", text);
}

const char *declared_prototype(Arena *arena, const DeclaredRequest *declared, LLVMValueRef primal,
                               LLVMTypeRef result) {
  bool reverse = declared->mode == REQUEST_REVERSE;
  const char *before = "", *returned = result ? c_type(arena, result) : "void";
  if (result && LLVMGetTypeKind(result) == LLVMStructTypeKind) {
    before = result_struct(arena, declared, result);
    returned = arena_format(arena, "struct %s_result", declared->name);
  }
  const char *text =
      arena_format(arena, "/* The %s derivative of %s. */\n%s%s(", reverse ? "reverse" : "forward",
                   declared->primal, before ? before : "",
                   declaration(arena, returned ? returned : "", declared->name));
  bool known = before && returned;
  unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
  for (unsigned i = 0; i < declared->arguments.count; i++) {
    const char *word = declared->arguments.items[i], *name = parameter_name(arena, primal, i);
    const char *type = c_type(arena, LLVMTypeOf(LLVMGetParam(primal, i)));
    bool reads_only =
        LLVMGetEnumAttributeAtIndex(primal, i + 1, LLVMGetEnumAttributeKindForName("readonly", 8));
    const char *own = type && !strcmp(type, "void *") && (reads_only || !strcmp(word, "const"))
                          ? "const void *"
                          : type;
    known = known && type && !LLVMGetEnumAttributeAtIndex(primal, i + 1, byval);
    if (!known)
      break;
    text = arena_format(arena, "%s%s\n    %s /* %s */", text, i ? "," : "",
                        declaration(arena, own, name), role(word));
    if (strncmp(word, "dup", 3) == 0)
      text = arena_format(arena, "%s,\n    %s /* its %s */", text,
                          declaration(arena, type, arena_format(arena, "d%s", name)),
                          reverse ? "shadow, which is added into" : "tangent");
  }
  if (!known)
    return arena_format(
        arena,
        "/* The %s derivative '%s' of '%s' takes or returns a type that this header "
        "cannot name. */\n",
        reverse ? "reverse" : "forward", declared->name, declared->primal);
  return arena_format(arena, declared->arguments.count ? "%s);\n" : "%svoid);\n", text);
}
