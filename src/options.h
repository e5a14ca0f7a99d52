/* options: the command line as one struct; options.def has a row for each option. */
#ifndef ADCC_OPTIONS_H
#define ADCC_OPTIONS_H

#include "ir/ir.h"
#include "request/declare.h"

typedef ARRAY(const char *) TextList;

typedef struct Options {
  size_t input_count;
  const char **inputs;
  const char *output; /* "-": standard output */
  EmitKind emit;
  bool only_derivatives;
  const char *header; /* or NULL */

  unsigned optimisation; /* 0..3 */
  bool no_preopt, no_vector_math;
  const char *target, *cpu, *features; /* NULL: the input's own; "native" allowed for the CPU */

  TextList rules;
  ARRAY(const DeclaredRequest *) requests;
  bool strict_order, strong_zero;
  bool verify;

  DiagFormat diagnostics;
  TextList dumps;      /* stages, valid names only */
  const char *explain; /* a file, "-" for stderr, or NULL */
  const char *report;  /* or NULL */
  bool time_passes, stats, verbose;
  bool help, version;
} Options;

/* Fills `options` from the command line. Returns what is wrong with it, in the order found. */
TextList options_parse(Arena *arena, int argument_count, char **arguments, Options *options);
void options_print_help(void);
/* Was `--dump=stage` given? */
bool options_dump_wanted(const Options *options, const char *stage);

#endif
