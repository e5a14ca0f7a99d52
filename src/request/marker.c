/* The markers of a request's call: what each says, and in which modes it has a meaning. One that
 * has none is an error, since nothing that a program says is ignored. */
#include "reader.h"

#include <string.h>

enum {
  FORWARD = 1 << REQUEST_FORWARD,
  REVERSE = 1 << REQUEST_REVERSE,
  HALVES = 1 << REQUEST_AUGMENTED | 1 << REQUEST_GRADIENT,
  SPLIT = HALVES | 1 << REQUEST_FORWARD_SPLIT, /* what uses a tape */
  SIZE = 1 << REQUEST_AUGMENT_SIZE,
  BATCH = 1 << REQUEST_BATCH,
  DERIVATIVES = FORWARD | REVERSE | SPLIT | SIZE,
};

typedef enum {
  MARKER_CONST,
  MARKER_DUP,
  MARKER_DUP_NO_NEED,
  MARKER_OUT,
  MARKER_DUP_V,
  MARKER_DUP_NO_NEED_V,
  MARKER_WIDTH,
  MARKER_INTERLEAVE,
  MARKER_PRIMAL_RETURN,
  MARKER_NO_RETURN,
  MARKER_CONST_RETURN,
  MARKER_ACTIVE_RETURN,
  MARKER_DUP_RETURN,
  MARKER_TAPE,
  MARKER_ALLOCATED,
  MARKER_NO_FREE,
  MARKER_BY_REFERENCE,
  MARKER_NOT_OVERWRITTEN,
  MARKER_RUNTIME_ACTIVITY,
  MARKER_STRONG_ZERO,
  MARKER_SCALAR,
  MARKER_VECTOR,
  MARKER_BUFFER,
} MarkerKind;

/* nofree speaks of a tape, but programs that choose the mode by its name alone pass it to all. */
static const struct {
  const char *name;
  MarkerKind kind;
  unsigned modes;
} markers[] = {
    {"const", MARKER_CONST, DERIVATIVES},
    {"dup", MARKER_DUP, DERIVATIVES},
    {"dupnoneed", MARKER_DUP_NO_NEED, DERIVATIVES},
    {"out", MARKER_OUT, DERIVATIVES}, /* forward modes have a message of their own */
    {"dupv", MARKER_DUP_V, DERIVATIVES},
    {"dupnoneedv", MARKER_DUP_NO_NEED_V, DERIVATIVES},
    {"width", MARKER_WIDTH, DERIVATIVES | BATCH},
    {"interleave", MARKER_INTERLEAVE, DERIVATIVES},
    {"primal_return", MARKER_PRIMAL_RETURN, DERIVATIVES & ~(1u << REQUEST_GRADIENT)},
    {"noret", MARKER_NO_RETURN, DERIVATIVES},
    {"const_return", MARKER_CONST_RETURN, DERIVATIVES},
    {"active_return", MARKER_ACTIVE_RETURN, DERIVATIVES},
    {"dup_return", MARKER_DUP_RETURN, DERIVATIVES},
    {"tape", MARKER_TAPE, SPLIT},
    {"allocated", MARKER_ALLOCATED, SPLIT},
    {"nofree", MARKER_NO_FREE, DERIVATIVES},
    {"byref", MARKER_BY_REFERENCE, DERIVATIVES & ~SIZE},
    {"not_overwritten", MARKER_NOT_OVERWRITTEN, DERIVATIVES},
    {"runtime_activity", MARKER_RUNTIME_ACTIVITY, DERIVATIVES},
    {"strong_zero", MARKER_STRONG_ZERO, DERIVATIVES},
    {"scalar", MARKER_SCALAR, BATCH},
    {"vector", MARKER_VECTOR, BATCH},
    {"buffer", MARKER_BUFFER, BATCH},
};
enum { MARKER_COUNT = sizeof markers / sizeof *markers };

static int row_of(const char *name) {
  for (int i = 0; i < (int)MARKER_COUNT; i++)
    if (!strcmp(name, markers[i].name))
      return i;
  return -1;
}

bool marker_is_known(const char *name) { return row_of(name) >= 0; }

void reader_fail(Reader *reader, const char *text) {
  if (!reader->failed)
    diag_at(reader->sink, reader->request->call, DIAG_BAD_MARKER, text);
  reader->failed = true;
}

LLVMValueRef reader_take(Reader *reader, const char *what) {
  LLVMValueRef call = reader->request->call;
  if (reader->next < reader->count) {
    LLVMValueRef taken = LLVMGetOperand(call, reader->next++);
    const char *marker = request_marker_name(reader->arena, taken);
    if (!marker || !marker_is_known(marker))
      return taken;
    reader_fail(reader, arena_format(reader->arena, "the marker '%s' stands in the place of %s",
                                     marker, what));
  }
  if (!reader->failed)
    diag_at(reader->sink, call, DIAG_TOO_FEW_ARGUMENTS, what);
  reader->failed = true;
  return LLVMGetUndef(LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(call))));
}

LLVMValueRef reader_take_kind(Reader *reader, LLVMTypeKind kind, const char *what) {
  LLVMValueRef value = reader_take(reader, what);
  if (!reader->failed && LLVMGetTypeKind(LLVMTypeOf(value)) != kind)
    reader_fail(reader, arena_format(reader->arena, "%s must be %s", what,
                                     kind == LLVMPointerTypeKind ? "a pointer" : "an integer"));
  return value;
}

void reader_take_tape(Reader *reader, const char *what) {
  Request *request = reader->request;
  request->tape = reader_take_kind(reader, LLVMPointerTypeKind, what);
  if (!reader->failed && request->mode != REQUEST_FORWARD_SPLIT && request_has_null_tape(request))
    reader_fail(reader, arena_format(reader->arena, "%s is a null pointer", what));
}

/* "autodiff, fwddiff and augmentfwd" */
static const char *names_of_modes(Arena *arena, unsigned modes) {
  static const RequestMode order[] = {REQUEST_REVERSE,  REQUEST_FORWARD,       REQUEST_AUGMENTED,
                                      REQUEST_GRADIENT, REQUEST_FORWARD_SPLIT, REQUEST_AUGMENT_SIZE,
                                      REQUEST_BATCH};
  const char *text = "";
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    if (!(modes & 1u << order[i]))
      continue;
    modes &= ~(1u << order[i]);
    const char *before = !*text ? "" : modes ? ", " : " and ";
    text = arena_format(arena, "%s%s%s", text, before, request_mode_name(order[i]));
  }
  return text;
}

static void read_width(Reader *reader, LLVMValueRef value) {
  uint64_t width = LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : 0;
  if (width < 1 || width > 64)
    reader_fail(reader, "'width' must be followed by a constant from 1 to 64");
  else if (reader->request->width > 1 && reader->request->width != width)
    reader_fail(reader, "'width' is given twice, with another number");
  else
    reader->request->width = (unsigned)width;
}

void marker_read_layout(Reader *reader) {
  LLVMValueRef call = reader->request->call;
  for (unsigned i = reader->next; i < reader->count; i++) {
    const char *name = request_marker_name(reader->arena, LLVMGetOperand(call, i));
    if (name && !strcmp(name, "interleave"))
      reader->interleaved = true;
    if (name && !strcmp(name, "width") && i + 1 < reader->count)
      read_width(reader, LLVMGetOperand(call, i + 1));
  }
}

/* Says what the next argument is: once. */
static void describe_argument(Reader *reader, const char *name, Pending *pending) {
  if (pending->marker)
    reader_fail(reader, arena_format(reader->arena,
                                     "the marker '%s' stands in the place of the argument that "
                                     "the marker '%s' is for",
                                     name, pending->marker));
  pending->marker = name;
}

static void set_activity(Reader *reader, const char *name, Pending *pending,
                         ArgumentActivity activity, bool strided) {
  describe_argument(reader, name, pending);
  pending->has_activity = true;
  pending->activity = activity;
  pending->strided = strided;
}

void marker_read(Reader *reader, const char *name, Pending *pending) {
  Request *request = reader->request;
  int row = row_of(name);
  if (row < 0) {
    diag_at(reader->sink, request->call, DIAG_UNKNOWN_MARKER, name);
    reader->failed = true;
    return;
  }
  if (!(markers[row].modes & 1u << request->mode)) {
    reader_fail(reader,
                arena_format(reader->arena, "the marker '%s' means nothing to '%s': it is for %s",
                             name, request_mode_name(request->mode),
                             names_of_modes(reader->arena, markers[row].modes)));
    return;
  }
  switch (markers[row].kind) {
  case MARKER_CONST:
    set_activity(reader, name, pending, ACTIVITY_CONST, false);
    break;
  case MARKER_DUP:
    set_activity(reader, name, pending, ACTIVITY_DUP, false);
    break;
  case MARKER_DUP_NO_NEED:
    set_activity(reader, name, pending, ACTIVITY_DUP_NO_NEED, false);
    break;
  case MARKER_OUT:
    set_activity(reader, name, pending, ACTIVITY_OUT, false);
    break;
  case MARKER_DUP_V:
    set_activity(reader, name, pending, ACTIVITY_DUP, true);
    break;
  case MARKER_DUP_NO_NEED_V:
    set_activity(reader, name, pending, ACTIVITY_DUP_NO_NEED, true);
    break;
  case MARKER_SCALAR:
    describe_argument(reader, name, pending);
    pending->lanes = LANES_SHARED;
    break;
  case MARKER_VECTOR:
    describe_argument(reader, name, pending);
    pending->lanes = LANES_VECTOR;
    break;
  case MARKER_BUFFER:
    describe_argument(reader, name, pending);
    pending->lanes = LANES_BUFFER;
    break;
  case MARKER_WIDTH:
    read_width(reader, reader_take(reader, "the number behind 'width'"));
    break;
  case MARKER_PRIMAL_RETURN:
    request->primal_return = true;
    break;
  case MARKER_CONST_RETURN:
    reader->constant_return = true;
    break;
  case MARKER_NO_RETURN:
    reader->no_return = true;
    break;
  case MARKER_ACTIVE_RETURN:
    reader->active_return = true;
    break;
  case MARKER_DUP_RETURN:
    reader->duplicated_return = true;
    break;
  case MARKER_STRONG_ZERO:
    request->strong_zero = true;
    break;
  case MARKER_RUNTIME_ACTIVITY:
    request->runtime_activity = true;
    break;
  case MARKER_TAPE:
    reader_take_tape(reader, "the buffer behind 'tape'");
    break;
  case MARKER_ALLOCATED:
    request->allocated =
        reader_take_kind(reader, LLVMIntegerTypeKind, "the size behind 'allocated'");
    if (!reader->failed && LLVMIsAConstantInt(request->allocated) &&
        LLVMConstIntGetSExtValue(request->allocated) < 0)
      reader_fail(reader, "the size behind 'allocated' is negative");
    break;
  case MARKER_NO_FREE:
    request->keeps_tape = true;
    break;
  case MARKER_BY_REFERENCE:
    pending->by_reference =
        reader_take_kind(reader, LLVMIntegerTypeKind, "the size behind 'byref'");
    break;
  case MARKER_NOT_OVERWRITTEN: /* promises what is not relied on */
  case MARKER_INTERLEAVE:      /* is read before all others */
    break;
  }
}

void marker_settle_result(Reader *reader, LLVMTypeRef result) {
  Request *request = reader->request;
  const char *name = LLVMGetValueName2(request->primal, &(size_t){0});
  bool forward = request->mode == REQUEST_FORWARD || request->mode == REQUEST_FORWARD_SPLIT;
  bool is_void = LLVMGetTypeKind(result) == LLVMVoidTypeKind;
  const char *fault = NULL;
  if (reader->constant_return + reader->active_return + reader->duplicated_return > 1)
    fault = "'const_return', 'active_return' and 'dup_return' exclude each other";
  else if (reader->active_return && !type_contains_float(result))
    fault = arena_format(reader->arena, "'active_return': '%s' returns no floating point", name);
  else if (reader->active_return && type_contains_pointer(result))
    fault = arena_format(reader->arena,
                         "'active_return': '%s' returns a pointer, too: use 'dup_return'", name);
  else if (reader->duplicated_return && is_void)
    fault = arena_format(reader->arena, "'dup_return': '%s' returns nothing", name);
  else if (reader->duplicated_return && !forward && !type_contains_pointer(result))
    fault =
        arena_format(reader->arena,
                     "'dup_return': '%s' returns no pointer, so that in reverse mode its result "
                     "has no shadow: use 'active_return'",
                     name);
  else if (request->primal_return && is_void)
    fault = arena_format(reader->arena, "'primal_return': '%s' returns nothing", name);
  else if (request->primal_return && reader->no_return)
    fault = "'primal_return' and 'noret' exclude each other";
  else if (request->allocated && !request->tape && request->mode == REQUEST_AUGMENTED)
    fault = "'allocated' is the size of the buffer behind 'tape', but there is no 'tape'";
  if (fault)
    reader_fail(reader, fault);
  request->no_return = reader->no_return;
  if (reader->active_return)
    request->result = RETURN_ACTIVE;
  if (reader->constant_return || reader->no_return)
    request->result = RETURN_INACTIVE;
  if (reader->duplicated_return && forward)
    request->result = RETURN_DUP;
}
