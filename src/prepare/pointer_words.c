/* Words that LLVM takes for pointers though they hold numbers. A union, such as that in a
 * std::variant, has the type of one of its members: where another's numbers go through a temporary
 * of it, SROA moves their bits as what the first member has there, an address. No derivative
 * follows an address that is a number. Where nothing takes it for an address such a word becomes an
 * integer, which holds both. And words that a vectoriser has joined are single ones again. */
#include "prepare.h"

#include <ctype.h>
#include <string.h>

static bool is_pointer(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == 0;
}

static LLVMTypeRef word_type(LLVMValueRef function) {
  return LLVMIntPtrTypeInContext(LLVMGetTypeContext(LLVMTypeOf(function)),
                                 LLVMGetModuleDataLayout(LLVMGetGlobalParent(function)));
}

static bool is_plain_access(LLVMValueRef access) {
  return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic &&
         LLVMGetAlignment(access) > 0;
}

/* ---- vectors of pointers and words ---- */

static LLVMValueRef lane_index(LLVMValueRef vector, unsigned lane) {
  return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(vector))), lane, false);
}

static LLVMValueRef lane_place(LLVMBuilderRef builder, LLVMValueRef pointer, uint64_t offset) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(pointer));
  LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(context), offset, false);
  return offset == 0 ? pointer
                     : LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(context), pointer,
                                             &index, 1, "");
}

void prepare_describe_part(LLVMValueRef access, LLVMValueRef lane, uint64_t offset) {
  uint64_t alignment = LLVMGetAlignment(access) | offset;
  LLVMSetAlignment(lane, (unsigned)(alignment & (0 - alignment)));
  static const char *const kinds[] = {"tbaa", "alias.scope", "noalias"};
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(access));
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    unsigned kind = LLVMGetMDKindIDInContext(context, kinds[i], (unsigned)strlen(kinds[i]));
    if (LLVMGetMetadata(access, kind))
      LLVMSetMetadata(lane, kind, LLVMGetMetadata(access, kind));
  }
}

/* Does the source (TBAA) declare what is accessed to be a pointer? */
static bool is_declared_pointer(LLVMValueRef access) {
  const char *name = bridge_tbaa_name(access);
  return name && (strcmp(name, "any pointer") == 0 ||
                  (name[0] == 'p' && isdigit((unsigned char)name[1]))); /* "p1 int" */
}

/* The pointers in which the vector moves: its lanes, or where it has integers that the source
 * declares to be pointers, these; NULL if it is neither. */
static LLVMTypeRef pointer_lane(LLVMTargetDataRef layout, LLVMValueRef access, LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || !is_plain_access(access))
    return NULL;
  LLVMTypeRef lane = LLVMGetElementType(type);
  LLVMContextRef context = LLVMGetTypeContext(type);
  if (lane == LLVMIntPtrTypeInContext(context, layout) && is_declared_pointer(access))
    return LLVMPointerTypeInContext(context, 0);
  return LLVMGetTypeKind(lane) == LLVMPointerTypeKind ? lane : NULL;
}

static bool is_known_lane(LLVMValueRef extract) {
  return LLVMIsAExtractElementInst(extract) && LLVMIsAConstantInt(LLVMGetOperand(extract, 1));
}

/* Is the vector but a way to move integers that the source has side by side? A vectoriser makes
 * such of the members of a structure. Each may lie where other objects have something else, and run
 * time tells what a place holds for whole words and for integers, not for vectors of these. Halves
 * of words nobody looks at may belong together: they stay so. */
static bool is_moved_by_lanes(LLVMValueRef load, unsigned bits) {
  bool is_looked_at = bits == 64;
  for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_known_lane(user))
      is_looked_at = true;
    else if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) != load || !is_plain_access(user))
      return false;
  }
  return is_looked_at;
}

/* Was every lane put into the vector by itself? */
static bool is_put_together(LLVMValueRef vector) {
  unsigned count = LLVMGetVectorSize(LLVMTypeOf(vector));
  for (unsigned i = count; i-- > 0; vector = LLVMGetOperand(vector, 0)) {
    LLVMValueRef index = LLVMIsAInsertElementInst(vector) ? LLVMGetOperand(vector, 2) : NULL;
    if (!index || !LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index) != i)
      return false;
  }
  return true;
}

/* The integers in which the vector moves that are no numbers by the source; NULL if it is no such
 * vector. */
static LLVMTypeRef integer_lane(LLVMValueRef access, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || !is_plain_access(access))
    return NULL;
  LLVMTypeRef lane = LLVMGetElementType(type);
  unsigned bits = LLVMGetTypeKind(lane) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(lane) : 0;
  bool by_lanes = (bits == 32 || bits == 64) && !prepare_declared_float(access, type) &&
                  (value == access ? is_moved_by_lanes(access, bits) : is_put_together(value));
  return by_lanes ? lane : NULL;
}

static bool part_access(LLVMBuilderRef builder, LLVMTargetDataRef layout, LLVMValueRef access) {
  bool stores = LLVMIsAStoreInst(access) != NULL;
  LLVMValueRef value = stores ? LLVMGetOperand(access, 0) : access;
  LLVMTypeRef type = LLVMTypeOf(value), lane_type = pointer_lane(layout, access, type);
  if (!lane_type)
    lane_type = integer_lane(access, value);
  if (!lane_type)
    return false;
  bool integers = LLVMGetElementType(type) != lane_type;
  uint64_t size = LLVMABISizeOfType(layout, lane_type);
  LLVMValueRef pointer = LLVMGetOperand(access, stores ? 1 : 0), whole = LLVMGetPoison(type);
  LLVMPositionBuilderBefore(builder, access);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(access));
  for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
    LLVMValueRef lane =
        stores ? LLVMBuildExtractElement(builder, value, lane_index(value, i), "") : NULL;
    if (stores && integers)
      lane = LLVMBuildIntToPtr(builder, lane, lane_type, "");
    LLVMValueRef place = lane_place(builder, pointer, i * size);
    LLVMValueRef part = stores ? LLVMBuildStore(builder, lane, place)
                               : LLVMBuildLoad2(builder, lane_type, place, "");
    prepare_describe_part(access, part, i * size);
    if (!stores && integers)
      part = LLVMBuildPtrToInt(builder, part, LLVMGetElementType(type), "");
    if (!stores)
      whole = LLVMBuildInsertElement(builder, whole, part, lane_index(value, i), "");
  }
  if (!stores)
    LLVMReplaceAllUsesWith(access, whole);
  LLVMInstructionEraseFromParent(access);
  return true;
}

/* Pointers that were put together to become numbers, or numbers that become pointers. */
static bool part_cast(LLVMBuilderRef builder, LLVMValueRef cast) {
  LLVMValueRef vector = LLVMGetOperand(cast, 0);
  LLVMTypeRef type = LLVMTypeOf(cast);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return false;
  LLVMValueRef whole = LLVMGetPoison(type);
  LLVMPositionBuilderBefore(builder, cast);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(cast));
  for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
    LLVMValueRef lane = LLVMBuildExtractElement(builder, vector, lane_index(vector, i), "");
    lane =
        LLVMBuildCast(builder, LLVMGetInstructionOpcode(cast), lane, LLVMGetElementType(type), "");
    whole = LLVMBuildInsertElement(builder, whole, lane, lane_index(cast, i), "");
  }
  LLVMReplaceAllUsesWith(cast, whole);
  LLVMInstructionEraseFromParent(cast);
  return true;
}

void prepare_part_vectors(LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  FOR_EACH_BLOCK (block, function)
    for (LLVMValueRef next, access = LLVMGetFirstInstruction(block); access; access = next) {
      next = LLVMGetNextInstruction(access);
      if (LLVMIsALoadInst(access) || LLVMIsAStoreInst(access))
        part_access(builder, layout, access);
      else if (LLVMIsAPtrToIntInst(access) || LLVMIsAIntToPtrInst(access))
        part_cast(builder, access);
    }
  LLVMDisposeBuilder(builder);
}

/* ---- words ---- */

/* Values of pointer type between which bits move, none of which is used as an address. */
typedef struct {
  Arena *arena;
  LLVMBuilderRef builder;
  LLVMTypeRef word;
  LLVMTargetDataRef layout;
  ValueArray members;
  Map *is_member;
  Map *words; /* member -> the integer */
} Web;

static bool is_constant_address(LLVMValueRef value) {
  return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMIntToPtr &&
         LLVMIsAConstantInt(LLVMGetOperand(value, 0));
}

static bool is_number_cast(LLVMValueRef value) {
  return LLVMIsABitCastInst(value) && type_is_float(LLVMTypeOf(LLVMGetOperand(value, 0)));
}

/* Are the bits of a number made an address here? */
static bool makes_address_of_number(LLVMValueRef value, LLVMTypeRef word) {
  if (!LLVMIsAIntToPtrInst(value))
    return false;
  LLVMValueRef bits = LLVMGetOperand(value, 0);
  return LLVMTypeOf(bits) == word &&
         (is_number_cast(bits) || (LLVMIsALoadInst(bits) && prepare_declared_float(bits, word)));
}

/* Does a word become a number, alone or as a lane of a vector of words? */
static bool becomes_number(LLVMValueRef word, unsigned steps) {
  for (LLVMUseRef use = LLVMGetFirstUse(word); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsABitCastInst(user) && type_is_float_or_vector(LLVMTypeOf(user)))
      return true;
    if (LLVMIsAInsertElementInst(user) && steps > 0 && becomes_number(user, steps - 1))
      return true;
  }
  return false;
}

/* Are the bits of an address made a number here? */
static bool makes_number_of_address(LLVMValueRef value, LLVMTypeRef word) {
  enum { MOST_LANES = 64 };
  return LLVMIsAPtrToIntInst(value) && LLVMTypeOf(value) == word &&
         becomes_number(value, MOST_LANES);
}

static bool may_join(const Web *web, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || !is_pointer(value))
    return false;
  return LLVMIsAPHINode(value) || LLVMIsASelectInst(value) || LLVMIsAFreezeInst(value) ||
         (LLVMIsAIntToPtrInst(value) && LLVMTypeOf(LLVMGetOperand(value, 0)) == web->word) ||
         (LLVMIsALoadInst(value) && is_plain_access(value));
}

/* Is a use of a word one that only moves its bits? `joins` says whether to another member. */
static bool is_move(const Web *web, LLVMValueRef user, LLVMValueRef value, bool *joins) {
  *joins = (LLVMIsAPHINode(user) || LLVMIsASelectInst(user) || LLVMIsAFreezeInst(user)) &&
           is_pointer(user);
  return *joins || (LLVMIsAPtrToIntInst(user) && LLVMTypeOf(user) == web->word) ||
         (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value &&
          LLVMGetOperand(user, 1) != value && is_plain_access(user));
}

static bool only_moves(const Web *web, LLVMValueRef value) {
  bool joins;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (!is_move(web, LLVMGetUser(use), value, &joins))
      return false;
  return true;
}

static void join(Web *web, LLVMValueRef value) {
  if (map_has(web->is_member, value))
    return;
  map_set(web->is_member, value, value);
  ARRAY_PUSH(web->arena, web->members, value);
}

/* All that the bits of `start` move to and come from; false if any of it is used as an address. A
 * load that is stays outside, as does what is an address by its nature. */
static bool gather(Web *web, LLVMValueRef start) {
  enum { MOST_MEMBERS = 256 };
  join(web, start);
  for (size_t i = 0; i < web->members.count; i++) {
    LLVMValueRef value = web->members.items[i];
    if (!only_moves(web, value) || web->members.count > MOST_MEMBERS)
      return false;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
      bool joins;
      LLVMValueRef user = LLVMGetUser(use);
      if (is_move(web, user, value, &joins) && joins)
        join(web, user);
    }
    if (LLVMIsALoadInst(value) || LLVMIsAIntToPtrInst(value))
      continue;
    for (int k = LLVMIsASelectInst(value) ? 1 : 0; k < LLVMGetNumOperands(value); k++) {
      LLVMValueRef operand = LLVMGetOperand(value, (unsigned)k);
      if (may_join(web, operand) && (!LLVMIsALoadInst(operand) || only_moves(web, operand)))
        join(web, operand);
    }
  }
  return true;
}

static void place_before(const Web *web, LLVMValueRef instruction) {
  LLVMPositionBuilderBefore(web->builder, instruction);
  LLVMSetCurrentDebugLocation2(web->builder, LLVMInstructionGetDebugLoc(instruction));
}

static LLVMValueRef word_of(Web *web, LLVMValueRef value, LLVMValueRef user);

static LLVMValueRef make_word(Web *web, LLVMValueRef value) {
  LLVMValueRef first, second;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMPHI: /* what comes in follows */
    place_before(web, value);
    return LLVMBuildPhi(web->builder, web->word, "");
  case LLVMSelect:
    first = word_of(web, LLVMGetOperand(value, 1), value);
    second = word_of(web, LLVMGetOperand(value, 2), value);
    place_before(web, value);
    return LLVMBuildSelect(web->builder, LLVMGetOperand(value, 0), first, second, "");
  case LLVMFreeze:
    first = word_of(web, LLVMGetOperand(value, 0), value);
    place_before(web, value);
    return LLVMBuildFreeze(web->builder, first, "");
  case LLVMLoad:
    place_before(web, value);
    first = LLVMBuildLoad2(web->builder, web->word, LLVMGetOperand(value, 0), "");
    prepare_describe_part(value, first, 0);
    return first;
  default:
    return LLVMGetOperand(value, 0); /* inttoptr */
  }
}

/* The word that `value` is where `user` stands. */
static LLVMValueRef word_of(Web *web, LLVMValueRef value, LLVMValueRef user) {
  if (!map_has(web->is_member, value)) {
    place_before(web, user);
    return LLVMBuildPtrToInt(web->builder, value, web->word, "");
  }
  LLVMValueRef word = map_get(web->words, value);
  if (!word) {
    word = make_word(web, value);
    map_set(web->words, value, word);
  }
  return word;
}

static void fill_phi(Web *web, LLVMValueRef phi) {
  LLVMValueRef word = map_get(web->words, phi);
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
    LLVMValueRef incoming =
        word_of(web, LLVMGetIncomingValue(phi, i), LLVMGetBasicBlockTerminator(from));
    LLVMAddIncoming(word, &incoming, &from, 1);
  }
}

/* Stores and conversions take the words. */
static void replace_uses(Web *web, LLVMValueRef member) {
  for (LLVMUseRef next, use = LLVMGetFirstUse(member); use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user))
      LLVMSetOperand(user, 0, word_of(web, member, user));
    else if (LLVMIsAPtrToIntInst(user)) {
      LLVMReplaceAllUsesWith(user, word_of(web, member, user));
      LLVMInstructionEraseFromParent(user);
    }
  }
}

static void make_words(Web *web) {
  for (size_t i = 0; i < web->members.count; i++)
    word_of(web, web->members.items[i], NULL);
  for (size_t i = 0; i < web->members.count; i++)
    if (LLVMIsAPHINode(web->members.items[i]))
      fill_phi(web, web->members.items[i]);
  for (size_t i = 0; i < web->members.count; i++)
    replace_uses(web, web->members.items[i]);
  for (size_t i = 0; i < web->members.count; i++) {
    LLVMValueRef member = web->members.items[i];
    LLVMReplaceAllUsesWith(member, LLVMGetPoison(LLVMTypeOf(member)));
    LLVMInstructionEraseFromParent(member);
  }
}

/* A variable in which nothing but numbers is stored. */
static bool is_number_variable(LLVMValueRef variable) {
  bool any = false;
  if (!LLVMIsAAllocaInst(variable))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable &&
        type_is_float(LLVMTypeOf(LLVMGetOperand(user, 0))))
      any = true;
    else if (!LLVMIsALoadInst(user) && !call_is_lifetime(user))
      return false;
  }
  return any;
}

/* Is what is accessed a number, by what the source says or as there is nothing else? */
static bool is_number_access(LLVMValueRef access, LLVMTypeRef word) {
  return prepare_declared_float(access, word) ||
         (LLVMIsALoadInst(access) && is_number_variable(LLVMGetOperand(access, 0)));
}

/* Where the bits of a number are, as an address; NULL if the instruction says nothing of such. */
static LLVMValueRef number_in(LLVMValueRef instruction, LLVMTypeRef word) {
  if (makes_address_of_number(instruction, word))
    return instruction;
  if (makes_number_of_address(instruction, word))
    return LLVMGetOperand(instruction, 0);
  bool stores = LLVMIsAStoreInst(instruction) != NULL;
  if (!stores && !LLVMIsALoadInst(instruction))
    return NULL;
  LLVMValueRef value = stores ? LLVMGetOperand(instruction, 0) : instruction;
  return is_pointer(value) && is_number_access(instruction, word) ? value : NULL;
}

/* A variable in which an address is stored. */
static bool is_address_variable(LLVMValueRef variable) {
  for (LLVMUseRef use = LLVMIsAAllocaInst(variable) ? LLVMGetFirstUse(variable) : NULL; use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable &&
        is_pointer(LLVMGetOperand(user, 0)))
      return true;
  }
  return false;
}

/* Is an address moved as a number here: loaded as one, and only stored again? */
static bool moves_address(const Web *web, LLVMValueRef load) {
  return LLVMIsALoadInst(load) && type_is_float(LLVMTypeOf(load)) && is_plain_access(load) &&
         LLVMABISizeOfType(web->layout, LLVMTypeOf(load)) ==
             LLVMABISizeOfType(web->layout, web->word) &&
         !prepare_declared_float(load, web->word) && is_address_variable(LLVMGetOperand(load, 0)) &&
         only_moves(web, load);
}

static void move_as_word(Web *web, LLVMValueRef load) {
  LLVMValueRef word = make_word(web, load);
  while (LLVMGetFirstUse(load))
    LLVMSetOperand(LLVMGetUser(LLVMGetFirstUse(load)), 0, word);
  LLVMInstructionEraseFromParent(load);
}

bool prepare_reveal_words(Arena *arena, LLVMValueRef function) {
  Web web = {.arena = arena,
             .builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function))),
             .word = word_type(function),
             .layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function))};
  ValueArray starts = {0}, moved = {0};
  bool changed = false;
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block) {
      LLVMValueRef start = number_in(instruction, web.word);
      if (start && may_join(&web, start))
        ARRAY_PUSH(arena, starts, start);
      if (moves_address(&web, instruction))
        ARRAY_PUSH(arena, moved, instruction);
      LLVMValueRef stored = LLVMIsAStoreInst(instruction) ? LLVMGetOperand(instruction, 0) : NULL;
      if (!stored || !is_constant_address(stored) || !is_plain_access(instruction))
        continue;
      LLVMSetOperand(instruction, 0, LLVMConstPtrToInt(stored, web.word));
      changed = true;
    }
  for (size_t i = 0; i < moved.count; i++)
    move_as_word(&web, moved.items[i]);
  changed |= moved.count > 0;
  Map *done = map_create(arena);
  for (size_t i = 0; i < starts.count; i++) {
    if (map_has(done, starts.items[i]))
      continue;
    web.members = (ValueArray){0};
    web.is_member = map_create(arena);
    web.words = map_create(arena);
    if (!gather(&web, starts.items[i]))
      continue;
    for (size_t k = 0; k < web.members.count; k++)
      map_set(done, web.members.items[k], starts.items[i]);
    make_words(&web);
    changed = true;
  }
  LLVMDisposeBuilder(web.builder);
  return changed;
}
