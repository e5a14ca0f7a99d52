/* Shows messages: as text with the source line and a caret, as good C compilers do, or as JSON, one
 * object a line. */
#include "diag_message.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *severity_name(Severity severity) {
  switch (severity) {
  case SEVERITY_ERROR:
    return "error";
  case SEVERITY_WARNING:
    return "warning";
  case SEVERITY_REMARK:
    break;
  }
  return "remark";
}

/* Names and source text come from the input: control characters must not reach the terminal. */
static void print_clean(FILE *out, const char *text) {
  for (; *text; text++)
    fputc((unsigned char)*text < ' ' && *text != '\n' && *text != '\t' ? '?' : *text, out);
}

/* Opens only regular files: debug information may name anything. */
static FILE *open_source(const char *path) {
  struct stat status;
  if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
    return NULL;
  return fopen(path, "r");
}

static FILE *open_place(const Place *place) {
  FILE *file = NULL;
  if (place->file[0] != '/' && place->directory) {
    size_t size = strlen(place->directory) + strlen(place->file) + 2;
    char *path = malloc(size);
    if (path) {
      snprintf(path, size, "%s/%s", place->directory, place->file);
      file = open_source(path);
      free(path);
    }
  }
  return file ? file : open_source(place->file);
}

/* Reads line `number` without its end; false if the file has none such, or none that fits. */
static bool read_line(FILE *file, unsigned number, char line[LONGEST_SOURCE_LINE]) {
  int c = 0;
  for (unsigned at = 1; at < number && c != EOF;)
    if ((c = getc(file)) == '\n')
      at++;
  size_t length = 0;
  while (c != EOF && (c = getc(file)) != '\n' && c != EOF && length + 1 < LONGEST_SOURCE_LINE)
    line[length++] = (char)c;
  if (length > 0 && line[length - 1] == '\r')
    length--;
  line[length] = 0;
  return length > 0 && length + 1 < LONGEST_SOURCE_LINE && strlen(line) == length;
}

bool place_read_source(const Place *place, char line[LONGEST_SOURCE_LINE]) {
  FILE *file = place->file ? open_place(place) : NULL;
  if (!file)
    return false;
  bool found = read_line(file, place->line, line);
  fclose(file);
  return found;
}

static void print_source(FILE *out, const Place *place) {
  char line[LONGEST_SOURCE_LINE];
  if (!place_read_source(place, line))
    return;
  fprintf(out, "%5u | ", place->line);
  print_clean(out, line);
  fputc('\n', out);
  if (place->column == 0 || place->column > strlen(line))
    return;
  fputs("      | ", out);
  for (unsigned i = 0; i + 1 < place->column; i++)
    fputc(line[i] == '\t' ? '\t' : ' ', out);
  fputs("^\n", out);
}

/* "file:line:column: severity: text", and below it the source line or the instruction. */
static void print_placed(FILE *out, const Place *place, const char *severity, const char *text) {
  if (place->file) {
    print_clean(out, place->file);
    fprintf(out, ":%u:", place->line);
    if (place->column > 0)
      fprintf(out, "%u:", place->column);
    fputc(' ', out);
  } else if (place->context) {
    fputs("in ", out);
    print_clean(out, place->context);
    fputs(": ", out);
  } else {
    fputs("adcc: ", out);
  }
  fprintf(out, "%s: ", severity);
  print_clean(out, text);
  fputc('\n', out);
  if (place->code) {
    fputs("    ", out);
    print_clean(out, place->code);
    fputc('\n', out);
  } else if (place->file) {
    print_source(out, place);
  }
}

void message_print_text(FILE *out, const Message *message) {
  print_placed(out, &message->place, severity_name(message->severity), message->text);
  for (size_t i = 0; i < message->notes.count; i++) {
    const Note *note = &message->notes.items[i];
    if (note->place.file || note->place.context)
      print_placed(out, &note->place, "note", note->text);
    else {
      fputs("  note: ", out);
      print_clean(out, note->text);
      fputc('\n', out);
    }
  }
  if (message->help)
    fprintf(out, "  help: %s\n", message->help);
  fflush(out);
}

/* The number of bytes of the well-formed UTF-8 character at `text`, 0 if it is not one. */
static size_t character_length(const char *text) {
  const unsigned char *bytes = (const unsigned char *)text;
  size_t length = bytes[0] < 0x80                       ? 1
                  : bytes[0] >= 0xC2 && bytes[0] < 0xE0 ? 2
                  : bytes[0] >= 0xE0 && bytes[0] < 0xF0 ? 3
                  : bytes[0] >= 0xF0 && bytes[0] < 0xF5 ? 4
                                                        : 0;
  for (size_t i = 1; i < length; i++)
    if ((bytes[i] & 0xC0) != 0x80)
      return 0;
  bool overlong = (bytes[0] == 0xE0 && bytes[1] < 0xA0) || (bytes[0] == 0xF0 && bytes[1] < 0x90);
  bool surrogate = bytes[0] == 0xED && bytes[1] >= 0xA0;
  bool too_large = bytes[0] == 0xF4 && bytes[1] >= 0x90;
  return overlong || surrogate || too_large ? 0 : length;
}

static void json_string(FILE *out, const char *text) {
  fputc('"', out);
  while (*text) {
    size_t length = character_length(text);
    if (length == 0) {
      fputs("\\ufffd", out);
      text++;
    } else if (length > 1) {
      fwrite(text, 1, length, out);
      text += length;
    } else {
      if (*text == '"' || *text == '\\')
        fprintf(out, "\\%c", *text);
      else if ((unsigned char)*text < ' ')
        fprintf(out, "\\u%04x", (unsigned)*text);
      else
        fputc(*text, out);
      text++;
    }
  }
  fputc('"', out);
}

static void json_member(FILE *out, const char *name, const char *text) {
  fprintf(out, ",\"%s\":", name);
  json_string(out, text);
}

static void json_place(FILE *out, const Place *place) {
  if (place->file) {
    json_member(out, "file", place->file);
    fprintf(out, ",\"line\":%u,\"column\":%u", place->line, place->column);
  }
  if (place->context)
    json_member(out, "context", place->context);
  if (place->code)
    json_member(out, "code", place->code);
}

void message_print_json(FILE *out, const Message *message) {
  fprintf(out, "{\"severity\":\"%s\"", severity_name(message->severity));
  json_member(out, "id", message->id);
  json_member(out, "message", message->text);
  json_place(out, &message->place);
  fputs(",\"notes\":[", out);
  for (size_t i = 0; i < message->notes.count; i++) {
    fputs(i > 0 ? ",{\"message\":" : "{\"message\":", out);
    json_string(out, message->notes.items[i].text);
    json_place(out, &message->notes.items[i].place);
    fputc('}', out);
  }
  fputc(']', out);
  if (message->help)
    json_member(out, "help", message->help);
  fputs("}\n", out);
  fflush(out);
}
