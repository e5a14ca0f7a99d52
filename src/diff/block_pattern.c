/* The pattern of scalars that a block of memory repeats, as far as type inference knows it. */
#include "block.h"

uint64_t block_size_of(Deriver *deriver, LLVMTypeRef type) {
  return LLVMStoreSizeOfType(LLVMGetModuleDataLayout(deriver->diff->module), type);
}

/* From one to the next in an array: an x86_fp80 takes 16 bytes for its ten. */
static uint64_t pitch_of(Deriver *deriver, LLVMTypeRef type) {
  return LLVMABISizeOfType(LLVMGetModuleDataLayout(deriver->diff->module), type);
}

static bool is_double(ByteType byte) {
  return byte.type && byte.offset == 0 && LLVMGetTypeKind(byte.type) == LLVMDoubleTypeKind;
}

bool block_is_pair_of_floats(ByteKind kind, LLVMTypeRef type) {
  return kind == BYTE_MIXED && LLVMGetTypeKind(type) == LLVMVectorTypeKind;
}

static uint64_t whole_length(LLVMValueRef call) {
  LLVMValueRef length = LLVMGetOperand(call, 2);
  return LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : UINT64_MAX;
}

/* Do the bytes four behind `at` end a double that begins there, beside pointers, and no other
 * number? */
static bool is_end_of_double(Deriver *deriver, LLVMValueRef call, uint64_t at, LLVMTypeRef *type) {
  for (unsigned i = sizeof(double) / 2; i < sizeof(double); i++) {
    ByteType byte = types_of_access(deriver->sweep.types, call, at + i);
    if (!byte.type || byte.offset != i || LLVMGetTypeKind(byte.type) != LLVMDoubleTypeKind)
      return false;
    *type = byte.type;
  }
  return true;
}

/* The scalars of the block that `call` moves: over its constant length, or over one period. False
 * if some byte's kind is not known, unless such bytes are to be fields as well. */
static bool block_pattern(Deriver *deriver, LLVMValueRef call, uint64_t length, FieldArray *fields,
                          bool with_unknown) {
  for (uint64_t at = 0; at < length;) {
    ByteType byte = types_of_access(deriver->sweep.types, call, at);
    Field field = {at, 1, NULL, byte.kind, false, false};
    switch (byte.kind) {
    case BYTE_FLOAT:
    case BYTE_MIXED:
      field.type = byte.type;
      field.size = block_size_of(deriver, byte.type);
      if (block_is_pair_of_floats(byte.kind, byte.type) && byte.offset == 0 &&
          at + field.size / 2 == whole_length(call)) {
        field.type = type_scalar(byte.type);
        field.kind = BYTE_FLOAT;
        field.size /= 2;
      }
      if (!with_unknown && (byte.offset != 0 || at + field.size > length))
        return false;
      field.size -= byte.offset;
      if (byte.offset != 0)
        field.kind = BYTE_UNKNOWN;
      break;
    case BYTE_POINTER:
      field.type = LLVMPointerTypeInContext(LLVMGetModuleContext(deriver->diff->module), 0);
      field.size = block_size_of(deriver, field.type);
      if (!with_unknown && (byte.offset != 0 || at + field.size > length))
        return false;
      field.size -= byte.offset;
      if (byte.offset != 0)
        field.kind = BYTE_UNKNOWN;
      break;
    case BYTE_INTEGER:
      break;
    case BYTE_UNKNOWN:
    case BYTE_CONFLICT:
      if (!with_unknown)
        return false;
      if (is_double(byte)) { /* at least, no other number begins here */
        field.type = byte.type;
        field.size = block_size_of(deriver, byte.type);
      } else if (is_end_of_double(deriver, call, at, &field.type)) {
        field.size = block_size_of(deriver, field.type);
        field.ends = true;
      }
      for (ByteType next; !field.type && at + field.size < length; field.size++) {
        next = types_of_access(deriver->sweep.types, call, at + field.size);
        if (next.kind != byte.kind || is_double(next))
          break;
      }
      field.kind = BYTE_UNKNOWN;
      break;
    }
    if (field.kind != BYTE_INTEGER && at + field.size > length) { /* a part of a scalar */
      field.kind = BYTE_UNKNOWN;
      field.size = length - at;
    }
    if (field.kind != BYTE_INTEGER)
      ARRAY_PUSH(deriver->sweep.arena, *fields, field);
    at += field.size;
    if (byte.kind == BYTE_FLOAT) /* what lies between it and the next in an array */
      at += pitch_of(deriver, byte.type) - block_size_of(deriver, byte.type);
  }
  return true;
}

bool block_is_all(const FieldArray *fields, ByteKind kind) {
  for (size_t i = 0; i < fields->count; i++)
    if (fields->items[i].kind != kind)
      return false;
  return true;
}

bool block_has(const FieldArray *fields, ByteKind kind) {
  for (size_t i = 0; i < fields->count; i++)
    if (fields->items[i].kind == kind)
      return true;
  return false;
}

enum { MAX_PATTERN = 4096 };

/* Are the fields those of `times` shorter records, one behind the other? */
static bool is_repeated(const FieldArray *fields, uint64_t period, size_t times) {
  size_t count = fields->count / times;
  for (size_t i = count; i < fields->count; i++) {
    const Field *field = &fields->items[i], *before = &fields->items[i - count];
    if (field->kind != before->kind || field->type != before->type || field->size != before->size ||
        field->clears != before->clears || field->ends != before->ends ||
        field->offset != before->offset + period / times)
      return false;
  }
  return true;
}

void block_shorten(FieldArray *fields, uint64_t *period) {
  for (size_t times = fields->count; times > 1; times--)
    if (fields->count % times == 0 && *period % times == 0 && is_repeated(fields, *period, times)) {
      *period /= times;
      fields->count /= times;
      return;
    }
}

static bool is_number_or_pointer(ByteType byte) {
  return byte.kind != BYTE_INTEGER && byte.kind != BYTE_UNKNOWN;
}

enum { HEAD_AND_SOME = 512, LONGEST_HEAD = 1 << 16 };

uint64_t block_window(const TypeFacts *types, LLVMValueRef pointer) {
  uint64_t extent = types_extent(types, pointer);
  return extent > HEAD_AND_SOME ? extent : HEAD_AND_SOME;
}

static uint64_t window_of(const Deriver *deriver, LLVMValueRef call) {
  const TypeFacts *types = deriver->sweep.types;
  LLVMValueRef from = LLVMGetOperand(call, 1);
  bool copies = LLVMGetTypeKind(LLVMTypeOf(from)) == LLVMPointerTypeKind;
  uint64_t here = block_window(types, LLVMGetOperand(call, 0));
  uint64_t there = copies ? block_window(types, from) : 0;
  return here > there ? here : there;
}

/* Does a block that starts with numbers or pointers go on with other ones? */
static bool block_changes_kind(Deriver *deriver, LLVMValueRef call, ByteType first) {
  uint64_t window = window_of(deriver, call);
  if (window > LONGEST_HEAD)
    return true;
  for (uint64_t at = 0; at < window; at++) {
    ByteType byte = types_of_access(deriver->sweep.types, call, at);
    if (is_number_or_pointer(byte) && (byte.kind != first.kind || byte.type != first.type))
      return true;
  }
  return false;
}

/* A block of variable length that starts with integers and repeats nothing: all integers, or a head
 * of them before an array (the size in front of the elements). False where it is neither. */
static bool block_behind_head(Deriver *deriver, LLVMValueRef call, FieldArray *fields,
                              uint64_t *period) {
  const TypeFacts *types = deriver->sweep.types;
  uint64_t head = 0, window = window_of(deriver, call);
  if (window > LONGEST_HEAD)
    return false;
  while (head < window && !is_number_or_pointer(types_of_access(types, call, head)))
    head++;
  *period = 1;
  if (head == window)
    return true;
  ByteType element = types_of_access(types, call, head);
  Field field = {head, 0, element.type, element.kind, false, false};
  if (element.kind == BYTE_POINTER)
    field.type = LLVMPointerTypeInContext(LLVMGetModuleContext(deriver->diff->module), 0);
  if (!field.type || element.kind == BYTE_CONFLICT)
    return false;
  field.size = block_size_of(deriver, field.type);
  uint64_t pitch = pitch_of(deriver, field.type);
  for (uint64_t at = 0; at < window; at++) {
    ByteType byte = types_of_access(types, call, head + at);
    if (at % pitch < field.size &&
        (byte.kind != element.kind || byte.type != element.type || byte.offset != at % pitch))
      return false;
  }
  ARRAY_PUSH(deriver->sweep.arena, *fields, field);
  *period = pitch;
  return true;
}

/* The memory's period may be that of other things which came together there, while the copy itself
 * is known to move a structure. Something may seem to lie four gigabytes away, as where an index of
 * 32 bits is below zero. */
static bool block_repeats(const Deriver *deriver, LLVMValueRef call, uint64_t period) {
  enum { MOST_COMPARED = 1 << 20 };
  const TypeFacts *types = deriver->sweep.types;
  LLVMValueRef length = LLVMGetOperand(call, 2);
  uint64_t window = window_of(deriver, call);
  uint64_t bytes = LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : window;
  if (bytes > window && bytes > MAX_PATTERN)
    bytes = window > MAX_PATTERN ? window : MAX_PATTERN;
  if (bytes <= period)
    return true;
  if (bytes > MOST_COMPARED)
    return false;
  return types_repeats(types, call, period, bytes);
}

/* May a copy move structures with numbers, although all that is known of their bytes is that some
 * are integers? */
static bool is_blurred(const Deriver *deriver, LLVMValueRef call, const FieldArray *fields) {
  const TypeFacts *types = deriver->sweep.types;
  LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
  if (LLVMGetTypeKind(LLVMTypeOf(from)) != LLVMPointerTypeKind || block_has(fields, BYTE_FLOAT) ||
      block_has(fields, BYTE_MIXED))
    return false;
  return types_blurs_numbers(types, to) || types_blurs_numbers(types, from);
}

bool block_pattern_of(Deriver *deriver, LLVMValueRef call, FieldArray *fields, uint64_t *period) {
  LLVMValueRef length = LLVMGetOperand(call, 2), pointer = LLVMGetOperand(call, 0);
  *period = types_period(deriver->sweep.types, pointer);
  if (LLVMIsAConstantInt(length)) {
    uint64_t bytes = LLVMConstIntGetZExtValue(length);
    if (*period == 0 || bytes % *period || !block_repeats(deriver, call, *period))
      *period = bytes;
  } else if (*period != 0 && !block_repeats(deriver, call, *period))
    *period = 0;
  if (*period == 0) { /* variable length and no known period: one kind of scalar throughout */
    ByteType first = types_of_access(deriver->sweep.types, call, 0);
    if (first.kind == BYTE_INTEGER)
      return !is_blurred(deriver, call, fields) && block_behind_head(deriver, call, fields, period);
    if (block_changes_kind(deriver, call, first))
      return false;
    if (first.kind == BYTE_FLOAT)
      *period = pitch_of(deriver, first.type);
    else
      *period = first.kind == BYTE_POINTER ? 8 : 1;
  }
  if (*period > MAX_PATTERN || !block_pattern(deriver, call, *period, fields, false))
    return false;
  if (is_blurred(deriver, call, fields))
    return false;
  block_shorten(fields, period);
  return true;
}

/* Where the pattern of a block of variable length is not known: the scalar that it starts with,
 * over and over, as in the text within a string. Returns for how many bytes that holds at least. */
static uint64_t leading_run(Deriver *deriver, LLVMValueRef call, FieldArray *fields,
                            uint64_t *period) {
  ByteType first = types_of_access(deriver->sweep.types, call, 0);
  *fields = (FieldArray){0};
  *period = 1;
  bool known = first.kind == BYTE_INTEGER || first.kind == BYTE_FLOAT || first.kind == BYTE_POINTER;
  if (!known || (first.kind != BYTE_INTEGER && first.offset != 0))
    return 0;
  LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(deriver->diff->module), 0);
  Field field = {0, 1, first.kind == BYTE_POINTER ? pointer : first.type, first.kind, false, false};
  if (first.kind != BYTE_INTEGER) {
    field.size = block_size_of(deriver, field.type);
    *period = pitch_of(deriver, field.type);
  }
  uint64_t end = 1;
  for (; end < MAX_PATTERN; end++) {
    ByteType byte = types_of_access(deriver->sweep.types, call, end);
    if (end % *period < field.size &&
        (byte.kind != first.kind || byte.type != first.type ||
         (first.kind != BYTE_INTEGER && byte.offset != end % *period)))
      break;
  }
  if (first.kind != BYTE_INTEGER)
    ARRAY_PUSH(deriver->sweep.arena, *fields, field);
  uint64_t last = end % *period;
  return end - last + (last < field.size ? 0 : field.size);
}

/* Two variables, or allocations: no block of one overlaps a block of the other. */
static bool objects_are_apart(LLVMValueRef a, LLVMValueRef b) {
  a = bridge_underlying_object(a);
  b = bridge_underlying_object(b);
  return a != b && bridge_is_identified_object(a) && bridge_is_identified_object(b);
}

bool block_may_overlap(LLVMValueRef call) {
  static const char name[] = "llvm.memmove";
  return LLVMGetIntrinsicID(call_direct_callee(call)) ==
             LLVMLookupIntrinsicID(name, sizeof name - 1) &&
         !objects_are_apart(LLVMGetOperand(call, 0), LLVMGetOperand(call, 1));
}

/* Where the blocks may overlap, what is known of some fields must not move apart from the others:
 * each is read before one that overlaps it is written. Run time then looks at all of them. */
static void leave_all_to_run_time(FieldArray *fields, uint64_t length) {
  LLVMTypeRef type = NULL;
  bool doubles = true, unknown = false;
  for (size_t i = 0; i < fields->count; i++) {
    const Field *field = &fields->items[i];
    unknown |= field->kind == BYTE_UNKNOWN;
    if (field->kind == BYTE_POINTER)
      continue;
    bool is_double = field->type && LLVMGetTypeKind(field->type) == LLVMDoubleTypeKind;
    doubles &= is_double && !field->ends && field->offset % sizeof(double) == 0 &&
               field->size == sizeof(double);
    if (is_double)
      type = field->type;
  }
  if (!unknown)
    return;
  fields->items[0] = (Field){0, length, doubles ? type : NULL, BYTE_UNKNOWN, false, false};
  fields->count = 1;
}

bool block_copy_pattern(Deriver *deriver, LLVMValueRef call, FieldArray *fields, uint64_t *period,
                        uint64_t *within) {
  const TypeFacts *types = deriver->sweep.types;
  LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
  LLVMValueRef length = LLVMGetOperand(call, 2);
  bool doubles = types_only_double(types, to) && types_only_double(types, from);
  /* Numbers of packed messages need not lie at multiples of their size from where a block begins.
   */
  bool packed = doubles && !LLVMIsAConstantInt(length) &&
                (types_loose_numbers(types, to) == LOOSE_ALONE ||
                 types_loose_numbers(types, from) == LOOSE_ALONE);
  *within = UINT64_MAX;
  if (!packed && block_pattern_of(deriver, call, fields, period))
    return true;
  *fields = (FieldArray){0};
  if (doubles) {
    *period = 0;
    return true;
  }
  if (LLVMIsAConstantInt(length)) {
    *period = LLVMConstIntGetZExtValue(length);
    if (*period > MAX_PATTERN || !block_pattern(deriver, call, *period, fields, true))
      return false;
    if (block_may_overlap(call))
      leave_all_to_run_time(fields, *period);
    return true;
  }
  *within = leading_run(deriver, call, fields, period);
  /* The shadows of pointers are moved up to the end of the block: text must not go with them. */
  if (fields->count && (block_may_overlap(call) || fields->items[0].kind == BYTE_POINTER)) {
    fields->count = 0;
    *within = 0;
  }
  return true;
}
