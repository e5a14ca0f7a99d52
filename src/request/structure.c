/* Structures that C passes as two arguments. A request passes the parts of the structure and then
 * those of its shadow, where two arguments of their own would each be followed by their shadow:
 *
 *   f(Complex z)            z.re z.im dz.re dz.im
 *   f(double x, double y)   x dx y dy
 *
 * Often the types tell; where they do not, what the source declares does, as far as it can be
 * known: from debug information, from the form that unoptimised code gives to parameters, from the
 * names of the values, from the mangled name. Frontends also mark what cannot be undefined, and
 * parts of a structure can. */
#include "request.h"

#include <string.h>

static unsigned defined_kind(void) { return LLVMGetEnumAttributeKindForName("noundef", 7); }

static bool argument_is_defined(LLVMValueRef call, unsigned index) {
  return LLVMGetCallSiteEnumAttribute(call, index + 1, defined_kind()) != NULL;
}

static bool parameter_is_defined(LLVMValueRef function, unsigned index) {
  return LLVMGetEnumAttributeAtIndex(function, index + 1, defined_kind()) != NULL;
}

/* The local variable to which unoptimised code stores a parameter before anything else. */
static LLVMValueRef variable_of(LLVMValueRef parameter) {
  LLVMUseRef use = LLVMGetFirstUse(parameter);
  if (!use || LLVMGetNextUse(use))
    return NULL;
  LLVMValueRef store = LLVMGetUser(use);
  if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 0) != parameter ||
      LLVMGetInstructionParent(store) != LLVMGetEntryBasicBlock(LLVMGetParamParent(parameter)))
    return NULL;
  LLVMValueRef place = LLVMGetOperand(store, 1);
  while (LLVMIsAGetElementPtrInst(place))
    place = LLVMGetOperand(place, 0);
  if (!LLVMIsAAllocaInst(place))
    return NULL;
  /* Optimised code may store parameters to a variable of the function's own, whose life has a
   * beginning. */
  for (LLVMUseRef other = LLVMGetFirstUse(place); other; other = LLVMGetNextUse(other))
    if (LLVMIsAIntrinsicInst(LLVMGetUser(other)))
      return NULL;
  return place;
}

/* By the names of the values, where clang keeps them: it calls the parts of one parameter
 * NAME.coerce0 and NAME.coerce1, and no identifier of C has a dot. */
static SourceParts parts_by_value_name(LLVMValueRef first, LLVMValueRef second) {
  size_t length, next_length;
  const char *name = LLVMGetValueName2(first, &length);
  const char *next_name = LLVMGetValueName2(second, &next_length);
  static const char *const parts[] = {".coerce0", ".coerce1"};
  size_t suffix = strlen(parts[0]);
  return length == next_length && length > suffix && !strcmp(name + length - suffix, parts[0]) &&
                 !strcmp(next_name + length - suffix, parts[1]) &&
                 !memcmp(name, next_name, length - suffix)
             ? PARTS_OF_ONE
             : PARTS_UNKNOWN;
}

/* By how many parameters a mangled name lists; methods have one more. Where all that may be
 * undefined must be parts of structures for the count to come out, they pair off in order. */
static SourceParts parts_by_name(LLVMValueRef function, unsigned index) {
  const char *name = LLVMGetValueName2(function, &(size_t){0});
  unsigned count = LLVMCountParams(function), undefined = 0, before = 0;
  int listed = bridge_mangled_parameter_count(name);
  if (listed < 0)
    return PARTS_UNKNOWN;
  if ((unsigned)listed == count)
    return PARTS_APART;
  for (unsigned i = 0; i < count; i++)
    undefined += !parameter_is_defined(function, i);
  LLVMTypeRef first = LLVMTypeOf(LLVMGetParam(function, 0));
  bool may_be_method =
      strncmp(name, "_ZN", 3) == 0 && LLVMGetTypeKind(first) == LLVMPointerTypeKind;
  if (may_be_method || (unsigned)listed > count)
    return PARTS_UNKNOWN;
  if (count == 2 && listed == 1)
    return PARTS_OF_ONE;
  if (undefined != 2 * (count - (unsigned)listed))
    return PARTS_UNKNOWN;
  if (parameter_is_defined(function, index) || parameter_is_defined(function, index + 1))
    return PARTS_APART;
  while (before < index && !parameter_is_defined(function, index - before - 1))
    before++;
  return before % 2 ? PARTS_APART : PARTS_OF_ONE;
}

/* What was known of a parameter and the next before anything was optimised, as an attribute of it.
 */
static const char noted[] = "adcc_parts";
static const char noted_apart[] = "apart", noted_one[] = "one", noted_whole[] = "whole",
                  noted_perhaps[] = "perhaps", noted_alone[] = "alone";

/* NULL: nothing. */
static const char *note_of(LLVMValueRef function, unsigned index) {
  LLVMAttributeRef note =
      LLVMGetStringAttributeAtIndex(function, index + 1, noted, sizeof noted - 1);
  return note ? LLVMGetStringAttributeValue(note, &(unsigned){0}) : NULL;
}

SourceParts structure_parts(LLVMValueRef function, unsigned index) {
  const char *note = note_of(function, index);
  if (note && (strcmp(note, noted_apart) == 0 || strcmp(note, noted_one) == 0))
    return strcmp(note, noted_one) == 0 ? PARTS_OF_ONE : PARTS_APART;
  LLVMValueRef first = LLVMGetParam(function, index), second = LLVMGetParam(function, index + 1);
  unsigned declared[] = {bridge_source_parameter(first), bridge_source_parameter(second)};
  if (declared[0] && declared[1])
    return declared[0] == declared[1] ? PARTS_OF_ONE : PARTS_APART;
  LLVMValueRef variables[] = {variable_of(first), variable_of(second)};
  if (variables[0] && variables[1])
    return variables[0] == variables[1] ? PARTS_OF_ONE : PARTS_APART;
  SourceParts by_name = parts_by_value_name(first, second);
  return by_name == PARTS_UNKNOWN ? parts_by_name(function, index) : by_name;
}

bool structure_may_be_parts(LLVMValueRef function, unsigned index) {
  if (parameter_is_defined(function, index) || parameter_is_defined(function, index + 1))
    return false;
  bool any =
      LLVMGetEnumAttributeAtIndex(function, LLVMAttributeReturnIndex, defined_kind()) != NULL;
  for (unsigned i = 0; i < LLVMCountParams(function) && !any; i++)
    any = parameter_is_defined(function, i);
  return any;
}

static bool is_pointer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMPointerTypeKind; }

/* Do the arguments from `next` on have these two types in turn, and no marker between them? */
static bool types_alternate(Arena *arena, const Request *request, unsigned next, unsigned count,
                            LLVMTypeRef const types[2]) {
  if (next + count > call_argument_count(request->call))
    return false;
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef argument = LLVMGetOperand(request->call, next + i);
    if (LLVMTypeOf(argument) != types[i % 2] || request_marker_name(arena, argument))
      return false;
  }
  return true;
}

static bool is_pair_of(LLVMTypeRef type, LLVMTypeRef number) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type) == 2 &&
         LLVMStructGetTypeAtIndex(type, 0) == number && LLVMStructGetTypeAtIndex(type, 1) == number;
}

/* Two numbers that vary, each before a constant: one before 1, the other before 0 or 1? So one asks
 * for a column of the Jacobian. */
static bool are_before_units(LLVMValueRef call, unsigned next) {
  bool any = false;
  for (unsigned i = 0; i < 2; i++) {
    LLVMBool loses;
    LLVMValueRef tangent = LLVMGetOperand(call, next + 2 * i + 1);
    double unit = LLVMIsAConstantFP(tangent) ? LLVMConstRealGetDouble(tangent, &loses) : -1;
    if (LLVMIsAConstant(LLVMGetOperand(call, next + 2 * i)) || (unit != 0 && unit != 1))
      return false;
    any |= unit == 1;
  }
  return any;
}

/* How much two numbers look like the parts of one complex number. */
typedef enum {
  LOOKS_LIKE_NONE,    /* one is passed on alone, or nothing says that they belong together */
  LOOKS_LIKE_PERHAPS, /* neither is, and the function returns a complex number or a pair */
  LOOKS_LIKE_ONE,     /* they are passed side by side to what returns such */
} ComplexLook;

static ComplexLook complex_look(LLVMValueRef function, unsigned index, unsigned depth);

/* Requests of derivatives take numbers side by side, and return pairs, of any function: one that
 * takes a complex number shows itself. */
static bool takes_complex(LLVMValueRef call, unsigned depth) {
  RequestMode mode;
  LLVMValueRef callee = call_direct_callee(call);
  if (!callee || !request_entry_mode(callee, &mode))
    return true;
  LLVMValueRef primal = request_primal(call);
  if (!primal || depth == 0)
    return true;
  for (unsigned i = 0; i + 1 < LLVMCountParams(primal); i++) {
    SourceParts parts = structure_parts(primal, i);
    if (parts == PARTS_OF_ONE || (parts == PARTS_UNKNOWN && complex_look(primal, i, depth - 1)))
      return true;
  }
  return false;
}

static ComplexLook complex_look(LLVMValueRef function, unsigned index, unsigned depth) {
  LLVMValueRef parts[] = {LLVMGetParam(function, index), LLVMGetParam(function, index + 1)};
  LLVMTypeRef type = LLVMTypeOf(parts[0]);
  if (LLVMTypeOf(parts[1]) != type || !type_is_float_or_vector(type))
    return LOOKS_LIKE_NONE;
  bool passed_alone = false;
  for (unsigned part = 0; part < 2; part++)
    for (LLVMUseRef use = LLVMGetFirstUse(parts[part]); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef call = LLVMGetUser(use);
      if (!LLVMIsACallInst(call))
        continue;
      bool together = false;
      for (unsigned i = 0; i + 1 < call_argument_count(call); i++)
        together |= LLVMGetOperand(call, i) == parts[0] && LLVMGetOperand(call, i + 1) == parts[1];
      together = together && takes_complex(call, depth);
      if (together && is_pair_of(LLVMTypeOf(call), type))
        return LOOKS_LIKE_ONE;
      passed_alone |= !together;
    }
  return !passed_alone && is_pair_of(LLVMGetReturnType(LLVMGlobalGetValueType(function)), type)
             ? LOOKS_LIKE_PERHAPS
             : LOOKS_LIKE_NONE;
}

/* Chains of derivatives of derivatives are this long. */
enum { DEEPEST_REQUEST = 8 };

static bool may_be_complex(LLVMValueRef function, unsigned index, bool before_units) {
  const char *note = note_of(function, index);
  if (!note) {
    ComplexLook look = complex_look(function, index, DEEPEST_REQUEST);
    return look == LOOKS_LIKE_ONE || (look == LOOKS_LIKE_PERHAPS && !before_units);
  }
  return strcmp(note, noted_whole) == 0 || (strcmp(note, noted_perhaps) == 0 && !before_units);
}

static bool is_primal(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool calls = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
    if (!calls || LLVMGetCalledValue(user) != function)
      return true;
  }
  return false;
}

void request_note_structures(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || !is_primal(f))
      continue;
    for (unsigned i = 0; i + 1 < LLVMCountParams(f); i++) {
      SourceParts parts = structure_parts(f, i);
      ComplexLook look = complex_look(f, i, DEEPEST_REQUEST);
      const char *note = parts == PARTS_APART         ? noted_apart
                         : parts == PARTS_OF_ONE      ? noted_one
                         : look == LOOKS_LIKE_ONE     ? noted_whole
                         : look == LOOKS_LIKE_PERHAPS ? noted_perhaps
                                                      : noted_alone;
      LLVMAddAttributeAtIndex(f, i + 1,
                              LLVMCreateStringAttribute(LLVMGetModuleContext(module), noted,
                                                        sizeof noted - 1, note,
                                                        (unsigned)strlen(note)));
    }
  }
}

void request_forget_structures(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (unsigned i = 1; i <= LLVMCountParams(f); i++)
      LLVMRemoveStringAttributeAtIndex(f, i, noted, sizeof noted - 1);
}

/* Does the frontend, which tells what is defined, say so of none of these arguments? Such are parts
 * of structures. */
static bool all_may_be_undefined(const Request *request, unsigned next, unsigned count) {
  if (!argument_is_defined(request->call, request_primal_index(request->call)))
    return false; /* made by a frontend that does not say what is defined */
  for (unsigned i = 0; i < count; i++)
    if (argument_is_defined(request->call, next + i))
      return false;
  return true;
}

Structure structure_read_lanes(Arena *arena, const Request *request, size_t index, unsigned next,
                               unsigned lanes) {
  if (index + 1 >= request->argument_count)
    return STRUCTURE_NONE;
  LLVMTypeRef types[] = {LLVMTypeOf(LLVMGetParam(request->primal, (unsigned)index)),
                         LLVMTypeOf(LLVMGetParam(request->primal, (unsigned)index + 1))};
  if (!types_alternate(arena, request, next, 2 * lanes, types))
    return STRUCTURE_NONE;
  if (types[0] != types[1] && lanes > 1)
    return STRUCTURE_SPLIT;
  SourceParts parts = structure_parts(request->primal, (unsigned)index);
  if (parts != PARTS_UNKNOWN)
    return parts == PARTS_OF_ONE ? STRUCTURE_SPLIT : STRUCTURE_NONE;
  if (all_may_be_undefined(request, next, 2 * lanes))
    return STRUCTURE_SPLIT;
  return may_be_complex(request->primal, (unsigned)index, false) ? STRUCTURE_UNCLEAR
                                                                 : STRUCTURE_NONE;
}

Structure structure_read(Arena *arena, const Request *request, size_t index, unsigned next,
                         const ArgumentActivity *marked) {
  if (index + 1 >= request->argument_count || (marked && *marked == ACTIVITY_OUT))
    return STRUCTURE_NONE;
  LLVMTypeRef types[] = {LLVMTypeOf(LLVMGetParam(request->primal, (unsigned)index)),
                         LLVMTypeOf(LLVMGetParam(request->primal, (unsigned)index + 1))};
  bool is_const = marked && *marked == ACTIVITY_CONST;
  bool forward = request->mode == REQUEST_FORWARD || request->mode == REQUEST_FORWARD_SPLIT;
  bool has_pointer = is_pointer(types[0]) || is_pointer(types[1]);
  bool floating = type_is_float_or_vector(types[0]) || type_is_float_or_vector(types[1]);
  bool duplicated = marked && (*marked == ACTIVITY_DUP || *marked == ACTIVITY_DUP_NO_NEED);
  if (!has_pointer && !(forward && (floating || duplicated)) && !is_const)
    return STRUCTURE_NONE;
  unsigned count = is_const ? 2 : 2 * (request->width + 1);
  if (!types_alternate(arena, request, next, count, types))
    return STRUCTURE_NONE;
  /* An argument of its own is followed by a shadow of its own type. */
  if (types[0] != types[1] && !is_const)
    return STRUCTURE_SPLIT;
  SourceParts parts = structure_parts(request->primal, (unsigned)index);
  if (parts != PARTS_UNKNOWN)
    return parts == PARTS_OF_ONE ? STRUCTURE_SPLIT : STRUCTURE_NONE;
  if (!argument_is_defined(request->call, request_primal_index(request->call)))
    return STRUCTURE_NONE; /* made by a frontend that does not say what is defined */
  bool defined = false;
  for (unsigned i = 0; i < count; i++)
    defined |= argument_is_defined(request->call, next + i);
  if (!defined) /* else two structures of one member each */
    return marked ? STRUCTURE_SPLIT : STRUCTURE_UNCLEAR;
  /* C's complex numbers are defined as other numbers are. */
  bool before_units = count == 4 && are_before_units(request->call, next);
  bool unclear = marked ? !is_const && !has_pointer
                        : may_be_complex(request->primal, (unsigned)index, before_units);
  return unclear ? STRUCTURE_UNCLEAR : STRUCTURE_NONE;
}

bool structure_goes_on(Arena *arena, const Request *request, size_t index, unsigned next) {
  if (index + 1 >= request->argument_count || next >= call_argument_count(request->call))
    return false;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(request->primal, (unsigned)index + 1));
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
      LLVMTypeOf(LLVMGetOperand(request->call, next)) != type ||
      request_marker_name(arena, LLVMGetOperand(request->call, next)))
    return false;
  SourceParts parts = structure_parts(request->primal, (unsigned)index);
  return parts == PARTS_UNKNOWN ? all_may_be_undefined(request, next - 1, 2)
                                : parts == PARTS_OF_ONE;
}

bool structure_is_out_in_parts(const Request *request, size_t index) {
  if (index + 1 >= request->argument_count || request->arguments[index].activity != ACTIVITY_OUT ||
      request->arguments[index + 1].activity != ACTIVITY_OUT)
    return false;
  SourceParts parts = structure_parts(request->primal, (unsigned)index);
  if (parts != PARTS_UNKNOWN)
    return parts == PARTS_OF_ONE;
  return argument_is_defined(request->call, request_primal_index(request->call)) &&
         !parameter_is_defined(request->primal, (unsigned)index) &&
         !parameter_is_defined(request->primal, (unsigned)index + 1);
}
