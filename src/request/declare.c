/* Derivatives asked for by name: each becomes a function of that name with a request in it, which
 * goes the way of all requests. Results are returned as C returns them. */
#include "declare.h"
#include "annotations.h"

#include <ctype.h>
#include <string.h>

/* ---- text ---- */

static void skip_spaces(const char **text) {
  while (isspace((unsigned char)**text))
    ++*text;
}

/* A symbol or a marker: up to a space or one of the characters of the form. */
static const char *take_word(Arena *arena, const char **text) {
  skip_spaces(text);
  size_t length = strcspn(*text, " \t\n(),");
  const char *word = arena_copy_string(arena, *text, length);
  *text += length;
  skip_spaces(text);
  return length ? word : NULL;
}

/* Words with commas between them; false if two are not so divided. */
static bool take_list(Arena *arena, const char **text, WordArray *list) {
  skip_spaces(text);
  if (!**text || **text == ')')
    return true;
  for (;;) {
    const char *word = take_word(arena, text);
    if (!word)
      return false;
    ARRAY_PUSH(arena, *list, word);
    if (**text != ',')
      return true;
    ++*text;
  }
}

static bool take_results(Arena *arena, const char **text, WordArray *results) {
  skip_spaces(text);
  if (strncmp(*text, "->", 2) == 0) {
    *text += 2;
    if (!take_list(arena, text, results) || results->count == 0)
      return false;
  }
  skip_spaces(text);
  return !**text;
}

DeclaredRequest *declared_parse(Arena *arena, RequestMode mode, const char *text) {
  DeclaredRequest *declared = ARENA_NEW(arena, DeclaredRequest);
  declared->mode = mode;
  declared->primal = take_word(arena, &text);
  const char *as = take_word(arena, &text);
  declared->name = as && strcmp(as, "as") == 0 ? take_word(arena, &text) : NULL;
  if (!declared->primal || !declared->name || *text++ != '(' ||
      !take_list(arena, &text, &declared->arguments) || *text++ != ')' ||
      !take_results(arena, &text, &declared->results))
    return NULL;
  return declared;
}

/* "adcc.reverse:dloss:dup, const, out" */
static DeclaredRequest *parse_annotation(Arena *arena, const char *text, bool *is_ours) {
  static const struct {
    const char *prefix;
    RequestMode mode;
  } prefixes[] = {{"adcc.reverse:", REQUEST_REVERSE}, {"adcc.forward:", REQUEST_FORWARD}};
  *is_ours = strncmp(text, "adcc.", strlen("adcc.")) == 0;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    size_t length = strlen(prefixes[i].prefix);
    if (strncmp(text, prefixes[i].prefix, length) != 0)
      continue;
    DeclaredRequest *declared = ARENA_NEW(arena, DeclaredRequest);
    declared->mode = prefixes[i].mode;
    text += length;
    size_t name = strcspn(text, ":");
    declared->name = arena_copy_string(arena, text, name);
    if (name == 0 || text[name] != ':')
      return NULL;
    text += name + 1;
    WordArray *list = &declared->arguments;
    const char *arrow = strstr(text, "->");
    const char *markers = arrow ? arena_copy_string(arena, text, (size_t)(arrow - text)) : text;
    if (!take_list(arena, &markers, list) || *markers ||
        (arrow && !take_results(arena, &arrow, &declared->results)))
      return NULL;
    return declared;
  }
  return NULL;
}

/* ---- the function ---- */

typedef struct {
  Arena *arena;
  DiagSink *sink;
  LLVMModuleRef module;
  const DeclaredRequest *declared;
  LLVMValueRef primal;
  bool active_result, primal_result; /* what is returned of the primal's result */
  bool failed;
} Declarer;

static bool is_duplicated(const char *word) {
  return strcmp(word, "dup") == 0 || strcmp(word, "dupnoneed") == 0;
}

static void fail(Declarer *declarer, const char *what) {
  diag_at(declarer->sink, declarer->primal, DIAG_BAD_DECLARATION, declarer->declared->name, what);
  declarer->failed = true;
}

static bool check_words(Declarer *declarer) {
  static const char *const argument_words[] = {"const", "dup", "dupnoneed", "out"};
  static const char *const result_words[] = {"active", "const", "noret", "primal"};
  const DeclaredRequest *declared = declarer->declared;
  for (size_t i = 0; i < declared->arguments.count; i++) {
    bool known = false;
    for (size_t k = 0; k < sizeof argument_words / sizeof *argument_words; k++)
      known |= strcmp(declared->arguments.items[i], argument_words[k]) == 0;
    if (!known)
      fail(declarer, arena_format(declarer->arena,
                                  "unknown marker '%s'; it is one of const, dup, dupnoneed, out",
                                  declared->arguments.items[i]));
  }
  declarer->active_result = true;
  bool says_active = false;
  for (size_t i = 0; i < declared->results.count; i++) {
    const char *word = declared->results.items[i];
    bool known = false;
    for (size_t k = 0; k < sizeof result_words / sizeof *result_words; k++)
      known |= strcmp(word, result_words[k]) == 0;
    if (!known)
      fail(declarer, arena_format(declarer->arena,
                                  "unknown word '%s' behind '->'; it is one of active, const, "
                                  "noret, primal",
                                  word));
    if (strcmp(word, "const") == 0 || strcmp(word, "noret") == 0)
      declarer->active_result = false;
    if (strcmp(word, "primal") == 0)
      declarer->primal_result = true;
    says_active |= strcmp(word, "active") == 0;
  }
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(declarer->primal));
  if (says_active && !declarer->active_result)
    fail(declarer, "its result cannot be both 'active' and 'const' or 'noret'");
  else if (says_active && !type_contains_float(result) && !type_contains_pointer(result))
    fail(declarer, "its result cannot be 'active': the function returns no floating point");
  else if (declarer->primal_result && LLVMGetTypeKind(result) == LLVMVoidTypeKind)
    fail(declarer, "it cannot return 'primal': the function returns nothing");
  unsigned count = LLVMCountParams(declarer->primal);
  if (!declarer->failed && declared->arguments.count != count)
    fail(declarer, arena_format(declarer->arena, "%zu markers are given for %u parameters",
                                declared->arguments.count, count));
  return !declarer->failed;
}

/* {primal?, adjoints} or {primal?, tangent}; NULL: nothing. */
static LLVMTypeRef derivative_result(Declarer *declarer) {
  TypeArray parts = {0};
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(declarer->primal));
  bool has_result = LLVMGetTypeKind(result) != LLVMVoidTypeKind;
  if (has_result && declarer->primal_result)
    ARRAY_PUSH(declarer->arena, parts, result);
  if (declarer->declared->mode == REQUEST_FORWARD) {
    if (has_result && declarer->active_result &&
        (type_contains_float(result) || type_contains_pointer(result)))
      ARRAY_PUSH(declarer->arena, parts, result);
  } else
    for (unsigned i = 0; i < LLVMCountParams(declarer->primal); i++)
      if (strcmp(declarer->declared->arguments.items[i], "out") == 0)
        ARRAY_PUSH(declarer->arena, parts, LLVMTypeOf(LLVMGetParam(declarer->primal, i)));
  if (parts.count < 2)
    return parts.count ? parts.items[0] : NULL;
  return LLVMStructTypeInContext(LLVMGetModuleContext(declarer->module), parts.items,
                                 (unsigned)parts.count, false);
}

/* How C returns the struct on x86-64: two floats that share eight bytes share a register, and what
 * is larger than sixteen bytes goes to memory (NULL). */
static LLVMTypeRef returned_as(Declarer *declarer, LLVMTypeRef type) {
  LLVMContextRef context = LLVMGetModuleContext(declarer->module);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(declarer->module);
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
    return type;
  if (LLVMABISizeOfType(layout, type) > 16)
    return NULL;
  unsigned count = LLVMCountStructElementTypes(type);
  LLVMTypeRef float_type = LLVMFloatTypeInContext(context);
  TypeArray parts = {0};
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef part = LLVMStructGetTypeAtIndex(type, i);
    bool pair = part == float_type && LLVMOffsetOfElement(layout, type, i) % 8 == 0 &&
                i + 1 < count && LLVMStructGetTypeAtIndex(type, i + 1) == float_type;
    ARRAY_PUSH(declarer->arena, parts, pair ? LLVMVectorType(float_type, 2) : part);
    i += pair;
  }
  return parts.count == 1
             ? parts.items[0]
             : LLVMStructTypeInContext(context, parts.items, (unsigned)parts.count, false);
}

static LLVMValueRef marker(Declarer *declarer, const char *word) {
  const char *name = arena_format(declarer->arena, "adcc_%s", word);
  LLVMValueRef global = LLVMGetNamedGlobal(declarer->module, name);
  return global
             ? global
             : LLVMAddGlobal(declarer->module,
                             LLVMInt32TypeInContext(LLVMGetModuleContext(declarer->module)), name);
}

/* The function under its name: new, or declared by the program that calls it. */
static LLVMValueRef function_of_name(Declarer *declarer, LLVMTypeRef type) {
  const char *name = declarer->declared->name;
  LLVMValueRef function = LLVMGetNamedFunction(declarer->module, name);
  if (!function) {
    function = LLVMAddFunction(declarer->module, name, type);
    build_copy_processor(function, declarer->primal);
    return function;
  }
  char *declared_as = LLVMPrintTypeToString(LLVMGlobalGetValueType(function));
  char *built_as = LLVMPrintTypeToString(type);
  if (!LLVMIsDeclaration(function))
    fail(declarer, "a function of that name is defined");
  else if (LLVMGlobalGetValueType(function) != type)
    fail(declarer, arena_format(declarer->arena, "it is declared as '%s' but is '%s'", declared_as,
                                built_as));
  LLVMDisposeMessage(declared_as);
  LLVMDisposeMessage(built_as);
  return declarer->failed ? NULL : function;
}

static void copy_attributes(LLVMValueRef from, unsigned index, LLVMValueRef to, unsigned to_index) {
  static const char *const names[] = {"byval", "zeroext", "signext", "inreg"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    unsigned kind = LLVMGetEnumAttributeKindForName(names[k], strlen(names[k]));
    LLVMRemoveEnumAttributeAtIndex(to, to_index, kind);
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(from, index, kind);
    if (attribute)
      LLVMAddAttributeAtIndex(to, to_index, attribute);
  }
  unsigned align = LLVMGetEnumAttributeKindForName("align", 5);
  LLVMAttributeRef alignment = LLVMGetEnumAttributeAtIndex(from, index, align);
  if (alignment &&
      LLVMGetEnumAttributeAtIndex(from, index, LLVMGetEnumAttributeKindForName("byval", 5)))
    LLVMAddAttributeAtIndex(to, to_index, alignment); /* of the place on the stack */
}

static void build_body(Declarer *declarer, LLVMValueRef function, LLVMTypeRef result,
                       LLVMTypeRef in_registers) {
  LLVMContextRef context = LLVMGetModuleContext(declarer->module);
  const DeclaredRequest *declared = declarer->declared;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
  unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
  bool in_memory = result && !in_registers;
  unsigned next = in_memory ? 1 : 0;
  if (in_memory)
    LLVMAddAttributeAtIndex(function, 1, LLVMCreateTypeAttribute(context, sret, result));
  ValueArray arguments = {0};
  ARRAY_PUSH(declarer->arena, arguments, declarer->primal);
  if (declarer->primal_result)
    ARRAY_PUSH(declarer->arena, arguments, marker(declarer, "primal_return"));
  if (!declarer->active_result)
    ARRAY_PUSH(declarer->arena, arguments, marker(declarer, "const_return"));
  for (unsigned i = 0; i < declared->arguments.count; i++) {
    const char *word = declared->arguments.items[i];
    ARRAY_PUSH(declarer->arena, arguments, marker(declarer, word));
    for (unsigned copies = is_duplicated(word) ? 2 : 1; copies > 0; copies--) {
      copy_attributes(declarer->primal, i + 1, function, next + 1);
      ARRAY_PUSH(declarer->arena, arguments, LLVMGetParam(function, next++));
    }
  }
  const char *entry =
      arena_format(declarer->arena, "__adcc_%s.%s",
                   declared->mode == REQUEST_FORWARD ? "fwddiff" : "autodiff", declared->name);
  LLVMTypeRef first[] = {LLVMTypeOf(declarer->primal)};
  LLVMTypeRef type =
      LLVMFunctionType(result ? result : LLVMVoidTypeInContext(context), first, 1, true);
  LLVMValueRef called =
      LLVMBuildCall2(builder, type, LLVMAddFunction(declarer->module, entry, type), arguments.items,
                     (unsigned)arguments.count, "");
  if (!result)
    LLVMBuildRetVoid(builder);
  else if (in_memory) {
    LLVMBuildStore(builder, called, LLVMGetParam(function, 0));
    LLVMBuildRetVoid(builder);
  } else if (in_registers == result)
    LLVMBuildRet(builder, called);
  else {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(declarer->module);
    bool larger = LLVMABISizeOfType(layout, in_registers) > LLVMABISizeOfType(layout, result);
    LLVMValueRef slot = build_alloca_in_entry(function, larger ? in_registers : result, "result");
    LLVMBuildStore(builder, called, slot);
    LLVMBuildRet(builder, LLVMBuildLoad2(builder, in_registers, slot, ""));
  }
  LLVMDisposeBuilder(builder);
}

bool declared_build(Arena *arena, DiagSink *sink, LLVMModuleRef module,
                    const DeclaredRequest *declared, LLVMValueRef primal,
                    NamedDerivativeArray *built) {
  Declarer declarer = {arena,
                       sink,
                       module,
                       declared,
                       primal ? primal : LLVMGetNamedFunction(module, declared->primal),
                       false,
                       false,
                       false};
  if (!declarer.primal) {
    diag_at(sink, NULL, DIAG_NO_BODY, declared->primal);
    return false;
  }
  unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
  if (LLVMGetEnumAttributeAtIndex(declarer.primal, 1, sret) ||
      LLVMIsFunctionVarArg(LLVMGlobalGetValueType(declarer.primal))) {
    fail(&declarer, "functions that return a large structure or take variable arguments can only "
                    "be asked for by a call in the source");
    return false;
  }
  if (!check_words(&declarer))
    return false;
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef result = derivative_result(&declarer);
  LLVMTypeRef in_registers = result ? returned_as(&declarer, result) : NULL;
  TypeArray parameters = {0};
  if (result && !in_registers)
    ARRAY_PUSH(arena, parameters, LLVMPointerTypeInContext(context, 0));
  for (unsigned i = 0; i < declared->arguments.count; i++)
    for (unsigned copies = is_duplicated(declared->arguments.items[i]) ? 2 : 1; copies > 0;
         copies--)
      ARRAY_PUSH(arena, parameters, LLVMTypeOf(LLVMGetParam(declarer.primal, i)));
  LLVMTypeRef type = LLVMFunctionType(in_registers ? in_registers : LLVMVoidTypeInContext(context),
                                      parameters.items, (unsigned)parameters.count, false);
  LLVMValueRef function = function_of_name(&declarer, type);
  if (!function)
    return false;
  build_body(&declarer, function, result, in_registers);
  bridge_define_subprogram(function, declarer.primal);
  NamedDerivative named = {function, declared_prototype(arena, declared, declarer.primal, result),
                           declared, declarer.primal};
  ARRAY_PUSH(arena, *built, named);
  return true;
}

/* ---- annotations ---- */

bool declared_build_annotated(Arena *arena, DiagSink *sink, LLVMModuleRef module,
                              NamedDerivativeArray *built) {
  AnnotationArray all = annotations_read(arena, module);
  bool fine = true;
  for (size_t i = 0; i < all.count; i++) {
    LLVMValueRef primal = all.items[i].on;
    const char *text = all.items[i].text;
    bool is_ours = false;
    if (!LLVMIsAFunction(primal))
      continue;
    DeclaredRequest *declared = parse_annotation(arena, text, &is_ours);
    if (!is_ours)
      continue;
    if (!declared) {
      diag_at(sink, primal, DIAG_BAD_DECLARATION, text, "this annotation cannot be read");
      fine = false;
      continue;
    }
    declared->primal = LLVMGetValueName2(primal, &(size_t){0});
    fine = declared_build(arena, sink, module, declared, primal, built) && fine;
  }
  return fine;
}
