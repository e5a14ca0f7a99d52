/* own_arguments.c: parameters through which a function gets a variable that nothing else leads to,
 * as the sum that a recursive walk adds to by reference. That is seen where the function is called.
 */
#include "prepare.h"
#include <string.h>

typedef struct {
  const Preparation *preparation;
  Map *apart;  /* parameters that are, unless a call shows otherwise */
  Map *stays;  /* pointers that are known not to escape, as long as `apart` is what it is, */
  Map *leaves; /* and those that are known to */
} OwnArguments;

static bool has_attribute(LLVMValueRef function, unsigned index, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetEnumAttributeAtIndex(function, index + 1, kind) != NULL;
}

/* Does the function not keep the pointer that it is called with, nor return it? */
static bool keeps_nothing(const OwnArguments *own, LLVMValueRef call, unsigned index) {
  static const char name[] = "captures";
  LLVMValueRef function = LLVMGetCalledValue(call);
  if (index >= LLVMGetNumArgOperands(call) || LLVMGetNumOperandBundles(call) > 0)
    return false;
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  LLVMAttributeRef captures = LLVMGetCallSiteEnumAttribute(call, index + 1, kind);
  if (!captures && LLVMIsAFunction(function) && index < LLVMCountParams(function)) {
    if (map_has(own->apart, LLVMGetParam(function, index)))
      return true;
    captures = LLVMGetEnumAttributeAtIndex(function, index + 1, kind);
  }
  return captures && LLVMGetEnumAttributeValue(captures) == 0;
}

/* May anything but the pointer itself, and what is computed from it here, lead there? */
static bool escapes(const OwnArguments *own, LLVMValueRef pointer, Map *seen) {
  enum { MOST_POINTERS = 256 };
  if (map_has(seen, pointer))
    return false;
  if (map_count(seen) == MOST_POINTERS)
    return true;
  map_set(seen, pointer, pointer);
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
      break;
    case LLVMICmp:
      if (!LLVMIsNull(LLVMGetOperand(user, 0)) && !LLVMIsNull(LLVMGetOperand(user, 1)))
        return true;
      break;
    case LLVMStore:
      if (LLVMGetOperand(user, 0) == pointer)
        return true;
      break;
    case LLVMGetElementPtr:
    case LLVMPHI:
    case LLVMSelect:
      if (escapes(own, user, seen))
        return true;
      break;
    case LLVMCall:
    case LLVMInvoke:
      for (int i = 0; i < LLVMGetNumOperands(user); i++)
        if (LLVMGetOperand(user, (unsigned)i) == pointer && !keeps_nothing(own, user, (unsigned)i))
          return true;
      break;
    default:
      return true;
    }
  }
  return false;
}

static bool stays(const OwnArguments *own, LLVMValueRef pointer) {
  if (!map_has(own->stays, pointer) && !map_has(own->leaves, pointer))
    map_set(escapes(own, pointer, map_create(own->preparation->arena)) ? own->leaves : own->stays,
            pointer, pointer);
  return map_has(own->stays, pointer);
}

/* Are all calls known, and direct? */
static bool is_only_called(const OwnArguments *own, LLVMValueRef function) {
  if (LLVMIsDeclaration(function) || map_has(own->preparation->entered, function) ||
      LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) || !LLVMGetFirstUse(function))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool call = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
    if (!call || LLVMGetCalledValue(user) != function ||
        LLVMGetCalledFunctionType(user) != LLVMGlobalGetValueType(function))
      return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
      if (LLVMGetOperand(user, i) == function)
        return false;
  }
  return true;
}

/* A variable, or block, of the caller that it has given to nobody, or what is its own in turn. */
static bool is_own(const OwnArguments *own, LLVMValueRef object) {
  if (LLVMIsAArgument(object))
    return map_has(own->apart, object);
  return LLVMIsAInstruction(object) && bridge_is_identified_object(object) && stays(own, object);
}

static bool may_lead_to(LLVMValueRef pointer, LLVMValueRef object, Map *seen) {
  LLVMValueRef other = bridge_underlying_object(pointer);
  if (map_has(seen, other))
    return false;
  map_set(seen, other, other);
  if (LLVMIsAPHINode(other)) {
    for (unsigned i = 0; i < LLVMCountIncoming(other); i++)
      if (may_lead_to(LLVMGetIncomingValue(other, i), object, seen))
        return true;
    return false;
  }
  if (LLVMIsASelectInst(other))
    return may_lead_to(LLVMGetOperand(other, 1), object, seen) ||
           may_lead_to(LLVMGetOperand(other, 2), object, seen);
  return other == object || LLVMIsAGetElementPtrInst(other); /* the way to its object is long */
}

static bool is_handed_alone(const OwnArguments *own, LLVMValueRef call, unsigned index) {
  LLVMValueRef object = bridge_underlying_object(LLVMGetOperand(call, index));
  if (!is_own(own, object))
    return false;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    if (i != index && type_contains_pointer(LLVMTypeOf(argument)) &&
        (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind ||
         may_lead_to(argument, object, map_create(own->preparation->arena))))
      return false;
  }
  return true;
}

static void collect(const OwnArguments *own, LLVMValueRef function) {
  if (!is_only_called(own, function))
    return;
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, i))) == LLVMPointerTypeKind &&
        !has_attribute(function, i, "byval"))
      map_set(own->apart, LLVMGetParam(function, i), function);
}

/* Was there one to leave out? */
static bool leave_out(OwnArguments *own) {
  bool changed = false;
  Map *left = map_create(own->preparation->arena);
  own->stays = map_create(own->preparation->arena);
  own->leaves = map_create(own->preparation->arena);
  for (size_t i = 0; i < map_count(own->apart); i++) {
    const void *key;
    LLVMValueRef function = map_entry(own->apart, i, &key), parameter = (LLVMValueRef)key;
    unsigned index = 0;
    while (LLVMGetParam(function, index) != parameter)
      index++;
    bool alone = stays(own, parameter);
    for (LLVMUseRef use = LLVMGetFirstUse(function); use && alone; use = LLVMGetNextUse(use))
      alone = is_handed_alone(own, LLVMGetUser(use), index);
    if (alone)
      map_set(left, parameter, function);
    changed |= !alone;
  }
  own->apart = left;
  return changed;
}

Map *prepare_own_arguments(const Preparation *preparation) {
  OwnArguments own = {preparation, map_create(preparation->arena), NULL, NULL};
  for (size_t i = 0; i < map_count(preparation->source); i++) {
    const void *copy;
    map_entry(preparation->source, i, &copy);
    collect(&own, (LLVMValueRef)copy);
  }
  while (leave_out(&own))
    continue;
  return own.apart;
}
