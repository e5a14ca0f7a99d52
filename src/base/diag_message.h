/* A message ready to be printed: what diag.c collects and diag_print.c shows. Internal to base/. */
#ifndef ADCC_DIAG_MESSAGE_H
#define ADCC_DIAG_MESSAGE_H

#include "base.h"
#include <stdio.h>

typedef enum { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_REMARK } Severity;

/* Where something is; only strings, since the IR may change before the message is printed. */
typedef struct {
  const char *file;      /* as the debug information names it, or NULL */
  const char *directory; /* that `file` is relative to, or NULL */
  unsigned line, column; /* 0: unknown */
  const char *context;   /* "function 'f'", where there is no file; or NULL */
  const char *code;      /* the instruction's text, where no source position is known; or NULL */
} Place;

typedef struct {
  Place place;
  const char *text;
} Note;

typedef struct {
  Severity severity;
  const char *id; /* the row of diag.def */
  Place place;
  const char *text;
  const char *help; /* or NULL */
  ARRAY(Note) notes;
} Message;

/* diag_print.c */
enum { LONGEST_SOURCE_LINE = 4096 };
const char *severity_name(Severity severity);
/* The source line; false where there is no readable file. */
bool place_read_source(const Place *place, char line[LONGEST_SOURCE_LINE]);
void message_print_text(FILE *out, const Message *message);
void message_print_json(FILE *out, const Message *message);

/* diag_html.c */
void html_begin(FILE *out);
void message_print_html(FILE *out, const Message *message);

#endif
