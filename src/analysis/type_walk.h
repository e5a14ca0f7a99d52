/* The parts of type inference. Internal to analysis/. */
#ifndef ADCC_ANALYSIS_TYPE_WALK_H
#define ADCC_ANALYSIS_TYPE_WALK_H

#include "object.h"

/* type_value.c: the cells of SSA values. */
Register *register_of(TypeFacts *facts, LLVMValueRef value);
/* Where a pointer (not a vector of them) points to; object NULL for null, undef and the like. */
Location pointer_location(TypeFacts *facts, LLVMValueRef pointer);
void pointer_point_to(TypeFacts *facts, LLVMValueRef pointer, Location target);
/* `to` takes what `from` holds: a PHI its incoming value, a parameter its argument. */
void value_flow(TypeFacts *facts, LLVMValueRef to, LLVMValueRef from);
/* Bytes [offset, …) of `aggregate` take, or give, `part`. */
void value_insert(TypeFacts *facts, LLVMValueRef aggregate, uint64_t offset, LLVMValueRef part);
void value_extract(TypeFacts *facts, LLVMValueRef part, LLVMValueRef aggregate, uint64_t offset);
/* What an access declares its value to be. */
typedef struct {
  bool integer;
  bool by_source; /* by the tags of the front end, not by ours where it has given none */
  bool moved;     /* an integer that comes from one place and goes to others, unchanged */
  bool carried;   /* a number, under the name of an integer */
  bool copied;    /* a number, of which the source says nothing (memcpy) */
  bool between;   /* moved between places of such numbers; known when all else has settled */
  bool packed;    /* an integer that is put together of others, such as the bits of two floats */
  bool computed;  /* an integer that is computed from a number's bits, or that these are from */
  const char *pointer; /* a pointer of that type, as TBAA names it; else NULL */
  const char *likely;  /* else the type that it has unless pointers of others are there as well */
} Declared;
/* Memory gives, or takes, `value`. */
void value_load(TypeFacts *facts, LLVMValueRef value, Location location, Declared declared);
void value_store(TypeFacts *facts, LLVMValueRef value, Location location, int64_t offset,
                 Declared declared);
void value_add_evidence(TypeFacts *facts, LLVMValueRef value, unsigned evidence);

/* type_multiple.c. The largest known divisor of an integer value; 0 for zero itself. The distance
 * of two pointers is a multiple of what their locations say; those into different objects may yet
 * turn out to be into one, so nothing is assumed of them until everything else is settled. */
uint64_t value_multiple(const TypeFacts *facts, LLVMValueRef value);
/* The displacement of a GEP: constant part and the stride of the variable part (0: none). */
void gep_displacement(const TypeFacts *facts, LLVMValueRef gep, int64_t *offset, uint64_t *stride);

/* type_tagged.c: what an access is declared to be. */
typedef enum { TBAA_SILENT, TBAA_INTEGER, TBAA_POINTER, TBAA_FLOAT, TBAA_DOUBLE } TbaaWord;
TbaaWord access_word(const char *tbaa_name);
/* Of a load without a name that is used as a pointer: the type of pointer that all others through
 * the same address load and store, or NULL. The place may hold another one where this one is made.
 */
const char *access_likely_pointer(LLVMValueRef access);
bool access_declares_integer(LLVMValueRef access, LLVMTypeRef type);
/* Is a number accessed under the name of an integer, as where its bits are stored to one? */
bool access_carries_number(LLVMValueRef access, LLVMTypeRef type);
/* Is a number accessed of which the source says nothing? memcpy puts it wherever it is told. */
bool access_copies_number(LLVMValueRef access, LLVMTypeRef type);

/* type_text.c: what a byte of an integer of two to eight is that may be text in some of its bytes.
 */
ByteType text_settle(const TypeFacts *, const ByteKind *kinds, unsigned size, unsigned offset,
                     ByteType byte);

/* type_moved.c: is what was loaded stored elsewhere, compared, passed on, and nothing else? */
bool word_is_only_moved(LLVMValueRef load);
/* Does it go elsewhere, whatever else is done with it, if with other marks in its bits? It does not
 * where it is only compared or printed. `ordered`: it is asked which of two is less. */
bool word_is_put_elsewhere(LLVMValueRef load, bool *ordered);
/* Does it not come out of memory, nor from an address, nor is it made of such alone, but a
 * constant, one more than there was, passed in, or computed otherwise? */
bool word_is_count(LLVMValueRef value);
/* Is this so of a word that is loaded or passed on? Or is it put elsewhere, or whole bytes of it,
 * whatever else is done with it? A sort by the digits of a number's bits looks at these, and moves
 * the number; of two numbers in one word a function may take one, or exchange them. */
bool word_is_moved(LLVMValueRef value);
/* Is a word that is stored put together of whole bytes of others? */
bool word_is_packed(LLVMValueRef word);
/* A store that puts the word, or bytes of it, elsewhere; a load that bytes of it are from; or NULL.
 */
LLVMValueRef word_store_of(LLVMValueRef value);
LLVMValueRef word_load_of(LLVMValueRef value);
/* Is a word that is stored computed from the bits of a number, or the bits of one from a word that
 * is loaded? */
bool word_is_of_bits(LLVMValueRef word, bool loaded);
/* What the byte of a word that is loaded is, if its cell says `byte`: more may be known where it
 * was loaded from. */
ByteType types_word_byte(const TypeFacts *, LLVMValueRef word, uint64_t offset, ByteType byte);
/* Is a pointer made of it, perhaps of another word that is computed from it? */
bool word_becomes_address(LLVMValueRef load);

/* type_number.c: a cell of numbers there that are moved as integers of so many bytes: where memcpy
 * has put them, whatever their size, or in an array of them; or NULL. */
Cell *number_moved_cell(TypeFacts *facts, Location location, uint64_t size);
/* Is the word that the access moves, declared an integer, between two such places? */
bool word_is_between_numbers(TypeFacts *facts, LLVMValueRef access, LLVMValueRef value);
/* What the operand of a comparison is. */
void walk_compared(TypeFacts *facts, LLVMValueRef word);

/* type_declared.c: the byte at `offset` of a value of `type`. */
ByteType types_byte_of_type(const TypeFacts *facts, LLVMTypeRef type, uint64_t offset);
/* types_declared_byte(), but unknown within a union, which holds other types as well. */
ByteType types_only_declared_byte(const TypeFacts *facts, LLVMValueRef pointer, int64_t offset);
/* The type of the numbers that a word is by the structure of them (two floats) that a GEP says it
 * comes from or goes to; NULL: none says so. */
LLVMTypeRef types_declared_number(const TypeFacts *, LLVMValueRef word);
/* type_origin.c: `byte` if the origins are not known. */
ByteType types_byte_by_origin(const TypeFacts *, LLVMValueRef word, uint64_t offset, ByteType byte);

/* type_bits.c: integers that carry the bits of other values. */
void walk_byte_move(TypeFacts *facts, LLVMValueRef to, LLVMValueRef from, int shift);
/* A byte that holds whether something is so, extended or cut to that: no part of a number. */
void walk_truth(TypeFacts *facts, LLVMValueRef to, LLVMValueRef from);
void walk_integer_operation(TypeFacts *facts, LLVMValueRef value);
void walk_bitcast(TypeFacts *facts, LLVMValueRef result, LLVMValueRef operand);
void walk_pointer_to_integer(TypeFacts *facts, LLVMValueRef integer, LLVMValueRef pointer,
                             bool outward);

/* type_distance.c: a difference, of two addresses perhaps. */
void walk_distance(TypeFacts *facts, LLVMValueRef difference);

/* type_hint.c: is the call a hint of the user's? Then notes what it says. */
bool walk_hint(TypeFacts *facts, LLVMValueRef call, LLVMValueRef callee);

/* type_walk.c: the constraints of every instruction of a function, and of what stands outside of
 * functions, once over. */
void walk_function(TypeFacts *facts, LLVMValueRef function);
void walk_outside(TypeFacts *facts);

/* type_reach.c: while it looks for what calls through pointers reach; else all is walked. Is the
 * function's body seen? Is the block one that is entered? */
bool reach_walks(const TypeFacts *facts, LLVMValueRef function);
bool reach_enters(TypeFacts *facts, LLVMBasicBlockRef block);
/* What the value points to, or the call is given and returns, code that is not seen may change.
 * Is there such a call, as far as is known? */
void reach_value_outside(TypeFacts *facts, LLVMValueRef value);
bool reach_call_outside(TypeFacts *facts, LLVMValueRef call);
void reach_library_call(TypeFacts *facts, LLVMValueRef call, const LibraryFunction *row);
void reach_enter_function(TypeFacts *facts, LLVMValueRef function);
void reach_enter_global(TypeFacts *facts, LLVMValueRef global);
/* What memory from outside leads to is from outside, too. */
void reach_spread(TypeFacts *facts);

/* type_rounds.c: all of them, until nothing more is learnt; false where that has no end. */
bool types_settle(TypeFacts *facts);

/* type.c: no facts yet. */
TypeFacts *types_begin(Arena *arena, LLVMModuleRef module);
/* What a cell, a value, a place tells by itself. */
ByteType types_byte_of_cell(Cell *cell);
ByteType types_value_byte(const TypeFacts *facts, LLVMValueRef value, uint64_t offset);
ByteType types_memory_byte(const TypeFacts *facts, LLVMValueRef pointer, int64_t offset);

/* type_evident.c: what the byte at `location` + `offset` is by turns: a number or something else.
 */
ByteType types_of_several_at(const TypeFacts *facts, Location location, int64_t offset);
/* Are there addresses, at times? That any word of the object may be one does not say so. */
bool types_may_point_at(const TypeFacts *facts, Location location, int64_t offset);
/* Of any element of an array, by what is known of single ones. */
ByteType types_of_elements_at(Location location, int64_t offset);
/* Of what moves words out of anywhere in an object, or into it: what is known of accesses that are
 * as vague, which is `byte`, need not be all that lies there. */
ByteType types_of_anywhere(const TypeFacts *, Location, int64_t offset, ByteType byte);

/* type_access.c: what a load, store, copy or fill moves. */
ByteType types_access_byte(const TypeFacts *facts, LLVMValueRef instruction, uint64_t offset);
/* Where else in a word to look whether it is one throughout; false where that is no question. */
bool types_other_half(ByteType byte, uint64_t offset, uint64_t *other);
/* A word of which one half is a pointer's, or now that, now a number's, and the other something of
 * its own moves as neither. */
ByteType types_unless_torn(ByteType byte, ByteType other);

/* type_place.c: where an access through `pointer` may go. */
enum { TYPE_PLACES = 8 };
typedef struct {
  Location items[TYPE_PLACES];
  unsigned count;
} Places;
Places types_access_places(TypeFacts *, LLVMValueRef pointer);

#endif
