/* options: the command line as one record. */
#ifndef ADCC_OPTIONS_H
#define ADCC_OPTIONS_H

#include "ir/ir.h"

typedef struct Options {
  const char **inputs;
  size_t input_count;
  const char *output;
  EmitKind emit;
  unsigned optimisation;
  const char *cpu, *features, *target;
  bool no_preopt, strict_order, strong_zero, time_passes;
  DiagFormat diagnostics;
  const char **dumps;
  size_t dump_count;
} Options;

typedef enum { OPTIONS_RUN, OPTIONS_DONE, OPTIONS_WRONG } OptionsResult;

/* Reads the command line; --help and --version are answered here. Wrong usage is reported. */
OptionsResult options_parse(Arena *arena, int count, char **words, Options *options);
bool options_dump_wanted(const Options *options, const char *stage);

#endif
