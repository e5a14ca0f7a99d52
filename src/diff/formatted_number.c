/* Numbers that are written as text and read again (sprintf and strtod, << and >> of one stream):
 * what is read is a new number, to which no derivative comes. Where both work on one piece of
 * memory that is an error. Where the text may have come from one to the other, through strings and
 * streams that the library keeps, a warning tells of it: most programs write results and read
 * settings. */
#include "kept_text.h"

typedef enum { IN_MEMORY, IN_TEXT, IN_STREAM } TextPlace;

/* A call that writes numbers, or reads one. */
typedef struct {
  LLVMValueRef call;
  LLVMValueRef at; /* memory of the program's, a text of the library's or a stream */
  TextPlace place; /* of one that writes */
} Formatting;
typedef ARRAY(Formatting) FormattingArray;
typedef struct TextReaders {
  FormattingArray all;
} TextReaders;

static bool is_number(LLVMValueRef value) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
  return kind == LLVMDoubleTypeKind || kind == LLVMFloatTypeKind || kind == LLVMX86_FP80TypeKind ||
         kind == LLVMFP128TypeKind;
}

/* Where the call itself writes the numbers that it is passed; `at` is NULL if it does not. */
static Formatting written_by(LLVMValueRef call) {
  const LibraryFunction *row = library_function_called(call);
  if (!row || call_argument_count(call) == 0)
    return (Formatting){0};
  unsigned argument = row->size_argument > 0 ? (unsigned)row->size_argument : 0;
  switch (row->kind) {
  case LIBFN_WRITES_NUMBERS:
    return (Formatting){call, LLVMGetOperand(call, argument), IN_MEMORY};
  case LIBFN_STREAMS_NUMBERS:
    return (Formatting){call, LLVMGetOperand(call, 0), IN_STREAM};
  case LIBFN_SPELLS_NUMBERS:
    return (Formatting){call, LLVMGetOperand(call, 0), IN_TEXT};
  default:
    return (Formatting){0};
  }
}

/* Where the call reads a number from, likewise. */
static Formatting read_by(LLVMValueRef call) {
  const LibraryFunction *row = library_function_called(call);
  bool reads =
      row && call_argument_count(call) > 0 &&
      (row->kind == LIBFN_READS_NUMBER || (row->kind == LIBFN_SCANS && row->size_argument) ||
       (row->kind == LIBFN_READS_TEXT && is_number(call)));
  return reads ? (Formatting){.call = call, .at = LLVMGetOperand(call, 0)} : (Formatting){0};
}

static TextReaders *find_readers(const Deriver *deriver) {
  LLVMModuleRef module = deriver->diff->module;
  TextReaders *readers = deriver->diff->text_readers;
  if (readers)
    return readers;
  readers = deriver->diff->text_readers = ARENA_NEW(deriver->diff->arena, TextReaders);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (call, block) {
        Formatting reader = read_by(call);
        if (reader.at)
          ARRAY_PUSH(deriver->diff->arena, readers->all, reader);
      }
  return readers;
}

static bool is_variable(LLVMValueRef object) {
  return LLVMIsAAllocaInst(object) || LLVMIsAGlobalVariable(object);
}

typedef enum { TEXT_APART, TEXT_MAY_BE_ONE, TEXT_ONE } SameText;

static SameText same_text(const TypeFacts *types, const KeptText *kept, Formatting writer,
                          Formatting reader) {
  LLVMValueRef a = bridge_underlying_object(writer.at), b = bridge_underlying_object(reader.at);
  LLVMValueRef kept_at = LLVMIsALoadInst(b) ? bridge_underlying_object(LLVMGetOperand(b, 0)) : NULL;
  if (a == b || a == kept_at) /* or what asprintf has allocated */
    return TEXT_ONE;
  unsigned object = types_object_of(types, a); /* 0: not known */
  bool may_meet = object == types_object_of(types, b) && !(is_variable(a) && is_variable(b));
  if (writer.place == IN_MEMORY && may_meet && object != 0)
    return TEXT_ONE;
  bool through_stream = writer.place == IN_STREAM &&
                        kept_text_is_in_memory(types, kept, writer.at) &&
                        kept_text_is_in_memory(types, kept, reader.at);
  bool through_text = writer.place == IN_TEXT && kept_text_leads_into(types, kept, reader.at);
  return through_stream || through_text || may_meet ? TEXT_MAY_BE_ONE : TEXT_APART;
}

/* Numbers among the arguments, or in the list of them that vsnprintf takes; `varied` is NULL: with
 * a derivative or without. */
static bool is_passed_number(const Activity *varied, LLVMValueRef call) {
  const LibraryFunction *row = library_function_called(call);
  if (row && row->kind == LIBFN_WRITES_NUMBERS && row->alignment_argument >= 0)
    return !varied ||
           activity_has_shadow(varied, LLVMGetOperand(call, (unsigned)row->alignment_argument));
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    if (is_number(argument) && (!varied || activity_of_value(varied, argument)))
      return true;
  }
  return false;
}

/* What writes the numbers that a call passes: itself, or what its callee calls with them. */
typedef struct {
  Arena *arena;
  Map *seen; /* functions */
  FormattingArray writers;
} Writers;

static void find_writers(Writers *found, LLVMValueRef call) {
  Formatting writer = written_by(call);
  LLVMValueRef callee =
      LLVMIsACallInst(call) || LLVMIsAInvokeInst(call) ? call_direct_callee(call) : NULL;
  if (writer.at)
    ARRAY_PUSH(found->arena, found->writers, writer);
  if (writer.at || !callee || LLVMIsDeclaration(callee) || map_has(found->seen, callee))
    return;
  map_set(found->seen, callee, callee);
  FOR_EACH_BLOCK (block, callee)
    FOR_EACH_INSTRUCTION (inner, block)
      find_writers(found, inner);
}

/* Is what lies there copied, as std::to_string does with what it has had written? */
static bool is_copied_on(LLVMValueRef function, LLVMValueRef at) {
  LLVMValueRef object = bridge_underlying_object(at);
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block) {
      const LibraryFunction *row = library_function_called(call);
      bool copies = (LLVMIsACallInst(call) && memory_block_call(call) == MEMORY_BLOCK_COPY) ||
                    (row && row->kind == LIBFN_KEEPS_TEXT);
      for (unsigned i = 1; copies && i < call_argument_count(call); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind &&
            bridge_underlying_object(LLVMGetOperand(call, i)) == object)
          return true;
    }
  return false;
}

/* The reader that shares most with a writer; without a call where none does. */
static Formatting nearest(const TypeFacts *types, const KeptText *kept, Formatting writer,
                          const TextReaders *readers, SameText *same) {
  Formatting found = {0};
  for (size_t i = 0; i < readers->all.count; i++) {
    SameText here = same_text(types, kept, writer, readers->all.items[i]);
    if (here > *same) {
      *same = here;
      found = readers->all.items[i];
    }
  }
  return found;
}

static const char *name_of_callee(LLVMValueRef call) {
  return LLVMGetValueName2(call_direct_callee(call), &(size_t){0});
}

static void check_call(Deriver *deriver, LLVMValueRef call, const Writers *found) {
  const TypeFacts *types = deriver->sweep.types;
  const KeptText *kept = kept_text_find(deriver);
  SameText same = TEXT_APART;
  Formatting writer = {0}, reader = {0};
  for (size_t i = 0; i < found->writers.count; i++) {
    SameText before = same;
    Formatting here = found->writers.items[i];
    Formatting nearest_here = nearest(types, kept, here, find_readers(deriver), &same);
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(here.call));
    if (same == TEXT_APART && here.place == IN_MEMORY && is_copied_on(function, here.at)) {
      here.place = IN_TEXT;
      nearest_here = nearest(types, kept, here, find_readers(deriver), &same);
    }
    if (same > before) {
      writer = here;
      reader = nearest_here;
    }
  }
  if (same == TEXT_APART)
    return;
  diag_at(deriver->diff->sink, call,
          same == TEXT_ONE ? DIAG_NUMBER_AS_TEXT : DIAG_NUMBER_MAYBE_AS_TEXT,
          name_of_callee(writer.call), name_of_callee(reader.call));
  deriver->failed |= same == TEXT_ONE;
}

void formatted_number_check(Deriver *deriver, const ActivityQuery *query) {
  if (deriver->diff->round != 0 || find_readers(deriver)->all.count == 0)
    return;
  FOR_EACH_BLOCK (block, deriver->sweep.primal)
    FOR_EACH_INSTRUCTION (call, block) {
      bool calls = LLVMIsACallInst(call) || LLVMIsAInvokeInst(call);
      if (!calls || !is_passed_number(NULL, call))
        continue;
      Writers found = {.arena = deriver->sweep.arena, .seen = map_create(deriver->sweep.arena)};
      find_writers(&found, call);
      if (found.writers.count > 0 && is_passed_number(bits_varied_from(deriver, query), call))
        check_call(deriver, call, &found);
    }
}
