/* Matches the parameters of a rule's function with those of its primal. A parameter is followed by
 * its shadow, and a structure that C passes as two parameters by both of its shadow's:
 *
 *   f(double *p, int n)       p dp n         or  p dp n n
 *   f(struct {double *p; long n;})           p n dp dn
 *   f(double complex z)       z.re z.im dz.re dz.im
 *
 * Where the types do not tell, what the source declares does, as far as it can be known. */
#include "signature.h"
#include "request.h"

bool signature_is_floating(LLVMTypeRef type) {
  return type_contains_float(type) && !type_contains_pointer(type);
}

/* The number that begins so many bytes behind the start of what is of this type; NULL: none. */
static LLVMTypeRef number_at(LLVMTargetDataRef layout, LLVMTypeRef type, uint64_t offset) {
  if (offset >= LLVMABISizeOfType(layout, type))
    return NULL;
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind: {
    unsigned member = LLVMElementAtOffset(layout, type, offset);
    return number_at(layout, LLVMStructGetTypeAtIndex(type, member),
                     offset - LLVMOffsetOfElement(layout, type, member));
  }
  case LLVMArrayTypeKind:
  case LLVMVectorTypeKind: {
    LLVMTypeRef element = LLVMGetElementType(type);
    return number_at(layout, element, offset % LLVMABISizeOfType(layout, element));
  }
  default:
    return offset == 0 && type_is_float(type) ? type : NULL;
  }
}

bool signature_numbers_agree(LLVMTargetDataRef layout, LLVMTypeRef one, LLVMTypeRef other) {
  for (uint64_t offset = 0; offset < LLVMABISizeOfType(layout, one); offset++) {
    LLVMTypeRef number = number_at(layout, one, offset);
    LLVMTypeRef beside = number_at(layout, other, offset);
    if (number && beside && number != beside)
      return false;
  }
  return true;
}

const char *signature_type_text(Arena *arena, LLVMTypeRef type) {
  char *text = LLVMPrintTypeToString(type);
  const char *copy = arena_format(arena, "%s", text);
  LLVMDisposeMessage(text);
  return copy;
}

LLVMTypeRef signature_parameter(LLVMValueRef function, unsigned index) {
  return index < LLVMCountParams(function) ? LLVMTypeOf(LLVMGetParam(function, index)) : NULL;
}

CustomFunction signature_describe(LLVMValueRef function) {
  unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
  LLVMAttributeRef hidden = LLVMGetEnumAttributeAtIndex(function, 1, sret);
  return (CustomFunction){.function = function,
                          .result = hidden ? LLVMGetTypeAttributeValue(hidden)
                                           : LLVMGetReturnType(LLVMGlobalGetValueType(function)),
                          .has_sret = hidden != NULL};
}

/* One way to read the parameters. */
typedef struct {
  Arena *arena;
  LLVMValueRef primal;
  const RuleShape *shape;
  bool shadows_integers;
  bool tape_in_parts; /* a structure that C passes in several registers */
  bool unclear;       /* a structure of two numbers, or two numbers? */
} Reading;

static LLVMTypeRef result_of(LLVMValueRef function) {
  return LLVMGetReturnType(LLVMGlobalGetValueType(function));
}

/* The seed: one parameter, or where C passes a structure so, one for each of its members. */
static bool take_seed(CustomFunction *custom, LLVMTypeRef result, unsigned *next) {
  if (signature_parameter(custom->function, *next) == result) {
    (*next)++;
    return true;
  }
  if (LLVMGetTypeKind(result) != LLVMStructTypeKind)
    return false;
  custom->seed_in_parts = true;
  for (unsigned i = 0; i < LLVMCountStructElementTypes(result); i++)
    if (signature_parameter(custom->function, (*next)++) != LLVMStructGetTypeAtIndex(result, i))
      return false;
  return true;
}

static bool has_shadow(const Reading *reading, LLVMTypeRef type) {
  return signature_is_floating(type) ? reading->shape->forward
                                     : type_contains_pointer(type) || reading->shadows_integers;
}

/* Are these the types of the function's parameters from `next` on? */
static bool takes(LLVMValueRef function, unsigned next, LLVMTypeRef const *types, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (signature_parameter(function, next + i) != types[i])
      return false;
  return true;
}

/* A structure of two numbers, as C's complex ones, that a function returns as it takes it. */
static bool returns_pair_of(LLVMValueRef function, LLVMTypeRef part) {
  LLVMTypeRef result = result_of(function);
  return LLVMGetTypeKind(result) == LLVMStructTypeKind &&
         LLVMCountStructElementTypes(result) == 2 && LLVMStructGetTypeAtIndex(result, 0) == part &&
         LLVMStructGetTypeAtIndex(result, 1) == part;
}

/* Does the primal take a structure in its parameters `index` and the next, so that the rule's
 * function, whose next parameter is `next`, takes both and then both of the shadow? */
static bool begins_structure(Reading *reading, const CustomFunction *custom, unsigned index,
                             unsigned next) {
  LLVMTypeRef first = signature_parameter(reading->primal, index);
  LLVMTypeRef second = signature_parameter(reading->primal, index + 1);
  if (!second || !(has_shadow(reading, first) || has_shadow(reading, second)) ||
      !takes(custom->function, next, (LLVMTypeRef[]){first, second, first, second}, 4))
    return false;
  if (first != second)
    return true; /* a shadow follows its own type */
  SourceParts parts = structure_parts(reading->primal, index);
  if (parts == PARTS_UNKNOWN)
    parts = structure_parts(custom->function, next);
  if (parts != PARTS_UNKNOWN)
    return parts == PARTS_OF_ONE;
  reading->unclear |=
      signature_is_floating(first) &&
      (returns_pair_of(reading->primal, first) || structure_may_be_parts(reading->primal, index));
  return false;
}

/* Do the parameters follow the reading? `rest` is the index behind those of the primal. */
static bool parameters_follow(Reading *reading, CustomFunction *custom, unsigned *rest) {
  LLVMValueRef primal = reading->primal;
  bool *structures = ARENA_ARRAY(reading->arena, bool, LLVMCountParams(primal) + 1);
  unsigned next = custom->has_sret ? 1 : 0;
  for (unsigned i = 0; i < LLVMCountParams(primal); i++) {
    structures[i] = begins_structure(reading, custom, i, next);
    if (structures[i]) {
      next += 4;
      structures[++i] = false;
      continue;
    }
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(primal, i));
    for (unsigned copies = has_shadow(reading, type) ? 2 : 1; copies > 0; copies--)
      if (signature_parameter(custom->function, next++) != type)
        return false;
  }
  custom->structures = structures;
  LLVMTypeRef result = result_of(primal);
  if (reading->shape->seed && signature_is_floating(result) && !take_seed(custom, result, &next))
    return false;
  *rest = next;
  unsigned behind = LLVMCountParams(custom->function) - next;
  return reading->tape_in_parts ? behind > 1 && behind <= SIGNATURE_MOST_TAPE_PARAMETERS
                                : behind == (reading->shape->tape ? 1 : 0);
}

static const char *expected_parameters(Arena *arena, LLVMValueRef primal, const RuleShape *shape) {
  const char *text = "";
  for (unsigned i = 0; i < LLVMCountParams(primal); i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(primal, i));
    const char *name = signature_type_text(arena, type);
    const char *comma = i ? ", " : "";
    if (signature_is_floating(type))
      text = arena_format(arena, shape->forward ? "%s%s%s, tangent %s" : "%s%s%s", text, comma,
                          name, name);
    else
      text = arena_format(arena, "%s%s%s, its shadow %s", text, comma, name, name);
  }
  if (shape->seed && signature_is_floating(result_of(primal)))
    text = arena_format(arena, "%s%sseed %s", text, *text ? ", " : "",
                        signature_type_text(arena, result_of(primal)));
  if (shape->tape)
    text = arena_format(arena, "%s%stape", text, *text ? ", " : "");
  return text;
}

const char *signature_match(Arena *arena, LLVMValueRef primal, CustomFunction *custom,
                            const RuleShape *shape, unsigned *rest) {
  for (unsigned attempt = 0; attempt < (shape->tape ? 4 : 2); attempt++) {
    Reading reading = {.arena = arena,
                       .primal = primal,
                       .shape = shape,
                       .shadows_integers = attempt % 2,
                       .tape_in_parts = attempt >= 2};
    custom->shadows_integers = reading.shadows_integers;
    if (!parameters_follow(&reading, custom, rest))
      continue;
    if (reading.unclear)
      return arena_format(arena,
                          "the %s may take a structure of two numbers, as a complex one, and its "
                          "tangent, or two numbers, each with its tangent: compile with -g, which "
                          "tells",
                          shape->role);
    return NULL;
  }
  return arena_format(arena, "the %s must take (%s) but is '%s'", shape->role,
                      expected_parameters(arena, primal, shape),
                      signature_type_text(arena, LLVMGlobalGetValueType(custom->function)));
}
