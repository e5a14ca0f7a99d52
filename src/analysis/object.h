/* object: the abstract memory that type.c unifies. Internal to analysis/.
 *
 * Memory is a set of objects. A pointer is known as a location in an object: an exact byte offset,
 * or, once it may have moved by a variable amount, an offset modulo a stride. The bytes that a
 * program touches are cells, keyed by such an offset; two cells that always hold the same bits
 * (a byte of memory and the byte of the integer loaded from it) are unified. A cell gathers
 * evidence of what its byte is, and, where a pointer starts there, the location it points to.
 *
 * Objects are unified with a displacement: `&s->field` meeting the base of another object makes the
 * latter a part of the former. Evidence on an exact offset is kept apart from evidence on a strided
 * one, so that an array inside a structure does not blur the fields that follow it; but what
 * overlapping cells point to is always unified, since aliasing must hold for certain.
 *
 * A place that holds a pointer of one type now and of another then (the blocks of a pool, the
 * storage of a variant) is several slots where TBAA tells the accesses apart: one for each type of
 * pointer, which has a target and no evidence, and the one of all other accesses. What goes through
 * the latter may be any of them: then all have one target.
 *
 * Such a slot is there for what is declared an integer, too. One may be an address, which was
 * taken of a pointer, and goes where that goes; but a number that counts where pointers are at
 * other times (the size in the header of a tree, the text in its nodes) does not make these go
 * wherever it would lead. */
#ifndef ADCC_ANALYSIS_OBJECT_H
#define ADCC_ANALYSIS_OBJECT_H

#include "analysis.h"
#include "footprint.h"

typedef struct Object Object;
typedef struct Cell Cell;

typedef struct {
  Object *object;  /* NULL: points to nothing known */
  int64_t offset;  /* with a stride: where it was before it moved */
  uint64_t stride; /* 0: exactly `offset`; else any offset congruent to it */
} Location;

/* What speaks for a kind, strongest first. Arithmetic is a weak sign of an integer: pointers and
 * the bits of a floating-point number are computed on as well. */
enum {
  EVIDENCE_FLOAT = 1,
  EVIDENCE_POINTER = 2,
  EVIDENCE_INTEGER = 4,
  EVIDENCE_ARITHMETIC = 8,
  EVIDENCE_TWO_FLOATS = 16,  /* two floating-point types */
  EVIDENCE_USER = 32,        /* the user says that it is floating point, whatever moves it */
  EVIDENCE_TWO_PLACES = 128, /* two positions in one floating-point type */
  EVIDENCE_DECLARED = 64,    /* some accesses are of an integer type; others may be of another */
};

struct Cell {
  Watched watched;
  Cell *parent;           /* union-find */
  LLVMTypeRef float_type; /* with EVIDENCE_FLOAT */
  Location link;          /* where the pointer that starts here points to */
  uint8_t evidence;
  uint8_t float_byte;   /* which byte of float_type */
  uint8_t pointer_byte; /* with EVIDENCE_POINTER: which byte of the pointer */
  bool address;         /* computed from a pointer that was taken as an integer */
  bool takes_address;   /* in memory: one goes in under the name of an integer */
  bool counts;          /* … or an integer that is none, as a constant is */
  bool carried;         /* a number goes in or out under the name of an integer */
  bool copied;     /* a number goes in or out of which the source does not say that it is one, */
  bool named;      /* or of which it does */
  bool takes_bits; /* what is computed from the bits of a number goes in as an integer, */
  bool gives_bits; /* and out comes one from which the bits of a number are computed */
};

enum { SLOT_STARTS = 4 };
typedef struct {
  int64_t offset;
  uint64_t stride;
  const char *tag; /* the type of pointer that it is for; NULL: any, and the evidence */
  Cell *cell;
  /* Without a tag: something other than pointers of a tagged type goes through it. Then the slots
   * of its place have one cell. */
  bool open;
  bool open_to_integers; /* and what is declared an integer, when it is open */
  uint32_t tagged;       /* the number + 1 of the next slot of this place that has a tag; 0: none */
  /* With a stride: where pointers started that are accessed there, such as the first element of an
   * array; some of them, if there are many. */
  int64_t starts[SLOT_STARTS];
  unsigned start_count;
} Slot;

/* The slots of one stride, by number, of those that do not repeat for 0. */
typedef struct {
  uint64_t stride;
  ARRAY(uint32_t) members;
} SlotGroup;

/* A type that somebody gave to the memory, believed only where nothing was accessed. */
typedef struct {
  int64_t offset;
  uint64_t stride; /* repeats every stride bytes; 0: once */
  LLVMTypeRef type;
} TypeHint;

/* What a place turned out to be; see type_evident.c. */
typedef struct {
  int64_t offset;
  uint64_t stride;
  ByteType evident, several;
  bool known;
} Answer;

struct Object {
  Watched watched;
  Object *parent; /* union-find */
  int64_t delta;  /* byte 0 of this object is byte `delta` of the parent */
  ARRAY(Slot) slots;
  ARRAY(SlotGroup) groups;
  uint32_t *index; /* hash of (offset, stride, tag) to slot number + 1 */
  size_t index_size;
  ARRAY(TypeHint) hints;
  bool asked, of_several; /* the answer of object_is_of_several */
  Answer *answers;        /* by open addressing, on demand */
  size_t answer_count, answer_size;
  bool loose;   /* words lie, or may lie, where they are not aligned */
  bool moved;   /* blocks of it are copied, or it is reallocated */
  bool outside; /* code that is not seen may change it; see type_reach.c, which alone needs it */
  bool blurred; /* it may hold floating point, by a copy, where no slot says so */
  bool takes_numbers; /* … and does, of what is copied there or from there */
  bool names_float; /* something is accessed as a member of a structure with floating point in it */
  Footprint overlaps; /* of object_overlap.c */
  unsigned id;
};

typedef struct {
  Arena *arena;
  Watch *watch; /* told by anything that adds a fact */
  LLVMTargetDataRef layout;
  ARRAY(Object *) objects; /* every one made; roots have parent NULL */
  bool widen;              /* make one object of two that copies keep adding to */
  bool has_half;           /* something is half or bfloat, of two bytes */
  bool has_other_float;    /* something is floating point and no double */
} ObjectSpace;

Object *object_create(ObjectSpace *space);
void object_set_loose(Location at);
void object_set_moved(Location at);
void object_set_outside(Object *object);
void object_set_names_float(Object *object);
/* Can a place known by its stride not tell the bytes of a scalar of that size apart? In a root. */
bool location_blurs(Location location, uint64_t size);
Cell *cell_create(ObjectSpace *space);
Cell *cell_find(Cell *cell);
void cell_unify(ObjectSpace *space, Cell *a, Cell *b);
void cell_add_evidence(Cell *cell, unsigned evidence);
void cell_add_float(ObjectSpace *space, Cell *cell, LLVMTypeRef type, unsigned byte);
void cell_add_pointer(Cell *cell, unsigned byte);
/* The location that the pointer in this cell points to, in the coordinates of the root object; a
 * fresh object if there is none yet. */
Location cell_target(ObjectSpace *space, Cell *cell);
bool cell_has_target(Cell *cell);
/* Was the integer that starts in this cell an address, or will it be one? */
bool cell_is_address(Cell *cell);
void cell_set_address(Cell *cell);
void cell_set_takes_address(Cell *cell);
void cell_set_counts(Cell *cell);
void cell_set_carried(Cell *cell);
void cell_set_number(Cell *cell, bool copied, bool named);
void cell_set_bits(Cell *cell, bool taken, bool given);
/* What one points to, if anything, the other may point to. */
void cells_share_targets(ObjectSpace *space, Cell *a, Cell *b);
/* The pointer in this cell may point to `target`. */
void cell_point_to(ObjectSpace *space, Cell *cell, Location target);

Location location_root(Location location);
/* Does the source keep pointers of some type at the place of the slot, which has no tag? */
bool slot_keeps_pointers(const Object *object, const Slot *any);
/* Within its object. */
size_t location_hash(Location location);
Location location_add(Location location, int64_t offset, uint64_t stride);
/* The cell of the byte at `location` + `offset`. */
Cell *location_cell(ObjectSpace *space, Location location, int64_t offset);
/* The same, to add evidence to: nothing goes in or out. */
Cell *location_evidence(ObjectSpace *space, Location location, int64_t offset);
/* object_address.c: was an integer that starts there used as an address? `target` is where one
 * leads, if anywhere. `as_integer`: not where the source keeps pointers, unless addresses are put
 * there under the name of integers as well: what it declares an integer is none of these pointers.
 */
bool location_has_address(Location location, bool as_integer, Location *target);
/* Is an integer known to have gone in there that may be no address? Else all that there is was put
 * there by copies of blocks. Told when all facts have settled. */
bool location_has_count(Location location);
/* A cell of this byte through which numbers go that are declared integers, or NULL. In arrays
 * numbers of so many bytes are also where the source does not say what they are; 0: only where it
 * does. */
Cell *location_carried_cell(ObjectSpace *, Location, uint64_t copied);
/* One of numbers, of any size and not only in arrays, of which the source does not say what they
 * are; or NULL. */
Cell *location_copied_cell(Location);
/* One of numbers that are items of an array, of so many bytes each, as is the place asked for, or
 * which that goes through by parts of `part` bytes. */
Cell *location_item_cell(ObjectSpace *, Location, uint64_t size, uint64_t part);
/* The cell of such a byte of the numbers of `size` bytes that begin there, where nothing else but
 * integers in their place is known of; or NULL. */
Cell *location_number_cell(ObjectSpace *, Location, uint64_t size, unsigned byte);
/* The cell of the pointers of that type (as TBAA names it; NULL: any) which start there. */
Cell *location_pointer_cell(ObjectSpace *space, Location location, int64_t offset, const char *tag);
/* Are no pointers but those of that type accessed there? In an array, also not in a part of it. */
bool location_has_one_pointer_type(Location location, int64_t offset, const char *tag);
/* An integer, declared as such, of the bytes that start there goes in or out: `value` is its first
 * cell. */
void location_share_integer(ObjectSpace *space, Location location, int64_t offset, Cell *value);
/* The cell of the byte without making one. */
Cell *location_existing_cell(Location location, int64_t offset);
/* An access at `location` + `offset`: notes where its pointer started. */
void location_note_start(Location location, int64_t offset);
/* May `size_a` bytes at a and `size_b` bytes at b (same root object) share a byte? */
bool location_overlaps(Location a, uint64_t size_a, Location b, uint64_t size_b);
/* Where a copy from `source` to `target` puts what is at `place` in the source's object. */
Location location_counterpart(Location place, Location source, Location target);
void location_add_hint(ObjectSpace *space, Location location, uint64_t stride, LLVMTypeRef type);

/* Is memory of several kinds brought together in this object: does an array of one kind start where
 * a member of another stands? Then neither tells what the bytes are that only a copy moves. Asked
 * when all facts have settled. */
bool object_is_of_several(Object *object);
/* The slots that overlap the byte at a place of a root object, one stride after the other. A place
 * has few of them, an object may have thousands. */
typedef struct {
  Location place;
  size_t group, next; /* the next member of the group, or offset where one may be, */
  bool by_offset;     /* which is so */
  uint64_t period;    /* of the group and the place together; 0: the group has not begun */
  const Slot *tagged; /* others at the place of the last one */
} SlotsAt;
SlotsAt slots_at(Location place);
const Slot *slots_at_next(SlotsAt *); /* NULL: no more */
/* Bytes [from, from+size) hold what [to, to+size) holds; size UINT64_MAX: to the end. */
void objects_copy(ObjectSpace *space, Location to, Location from, uint64_t size);
void objects_number(ObjectSpace *space);

uint64_t greatest_common_divisor(uint64_t a, uint64_t b);

typedef struct Reach Reach;
typedef struct Apart Apart;

/* What type.c offers to the other files of analysis/. */
struct TypeFacts {
  Arena *arena;
  Watch watch;
  ObjectSpace space;
  LLVMModuleRef module;
  unsigned load_of_any; /* the kind of metadata LOAD_OF_ANY */
  LLVMTargetDataRef layout;
  Map *registers;     /* value → Register */
  Map *displacements; /* of GEPs, once all has settled */
  Map *repeats;       /* of block operations; see type_repeats.c */
  Map *integers;      /* access -> ByteType of each of its bytes; see type_asked.c */
  Map *copies;        /* what the source says of them; see type_access.c */
  Map *signatures;    /* function type → FunctionList of the address-taken functions */
  unsigned memcpy_id, memcpy_inline_id, memmove_id, memset_id;
  unsigned object_count;
  bool settled;          /* see value_multiple and Declared */
  const TypeFlow *flows; /* what callers pass, walked in too */
  size_t flow_count;
  Reach *reach;         /* only while looking for what calls reach; see type_reach.c */
  bool follow_unlisted; /* walk into what dispatch.c calls by name, too */
  bool has_unlisted;
  const TypeFlow *caller_flows; /* for `coarser`, computed when first needed */
  size_t caller_flow_count;
  struct TypeFacts *coarser;
  bool has_coarser;         /* it has been computed; NULL where it does not settle */
  bool *numbers_of_callers; /* by objects; see type_beside.c */
  /* Of types_set_entered: for `apart`, computed when first needed. */
  const Map *seen_functions, *entered_functions, *whole_functions;
  Apart *apart;
  bool *rooted; /* by objects; see type_rooted.c */
};

typedef struct {
  ValueArray functions;
} FunctionList;

/* The bytes of an SSA value that may carry pointers or floating point unseen: integers and
 * aggregates. A pointer, or a vector of them, has one cell. */
typedef struct {
  unsigned size;
  Cell **cells;
} Register;

/* kept.c: by metadata that a front end, or the request, puts there. */
bool global_is_marked_inactive(LLVMValueRef global);
bool types_locate(const TypeFacts *facts, LLVMValueRef pointer, Location *out);
/* The facts with what callers pass and with what unlisted calls may reach, or NULL; computed when
 * something is first found unknown. */
const TypeFacts *types_with_callers(const TypeFacts *facts);
/* type_reach.c: the facts of `functions` alone, in which objects are marked that code which is not
 * seen may know; NULL where they do not settle. */
TypeFacts *types_compute_outside(Arena *, LLVMModuleRef, const Map *functions, const Map *entered);
/* type_beside.c: is there floating point in the object besides what is accessed in it? */
bool types_floats_beside(const TypeFacts *facts, const Object *object);
/* The location that byte `offset` of a pointer-carrying value points to. */
bool types_value_target(const TypeFacts *facts, LLVMValueRef value, uint64_t offset, Location *out);
Register *types_register(const TypeFacts *facts, LLVMValueRef value);
ByteType types_at(const TypeFacts *facts, Location location, int64_t offset);
/* The memory that pointers in a slot of the object lead to, or NULL: items too short for an address
 * hold none, whatever arithmetic has brought their type in touch with. */
Object *types_slot_target(const TypeFacts *types, const Object *object, size_t slot);
/* The functions that an indirect call may reach. */
const FunctionList *types_indirect_callees(const TypeFacts *facts, LLVMValueRef call);
bool types_is_memory_copy(const TypeFacts *facts, LLVMValueRef instruction);
bool types_is_memory_set(const TypeFacts *facts, LLVMValueRef instruction);
/* Constant length of a memory intrinsic, or UINT64_MAX. */
uint64_t types_length_of(LLVMValueRef memory_call);
/* Calls `visit` for every scalar in `type` with its byte offset. */
typedef void LeafVisitor(void *context, LLVMTypeRef scalar, uint64_t offset);
void types_each_leaf(LLVMTargetDataRef layout, LLVMTypeRef type, uint64_t offset,
                     LeafVisitor *visit, void *context);

/* The slot of a location in a root object, or NULL; `tag`: see Slot. */
Slot *slot_at(Location location, const char *tag);
/* The tag of what is declared an integer. */
extern const char integer_tag[];
/* Something untagged goes through the place: it may be a pointer of any type, or an integer too. */
void location_open(ObjectSpace *space, Location place, bool to_integers);

/* object_overlap.c: unify what overlapping cells of each object point to. */
void objects_link_overlaps(ObjectSpace *space);

#endif
