/* number_words: where a program keeps the bits of numbers in variables of integers (values of an
 * interpreter that are numbers or something else in disguise, a message of words), what the source
 * declares (TBAA) to be an integer may be a number. The declaration is forgotten then, for all
 * integers of that name: those who move a word do not say what it is.
 *
 * Requires: variables in registers. Invalidates: nothing. */
#include "bit_word.h"

#include <string.h>

enum { MOST_NAMES = 8, MOST_MOVES = 32 };

typedef struct {
  const char *name;
  bool written, read; /* as a number */
} WordName;

typedef struct {
  WordName items[MOST_NAMES];
  unsigned count;
} WordNames;

static bool is_number(LLVMValueRef value) { return type_is_float_or_vector(LLVMTypeOf(value)); }

/* Is it the bits of a number, on some path? */
static bool comes_from_number(LLVMValueRef value, unsigned *moves) {
  if (is_number(value))
    return true;
  if ((*moves)++ >= MOST_MOVES)
    return false;
  if (LLVMIsABitCastInst(value))
    return is_number(LLVMGetOperand(value, 0));
  if (!LLVMIsAPHINode(value) && !LLVMIsASelectInst(value))
    return false;
  for (int i = LLVMIsASelectInst(value) ? 1 : 0; i < LLVMGetNumOperands(value); i++)
    if (comes_from_number(LLVMGetOperand(value, (unsigned)i), moves))
      return true;
  return false;
}

/* Is it looked at as a number, on some path? */
static bool becomes_number(LLVMValueRef value, unsigned *moves) {
  if (is_number(value))
    return true;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if ((*moves)++ >= MOST_MOVES)
      return false;
    if ((LLVMIsABitCastInst(user) && is_number(user)) ||
        ((LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) && becomes_number(user, moves)))
      return true;
  }
  return false;
}

static WordName *name_of(WordNames *names, LLVMValueRef access, bool add) {
  if ((!LLVMIsALoadInst(access) && !LLVMIsAStoreInst(access)) || !access_declares_word(access))
    return NULL;
  const char *name = bridge_tbaa_name(access);
  for (unsigned i = 0; i < names->count; i++)
    if (strcmp(names->items[i].name, name) == 0)
      return &names->items[i];
  if (!add || names->count == MOST_NAMES)
    return NULL;
  names->items[names->count] = (WordName){.name = name};
  return &names->items[names->count++];
}

static void note(WordNames *names, LLVMValueRef access) {
  WordName *name = name_of(names, access, true);
  unsigned moves = 0;
  if (!name)
    return;
  if (LLVMIsALoadInst(access))
    name->read = name->read || becomes_number(access, &moves);
  else
    name->written = name->written || comes_from_number(LLVMGetOperand(access, 0), &moves);
}

void prepare_forget_integers(LLVMModuleRef module) {
  WordNames names = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (instruction, block)
        note(&names, instruction);
  bool any = false;
  for (unsigned i = 0; i < names.count; i++)
    any |= names.items[i].read && names.items[i].written;
  if (!any)
    return;
  unsigned tbaa = LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), "tbaa", strlen("tbaa"));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (access, block) {
        const WordName *name = name_of(&names, access, false);
        if (name && name->read && name->written)
          LLVMSetMetadata(access, tbaa, NULL);
      }
}
