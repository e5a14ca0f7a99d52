/* type_tagged.c: what the source declares an access to be, as TBAA names it. An optimiser that
 * moves a load to where it may run in vain drops that name; other accesses through the same pointer
 * may tell it yet. */
#include "type_walk.h"
#include <ctype.h>
#include <string.h>

/* The access types of clang's C and C++ front end that say what the bits are. An enumeration or a
 * character type says nothing useful. */
TbaaWord access_word(const char *name) {
  static const struct {
    const char *name;
    TbaaWord word;
  } words[] = {{"int", TBAA_INTEGER},         {"long", TBAA_INTEGER},
               {"long long", TBAA_INTEGER},   {"short", TBAA_INTEGER},
               {"bool", TBAA_INTEGER},        {"_Bool", TBAA_INTEGER},
               {"any pointer", TBAA_POINTER}, {"vtable pointer", TBAA_POINTER},
               {"float", TBAA_FLOAT},         {"double", TBAA_DOUBLE}};
  if (!name)
    return TBAA_SILENT;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(words[i].name, name) == 0)
      return words[i].word;
  if (name[0] == 'p' && isdigit((unsigned char)name[1])) /* "p1 int": a pointer to int */
    return TBAA_POINTER;
  return TBAA_SILENT;
}

/* ---- accesses without a name ---- */

enum { MOST_USES = 256, MOST_CHOICES = 16 };

static bool is_access_of(LLVMValueRef user, LLVMValueRef pointer) {
  return LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer);
}

/* The name that all other accesses through the same pointer have, as far as they have one; NULL
 * where one does not fit, or is of another type. */
static const char *named_by_others(LLVMValueRef access, LLVMTypeRef type,
                                   bool fits(const char *name, const char *first)) {
  unsigned budget = MOST_USES;
  LLVMValueRef pointer = LLVMGetOperand(access, LLVMIsALoadInst(access) ? 0 : 1);
  const char *found = NULL;
  for (LLVMUseRef use = LLVMIsAConstant(pointer) ? NULL : LLVMGetFirstUse(pointer); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (budget-- == 0)
      return NULL;
    if (!is_access_of(user, pointer))
      continue;
    if (LLVMTypeOf(LLVMIsALoadInst(user) ? user : LLVMGetOperand(user, 0)) != type)
      return NULL;
    const char *name = bridge_tbaa_name(user);
    if (name && !fits(name, found ? found : name))
      return NULL;
    found = name ? name : found;
  }
  return found;
}

/* Before `end`, or anywhere in the block. */
static bool block_names_access(LLVMBasicBlockRef block, LLVMValueRef pointer, LLVMValueRef end) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!is_access_of(user, pointer) || LLVMGetInstructionParent(user) != block ||
        !bridge_tbaa_name(user))
      continue;
    LLVMValueRef before = end ? LLVMGetPreviousInstruction(end) : NULL;
    while (before && before != user)
      before = LLVMGetPreviousInstruction(before);
    if (!end || before)
      return true;
  }
  return false;
}

/* Has another access, with a name, been made whichever way the load was come to? */
static bool is_named_before(LLVMValueRef load) {
  enum { MOST_BLOCKS = 32 };
  LLVMValueRef pointer = LLVMGetOperand(load, 0);
  LLVMBasicBlockRef here = LLVMGetInstructionParent(load), seen[MOST_BLOCKS];
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(here));
  if (block_names_access(here, pointer, load))
    return true;
  unsigned count = 0;
  seen[count++] = here;
  for (unsigned i = 0; i < count; i++) {
    if (seen[i] == entry)
      return false;
    LLVMValueRef block = LLVMBasicBlockAsValue(seen[i]);
    for (LLVMUseRef use = LLVMGetFirstUse(block); use; use = LLVMGetNextUse(use)) {
      if (!LLVMIsATerminatorInst(LLVMGetUser(use)))
        return false;
      LLVMBasicBlockRef from = LLVMGetInstructionParent(LLVMGetUser(use));
      bool known = block_names_access(from, pointer, NULL);
      for (unsigned k = 0; k < count && !known; k++)
        known = seen[k] == from;
      if (known)
        continue;
      if (count == MOST_BLOCKS)
        return false;
      seen[count++] = from;
    }
  }
  return true;
}

typedef struct {
  LLVMValueRef items[MOST_CHOICES]; /* the value, and the choices among it and others */
  unsigned count, budget;
} Followed;

static bool follow_choice(Followed *followed, LLVMValueRef choice) {
  for (unsigned i = 0; i < followed->count; i++)
    if (followed->items[i] == choice)
      return true;
  if (followed->count == MOST_CHOICES)
    return false;
  followed->items[followed->count++] = choice;
  return true;
}

static bool uses_are_of_pointer(Followed *followed, LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool address = LLVMIsALoadInst(user) || LLVMIsAGetElementPtrInst(user) ||
                   (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != value);
    bool asked = LLVMIsAICmpInst(user) || LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
    asked |= LLVMIsAStoreInst(user) && access_word(bridge_tbaa_name(user)) == TBAA_POINTER;
    bool chosen = LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
    if (followed->budget-- == 0)
      return false;
    if (!address && !asked && !(chosen && follow_choice(followed, user)))
      return false;
  }
  return true;
}

/* Does everything that uses the value take it for a pointer? A copy of what else the place may hold
 * moves it as well. */
static bool is_used_as_pointer(LLVMValueRef value) {
  Followed followed = {.items = {value}, .count = 1, .budget = MOST_USES};
  for (unsigned i = 0; i < followed.count; i++)
    if (!uses_are_of_pointer(&followed, followed.items[i]))
      return false;
  return true;
}

/* ---- what is declared ---- */

static bool fits_integer(const char *name, const char *first) {
  return access_word(name) == TBAA_INTEGER && access_word(first) == TBAA_INTEGER;
}

static bool is_one_pointer_type(const char *name) {
  return name[0] == 'p' && isdigit((unsigned char)name[1]);
}

static bool fits_pointer(const char *name, const char *first) {
  return name == first && is_one_pointer_type(name);
}

bool types_declared_double(LLVMValueRef access) {
  return access_word(bridge_tbaa_name(access)) == TBAA_DOUBLE;
}

bool types_declared_float_member(LLVMValueRef access) {
  return bridge_tbaa_is_member(access) && access_word(bridge_tbaa_name(access)) == TBAA_FLOAT;
}

const char *access_likely_pointer(LLVMValueRef access) {
  if (!LLVMIsALoadInst(access) || LLVMGetTypeKind(LLVMTypeOf(access)) != LLVMPointerTypeKind ||
      bridge_tbaa_name(access))
    return NULL;
  const char *name = named_by_others(access, LLVMTypeOf(access), fits_pointer);
  return name && is_used_as_pointer(access) ? name : NULL;
}

const char *types_declared_pointer(LLVMValueRef access) {
  const char *name = bridge_tbaa_name(access);
  if (name)
    return is_one_pointer_type(name) ? name : NULL;
  name = access_likely_pointer(access);
  return name && is_named_before(access) ? name : NULL;
}

bool access_declares_integer(LLVMValueRef access, LLVMTypeRef type) {
  if (LLVMGetTypeKind(type_scalar(type)) != LLVMIntegerTypeKind)
    return false;
  const char *name = bridge_tbaa_name(access);
  return name ? access_word(name) == TBAA_INTEGER
              : named_by_others(access, type, fits_integer) != NULL;
}

static bool is_of_number(LLVMValueRef access) {
  TbaaWord word = access_word(bridge_tbaa_name(access));
  return word == TBAA_DOUBLE || word == TBAA_FLOAT;
}

/* Does the word come from, or go to, what is declared a number, without being one on the way? */
static bool moves_number(LLVMValueRef access) {
  if (LLVMIsAStoreInst(access))
    return LLVMIsALoadInst(LLVMGetOperand(access, 0)) && is_of_number(LLVMGetOperand(access, 0));
  for (LLVMUseRef use = LLVMGetFirstUse(access); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == access && is_of_number(user))
      return true;
  }
  return false;
}

bool access_carries_number(LLVMValueRef access, LLVMTypeRef type) {
  return access_word(bridge_tbaa_name(access)) == TBAA_INTEGER &&
         (type_is_float_or_vector(type) || moves_number(access));
}

bool access_copies_number(LLVMValueRef access, LLVMTypeRef type) {
  return type_is_float_or_vector(type) &&
         (!bridge_tbaa_name(access) || bridge_tbaa_is_ours(access));
}

bool types_calls_it_integer(const TypeFacts *facts, LLVMValueRef access) {
  return !type_contains_float(access_type(access)) &&
         access_word(bridge_tbaa_name(access)) == TBAA_INTEGER &&
         types_of_access(facts, access, 0).kind == BYTE_FLOAT;
}
