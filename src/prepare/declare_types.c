/* Without optimisation clang gives accesses no type metadata, and what the structure's type says is
 * lost once LLVM turns address arithmetic into bytes. So that an integer member is known for one
 * (the size in the header of a list whose nodes hold floating point there), its accesses get TBAA
 * of their own before anything is simplified. Members of unions, and structures of integers only,
 * as those that take a number apart, declare nothing. Numbers are declared wherever they are
 * accessed, since LLVM loads one whose bits are wanted as an integer; but where it makes a load and
 * a store of a copy, the type of these is a guess: loads that the source has are marked for that.
 * Each kind has a tree of its own: what overlaps may be accessed as several.
 */
#include "prepare.h"

#include <stdio.h>
#include <string.h>

enum { MOST_USES = 32 };

/* The member that a GEP with constant indices ends at; NULL if that is no member of a structure. */
static LLVMTypeRef member_of(LLVMValueRef gep, LLVMTypeRef *owner) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  *owner = NULL;
  for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    *owner = NULL;
    if (type_is_union(type))
      return NULL;
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMIsAConstantInt(index)) {
      *owner = type;
      type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
    } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
      type = LLVMGetElementType(type);
    else
      return NULL;
  }
  return *owner ? type : NULL;
}

/* A GEP of one index goes to another element, or to a base class. */
static bool is_inside_union(LLVMValueRef pointer) {
  for (; LLVMIsAGetElementPtrInst(pointer); pointer = LLVMGetOperand(pointer, 0)) {
    LLVMTypeRef owner, member = member_of(pointer, &owner);
    if (LLVMGetNumOperands(pointer) == 2 && !type_is_union(LLVMGetGEPSourceElementType(pointer)))
      continue;
    if (!member || type_is_union(member) || type_is_union(LLVMGetGEPSourceElementType(pointer)))
      return true;
  }
  return LLVMIsAAllocaInst(pointer) && type_is_union(LLVMGetAllocatedType(pointer));
}

static bool is_integer_member(LLVMValueRef pointer) {
  LLVMTypeRef owner;
  if (!LLVMIsAGetElementPtrInst(pointer))
    return false;
  LLVMTypeRef member = member_of(pointer, &owner);
  if (member && !LLVMGetStructName(owner)) /* what a structure is in registers */
    return false;
  return member && LLVMGetTypeKind(member) == LLVMIntegerTypeKind &&
         (type_contains_pointer(owner) || type_contains_float(owner)) && !is_inside_union(pointer);
}

/* Of the member of some structure, where it is one. */
static LLVMValueRef tag_of(LLVMContextRef context, const char *name, bool member) {
  LLVMMetadataRef zero =
      LLVMValueAsMetadata(LLVMConstInt(LLVMInt64TypeInContext(context), 0, false));
  LLVMMetadataRef text = LLVMMDStringInContext2(context, name, strlen(name));
  char own[16];
  LLVMMetadataRef root_name =
      LLVMMDStringInContext2(context, own, (size_t)snprintf(own, sizeof own, "adcc %s", name));
  LLVMMetadataRef root = LLVMMDNodeInContext2(context, &root_name, 1);
  LLVMMetadataRef type_parts[] = {text, root, zero};
  LLVMMetadataRef type = LLVMMDNodeInContext2(context, type_parts, 3);
  static const char structure[] = "adcc structure";
  LLVMMetadataRef base_parts[] = {LLVMMDStringInContext2(context, structure, sizeof structure - 1),
                                  type, zero};
  LLVMMetadataRef base = member ? LLVMMDNodeInContext2(context, base_parts, 3) : type;
  LLVMMetadataRef tag_parts[] = {base, type, zero};
  return LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, tag_parts, 3));
}

static const char as_written[] = "adcc_as_written";

void prepare_mark_as_written(LLVMValueRef function) { build_add_attribute(function, as_written); }

/* Accesses of members of unions are said to be of any type. */
static bool may_be_anything(LLVMValueRef access, unsigned kind) {
  return !LLVMGetMetadata(access, kind) || access_declares_char(access);
}

/* Is the value only stored, by accesses of which the source says nothing? */
static bool is_only_stored(LLVMValueRef value, unsigned kind, unsigned *budget) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if ((*budget)-- == 0)
      return false;
    bool stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value;
    bool chosen = LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
    if (stored ? !may_be_anything(user, kind) : !chosen || !is_only_stored(user, kind, budget))
      return false;
  }
  return true;
}

/* Is what is loaded, or what is chosen among such, a copy? */
static bool is_copied(LLVMValueRef load, unsigned kind) {
  unsigned budget = MOST_USES;
  return LLVMIsALoadInst(load) && may_be_anything(load, kind) &&
         is_only_stored(load, kind, &budget);
}

/* Other than in an array, of which the first item says what all are. */
static bool is_member(LLVMValueRef pointer) {
  LLVMTypeRef owner;
  return LLVMIsAGetElementPtrInst(pointer) && LLVMGetNumOperands(pointer) > 2 &&
         member_of(pointer, &owner) != NULL;
}

static const char *declared_type(LLVMTypeRef type, LLVMValueRef pointer) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return is_integer_member(pointer) ? "int" : NULL;
  case LLVMFloatTypeKind:
    return is_inside_union(pointer) ? NULL : "float";
  case LLVMDoubleTypeKind:
    return is_inside_union(pointer) ? NULL : "double";
  default:
    return NULL;
  }
}

void prepare_declare_types(LLVMValueRef function) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  unsigned kind = LLVMGetMDKindIDInContext(context, "tbaa", 4);
  bool optimised = !value_has_function_attribute(function, as_written);
  unsigned written = LLVMGetMDKindIDInContext(context, LOAD_AS_WRITTEN, strlen(LOAD_AS_WRITTEN));
  LLVMValueRef yes = LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0));
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block) {
      bool load = LLVMIsALoadInst(instruction), store = LLVMIsAStoreInst(instruction);
      if (load && !optimised)
        LLVMSetMetadata(instruction, written, yes);
      if ((!load && !store) || LLVMGetMetadata(instruction, kind))
        continue;
      LLVMValueRef value = load ? instruction : LLVMGetOperand(instruction, 0);
      LLVMTypeRef type = LLVMTypeOf(value);
      if (optimised && LLVMGetTypeKind(type) == LLVMDoubleTypeKind && is_copied(value, kind))
        continue;
      LLVMValueRef pointer = LLVMGetOperand(instruction, load ? 0 : 1);
      const char *name = declared_type(type, pointer);
      bool member = LLVMGetTypeKind(type) != LLVMIntegerTypeKind && is_member(pointer);
      if (name)
        LLVMSetMetadata(instruction, kind, tag_of(context, name, member));
    }
}
