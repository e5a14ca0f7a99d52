/* Reads the rules that users add: globals that list a function and what stands for its derivative.
 * What does not fit is reported with the signature that was expected. */
#include "registrations.h"
#include "annotations.h"
#include "signature.h"

#include <stdlib.h>
#include <string.h>

typedef enum {
  REGISTER_GRADIENT,
  REGISTER_DERIVATIVE,
  REGISTER_SPLIT_DERIVATIVE,
  FUNCTION_LIKE,
  INACTIVE_FUNCTION,
  INACTIVE_GLOBAL,
  ALLOCATION_LIKE,
  NO_FREE, /* releases are recognised by name, so that the promise adds nothing */
} RegistrationKind;

static const struct {
  const char *name;
  RegistrationKind kind;
} kinds[] = {{"register_gradient", REGISTER_GRADIENT},
             {"register_derivative", REGISTER_DERIVATIVE},
             {"register_splitderivative", REGISTER_SPLIT_DERIVATIVE},
             {"function_like", FUNCTION_LIKE},
             {"inactivefn", INACTIVE_FUNCTION},
             {"inactive_global", INACTIVE_GLOBAL},
             {"allocation_like", ALLOCATION_LIKE},
             {"nofree", NO_FREE}};

struct Registrations {
  Arena *arena;
  DiagSink *sink;
  LLVMModuleRef module;
  Map *of; /* function -> Registration * */
  bool failed;
};

static bool registration_kind(LLVMValueRef global, RegistrationKind *kind) {
  static const char *const prefixes[] = {"__adcc_", "__enzyme_"};
  const char *name = LLVMGetValueName2(global, &(size_t){0});
  /* What AddressSanitizer says of a global has its name within its own. */
  if (strncmp(name, "__asan_", 7) == 0 || strncmp(name, "__odr_asan_", 11) == 0)
    return false;
  for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
    const char *found = strstr(name, prefixes[p]);
    for (size_t i = 0; found && i < sizeof kinds / sizeof *kinds; i++)
      if (!strncmp(found + strlen(prefixes[p]), kinds[i].name, strlen(kinds[i].name))) {
        *kind = kinds[i].kind;
        return true;
      }
  }
  return false;
}

/* Is it meant for a registration, but named otherwise? */
static bool is_misnamed(LLVMValueRef global) {
  static const char *const prefixes[] = {"__adcc_register", "__enzyme_register"};
  const char *name = LLVMGetValueName2(global, &(size_t){0});
  for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++)
    if (strncmp(name, prefixes[p], strlen(prefixes[p])) == 0)
      return true;
  return false;
}

static void fail(Registrations *all, LLVMValueRef global, const char *what) {
  diag_at(all->sink, global, DIAG_BAD_REGISTRATION, LLVMGetValueName2(global, &(size_t){0}), what);
  all->failed = true;
}

static LLVMValueRef strip(LLVMValueRef value) {
  while (LLVMIsAConstantExpr(value) && LLVMGetNumOperands(value) == 1)
    value = LLVMGetOperand(value, 0);
  return LLVMIsAGlobalAlias(value) ? strip(LLVMAliasGetAliasee(value)) : value;
}

/* The initialiser; AddressSanitizer puts zeros behind it. */
static LLVMValueRef contents(LLVMValueRef global) {
  LLVMValueRef initializer = LLVMGetInitializer(global);
  if (!initializer || LLVMGetTypeKind(LLVMTypeOf(initializer)) != LLVMStructTypeKind ||
      LLVMGetNumOperands(initializer) != 2)
    return initializer;
  LLVMValueRef behind = LLVMGetOperand(initializer, 1);
  return LLVMIsNull(behind) && LLVMGetTypeKind(LLVMTypeOf(behind)) == LLVMArrayTypeKind
             ? LLVMGetOperand(initializer, 0)
             : initializer;
}

/* The members of the initialiser: an array or a struct of pointers, or one pointer. */
static ValueArray members(Registrations *all, LLVMValueRef global) {
  ValueArray list = {0};
  LLVMValueRef initializer = contents(global);
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(initializer));
  if (kind != LLVMArrayTypeKind && kind != LLVMStructTypeKind) {
    ARRAY_PUSH(all->arena, list, strip(initializer));
    return list;
  }
  for (int i = 0; i < LLVMGetNumOperands(initializer); i++)
    ARRAY_PUSH(all->arena, list, strip(LLVMGetOperand(initializer, (unsigned)i)));
  return list;
}

static const char *string_of(Registrations *all, LLVMValueRef value) {
  LLVMValueRef text = LLVMIsAGlobalVariable(value) ? contents(value) : NULL;
  if (text && LLVMIsNull(text) && LLVMGetTypeKind(LLVMTypeOf(text)) == LLVMArrayTypeKind)
    return ""; /* has no characters to ask for */
  if (!text || !LLVMIsAConstantDataSequential(text) || !LLVMIsConstantString(text))
    return NULL;
  size_t length;
  const char *characters = LLVMGetAsString(text, &length);
  return arena_copy_string(all->arena, characters, length ? length - 1 : 0);
}

static void mark(LLVMValueRef function, const char *key, const char *value) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                          LLVMCreateStringAttribute(context, key, (unsigned)strlen(key), value,
                                                    (unsigned)strlen(value)));
}

/* ---- signatures ---- */

static bool check_parameters(Registrations *all, LLVMValueRef global, LLVMValueRef primal,
                             CustomFunction *custom, const RuleShape *shape, unsigned *rest) {
  const char *fault = signature_match(all->arena, primal, custom, shape, rest);
  if (fault)
    fail(all, global, fault);
  return !fault;
}

/* C returns small structs in registers of other types: what counts is the size, in words, and that
 * no number takes the place of another. */
static bool result_fits(Registrations *all, LLVMTypeRef actual, LLVMTypeRef wanted) {
  if (!wanted)
    return !type_contains_float(actual); /* a status or NULL is no adjoint */
  if (LLVMGetTypeKind(actual) == LLVMVoidTypeKind)
    return false;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(all->module);
  uint64_t a = LLVMABISizeOfType(layout, actual), b = LLVMABISizeOfType(layout, wanted);
  if (signature_is_floating(wanted) != signature_is_floating(actual) &&
      LLVMGetTypeKind(wanted) != LLVMStructTypeKind)
    return false; /* a bare number is not coerced */
  if (!signature_numbers_agree(layout, actual, wanted))
    return false;
  return (a + 7) / 8 == (b + 7) / 8;
}

static LLVMTypeRef struct_of(LLVMContextRef context, LLVMTypeRef *types, unsigned count) {
  return count == 0   ? NULL
         : count == 1 ? types[0]
                      : LLVMStructTypeInContext(context, types, count, false);
}

static bool check_result(Registrations *all, LLVMValueRef global, const char *role,
                         const CustomFunction *custom, LLVMTypeRef wanted) {
  if (result_fits(all, custom->result, wanted))
    return true;
  fail(all, global,
       arena_format(all->arena, "the %s must return '%s' but returns '%s'", role,
                    wanted ? signature_type_text(all->arena, wanted) : "void",
                    signature_type_text(all->arena, custom->result)));
  return false;
}

LLVMTypeRef registration_augmented_result(const Registration *registration,
                                          const CustomPair *pair) {
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(registration->primal));
  LLVMTypeRef parts[3];
  unsigned count = 0;
  if (pair->tape)
    parts[count++] = pair->tape;
  if (LLVMGetTypeKind(result) != LLVMVoidTypeKind)
    parts[count++] = result;
  if (type_contains_pointer(result))
    parts[count++] = result;
  return struct_of(LLVMGetTypeContext(LLVMTypeOf(registration->primal)), parts, count);
}

LLVMTypeRef registration_gradient_result(Arena *arena, const Registration *registration) {
  LLVMTypeRef *parts = ARENA_ARRAY(arena, LLVMTypeRef, LLVMCountParams(registration->primal) + 1);
  unsigned count = 0;
  for (unsigned i = 0; i < LLVMCountParams(registration->primal); i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(registration->primal, i));
    if (signature_is_floating(type))
      parts[count++] = type;
  }
  return struct_of(LLVMGetTypeContext(LLVMTypeOf(registration->primal)), parts, count);
}

/* ---- kinds ---- */

static Registration *registration_for(Registrations *all, LLVMValueRef function) {
  Registration *registration = map_get(all->of, function);
  if (!registration) {
    registration = ARENA_NEW(all->arena, Registration);
    registration->primal = function;
    map_set(all->of, function, registration);
    mark(function, "adcc_custom_derivative", "");
  }
  return registration;
}

static bool all_functions(Registrations *all, LLVMValueRef global, ValueArray list,
                          const char *const *roles, size_t count) {
  bool fine = list.count == count;
  for (size_t i = 0; i < list.count && fine; i++)
    fine = LLVMIsAFunction(list.items[i]) != NULL;
  if (fine && LLVMIsFunctionVarArg(LLVMGlobalGetValueType(list.items[0]))) {
    fail(all, global,
         "a function of variable arguments has no rule, which would take as many: register one "
         "for a function that calls it");
    return false;
  }
  if (fine)
    return true;
  const char *text = "";
  for (size_t i = 0; i < count; i++)
    text = arena_format(all->arena, "%s%s%s", text, i ? ", " : "", roles[i]);
  fail(all, global, arena_format(all->arena, "it must list %zu functions: {%s}", count, text));
  return false;
}

/* C hands a structure of two floats around as a vector, which LLVM aligns otherwise. */
static LLVMTypeRef as_in_memory(LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
    return LLVMArrayType2(LLVMGetElementType(type), LLVMGetVectorSize(type));
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
    return type;
  enum { MOST_MEMBERS = 8 };
  LLVMTypeRef members[MOST_MEMBERS];
  unsigned count = LLVMCountStructElementTypes(type);
  for (unsigned i = 0; i < count && i < MOST_MEMBERS; i++)
    members[i] = as_in_memory(LLVMStructGetTypeAtIndex(type, i));
  return count > MOST_MEMBERS ? type
                              : LLVMStructTypeInContext(LLVMGetTypeContext(type), members, count,
                                                        LLVMIsPackedStruct(type));
}

/* Does it tell where, behind the tape, the result stands? */
static bool places_are_known(Registrations *all, LLVMTypeRef augmented) {
  if (!augmented || LLVMGetTypeKind(augmented) != LLVMStructTypeKind)
    return true;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(all->module);
  LLVMTypeRef in_memory = as_in_memory(augmented);
  for (unsigned i = 1; i < LLVMCountStructElementTypes(augmented); i++)
    if (LLVMOffsetOfElement(layout, augmented, i) != LLVMOffsetOfElement(layout, in_memory, i))
      return false;
  return true;
}

/* The augmented primal and what takes its tape. */
static bool read_pair(Registrations *all, LLVMValueRef global, const Registration *registration,
                      const ValueArray *list, bool forward, CustomPair *pair) {
  const char *second = forward ? "forward derivative" : "gradient";
  pair->augmented = signature_describe(list->items[1]);
  pair->second = signature_describe(list->items[2]);
  bool has_tape = LLVMGetTypeKind(pair->augmented.result) != LLVMVoidTypeKind;
  RuleShape first_shape = {.role = "augmented primal"};
  RuleShape second_shape = {.role = second, .forward = forward, .seed = !forward, .tape = has_tape};
  unsigned rest;
  if (!check_parameters(all, global, registration->primal, &pair->augmented, &first_shape, &rest) ||
      !check_parameters(all, global, registration->primal, &pair->second, &second_shape, &rest))
    return false;
  if (has_tape) {
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef copy = LLVMGetEnumAttributeAtIndex(pair->second.function, rest + 1, byval);
    pair->tape_by_reference = copy != NULL;
    unsigned count = LLVMCountParams(pair->second.function) - rest;
    LLVMTypeRef parts[SIGNATURE_MOST_TAPE_PARAMETERS];
    for (unsigned i = 0; i < count; i++)
      parts[i] = signature_parameter(pair->second.function, rest + i);
    pair->tape_in_parts = count > 1;
    if (copy && count > 1) {
      fail(all, global,
           arena_format(all->arena, "the tape must be the last parameter of the %s", second));
      return false;
    }
    pair->tape =
        copy ? LLVMGetTypeAttributeValue(copy)
             : struct_of(LLVMGetTypeContext(LLVMTypeOf(registration->primal)), parts, count);
  }
  LLVMTypeRef wanted = registration_augmented_result(registration, pair);
  if (!check_result(all, global, "augmented primal", &pair->augmented, wanted))
    return false;
  if (places_are_known(all, wanted))
    return true;
  fail(all, global,
       "where the result of the augmented primal stands cannot be told: let its "
       "tape take a multiple of eight bytes");
  return false;
}

/* Is it the only rule of its kind for the function? The same table may stand in several files. */
static bool is_only(Registrations *all, LLVMValueRef global, const Registration *registration,
                    LLVMValueRef const before[2], const ValueArray *list) {
  bool same = true;
  for (size_t i = 0; before[0] && i < 2 && i + 1 < list->count; i++)
    same = same && before[i] == list->items[i + 1];
  if (!same)
    fail(all, global,
         arena_format(all->arena, "a rule of this kind is registered for '%s' already",
                      LLVMGetValueName2(registration->primal, &(size_t){0})));
  return same;
}

static bool is_only_pair(Registrations *all, LLVMValueRef global, const Registration *registration,
                         const CustomPair *before, const ValueArray *list) {
  LLVMValueRef functions[] = {before->augmented.function, before->second.function};
  return is_only(all, global, registration, functions, list);
}

static void read_gradient(Registrations *all, LLVMValueRef global, ValueArray list) {
  static const char *const roles[] = {"the function", "its augmented primal", "its gradient"};
  if (!all_functions(all, global, list, roles, 3))
    return;
  Registration *registration = registration_for(all, list.items[0]);
  CustomPair pair = {0};
  if (is_only_pair(all, global, registration, &registration->gradient, &list) &&
      read_pair(all, global, registration, &list, false, &pair) &&
      check_result(all, global, "gradient", &pair.second,
                   registration_gradient_result(all->arena, registration)))
    registration->gradient = pair;
}

/* A tangent, or the result and its tangent. */
static bool check_tangent(Registrations *all, LLVMValueRef global, LLVMValueRef primal,
                          const CustomFunction *forward) {
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(primal));
  LLVMTypeRef both[] = {result, result};
  if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
    return check_result(all, global, "forward derivative", forward, NULL);
  LLVMTypeRef with_result = struct_of(LLVMGetTypeContext(result), both, 2);
  if (result_fits(all, forward->result, with_result) || result_fits(all, forward->result, result))
    return true;
  fail(all, global,
       arena_format(
           all->arena,
           "the forward derivative must return '%s', or '%s' with the result in front, but "
           "returns '%s'",
           signature_type_text(all->arena, result), signature_type_text(all->arena, with_result),
           signature_type_text(all->arena, forward->result)));
  return false;
}

static void read_split_derivative(Registrations *all, LLVMValueRef global, ValueArray list) {
  static const char *const roles[] = {"the function", "its augmented primal",
                                      "its forward derivative"};
  if (!all_functions(all, global, list, roles, 3))
    return;
  Registration *registration = registration_for(all, list.items[0]);
  CustomPair pair = {0};
  if (is_only_pair(all, global, registration, &registration->split, &list) &&
      read_pair(all, global, registration, &list, true, &pair) &&
      check_tangent(all, global, registration->primal, &pair.second))
    registration->split = pair;
}

static void read_derivative(Registrations *all, LLVMValueRef global, ValueArray list) {
  static const char *const roles[] = {"the function", "its forward derivative"};
  if (!all_functions(all, global, list, roles, 2))
    return;
  LLVMValueRef primal = list.items[0];
  CustomFunction forward = signature_describe(list.items[1]);
  RuleShape shape = {.role = "forward derivative", .forward = true};
  unsigned rest;
  if (!check_parameters(all, global, primal, &forward, &shape, &rest))
    return;
  if (!check_tangent(all, global, primal, &forward))
    return;
  Registration *registration = registration_for(all, primal);
  LLVMValueRef before[] = {registration->forward.function, NULL};
  if (is_only(all, global, registration, before, &list))
    registration->forward = forward;
}

static void read_function_like(Registrations *all, LLVMValueRef global, ValueArray list) {
  const char *name = list.count == 2 ? string_of(all, list.items[1]) : NULL;
  if (!name || !LLVMIsAFunction(list.items[0])) {
    fail(all, global, "it must list {the function, the name of the function it is like}");
    return;
  }
  mark(list.items[0], "adcc_math", name);
}

static bool lists_functions(Registrations *all, LLVMValueRef global, ValueArray list) {
  bool fine = list.count > 0;
  for (size_t i = 0; i < list.count; i++)
    fine = fine && LLVMIsAFunction(list.items[i]);
  if (!fine)
    fail(all, global, list.count ? "every member must be a function" : "it lists no function");
  return fine;
}

static void read_inactive(Registrations *all, LLVMValueRef global, ValueArray list) {
  if (lists_functions(all, global, list))
    for (size_t i = 0; i < list.count; i++)
      mark(list.items[i], "adcc_inactive", "");
}

/* A variable, or a place within one; or a list of them within the list. */
static bool is_variable(LLVMValueRef member) {
  while (LLVMIsAConstantExpr(member) && LLVMGetNumOperands(member) > 0)
    member = LLVMGetOperand(member, 0);
  bool nested = LLVMIsAConstantArray(member) || LLVMIsAConstantStruct(member);
  for (int i = 0; nested && i < LLVMGetNumOperands(member); i++)
    if (!is_variable(LLVMGetOperand(member, (unsigned)i)))
      return false;
  return nested || LLVMIsAGlobalVariable(member) ||
         (LLVMIsAGlobalAlias(member) && is_variable(LLVMAliasGetAliasee(member)));
}

/* Activity analysis reads the list itself. */
static void check_inactive_globals(Registrations *all, LLVMValueRef global, ValueArray list) {
  bool fine = list.count > 0;
  for (size_t i = 0; i < list.count; i++)
    fine = fine && is_variable(list.items[i]);
  if (!fine)
    fail(all, global,
         list.count ? "every member must be the address of a global variable; functions are listed "
                      "by an inactivefn"
                    : "it lists no variable");
}

/* The one parameter of the release that is a pointer; -1: there is none, or several. */
static int only_pointer(LLVMValueRef release) {
  int found = -1;
  for (unsigned i = 0; i < LLVMCountParams(release); i++)
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(release, i))) == LLVMPointerTypeKind) {
      if (found >= 0)
        return -1;
      found = (int)i;
    }
  return found;
}

/* Which parameter of the release is the block; -1 if the text does not tell. It lists what the
 * parameters are: -1 is the block, a number an argument of the allocator. */
static int freed_parameter(LLVMValueRef release, const char *text) {
  if (!*text)
    return only_pointer(release);
  int freed = -1;
  unsigned position = 0;
  for (; *text; position++) {
    char *end;
    bool is_block = strtol(text, &end, 10) == -1;
    if (end == text || (*end && *end != ',') || (is_block && freed >= 0))
      return -1;
    if (is_block)
      freed = (int)position;
    text = *end ? end + 1 : end;
  }
  if (position != LLVMCountParams(release) || freed < 0)
    return -1;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(release, (unsigned)freed));
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind ? freed : only_pointer(release);
}

/* {allocator, index of its size argument, what the release takes, release}. */
static void read_allocation(Registrations *all, LLVMValueRef global, ValueArray list) {
  enum { MOST_ARGUMENTS = 8 };
  const char *expected = "it must list {allocator, index of its size argument, \"-1\", release}; "
                         "where the release takes more, the text says what: \"0,-1\" for the "
                         "allocator's first argument, then the block";
  if (list.count != 4 || !LLVMIsAFunction(list.items[0]) || !LLVMIsAFunction(list.items[3])) {
    fail(all, global, expected);
    return;
  }
  LLVMValueRef allocator = list.items[0], release = list.items[3];
  const char *free_arguments = string_of(all, list.items[2]);
  const char *size_text = string_of(all, list.items[1]);
  uint64_t size_argument = 0;
  if (size_text)
    size_argument = strtoull(size_text, NULL, 10);
  else if (LLVMIsAConstantInt(list.items[1]))
    size_argument = LLVMConstIntGetZExtValue(list.items[1]);
  else if (!LLVMIsNull(list.items[1])) {
    fail(all, global, expected);
    return;
  }
  int freed = free_arguments ? freed_parameter(release, free_arguments) : -1;
  LLVMTypeRef block = LLVMGetReturnType(LLVMGlobalGetValueType(allocator));
  if (LLVMGetTypeKind(block) != LLVMPointerTypeKind) {
    fail(all, global, "the allocator must return a pointer");
    return;
  }
  if (freed < 0 || freed >= MOST_ARGUMENTS || size_argument >= LLVMCountParams(allocator) ||
      size_argument >= MOST_ARGUMENTS ||
      LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(allocator, (unsigned)size_argument))) !=
          LLVMIntegerTypeKind) {
    fail(all, global, expected);
    return;
  }
  mark(allocator, "adcc_allocation", arena_format(all->arena, "%u", (unsigned)size_argument));
  mark(release, "adcc_release", arena_format(all->arena, "%d", freed));
}

Registrations *registrations_read(Arena *arena, DiagSink *sink, LLVMModuleRef module) {
  Registrations *all = ARENA_NEW(arena, Registrations);
  *all = (Registrations){arena, sink, module, map_create(arena), false};
  annotations_apply(arena, sink, module);
  for (LLVMValueRef global = LLVMGetFirstGlobal(module); global;
       global = LLVMGetNextGlobal(global)) {
    RegistrationKind kind;
    if (LLVMIsDeclaration(global))
      continue;
    if (!registration_kind(global, &kind)) {
      if (is_misnamed(global))
        fail(all, global,
             "what is registered is a register_gradient, register_derivative or "
             "register_splitderivative");
      continue;
    }
    ValueArray list = members(all, global);
    switch (kind) {
    case REGISTER_GRADIENT:
      read_gradient(all, global, list);
      break;
    case REGISTER_DERIVATIVE:
      read_derivative(all, global, list);
      break;
    case FUNCTION_LIKE:
      read_function_like(all, global, list);
      break;
    case INACTIVE_FUNCTION:
      read_inactive(all, global, list);
      break;
    case ALLOCATION_LIKE:
      read_allocation(all, global, list);
      break;
    case REGISTER_SPLIT_DERIVATIVE:
      read_split_derivative(all, global, list);
      break;
    case INACTIVE_GLOBAL:
      check_inactive_globals(all, global, list);
      break;
    case NO_FREE:
      lists_functions(all, global, list);
      break;
    }
  }
  return all->failed ? NULL : all;
}

const Registration *registration_of(const Registrations *all, LLVMValueRef function) {
  return map_get(all->of, function);
}

void registrations_remove(LLVMModuleRef module) {
  for (LLVMValueRef global = LLVMGetFirstGlobal(module), next; global; global = next) {
    next = LLVMGetNextGlobal(global);
    RegistrationKind kind;
    if (registration_kind(global, &kind) && !LLVMGetFirstUse(global))
      LLVMDeleteGlobal(global);
  }
}
