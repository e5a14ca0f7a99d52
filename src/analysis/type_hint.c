/* type_hint.c: what the user says of memory and of values, see request/type_tree.h. */
#include "type_walk.h"

static uint64_t entry_size(const TypeFacts *facts, TypeTreeKind kind, LLVMTypeRef type) {
  return kind == TYPE_TREE_FLOAT     ? LLVMStoreSizeOfType(facts->layout, type)
         : kind == TYPE_TREE_POINTER ? LLVMPointerSize(facts->layout)
                                     : 1;
}

static void mark_cell(TypeFacts *facts, Cell *cell, TypeTreeKind kind, LLVMTypeRef type,
                      uint64_t byte) {
  unsigned within = (unsigned)(byte % entry_size(facts, kind, type));
  if (kind == TYPE_TREE_INTEGER)
    cell_add_evidence(cell, EVIDENCE_INTEGER);
  else if (kind == TYPE_TREE_POINTER)
    cell_add_pointer(cell, within);
  else if (kind == TYPE_TREE_FLOAT) {
    cell_add_float(&facts->space, cell, type, within);
    cell_add_evidence(cell, EVIDENCE_USER);
  }
}

static void mark_memory(TypeFacts *facts, Location at, uint64_t size, TypeTreeKind kind,
                        LLVMTypeRef type) {
  for (uint64_t i = 0; i < size; i++)
    mark_cell(facts, location_evidence(&facts->space, at, (int64_t)i), kind, type, i);
}

/* What goes through so many bytes from there on by strides. */
static void mark_strides(TypeFacts *facts, Location from, uint64_t bytes, TypeTreeKind kind,
                         LLVMTypeRef type) {
  int64_t size = (int64_t)entry_size(facts, kind, type);
  Location root = location_root(from);
  for (size_t i = 0; root.stride == 0 && i < root.object->slots.count; i++) {
    const Slot *slot = &root.object->slots.items[i];
    int64_t behind = slot->offset - root.offset;
    if (!slot->tag && slot->stride && slot->stride <= bytes && slot->stride % (uint64_t)size == 0)
      mark_cell(facts, slot->cell, kind, type, (uint64_t)(behind % size + size) % (uint64_t)size);
  }
}

/* Every byte from there on: also those that accesses name one by one. */
static void mark_all(TypeFacts *facts, Location from, TypeTreeKind kind, LLVMTypeRef type) {
  uint64_t size = entry_size(facts, kind, type);
  mark_memory(facts, location_add(from, 0, size), size, kind, type);
  Location root = location_root(from);
  for (size_t i = 0; i < root.object->slots.count; i++) {
    const Slot *slot = &root.object->slots.items[i];
    int64_t behind = slot->offset - root.offset;
    if (slot->tag)
      continue; /* it has no evidence */
    if (slot->stride == 0 ? behind >= 0 : slot->stride % size == 0)
      mark_cell(facts, slot->cell, kind, type,
                (uint64_t)(behind % (int64_t)size + (int64_t)size) % size);
  }
}

/* Follows the path behind a pointer, from its index `level` on. */
static void apply_to_memory(TypeFacts *facts, Location at, const TypeTreeEntry *entry,
                            unsigned level) {
  uint64_t size = entry_size(facts, entry->kind, entry->type);
  for (; at.object && level < entry->depth; level++) {
    bool last = level + 1 == entry->depth, every = entry->path[level] < 0;
    TypeTreeKind kind = last ? entry->kind : TYPE_TREE_POINTER;
    uint64_t stride = LLVMPointerSize(facts->layout);
    if (!every)
      at = location_add(at, entry->path[level], 0);
    if (every)
      mark_all(facts, at, kind, entry->type);
    else
      mark_memory(facts, at, last ? size : stride, kind, entry->type);
    if (last)
      return;
    at = every ? location_add(at, 0, stride) : at;
    at = cell_target(&facts->space, location_cell(&facts->space, at, 0));
  }
}

/* The bytes of a value that is no pointer, from `first` on. */
static void apply_to_register(TypeFacts *facts, const Register *cells, uint64_t first,
                              const TypeTreeEntry *entry) {
  bool is_pointer = entry->depth > 1;
  TypeTreeKind kind = is_pointer ? TYPE_TREE_POINTER : entry->kind;
  uint64_t size = entry_size(facts, kind, entry->type);
  if (first + size > cells->size)
    return;
  for (uint64_t i = 0; i < size; i++)
    mark_cell(facts, cells->cells[first + i], kind, entry->type, i);
  if (is_pointer)
    apply_to_memory(facts, cell_target(&facts->space, cells->cells[first]), entry, 1);
}

static void walk_tree(TypeFacts *facts, LLVMValueRef value, const char *text) {
  TypeTree tree;
  if (!type_tree_parse(facts->arena, LLVMGetModuleContext(facts->module), text, &tree))
    return;
  bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
  const Register *cells = is_pointer ? NULL : register_of(facts, value);
  for (size_t i = 0; i < tree.count; i++) {
    const TypeTreeEntry *entry = &tree.items[i];
    if (is_pointer) {
      if (entry->depth > 1 && entry->path[0] <= 0)
        apply_to_memory(facts, pointer_location(facts, value), entry, 1);
      continue;
    }
    if (!cells)
      continue;
    uint64_t step =
        entry_size(facts, entry->depth > 1 ? TYPE_TREE_POINTER : entry->kind, entry->type);
    if (entry->path[0] >= 0)
      apply_to_register(facts, cells, (uint64_t)entry->path[0], entry);
    else
      for (uint64_t at = 0; at + step <= cells->size; at += step)
        apply_to_register(facts, cells, at, entry);
  }
}

/* __adcc_double(pointer, bytes) and its like. Of many bytes, as of a number that is not known, each
 * element is told the same. */
static void walk_words(TypeFacts *facts, LLVMValueRef call, char word) {
  LLVMContextRef context = LLVMGetModuleContext(facts->module);
  TypeTreeKind kind = word == 'p'   ? TYPE_TREE_POINTER
                      : word == 'i' ? TYPE_TREE_INTEGER
                                    : TYPE_TREE_FLOAT;
  LLVMTypeRef type =
      word == 'f' ? LLVMFloatTypeInContext(context) : LLVMDoubleTypeInContext(context);
  Location at = pointer_location(facts, LLVMGetOperand(call, 0));
  LLVMValueRef bytes = LLVMGetOperand(call, 1);
  uint64_t size = word == 'f' || word == 'i' ? 4 : 8;
  if (!at.object)
    return;
  enum { MOST_BYTES = 1 << 14 };
  if (LLVMIsAConstantInt(bytes) && LLVMConstIntGetZExtValue(bytes) <= MOST_BYTES)
    size = LLVMConstIntGetZExtValue(bytes);
  else
    at = location_add(at, 0, size);
  mark_memory(facts, at, size, kind, type);
  mark_strides(facts, at, size, kind, type);
}

bool walk_hint(TypeFacts *facts, LLVMValueRef call, LLVMValueRef callee) {
  static const char key[] = "adcc_type_hint";
  LLVMAttributeRef hint = LLVMGetStringAttributeAtIndex(
      callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key, sizeof key - 1);
  if (!hint)
    return false;
  unsigned length;
  const char *what = LLVMGetStringAttributeValue(hint, &length);
  if (*what == '{')
    walk_tree(facts, LLVMGetOperand(call, 0), arena_copy_string(facts->arena, what, length));
  else
    walk_words(facts, call, *what);
  return true;
}
