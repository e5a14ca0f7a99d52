/* The parts of type_apart.c that type_rows.c uses. Internal to analysis/. */
#ifndef ADCC_ANALYSIS_TYPE_APART_H
#define ADCC_ANALYSIS_TYPE_APART_H

#include "type_walk.h"

typedef struct Rows Rows;

struct Apart {
  TypeFacts *facts; /* NULL where they do not settle */
  const Map *functions;
  Map *written;    /* function -> Written, with all that it calls */
  bool *made;      /* objects that are made here, by their numbers */
  bool *uncertain; /* pointers to them were made of integers, or become some */
  Rows *rows;      /* of type_rows.c, computed when first needed */
};

/* The memory that may be written. */
typedef struct {
  Map *objects; /* as keys */
  bool outside; /* what code that is not seen can get at */
  bool anything;
} Written;

/* NULL where nothing can be told. */
const Apart *apart_of(const TypeFacts *);
/* Is it the making of a block, on the stack or the heap? */
bool apart_makes_block(LLVMValueRef value);
/* Adds what an instruction writes; functions that it calls and that are seen go to `calls`. */
void apart_add_writes(const Apart *, LLVMValueRef instruction, Written *, ValueArray *calls);
/* Adds what is written through a pointer. */
void apart_add_pointer(const Apart *, LLVMValueRef pointer, Written *);

#endif
