/* type_tree: what a user says of a value's bytes, as in the attribute
 * "enzyme_type"="{[-1]:Pointer, [-1,-1]:Float@double}". A path leads from the value through memory:
 * its first index is a byte of the value, each further one a byte behind the pointer found so far;
 * -1 is every byte. */
#ifndef ADCC_REQUEST_TYPE_TREE_H
#define ADCC_REQUEST_TYPE_TREE_H

#include "../ir/ir.h"

enum { TYPE_TREE_DEPTH = 8 };

typedef enum {
  TYPE_TREE_OTHER,
  TYPE_TREE_INTEGER,
  TYPE_TREE_POINTER,
  TYPE_TREE_FLOAT
} TypeTreeKind;

typedef struct {
  int64_t path[TYPE_TREE_DEPTH];
  unsigned depth; /* at least 1 */
  TypeTreeKind kind;
  LLVMTypeRef type; /* with TYPE_TREE_FLOAT */
} TypeTreeEntry;
typedef ARRAY(TypeTreeEntry) TypeTree;

/* False if the text is none. */
bool type_tree_parse(Arena *, LLVMContextRef, const char *text, TypeTree *);

/* typed.c: attributes that give the type of a parameter or a result become hints, which type
 * analysis reads wherever inlining takes them. False after reporting. */
bool type_attributes_apply(Arena *, DiagSink *, LLVMModuleRef);

#endif
