/* embed: links what a module needs of the embedded library lib/ *.c.
 *
 * The library is bitcode that the build made an array of. Only functions that the module declares,
 * and what those use, are linked, with internal linkage, so that they inline and leave no symbol
 * behind. May be called at any time, as often as there may be new declarations: a module that needs
 * nothing is left alone without reading the library, and of the library no body is read that is not
 * needed. Invalidates: function values of the declarations. */
#include "vocabulary.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <string.h>

extern const unsigned char adcc_rule_library_bitcode[];
extern const size_t adcc_rule_library_bitcode_size;

/* All functions of the library that others may call are named so. */
static const char prefix[] = "adcc_";

static bool is_wanted(LLVMValueRef function) {
  return LLVMIsDeclaration(function) && LLVMGetFirstUse(function) &&
         strncmp(LLVMGetValueName2(function, &(size_t){0}), prefix, strlen(prefix)) == 0;
}

static bool names_wanted(LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
        if (operand && LLVMIsAFunction(operand) && is_wanted(operand))
          return true;
      }
  return false;
}

static bool wants_anything(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (is_wanted(f))
      return true;
  return false;
}

static void report_unreadable(DiagSink *sink) {
  diag_at(sink, NULL, DIAG_INTERNAL, "rules", "the embedded rule library cannot be read");
}

static LLVMModuleRef read_library(DiagSink *sink, LLVMContextRef context) {
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRange((const char *)adcc_rule_library_bitcode,
                                            adcc_rule_library_bitcode_size, "rule library", false);
  LLVMModuleRef library = NULL;
  if (LLVMGetBitcodeModuleInContext2(context, buffer, &library)) { /* which keeps the buffer */
    report_unreadable(sink);
    return NULL;
  }
  return library;
}

static bool need_function(Map *needed, LLVMValueRef function);

/* Adds the functions in a table of the library. */
static bool need_constant(Map *needed, LLVMValueRef constant) {
  if (LLVMIsAFunction(constant))
    return need_function(needed, constant);
  if (map_has(needed, constant))
    return true;
  if (LLVMIsAGlobalVariable(constant))
    map_set(needed, constant, constant);
  for (int i = 0; i < LLVMGetNumOperands(constant); i++)
    if (!need_constant(needed, LLVMGetOperand(constant, (unsigned)i)))
      return false;
  return true;
}

/* Adds `function` and the library's functions that its body mentions; false where one cannot be
 * read. */
static bool need_function(Map *needed, LLVMValueRef function) {
  if (map_has(needed, function))
    return true;
  map_set(needed, function, function);
  if (!bridge_read_body(function))
    return false;
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
        if (operand && LLVMIsAConstant(operand) && !LLVMIsABasicBlock(operand) &&
            !need_constant(needed, operand))
          return false;
      }
  return true;
}

/* A declaration in place of `function`, under its name. */
static LLVMValueRef drop_body(LLVMModuleRef module, LLVMValueRef function) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  LLVMValueRef declaration = LLVMAddFunction(module, "", LLVMGlobalGetValueType(function));
  LLVMReplaceAllUsesWith(function, declaration);
  char kept[128];
  if (length >= sizeof kept)
    length = sizeof kept - 1;
  memcpy(kept, name, length);
  LLVMDeleteFunction(function);
  LLVMSetValueName2(declaration, kept, length);
  return declaration;
}

static void delete_others(LLVMModuleRef library, const Map *needed) {
  for (LLVMValueRef next, f = LLVMGetFirstFunction(library); f; f = next) {
    next = LLVMGetNextFunction(f);
    if (map_has(needed, f))
      continue;
    LLVMReplaceAllUsesWith(f, LLVMGetPoison(LLVMTypeOf(f)));
    LLVMDeleteFunction(f);
  }
}

/* The library was compiled for a plain processor; the module's target decides. */
static void remove_target_attributes(LLVMValueRef function) {
  static const char *const names[] = {"target-cpu", "target-features", "tune-cpu", "frame-pointer",
                                      "stack-protector-buffer-size"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    LLVMRemoveStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                     names[i], (unsigned)strlen(names[i]));
}

/* Does the front end say of what types the program's accesses are? */
static bool names_types(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (access, block)
        if (bridge_tbaa_name(access) && !bridge_tbaa_is_ours(access))
          return true;
  return false;
}

/* What the library says of types would be held against what the program does not say. */
static void forget_types(LLVMValueRef function) {
  unsigned tag = LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(function)), "tbaa", 4);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (access, block)
      LLVMSetMetadata(access, tag, NULL);
}

/* What our functions use of libm, by the name that the device's library has for it. The library's
 * double functions alone are of use there. */
static void use_device_library(LLVMModuleRef module, LLVMValueRef declaration) {
  MathLibrary math = rule_math_library(module, NULL);
  if (math == MATH_LIBM || LLVMGetIntrinsicID(declaration))
    return;
  size_t length;
  char renamed[64];
  rule_library_name(renamed, module, math, LLVMDoubleTypeKind,
                    LLVMGetValueName2(declaration, &length));
  LLVMSetValueName2(declaration, renamed, strlen(renamed));
}

typedef ARRAY(const char *) NameArray;

/* Links and makes internal. A function that an earlier call linked is internal already: it becomes
 * external for the moment, so that the linker takes it for the library's. */
static bool link_needed(Arena *arena, DiagSink *sink, LLVMModuleRef module, LLVMModuleRef library,
                        const Map *needed) {
  NameArray names = {0};
  bool typed = names_types(module);
  for (size_t i = 0; i < map_count(needed); i++) {
    const void *key;
    map_entry(needed, i, &key);
    LLVMValueRef function = (LLVMValueRef)key;
    if (!LLVMIsAFunction(function))
      continue;
    if (LLVMIsDeclaration(function))
      use_device_library(module, function);
    size_t length;
    const char *text = LLVMGetValueName2(function, &length);
    if (LLVMIsDeclaration(function) || LLVMGetLinkage(function) == LLVMInternalLinkage)
      continue;
    const char *name = arena_copy_string(arena, text, length);
    ARRAY_PUSH(arena, names, name);
    LLVMValueRef present = LLVMGetNamedFunction(module, name);
    if (present && !LLVMIsDeclaration(present)) {
      LLVMSetLinkage(present, LLVMExternalLinkage);
      drop_body(library, function);
    } else {
      remove_target_attributes(function);
      if (!typed)
        forget_types(function);
    }
  }
  LLVMSetTarget(library, LLVMGetTarget(module));
  LLVMSetDataLayout(library, LLVMGetDataLayoutStr(module));
  bool linked = !LLVMLinkModules2(module, library);
  if (!linked)
    diag_at(sink, NULL, DIAG_INTERNAL, "rules", "the rule library does not link");
  for (size_t i = 0; i < names.count; i++) {
    LLVMValueRef function = LLVMGetNamedFunction(module, names.items[i]);
    if (function && !LLVMIsDeclaration(function))
      LLVMSetLinkage(function, LLVMInternalLinkage);
  }
  return linked;
}

bool rules_link_library_for(DiagSink *sink, LLVMValueRef function) {
  return !names_wanted(function) || rules_link_library(sink, LLVMGetGlobalParent(function));
}

bool rules_link_library(DiagSink *sink, LLVMModuleRef module) {
  if (!wants_anything(module))
    return true;
  LLVMModuleRef library = read_library(sink, LLVMGetModuleContext(module));
  if (!library)
    return false;
  Arena *arena = arena_create();
  Map *needed = map_create(arena);
  bool fine = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f && fine; f = LLVMGetNextFunction(f)) {
    size_t length;
    LLVMValueRef ours =
        is_wanted(f) ? LLVMGetNamedFunction(library, LLVMGetValueName2(f, &length)) : NULL;
    if (ours && LLVMGlobalGetValueType(ours) == LLVMGlobalGetValueType(f))
      fine = need_function(needed, ours);
  }
  if (!fine)
    report_unreadable(sink);
  if (fine && map_count(needed)) {
    delete_others(library, needed);
    fine = link_needed(arena, sink, module, library, needed);
  } else {
    LLVMDisposeModule(library);
  }
  arena_destroy(arena);
  return fine;
}
