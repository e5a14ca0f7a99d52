/* Messages as a page to read in a browser: a heading for each derivative, and below it what is
 * kept, read again or computed again, each with its source line. */
#include "diag_message.h"

#include <string.h>

static void print_escaped(FILE *out, const char *text) {
  for (; *text; text++)
    switch (*text) {
    case '<':
      fputs("&lt;", out);
      break;
    case '>':
      fputs("&gt;", out);
      break;
    case '&':
      fputs("&amp;", out);
      break;
    default:
      fputc((unsigned char)*text < ' ' && *text != '\t' ? '?' : *text, out);
    }
}

void html_begin(FILE *out) {
  fputs(
      "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>adcc: what derivatives keep</title>\n"
      "<style>\n"
      "body { font: 15px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em }\n"
      "h2 { font-size: 1.1em; border-top: 1px solid #999; padding-top: 1em }\n"
      "div { border-left: 4px solid #888; margin: 1em 0; padding-left: 1em }\n"
      ".tape { border-color: #c33 } .checked { border-color: #d90 } .again { border-color: #393 }\n"
      "pre { background: #f4f4f4; margin: .3em 0; padding: .3em; overflow-x: auto }\n"
      ".place, .help { color: #666 }\n"
      "</style>\n",
      out);
}

/* The colour of a remark. */
static const char *class_of(const Message *message) {
  static const struct {
    const char *id, *name;
  } classes[] = {{"EXPLAIN_CHECKED", "checked"},
                 {"EXPLAIN_RELOADED", "again"},
                 {"EXPLAIN_RECOMPUTED", "again"},
                 {"EXPLAIN_INACTIVE", "inactive"}};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (strcmp(message->id, classes[i].id) == 0)
      return classes[i].name;
  return "tape";
}

static void print_place(FILE *out, const Place *place) {
  if (!place->file && !place->context)
    return;
  fputs("<span class=place>", out);
  if (place->file) {
    print_escaped(out, place->file);
    fprintf(out, ":%u", place->line);
  } else
    print_escaped(out, place->context);
  fputs("</span> ", out);
}

static void print_code(FILE *out, const Place *place) {
  char line[LONGEST_SOURCE_LINE];
  const char *code = place->code ? place->code : place_read_source(place, line) ? line : NULL;
  if (!code)
    return;
  fputs("<pre>", out);
  print_escaped(out, code);
  fputs("</pre>", out);
}

void message_print_html(FILE *out, const Message *message) {
  if (strcmp(message->id, "EXPLAIN_DERIVATIVE") == 0) {
    fputs("<h2>", out);
    print_place(out, &message->place);
    print_escaped(out, message->text);
    fputs("</h2>\n", out);
    return;
  }
  fprintf(out, "<div class=%s>", class_of(message));
  print_place(out, &message->place);
  print_escaped(out, message->text);
  print_code(out, &message->place);
  for (size_t i = 0; i < message->notes.count; i++) {
    const Note *note = &message->notes.items[i];
    print_place(out, &note->place);
    print_escaped(out, note->text);
    print_code(out, &note->place);
  }
  if (message->help) {
    fputs("<p class=help>", out);
    print_escaped(out, message->help);
  }
  fputs("</div>\n", out);
}
