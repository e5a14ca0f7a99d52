/* cell.c: what is known of one byte by itself: how it is used, and that it begins an address. Where
 * it leads to, and what it is one with, is in object.c. */
#include "object.h"

Cell *cell_create(ObjectSpace *space) {
  Cell *cell = ARENA_NEW(space->arena, Cell);
  cell->watched.watch = space->watch;
  return cell;
}

Cell *cell_find(Cell *cell) {
  while (cell->parent) {
    if (cell->parent->parent)
      cell->parent = cell->parent->parent;
    cell = cell->parent;
  }
  watched_read(&cell->watched);
  return cell;
}

void cell_add_evidence(Cell *cell, unsigned evidence) {
  cell = cell_find(cell);
  if ((cell->evidence | evidence) != cell->evidence) {
    cell->evidence |= (uint8_t)evidence;
    watched_change(&cell->watched);
  }
}

void cell_add_float(ObjectSpace *space, Cell *cell, LLVMTypeRef type, unsigned byte) {
  cell = cell_find(cell);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  space->has_half |= kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind;
  space->has_other_float |= kind != LLVMDoubleTypeKind;
  if (!cell->float_type) {
    cell->float_type = type;
    cell->float_byte = (uint8_t)byte;
  } else if (cell->float_type != type) {
    cell_add_evidence(cell, EVIDENCE_TWO_FLOATS);
  } else if (cell->float_byte != byte) {
    cell_add_evidence(cell, EVIDENCE_TWO_PLACES);
  }
  cell_add_evidence(cell, EVIDENCE_FLOAT);
}

void cell_add_pointer(Cell *cell, unsigned byte) {
  cell = cell_find(cell);
  if (cell->evidence & EVIDENCE_POINTER)
    return;
  cell->pointer_byte = (uint8_t)byte;
  cell_add_evidence(cell, EVIDENCE_POINTER);
}

bool cell_is_address(Cell *cell) {
  cell = cell_find(cell);
  return cell->address || cell->evidence & EVIDENCE_POINTER;
}

void cell_set_address(Cell *cell) {
  cell = cell_find(cell);
  if (!cell->address)
    watched_change(&cell->watched);
  cell->address = true;
}

void cell_set_takes_address(Cell *cell) {
  cell = cell_find(cell);
  if (!cell->takes_address)
    watched_change(&cell->watched);
  cell->takes_address = true;
}

void cell_set_counts(Cell *cell) {
  cell = cell_find(cell);
  if (!cell->counts)
    watched_change(&cell->watched);
  cell->counts = true;
}

void cell_set_carried(Cell *cell) {
  cell = cell_find(cell);
  if (!cell->carried)
    watched_change(&cell->watched);
  cell->carried = true;
}

void cell_set_number(Cell *cell, bool copied, bool named) {
  cell = cell_find(cell);
  if ((copied && !cell->copied) || (named && !cell->named))
    watched_change(&cell->watched);
  cell->copied |= copied;
  cell->named |= named;
}

void cell_set_bits(Cell *cell, bool taken, bool given) {
  cell = cell_find(cell);
  if ((taken && !cell->takes_bits) || (given && !cell->gives_bits))
    watched_change(&cell->watched);
  cell->takes_bits |= taken;
  cell->gives_bits |= given;
  if (cell->takes_bits && cell->gives_bits)
    cell_set_carried(cell);
}

bool cell_has_target(Cell *cell) { return cell_find(cell)->link.object != NULL; }
