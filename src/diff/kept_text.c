/* Numbers whose bytes the library keeps in text of its own: in a std::string that they are appended
 * to, or a stream in memory that they are written to. Text has no shadow, so that a number which is
 * made of it again has no derivative: an error, where any is. What else such text is good for, as a
 * key of a table, loses nothing, and what goes to a file comes back as a constant. */
#include "kept_text.h"

/* The text or stream that a call keeps something in, or NULL. */
static LLVMValueRef keeper(LLVMValueRef call) {
  const LibraryFunction *row = library_function_called(call);
  bool keeps = row && (row->kind == LIBFN_KEEPS_TEXT || row->kind == LIBFN_WRITES_TEXT);
  return keeps && call_argument_count(call) ? LLVMGetOperand(call, 0) : NULL;
}

/* The argument, a `const char *`, by which the call gets bytes of numbers, or NULL. */
static LLVMValueRef kept_numbers(const Deriver *deriver, LLVMValueRef call) {
  if (!keeper(call))
    return NULL;
  const char *name = LLVMGetValueName2(call_direct_callee(call), &(size_t){0});
  for (unsigned i = 1; i < call_argument_count(call); i++)
    if (bridge_mangled_passes_text(name, i - 1) &&
        types_of_memory(deriver->sweep.types, LLVMGetOperand(call, i), 0).kind == BYTE_FLOAT)
      return LLVMGetOperand(call, i);
  return NULL;
}

/* Streams lead to one another, so that all are one kind of object: variables tell them apart. */
static bool may_be_one(const TypeFacts *types, LLVMValueRef stream, LLVMValueRef other) {
  LLVMValueRef a = bridge_underlying_object(stream), b = bridge_underlying_object(other);
  return LLVMIsAAllocaInst(a) && LLVMIsAAllocaInst(b)
             ? a == b
             : types_object_of(types, a) == types_object_of(types, b);
}

bool kept_text_is_in_memory(const TypeFacts *types, const KeptText *kept, LLVMValueRef stream) {
  for (size_t i = 0; i < kept->streams.count; i++)
    if (may_be_one(types, stream, kept->streams.items[i]))
      return true;
  return false;
}

enum { STRING = 24 }; /* bytes, of which short text takes most */

/* Is it one of these, or its first `size` bytes? */
static bool is_keeper(const TypeFacts *types, const KeptText *kept, LLVMValueRef pointer,
                      int64_t size) {
  const ValueArray *keepers = &kept->keepers[types_object_of(types, pointer)];
  for (size_t i = 0; i < keepers->count; i++)
    if (types_leads_within(types, pointer, keepers->items[i], size))
      return true;
  return false;
}

static bool add_keeper(const Deriver *deriver, KeptText *kept, LLVMValueRef text) {
  unsigned object = types_object_of(deriver->sweep.types, text);
  if (object == 0 || is_keeper(deriver->sweep.types, kept, text, 1))
    return false; /* nothing is known to lead to it, or it is one already */
  ARRAY_PUSH(deriver->sweep.arena, kept->keepers[object], text);
  return true;
}

static bool is_copy(LLVMValueRef call) {
  return LLVMIsACallInst(call) && memory_block_call(call) == MEMORY_BLOCK_COPY;
}

/* Does the pointer lead into such a text, on some path? It is loaded from the string, which has it
 * as its first member or its last, or is what a function says of it (data, begin); short text lies
 * in the string itself, so that there is a choice between the two. */
static bool leads_into_text(const TypeFacts *types, const KeptText *kept, LLVMValueRef pointer,
                            unsigned depth) {
  enum { MOST_CHOICES = 4 };
  LLVMValueRef from = bridge_underlying_object(pointer);
  bool choice = LLVMIsASelectInst(from) || LLVMIsAPHINode(from);
  if (choice && depth < MOST_CHOICES)
    for (int i = LLVMIsASelectInst(from) ? 1 : 0; i < LLVMGetNumOperands(from); i++)
      if (leads_into_text(types, kept, LLVMGetOperand(from, (unsigned)i), depth + 1))
        return true;
  if (LLVMIsAExtractValueInst(from)) /* of a std::string_view */
    from = LLVMGetOperand(from, 0);
  bool call = LLVMIsACallInst(from) || LLVMIsAInvokeInst(from);
  bool asks = LLVMIsALoadInst(from) || (call && call_argument_count(from));
  return asks && is_keeper(types, kept, LLVMGetOperand(from, 0), call ? 1 : STRING);
}

bool kept_text_leads_into(const TypeFacts *types, const KeptText *kept, LLVMValueRef pointer) {
  return leads_into_text(types, kept, pointer, 0);
}

/* Is it a pointer into such a text, or a view of it? */
static bool is_view(const TypeFacts *types, const KeptText *kept, LLVMValueRef value) {
  if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
    return kept_text_leads_into(types, kept, value);
  bool call = LLVMIsACallInst(value) || LLVMIsAInvokeInst(value);
  return call && call_argument_count(value) &&
         LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(value, 0))) == LLVMPointerTypeKind &&
         is_keeper(types, kept, LLVMGetOperand(value, 0), 1);
}

/* Where a copy takes a string, or a part of one, with what it keeps, or a store puts a view of it;
 * NULL where the instruction does nothing of the kind. */
static LLVMValueRef moved_to(const TypeFacts *types, const KeptText *kept,
                             LLVMValueRef instruction) {
  if (LLVMIsAStoreInst(instruction))
    return is_view(types, kept, LLVMGetOperand(instruction, 0)) ? LLVMGetOperand(instruction, 1)
                                                                : NULL;
  LLVMValueRef to = bridge_underlying_object(LLVMGetOperand(instruction, 0));
  LLVMValueRef from = LLVMGetOperand(instruction, 1);
  bool moves =
      is_keeper(types, kept, from, STRING) || keeper(bridge_underlying_object(from)) != NULL;
  return moves && LLVMIsAAllocaInst(to) ? to : NULL;
}

static KeptText *find(const Deriver *deriver) {
  LLVMModuleRef module = deriver->diff->module;
  Arena *arena = deriver->sweep.arena;
  KeptText *kept = ARENA_NEW(arena, KeptText);
  kept->keepers = ARENA_ARRAY(arena, ValueArray, types_object_count(deriver->sweep.types) + 1);
  ValueArray moves = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (call, block) {
        const LibraryFunction *row = library_function_called(call);
        if (keeper(call))
          add_keeper(deriver, kept, keeper(call));
        else if (row && row->kind == LIBFN_MEMORY_STREAM && call_argument_count(call))
          ARRAY_PUSH(arena, kept->streams, LLVMGetOperand(call, 0));
        else if (is_copy(call) || LLVMIsAStoreInst(call))
          ARRAY_PUSH(arena, moves, call);
      }
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t i = 0; i < moves.count; i++) {
      LLVMValueRef to = moved_to(deriver->sweep.types, kept, moves.items[i]);
      grows |= to && add_keeper(deriver, kept, to);
    }
  }
  return kept;
}

const KeptText *kept_text_find(Deriver *deriver) {
  if (!deriver->kept_text)
    deriver->kept_text = find(deriver);
  return deriver->kept_text;
}

/* Is a number made of text, or of what a stream gives? */
static bool takes_number(const TypeFacts *types, const KeptText *kept, LLVMValueRef instruction) {
  if (LLVMIsALoadInst(instruction))
    return types_of_access(types, instruction, 0).kind == BYTE_FLOAT &&
           kept_text_leads_into(types, kept, LLVMGetOperand(instruction, 0));
  if (is_copy(instruction))
    return types_of_memory(types, LLVMGetOperand(instruction, 0), 0).kind == BYTE_FLOAT &&
           kept_text_leads_into(types, kept, LLVMGetOperand(instruction, 1));
  const LibraryFunction *row = library_function_called(instruction);
  if (!row || (row->kind != LIBFN_READS_STREAM && row->kind != LIBFN_READS_BYTES) ||
      !types_may_be_number(types, LLVMGetOperand(instruction, (unsigned)row->size_argument)))
    return false;
  LLVMValueRef source = LLVMGetOperand(instruction, 0);
  return is_keeper(types, kept, source, 1) || kept_text_is_in_memory(types, kept, source);
}

static bool gives_numbers(const Deriver *deriver, const KeptText *kept) {
  LLVMModuleRef module = deriver->diff->module;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (instruction, block)
        if (takes_number(deriver->sweep.types, kept, instruction))
          return true;
  return false;
}

/* Is what the call keeps lost to a number that is made of it? */
static bool loses_numbers(Deriver *deriver, LLVMValueRef call) {
  const KeptText *kept = kept_text_find(deriver);
  bool in_file = library_function_called(call)->kind == LIBFN_WRITES_TEXT &&
                 !kept_text_is_in_memory(deriver->sweep.types, kept, keeper(call));
  return !in_file && gives_numbers(deriver, kept);
}

void kept_text_check(Deriver *deriver, const ActivityQuery *query) {
  if (deriver->diff->round != 0)
    return;
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (call, block) {
      LLVMValueRef numbers = kept_numbers(deriver, call);
      if (!numbers || !activity_has_shadow(bits_varied_from(deriver, query), numbers) ||
          !loses_numbers(deriver, call))
        continue;
      diag_at(deriver->diff->sink, call, DIAG_NUMBERS_IN_TEXT,
              LLVMGetValueName2(call_direct_callee(call), &(size_t){0}));
      deriver->failed = true;
    }
}
