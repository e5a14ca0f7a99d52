/* Text that a function which we cannot see has allocated (a member of std::string) is its own
 * shadow: it carries no derivative. Where a program takes it for a buffer of bytes and puts numbers
 * there, these would go to the primal's memory, shadow and all: that stops the program. */
#include "diff.h"

#include <string.h>

/* Does an inactive function that we cannot see return a pointer, or may it replace one? */
static bool may_give_memory(LLVMValueRef function) {
  static const char name[] = "readonly";
  unsigned readonly = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  bool elsewhere =
      LLVMIsDeclaration(function) || LLVMGetLinkage(function) == LLVMAvailableExternallyLinkage;
  const LibraryFunction *row = elsewhere ? library_function(function) : NULL;
  if (!row || !library_is_inactive(row) || library_only_reads(row) ||
      LLVMGetIntrinsicID(function) || !LLVMGetFirstUse(function) ||
      value_has_function_attribute(function, "noreturn"))
    return false;
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  bool gives = LLVMGetTypeKind(result) == LLVMPointerTypeKind;
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    gives |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, i))) == LLVMPointerTypeKind &&
             !LLVMGetEnumAttributeAtIndex(function, i + 1, readonly);
  return gives;
}

/* Without such functions there is no text that is its own shadow. */
bool text_is_own(const Deriver *deriver) {
  DiffContext *diff = deriver->diff;
  LLVMValueRef function = diff->text ? NULL : LLVMGetFirstFunction(diff->module);
  if (!diff->text)
    diff->text = TEXT_NONE;
  for (; function && diff->text == TEXT_NONE; function = LLVMGetNextFunction(function))
    if (may_give_memory(function))
      diff->text = TEXT_OWN;
  return diff->text == TEXT_OWN;
}

/* The objects whose memory such functions give, or may put in the place of others, by number. */
static const bool *given_objects(const Deriver *deriver) {
  DiffContext *diff = deriver->diff;
  const TypeFacts *types = deriver->sweep.types;
  if (diff->given_by == types)
    return diff->given;
  diff->given_by = types;
  bool *given = diff->given = ARENA_ARRAY(diff->arena, bool, types_object_count(types) + 1);
  for (LLVMValueRef f = LLVMGetFirstFunction(diff->module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (call, block) {
        bool calls = LLVMIsACallInst(call) || LLVMIsAInvokeInst(call);
        LLVMValueRef callee = calls ? call_direct_callee(call) : NULL;
        if (!callee || !may_give_memory(callee))
          continue;
        given[types_object_of(types, call)] = true;
        for (unsigned i = 0; i < call_argument_count(call); i++)
          if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind)
            types_mark_behind(types, LLVMGetOperand(call, i), given);
      }
  given[0] = false; /* not known */
  return given;
}

LLVMValueRef text_place(LLVMValueRef instruction) {
  return LLVMGetOperand(instruction, LLVMIsAStoreInst(instruction) ? 1 : 0);
}

static bool is_copy(LLVMValueRef instruction) {
  return LLVMIsACallInst(instruction) && memory_block_call(instruction) == MEMORY_BLOCK_COPY;
}

/* Is it a block of numbers that is copied? What comes out of memory may be text where numbers are
 * at other times; a variable, or a block that was made here, is not. */
static bool copies_numbers(const TypeFacts *types, LLVMValueRef copy) {
  LLVMValueRef from = LLVMGetOperand(copy, 1), block = bridge_underlying_object(from);
  bool made = LLVMIsAAllocaInst(block) || LLVMIsACallInst(block) || LLVMIsAInvokeInst(block);
  return types_of_memory(types, from, 0).kind == BYTE_FLOAT ||
         (made && types_may_be_number(types, from));
}

/* A number that a store, or a copy, puts where there may be such text. What derivatives do to
 * shadows is another matter. */
static bool may_put_number(const Deriver *deriver, LLVMValueRef instruction) {
  const TypeFacts *types = deriver->sweep.types;
  bool store = LLVMIsAStoreInst(instruction);
  if ((!store && !is_copy(instruction)) || deriver->diff->round != 0)
    return false;
  if (store ? types_of_access(types, instruction, 0).kind != BYTE_FLOAT
            : !copies_numbers(types, instruction))
    return false;
  LLVMValueRef place = text_place(instruction), from = bridge_underlying_object(place);
  bool call = LLVMIsACallInst(from) || LLVMIsAInvokeInst(from);
  bool given = call && call_direct_callee(from) && may_give_memory(call_direct_callee(from));
  return (given || deriver_has_shadow(deriver, place)) &&
         given_objects(deriver)[types_object_of(deriver->sweep.types, place)];
}

static const LibraryFunction *library_row_of(LLVMValueRef instruction) {
  bool calls = LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
  LLVMValueRef callee = calls ? call_direct_callee(instruction) : NULL;
  return callee ? library_function(callee) : NULL;
}

/* The first argument, a text or a stream, of a call that keeps text; or NULL. */
static LLVMValueRef text_argument(LLVMValueRef call) {
  const LibraryFunction *row = library_row_of(call);
  return row && row->kind == LIBFN_KEEPS_TEXT ? LLVMGetOperand(call, 0) : NULL;
}

/* The argument of a call that holds numbers which the library keeps as text, or NULL. */
static LLVMValueRef kept_as_text(const Deriver *deriver, LLVMValueRef call) {
  if (!text_argument(call) || deriver->diff->round != 0)
    return NULL;
  const char *name = LLVMGetValueName2(call_direct_callee(call), &(size_t){0});
  for (unsigned i = 1; i < call_argument_count(call); i++) { /* 0 is the text, or the stream */
    LLVMValueRef argument = LLVMGetOperand(call, i);
    if (bridge_mangled_passes_text(name, i - 1) &&
        types_of_memory(deriver->sweep.types, argument, 0).kind == BYTE_FLOAT)
      return argument;
  }
  return NULL;
}

/* What a module has of text that the library keeps in memory. */
typedef struct {
  ValueArray texts;   /* and streams that are written to: first arguments of calls */
  ValueArray streams; /* in memory, and not in files: what is passed to their own functions */
} KeptText;

static KeptText *find_kept_text(const Deriver *deriver) {
  LLVMModuleRef module = deriver->diff->module;
  KeptText *kept = ARENA_NEW(deriver->sweep.arena, KeptText);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (call, block) {
        const LibraryFunction *row = library_row_of(call);
        if (!row || call_argument_count(call) == 0)
          continue;
        if (text_argument(call))
          ARRAY_PUSH(deriver->sweep.arena, kept->texts, text_argument(call));
        if (strstr(row->name, "stringstream") || strstr(row->name, "stringbuf"))
          ARRAY_PUSH(deriver->sweep.arena, kept->streams, LLVMGetOperand(call, 0));
      }
  return kept;
}

/* Streams lead to one another, so that all are one kind of object: variables tell them apart. */
static bool may_be_one(const TypeFacts *types, LLVMValueRef stream, LLVMValueRef other) {
  LLVMValueRef a = bridge_underlying_object(stream), b = bridge_underlying_object(other);
  return LLVMIsAAllocaInst(a) && LLVMIsAAllocaInst(b)
             ? a == b
             : types_object_of(types, a) == types_object_of(types, b);
}

static bool is_in_memory(const TypeFacts *types, const KeptText *kept, LLVMValueRef stream) {
  for (size_t i = 0; i < kept->streams.count; i++)
    if (may_be_one(types, stream, kept->streams.items[i]))
      return true;
  return false;
}

/* Does the pointer lead into such a text? It is loaded from the text's own place, or is what a
 * function says of it (data, begin). */
static bool leads_into_text(const TypeFacts *types, const KeptText *kept, LLVMValueRef pointer) {
  LLVMValueRef from = bridge_underlying_object(pointer);
  bool asks = LLVMIsALoadInst(from) ||
              ((LLVMIsACallInst(from) || LLVMIsAInvokeInst(from)) && call_argument_count(from));
  LLVMValueRef text = asks ? LLVMGetOperand(from, 0) : NULL;
  for (size_t i = 0; text && i < kept->texts.count; i++)
    if (types_same_place(types, text, kept->texts.items[i]))
      return true;
  return false;
}

/* Is a number made of text, or of what a stream gives? */
static bool takes_number(const TypeFacts *types, const KeptText *kept, LLVMValueRef instruction) {
  if (LLVMIsALoadInst(instruction))
    return types_of_access(types, instruction, 0).kind == BYTE_FLOAT &&
           leads_into_text(types, kept, LLVMGetOperand(instruction, 0));
  if (is_copy(instruction))
    return types_of_memory(types, LLVMGetOperand(instruction, 0), 0).kind == BYTE_FLOAT &&
           leads_into_text(types, kept, LLVMGetOperand(instruction, 1));
  const LibraryFunction *row = library_row_of(instruction);
  if (!row || (row->kind != LIBFN_READS_STREAM && row->kind != LIBFN_READS_BYTES) ||
      !types_may_be_number(types, LLVMGetOperand(instruction, (unsigned)row->size_argument)))
    return false;
  return strstr(row->name, "basic_string") ||
         is_in_memory(types, kept, LLVMGetOperand(instruction, 0));
}

/* Does any function take numbers out of text? A key that is made of numbers is not read as such. */
static bool gives_numbers(const Deriver *deriver, const KeptText *kept) {
  LLVMModuleRef module = deriver->diff->module;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (instruction, block)
        if (takes_number(deriver->sweep.types, kept, instruction))
          return true;
  return false;
}

/* Text is kept by members of std::string as well. */
static bool is_stream(const char *name) {
  return strncmp(name, "_ZNSo", 5) == 0 || strstr(name, "basic_ostream");
}

static void check_kept(Deriver *deriver, const Activity *varied, LLVMValueRef call,
                       LLVMValueRef numbers) {
  if (!activity_has_shadow(varied, numbers))
    return;
  const KeptText *kept = find_kept_text(deriver);
  const char *name = LLVMGetValueName2(call_direct_callee(call), &(size_t){0});
  bool in_file = is_stream(name) && !is_in_memory(deriver->sweep.types, kept, text_argument(call));
  if (in_file || !gives_numbers(deriver, kept))
    return;
  diag_at(deriver->diff->sink, call, DIAG_NUMBERS_IN_TEXT, name);
  deriver->failed = true;
}

void text_find_numbers(Deriver *deriver, const ActivityQuery *query) {
  const Activity *varied = NULL;
  deriver->numbers_in_text = map_create(deriver->sweep.arena);
  if (!text_is_own(deriver))
    return;
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (store, block) {
      LLVMValueRef kept = kept_as_text(deriver, store);
      if (!kept && !may_put_number(deriver, store))
        continue;
      /* Whether it is useful does not show: it may be read through what another call gives. */
      if (!varied)
        varied = bits_varied_from(deriver, query);
      if (kept)
        check_kept(deriver, varied, store, kept);
      else if (LLVMIsAStoreInst(store) ? activity_of_value(varied, LLVMGetOperand(store, 0))
                                       : activity_has_shadow(varied, LLVMGetOperand(store, 1)))
        map_set(deriver->numbers_in_text, store, store);
    }
}
