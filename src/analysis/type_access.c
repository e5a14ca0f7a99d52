/* type_access.c: the kinds of the bytes that one access, copy or fill moves: its own type and its
 * source and target may tell more than the memory, where objects of several kinds came together. */
#include "type_walk.h"
#include <string.h>

/* A literal: characters that end in a null. No table of floating point looks like that. */
static bool is_text(LLVMValueRef pointer) {
  LLVMValueRef global = LLVMIsAGlobalVariable(pointer);
  LLVMValueRef initialiser =
      global && LLVMIsGlobalConstant(global) ? LLVMGetInitializer(global) : NULL;
  if (!initialiser || !LLVMIsAConstantDataArray(initialiser) || !LLVMIsConstantString(initialiser))
    return false;
  size_t length;
  const char *text = LLVMGetAsString(initialiser, &length);
  for (size_t i = 0; i + 1 < length; i++)
    if ((text[i] < ' ' && !strchr("\t\n\r", text[i])) || text[i] == 127 || text[i] == 0)
      return false;
  return length > 0 && text[length - 1] == 0;
}

static bool is_clear(ByteType byte) {
  return byte.kind != BYTE_UNKNOWN && byte.kind != BYTE_CONFLICT;
}

ByteType types_of_all_there(const TypeFacts *facts, LLVMValueRef pointer, int64_t offset) {
  Location place;
  if (!types_locate(facts, pointer, &place))
    return (ByteType){BYTE_UNKNOWN, NULL, 0};
  return types_of_several_at(facts, place, offset);
}

/* Of a place that counts as an integer's by the coarsest pattern there: does that say no more than
 * that integers lie all around, as where a vectorised loop has gone through an array of them? Such
 * a pattern has no end, though numbers may stand behind the array. */
static bool is_among_integers(const TypeFacts *facts, Location place, int64_t offset) {
  enum { AROUND = 32 }; /* a structure has something else so near */
  for (int64_t i = -AROUND; i < AROUND; i++)
    if (types_at(facts, place, offset + i).kind != BYTE_INTEGER)
      return false;
  return true;
}

/* How the source says what lies in memory. */
typedef struct {
  bool whole; /* of all that lies there, not of a member of a structure alone */
  bool named; /* by the types of the pointers, not by what is accessed through them */
} Said;

/* What the source says of a copy as a whole; it is asked for each byte. */
typedef struct {
  bool any, members, doubles, floats; /* the marks of prepare/declare_copies.c */
  Said said;
  TbaaWord elements; /* that it is from an array of to another; silent: it does not say */
  bool addresses;    /* may be in some of the words, though the source says that they are doubles */
} CopyFacts;

static const CopyFacts *copy_facts(const TypeFacts *facts, LLVMValueRef copy);

/* What a copy leaves (side 0), or finds (1), at `offset`. `settled`: the memory there is of one
 * kind. What pointers have brought together does not change what a variable was declared to hold.
 */
static ByteType moved_byte(const TypeFacts *facts, LLVMValueRef copy, unsigned side,
                           uint64_t offset, bool *settled) {
  LLVMValueRef pointer = LLVMGetOperand(copy, side);
  ByteType declared = {BYTE_UNKNOWN, NULL, 0};
  if (!copy_facts(facts, copy)->any)
    declared = types_only_declared_byte(facts, pointer, (int64_t)offset);
  ByteType byte = types_memory_byte(facts, pointer, (int64_t)offset);
  Location place;
  *settled = true;
  if (is_clear(declared) && declared.kind != BYTE_INTEGER)
    return declared;
  if (is_clear(declared) || !types_locate(facts, pointer, &place))
    return byte;
  byte = types_of_anywhere(facts, place, (int64_t)offset, byte);
  ByteType several = types_of_several_at(facts, place, (int64_t)offset);
  *settled = !object_is_of_several(place.object) && several.kind < BYTE_MIXED;
  if (byte.kind == BYTE_INTEGER && several.kind == BYTE_FLOAT &&
      is_among_integers(facts, place, (int64_t)offset)) {
    *settled = false;
    several = (ByteType){BYTE_CONFLICT, NULL, 0};
  }
  return *settled || several.kind == BYTE_UNKNOWN ? byte : several;
}

static uint64_t size_of_number(TbaaWord word) {
  return word == TBAA_DOUBLE ? sizeof(double) : word == TBAA_FLOAT ? sizeof(float) : 0;
}

enum { MOST_SEEN = 8 };

/* What the places that the pointer comes from and goes to are declared to point to, or what is
 * accessed through it; -1 where two of them differ. */
typedef struct {
  int word;
  Said said;
  unsigned budget, seen_count;
  LLVMValueRef seen[MOST_SEEN]; /* the choices that the pointer is one of, round a loop as well */
} Declaration;

static void declare(Declaration *declaration, TbaaWord word) {
  if (word != TBAA_SILENT && declaration->word != TBAA_SILENT && declaration->word != (int)word)
    declaration->word = -1;
  else if (word != TBAA_SILENT)
    declaration->word = (int)word;
}

/* By the name of a pointer's type: "p1 double". */
static TbaaWord target_word(const char *name) {
  static const char prefix[] = "p1 ";
  bool one_level = name && strncmp(name, prefix, sizeof prefix - 1) == 0;
  return one_level ? access_word(name + sizeof prefix - 1) : TBAA_SILENT;
}

/* Do functions that are called know of the pointer? What is accessed through it beside them is only
 * what it leads to here: a std::function holds a number in one case, an address in another. */
static bool is_passed(LLVMValueRef pointer) {
  enum { MOST_USES = 1024 };
  unsigned count = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    if (++count > MOST_USES)
      return true; /* that it is not cannot be told in time */
    LLVMValueRef user = LLVMGetUser(use);
    bool calls = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
    const LibraryFunction *row = library_function_called(user);
    bool gives_back = row && row->kind == LIBFN_FREE;
    if (calls && !LLVMIsAIntrinsicInst(user) && !gives_back)
      return true;
  }
  return false;
}

static bool is_first_visit(Declaration *declaration, LLVMValueRef choice) {
  for (unsigned i = 0; i < declaration->seen_count; i++)
    if (declaration->seen[i] == choice)
      return false;
  if (declaration->seen_count == MOST_SEEN)
    return false;
  declaration->seen[declaration->seen_count++] = choice;
  return true;
}

static void declare_by_uses(Declaration *declaration, LLVMValueRef pointer) {
  LLVMUseRef use = LLVMIsAConstant(pointer) ? NULL : LLVMGetFirstUse(pointer);
  bool passed = use && is_passed(pointer);
  for (; use && declaration->budget > 0; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    declaration->budget--;
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointer) {
      TbaaWord word = target_word(types_declared_pointer(user));
      declare(declaration, word);
      declaration->said.whole |= word != TBAA_SILENT;
      declaration->said.named |= word != TBAA_SILENT;
    } else if (!passed && (LLVMIsALoadInst(user) || LLVMIsAStoreInst(user))) {
      TbaaWord word = access_word(bridge_tbaa_name(user));
      declare(declaration, word);
      declaration->said.whole |= word != TBAA_SILENT && !bridge_tbaa_is_member(user);
    } else if ((LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) &&
               is_first_visit(declaration, user))
      declare_by_uses(declaration, user);
  }
}

/* `said`: cleared where a member of a structure, or an access, has told. */
static TbaaWord declared_target(LLVMValueRef pointer, Said *said) {
  Declaration declaration = {.word = TBAA_SILENT, .budget = 64};
  if (LLVMIsALoadInst(pointer))
    declare(&declaration, target_word(types_declared_pointer(pointer)));
  declaration.said.whole = declaration.said.named = declaration.word != TBAA_SILENT;
  declare_by_uses(&declaration, pointer);
  if (declaration.word <= TBAA_SILENT)
    return TBAA_SILENT;
  said->whole = said->whole && declaration.said.whole;
  said->named = said->named && declaration.said.named;
  return (TbaaWord)declaration.word;
}

/* A choice that is being asked about: what comes back to it round a loop decides nothing. */
typedef struct Chosen {
  const struct Chosen *outer;
  LLVMValueRef choice;
  unsigned depth;
} Chosen;

static TbaaWord declared_elements(const TypeFacts *facts, LLVMValueRef pointer,
                                  const Chosen *chosen, Said *said);

static bool is_chosen(const Chosen *chosen, LLVMValueRef value) {
  while (chosen && chosen->choice != value)
    chosen = chosen->outer;
  return chosen != NULL;
}

/* What all that is chosen among is declared to point to. */
static TbaaWord declared_choice(const TypeFacts *facts, LLVMValueRef choice, const Chosen *outer,
                                Said *said) {
  Chosen chosen = {outer, choice, outer ? outer->depth + 1 : 1};
  TbaaWord word = TBAA_SILENT;
  bool phi = LLVMIsAPHINode(choice), select = LLVMIsASelectInst(choice);
  unsigned count = phi ? LLVMCountIncoming(choice) : select ? 2 : 0;
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef one = phi ? LLVMGetIncomingValue(choice, i) : LLVMGetOperand(choice, i + 1);
    if (LLVMIsAConstantPointerNull(one) || is_chosen(&chosen, one))
      continue;
    TbaaWord other = declared_elements(facts, one, &chosen, said);
    if (other == TBAA_SILENT || (word != TBAA_SILENT && word != other))
      return TBAA_SILENT;
    word = other;
  }
  return word;
}

/* As declared_target, also of what is further on in an array, or one of several pointers. */
static TbaaWord declared_elements(const TypeFacts *facts, LLVMValueRef pointer,
                                  const Chosen *chosen, Said *said) {
  enum { MOST_CHOICES = 4 };
  int64_t offset = 0, step;
  uint64_t stride = 0, varying;
  TbaaWord word = declared_target(pointer, said);
  while (word == TBAA_SILENT && LLVMIsAGetElementPtrInst(pointer)) {
    gep_displacement(facts, pointer, &step, &varying);
    offset += step;
    stride = greatest_common_divisor(stride, varying);
    pointer = LLVMGetOperand(pointer, 0);
    word = declared_target(pointer, said);
  }
  if (word == TBAA_SILENT && (!chosen || chosen->depth < MOST_CHOICES))
    word = declared_choice(facts, pointer, chosen, said);
  int64_t size = (int64_t)size_of_number(word);
  bool begins = size != 0 && offset % size == 0 && stride % (uint64_t)size == 0;
  return begins ? word : TBAA_SILENT;
}

static ByteType number_byte(LLVMValueRef copy, TbaaWord word, uint64_t offset) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(copy));
  LLVMTypeRef type =
      word == TBAA_DOUBLE ? LLVMDoubleTypeInContext(context) : LLVMFloatTypeInContext(context);
  return (ByteType){BYTE_FLOAT, type, (unsigned)(offset % size_of_number(word))};
}

/* A member of the structure that is copied, as the source declares it; unknown if it is no number.
 * `tagged`: the source says of the copy what its members are. */
static ByteType member_byte(LLVMValueRef copy, uint64_t offset, bool *tagged) {
  enum { MOST_MEMBERS = 64 };
  uint64_t offsets[MOST_MEMBERS], sizes[MOST_MEMBERS];
  const char *names[MOST_MEMBERS];
  size_t count = bridge_tbaa_struct(copy, offsets, sizes, names, MOST_MEMBERS);
  *tagged = count > 0;
  for (size_t i = 0; i < count && i < MOST_MEMBERS; i++) {
    TbaaWord word = access_word(names[i]);
    if (offset >= offsets[i] && offset - offsets[i] < sizes[i] && size_of_number(word))
      return number_byte(copy, word, offset - offsets[i]);
  }
  return (ByteType){BYTE_UNKNOWN, NULL, 0};
}

/* Is a number of another type known to lie where the number with the byte at `offset` would? Beside
 * a member of a structure (unless `whole`) anything may that is no such number. */
static bool is_contradicted(const TypeFacts *facts, LLVMValueRef copy, ByteType number,
                            uint64_t offset, bool whole) {
  uint64_t size = LLVMStoreSizeOfType(facts->layout, number.type), start = offset - number.offset;
  for (uint64_t i = 0; i < size; i++)
    for (unsigned side = 0; side < 2; side++) {
      bool settled;
      ByteType byte = moved_byte(facts, copy, side, start + i, &settled);
      if ((byte.kind == BYTE_FLOAT && (byte.type != number.type || byte.offset != i)) ||
          (!whole && byte.kind != BYTE_UNKNOWN && byte.kind != BYTE_FLOAT))
        return true;
    }
  return false;
}

/* A program may keep addresses in what it declares an array of doubles. */
static bool may_move_addresses(const TypeFacts *facts, LLVMValueRef copy) {
  enum { MOST_LOOKED_AT = 512 };
  for (unsigned side = 0; side < 2; side++) {
    uint64_t extent = types_extent(facts, LLVMGetOperand(copy, side));
    for (uint64_t at = 0; at < extent && at < MOST_LOOKED_AT; at += sizeof(double)) {
      bool settled;
      ByteKind kind = moved_byte(facts, copy, side, at, &settled).kind;
      if (kind == BYTE_POINTER || kind == BYTE_MIXED)
        return true;
    }
  }
  return false;
}

static const CopyFacts *copy_facts(const TypeFacts *facts, LLVMValueRef copy) {
  CopyFacts *known = map_get(facts->copies, copy);
  if (known)
    return known;
  known = ARENA_NEW(facts->arena, CopyFacts);
  map_set(facts->copies, copy, known);
  *known = (CopyFacts){.any = value_has_function_attribute(copy, COPIES_ANY),
                       .members = value_has_function_attribute(copy, COPIES_MEMBERS),
                       .doubles = value_has_function_attribute(copy, COPIES_DOUBLES),
                       .floats = value_has_function_attribute(copy, COPIES_FLOATS),
                       .elements = TBAA_SILENT};
  if (!types_is_memory_copy(facts, copy))
    return known;
  known->said = (Said){true, true};
  TbaaWord word = declared_elements(facts, LLVMGetOperand(copy, 0), NULL, &known->said);
  if (size_of_number(word) != 0 &&
      declared_elements(facts, LLVMGetOperand(copy, 1), NULL, &known->said) == word)
    known->elements = word;
  known->said.named = known->said.named && known->elements == TBAA_DOUBLE;
  known->addresses = known->said.named && may_move_addresses(facts, copy);
  return known;
}

/* Does the source say that the copy moves numbers? An array of numbers that is a member of a
 * structure may be room for small objects of any kind. */
static bool is_declared_copy(const TypeFacts *facts, LLVMValueRef copy, const CopyFacts *known,
                             uint64_t offset) {
  Location place;
  for (unsigned side = 0; side < 2 && known->members; side++)
    if (!types_locate(facts, LLVMGetOperand(copy, side), &place) ||
        types_may_point_at(facts, place, (int64_t)offset))
      return false;
  return true;
}

/* A copy from one array of numbers to another, as the source declares both: it moves nothing else,
 * whatever else has come together in the memory. Where the first member of a structure is accessed
 * that looks the same, but for the others. */
static ByteType declared_copied_byte(const TypeFacts *facts, LLVMValueRef copy, uint64_t offset) {
  const CopyFacts *known = copy_facts(facts, copy);
  ByteType unknown = {BYTE_UNKNOWN, NULL, 0};
  if (known->any)
    return unknown;
  if ((known->doubles || known->floats) && is_declared_copy(facts, copy, known, offset))
    return number_byte(copy, known->doubles ? TBAA_DOUBLE : TBAA_FLOAT, offset);
  bool tagged;
  ByteType member = member_byte(copy, offset, &tagged);
  if (tagged)
    return member;
  if (known->elements == TBAA_SILENT)
    return unknown;
  ByteType number = number_byte(copy, known->elements, offset);
  return is_contradicted(facts, copy, number, offset, known->said.whole) ? unknown : number;
}

/* What a copy moves: what its target tells, or, where that does not, its source. Arrays of one
 * stride in one structure blur each other, unless it is a variable with a type. That one is of an
 * integer does not tell: it may be an address. Where both ends are pointers to doubles by their
 * types it moves doubles, also in a buffer that is room for other things; run time tells addresses
 * from them, where there may be any. */
static ByteType copied_byte(const TypeFacts *facts, LLVMValueRef copy, uint64_t offset) {
  bool settled, source_settled;
  ByteType target = moved_byte(facts, copy, 0, offset, &settled);
  bool known = settled && is_clear(target), moves = types_is_memory_copy(facts, copy);
  const CopyFacts *source_says = copy_facts(facts, copy);
  bool named = source_says->said.named;
  if ((known && target.kind != BYTE_INTEGER && !named) || !moves)
    return target;
  ByteType source = moved_byte(facts, copy, 1, offset, &source_settled);
  ByteType declared = declared_copied_byte(facts, copy, offset);
  if (named && declared.kind == BYTE_FLOAT) {
    if (source_says->addresses)
      declared.kind = BYTE_MIXED;
    return declared;
  }
  if (known && !(target.kind == BYTE_INTEGER && source_settled && source.kind == BYTE_POINTER))
    return target;
  if (source_settled && is_clear(source))
    return source;
  if (is_clear(declared))
    return declared;
  return is_clear(source) || target.kind == BYTE_UNKNOWN ? source : target;
}

ByteType types_access_byte(const TypeFacts *facts, LLVMValueRef instruction, uint64_t offset) {
  LLVMValueRef value = NULL, pointer = NULL;
  ByteType unknown = {BYTE_UNKNOWN, NULL, 0};
  if (LLVMIsALoadInst(instruction)) {
    value = instruction;
    pointer = LLVMGetOperand(instruction, 0);
  } else if (LLVMIsAStoreInst(instruction)) {
    value = LLVMGetOperand(instruction, 0);
    pointer = LLVMGetOperand(instruction, 1);
  } else if (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction)) {
    pointer = LLVMGetOperand(instruction, 0);
    value = LLVMGetOperand(instruction, 1);
  } else if (types_is_memory_copy(facts, instruction) && is_text(LLVMGetOperand(instruction, 1))) {
    return (ByteType){BYTE_INTEGER, NULL, 0};
  } else if (types_is_memory_copy(facts, instruction) || types_is_memory_set(facts, instruction)) {
    return copied_byte(facts, instruction, offset);
  } else {
    return unknown;
  }
  ByteType byte = types_value_byte(facts, value, offset);
  if (byte.kind != BYTE_UNKNOWN)
    return byte;
  return types_memory_byte(facts, pointer, (int64_t)offset);
}

bool types_other_half(ByteType byte, uint64_t offset, uint64_t *other) {
  enum { HALF = sizeof(void *) / 2 };
  bool begins = byte.offset < HALF;
  if (!begins && offset < HALF)
    return false; /* the word began before what is asked of */
  *other = begins ? offset + HALF : offset - HALF;
  return byte.kind == BYTE_POINTER ||
         (byte.kind == BYTE_MIXED && LLVMGetTypeKind(byte.type) != LLVMFloatTypeKind);
}

ByteType types_unless_torn(ByteType byte, ByteType other) {
  bool alike = other.kind == byte.kind && other.type == byte.type;
  /* An integer in the low half leaves the high half to the number. */
  bool low = byte.offset < other.offset && other.kind == BYTE_FLOAT && other.type == byte.type;
  bool torn = byte.kind == BYTE_MIXED ? other.kind != BYTE_UNKNOWN && !alike && !low
                                      : other.kind == BYTE_FLOAT || other.kind >= BYTE_MIXED;
  if (torn)
    byte.kind = BYTE_CONFLICT;
  return byte;
}
