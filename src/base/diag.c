/* Collects messages. A message is rendered to strings when it is reported, for the IR may change
 * before it is printed; it is printed when its notes are complete. */
#include "diag_message.h"

#include <llvm-c/DebugInfo.h>

#include <stdlib.h>
#include <string.h>

enum { LONGEST_CODE = 160, MOST_CALLERS = 8 };

typedef struct {
  const char *id;
  Severity severity;
  const char *format, *help;
} DiagRow;

static const DiagRow diag_rows[DIAG_COUNT] = {
#define DIAG(id, severity, text, help) {#id, SEVERITY_##severity, text, help},
#include "diag.def"
#undef DIAG
};

struct DiagSink {
  Arena *arena;
  DiagFormat format;
  FILE *out;
  size_t error_count;
  Message *pending; /* NULL: none, or the latest one was a repetition */
  Map *seen;        /* hash of place and text → the first of the messages with that hash */
};

typedef struct Seen {
  struct Seen *next;
  const char *key;
} Seen;

void diag_flush(DiagSink *sink) {
  const Message *message = sink->pending;
  sink->pending = NULL;
  if (!message || sink->format == DIAG_FORMAT_NONE)
    return;
  if (sink->format == DIAG_FORMAT_JSON)
    message_print_json(sink->out, message);
  else if (sink->format == DIAG_FORMAT_HTML)
    message_print_html(sink->out, message);
  else
    message_print_text(sink->out, message);
}

static void flush_at_end(void *sink) { diag_flush(sink); }

DiagSink *diag_create(Arena *arena, DiagFormat format) {
  return diag_create_file(arena, format, stderr);
}

DiagSink *diag_create_file(Arena *arena, DiagFormat format, FILE *out) {
  DiagSink *sink = ARENA_NEW(arena, DiagSink);
  sink->arena = arena;
  sink->format = format;
  sink->out = out;
  if (format == DIAG_FORMAT_HTML)
    html_begin(out);
  sink->seen = map_create(arena);
  arena_on_destroy(arena, flush_at_end, sink);
  return sink;
}

size_t diag_error_count(const DiagSink *sink) { return sink->error_count; }

static char *format_arguments(Arena *arena, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  size_t size = (size_t)(length < 0 ? 0 : length) + 1;
  char *text = arena_alloc(arena, size);
  vsnprintf(text, size, format, again);
  va_end(again);
  for (size_t end = strlen(text); end > 0 && text[end - 1] == '\n'; end--)
    text[end - 1] = 0; /* LLVM ends its messages so */
  return text;
}

/* Of the C++ runtime, which LLVM brings along. The caller frees what it returns. */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status);

const char *diag_readable_name(Arena *arena, const char *name) {
  char *readable = __cxa_demangle(name, NULL, NULL, &(int){0});
  const char *kept = arena_format(arena, "%s", readable ? readable : name);
  free(readable);
  return kept;
}

/* The text with every C++ name in quotes as it stands in the source. */
static const char *demangle_quoted(Arena *arena, const char *text) {
  const char *start = strstr(text, "'_Z");
  const char *end = start ? strchr(start + 1, '\'') : NULL;
  if (!end)
    return text;
  const char *name = arena_copy_string(arena, start + 1, (size_t)(end - start - 1));
  return arena_format(arena, "%.*s'%s'%s", (int)(start - text), text,
                      diag_readable_name(arena, name), demangle_quoted(arena, end + 1));
}

/* The name without the ".1" that LLVM adds to copies, as the user wrote it. */
static const char *name_of(Arena *arena, LLVMValueRef value) {
  size_t length;
  const char *name = LLVMGetValueName2(value, &length);
  size_t end = length;
  while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
    end--;
  if (end > 1 && end < length && name[end - 1] == '.')
    length = end - 1;
  return arena_copy_string(arena, name, length);
}

/* The text of an instruction, without metadata and shortened. */
static const char *code_of(Arena *arena, LLVMValueRef instruction) {
  char *printed = LLVMPrintValueToString(instruction);
  const char *start = printed + strspn(printed, " ");
  const char *metadata = strstr(start, ", !");
  size_t length = metadata ? (size_t)(metadata - start) : strcspn(start, "\n");
  bool is_long = length > LONGEST_CODE;
  const char *text = arena_format(arena, "%.*s%s", (int)(is_long ? LONGEST_CODE : length), start,
                                  is_long ? " ..." : "");
  LLVMDisposeMessage(printed);
  return text;
}

/* The position that debug information gives to an instruction, a function or a global. */
static bool find_position(Arena *arena, LLVMValueRef value, Place *place) {
  unsigned file_length = 0, directory_length = 0;
  const char *file = LLVMGetDebugLocFilename(value, &file_length);
  unsigned line = LLVMGetDebugLocLine(value);
  if (!file || file_length == 0 || line == 0)
    return false;
  const char *directory = LLVMGetDebugLocDirectory(value, &directory_length);
  place->file = arena_copy_string(arena, file, file_length);
  place->directory =
      directory_length > 0 ? arena_copy_string(arena, directory, directory_length) : NULL;
  place->line = line;
  place->column = LLVMIsAInstruction(value) ? LLVMGetDebugLocColumn(value) : 0;
  return true;
}

/* An instruction's text takes the time to number all values of its function. */
static Place place_of(Arena *arena, LLVMValueRef value, bool with_code) {
  Place place = {0};
  if (!value)
    return place;
  if (LLVMIsAInstruction(value)) {
    if (find_position(arena, value, &place))
      return place;
    if (with_code)
      place.code = code_of(arena, value);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
    value = block ? LLVMGetBasicBlockParent(block) : NULL;
  } else if (LLVMIsAArgument(value)) {
    value = LLVMGetParamParent(value);
  }
  if (!value || !LLVMIsAGlobalValue(value))
    return place;
  if (LLVMIsAFunction(value) || LLVMIsAGlobalVariable(value))
    find_position(arena, value, &place);
  place.context = demangle_quoted(
      arena, arena_format(arena, "%s '%s'", LLVMIsAFunction(value) ? "function" : "global",
                          name_of(arena, value)));
  return place;
}

const char *diag_place_text(Arena *arena, LLVMValueRef instruction) {
  Place place = place_of(arena, instruction, false);
  if (place.file && place.line)
    return arena_format(arena, "%s:%u", place.file, place.line);
  return place.context ? arena_format(arena, "in %s", place.context) : "somewhere";
}

/* Was this reported before? Remembers it if not. */
static bool is_repetition(DiagSink *sink, const Message *message) {
  const Place *place = &message->place;
  const char *key =
      arena_format(sink->arena, "%s:%u:%u:%s:%s:%s:%s", place->file ? place->file : "", place->line,
                   place->column, place->context ? place->context : "",
                   place->code ? place->code : "", message->id, message->text);
  uintptr_t hash = 5381;
  for (const char *c = key; *c; c++)
    hash = hash * 33 + (unsigned char)*c;
  Seen *first = map_get(sink->seen, (const void *)hash);
  for (const Seen *seen = first; seen; seen = seen->next)
    if (strcmp(seen->key, key) == 0)
      return true;
  Seen *entry = ARENA_NEW(sink->arena, Seen);
  *entry = (Seen){first, key};
  map_set(sink->seen, (const void *)hash, entry);
  return false;
}

static void add_note(DiagSink *sink, Place place, const char *text) {
  Note note = {place, text};
  ARRAY_PUSH(sink->arena, sink->pending->notes, note);
}

/* Says how inlined code was reached, so that the message is about the user's call too. */
static void add_callers(DiagSink *sink, LLVMValueRef where) {
  if (!where || !LLVMIsAInstruction(where))
    return;
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(where);
  for (unsigned i = 0; location && i < MOST_CALLERS; i++) {
    location = LLVMDILocationGetInlinedAt(location);
    if (!location)
      return;
    unsigned file_length = 0, directory_length = 0;
    LLVMMetadataRef scope = LLVMDILocationGetScope(location);
    LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    unsigned line = LLVMDILocationGetLine(location);
    if (!file || line == 0)
      continue;
    const char *name = LLVMDIFileGetFilename(file, &file_length);
    const char *directory = LLVMDIFileGetDirectory(file, &directory_length);
    Place place = {.file = arena_copy_string(sink->arena, name, file_length),
                   .directory = directory_length > 0
                                    ? arena_copy_string(sink->arena, directory, directory_length)
                                    : NULL,
                   .line = line,
                   .column = LLVMDILocationGetColumn(location)};
    add_note(sink, place, "called from here");
  }
}

void diag_at(DiagSink *sink, LLVMValueRef where, DiagId id, ...) {
  diag_flush(sink);
  const DiagRow *row = &diag_rows[id];
  va_list arguments;
  va_start(arguments, id);
  Message *message = ARENA_NEW(sink->arena, Message);
  message->severity = row->severity;
  message->id = row->id;
  message->text =
      demangle_quoted(sink->arena, format_arguments(sink->arena, row->format, arguments));
  message->help = row->help;
  message->place = place_of(sink->arena, where, true);
  va_end(arguments);
  if (is_repetition(sink, message))
    return;
  sink->error_count += message->severity == SEVERITY_ERROR;
  sink->pending = message;
  add_callers(sink, where);
}

void diag_note_at(DiagSink *sink, LLVMValueRef where, const char *format, ...) {
  if (!sink->pending)
    return;
  va_list arguments;
  va_start(arguments, format);
  const char *text = demangle_quoted(sink->arena, format_arguments(sink->arena, format, arguments));
  va_end(arguments);
  add_note(sink, place_of(sink->arena, where, true), text);
}
