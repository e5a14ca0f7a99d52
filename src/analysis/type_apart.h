/* The parts of type_apart.c that type_rows.c uses. Internal to analysis/. */
#ifndef ADCC_ANALYSIS_TYPE_APART_H
#define ADCC_ANALYSIS_TYPE_APART_H

#include "type_walk.h"

typedef struct Rows Rows;
typedef struct Lasting Lasting;

struct Apart {
  TypeFacts *facts; /* NULL where they do not settle */
  const Map *functions;
  Map *written;       /* function -> Written, with all that it calls */
  bool *made;         /* objects that are made here, by their numbers */
  bool *uncertain;    /* pointers to them were made of integers, or become some */
  Rows *rows;         /* of type_rows.c, computed when first needed */
  Lasting *lasting;   /* of type_lasting.c, too */
  const Map *entered; /* of the functions, those that code which is not seen may call */
};

/* Some bytes of an object, or, with a stride, the same in all its elements. */
typedef struct {
  Location at;
  uint64_t size;
} Bytes;
typedef ARRAY(Bytes) WrittenPlaces;

/* The memory that may be written. */
typedef struct {
  Arena *arena;
  Map *objects; /* object -> WrittenPlaces in it */
  bool outside; /* what code that is not seen can get at */
  bool anything;
  Map *released; /* objects of which blocks may be given back, and … */
  bool outside_released;
} Written;

/* NULL where nothing can be told. */
const Apart *apart_of(const TypeFacts *);
/* The functions that code which is not seen calls, by what the requests ask for or otherwise. */
Map *apart_find_entered(const TypeFacts *);
/* Is it the making of a block, on the stack or the heap? */
bool apart_makes_block(LLVMValueRef value);
/* Is it known which memory the object is? */
bool apart_is_certain(const Apart *, const Object *);
/* Adds what the other one is of; true if there was more. */
bool apart_join(Written *, const Written *other);
/* Do the bytes keep what they hold, and is no block of the object given back? */
bool apart_is_spared(const Written *, Bytes);
bool apart_is_not_released(const Written *, const Object *);
Written *apart_written_none(Arena *);
/* What an instruction writes, with all that it calls. */
const Written *apart_written_by(const Apart *, LLVMValueRef instruction);
/* Adds what an instruction writes; functions that it calls and that are seen go to `calls`. */
void apart_add_writes(const Apart *, LLVMValueRef instruction, Written *, ValueArray *calls);

#endif
