/* The command line: options.def drives parsing, help and suggestions. */
#include "options.h"

#include <stdio.h>
#include <string.h>

#ifndef ADCC_VERSION
#define ADCC_VERSION "0.1"
#endif

typedef struct {
  Arena *arena;
  Options *options;
  ARRAY(const char *) inputs, dumps;
  bool done;
} Parse;

typedef bool Handler(Parse *parse, const char *argument);

static bool wrong(const char *format, const char *detail) {
  fprintf(stderr, "adcc: ");
  fprintf(stderr, format, detail);
  fprintf(stderr, "; see 'adcc --help'\n");
  return false;
}

static bool set_output(Parse *parse, const char *argument) {
  if (parse->options->output)
    return wrong("'-o' is given twice (second: '%s')", argument);
  parse->options->output = argument;
  return true;
}

static bool set_emit(Parse *parse, const char *argument) {
  static const char *const names[] = {"obj", "asm", "ir", "bc"};
  for (unsigned i = 0; i < 4; i++)
    if (!strcmp(argument, names[i])) {
      parse->options->emit = (EmitKind)i;
      return true;
    }
  return wrong("'--emit=%s' is none of obj, asm, ir, bc", argument);
}

#define LEVEL(n)                                                                                   \
  static bool set_level##n(Parse *parse, const char *argument) {                                   \
    (void)argument;                                                                                \
    parse->options->optimisation = n;                                                              \
    return true;                                                                                   \
  }
LEVEL(0)
LEVEL(1)
LEVEL(2)
LEVEL(3)

#define TEXT(field)                                                                                \
  static bool set_##field(Parse *parse, const char *argument) {                                    \
    parse->options->field = argument;                                                              \
    return true;                                                                                   \
  }
TEXT(cpu)
TEXT(features)
TEXT(target)

#define FLAG(field)                                                                                \
  static bool set_##field(Parse *parse, const char *argument) {                                    \
    (void)argument;                                                                                \
    parse->options->field = true;                                                                  \
    return true;                                                                                   \
  }
FLAG(no_preopt)
FLAG(strict_order)
FLAG(strong_zero)
FLAG(time_passes)

static bool set_ignored(Parse *parse, const char *argument) {
  (void)parse, (void)argument;
  return true;
}

static bool set_diagnostics(Parse *parse, const char *argument) {
  if (!strcmp(argument, "json"))
    parse->options->diagnostics = DIAG_FORMAT_JSON;
  else if (!strcmp(argument, "text"))
    parse->options->diagnostics = DIAG_FORMAT_TEXT;
  else
    return wrong("'--diagnostics=%s' is neither text nor json", argument);
  return true;
}

static bool set_dump(Parse *parse, const char *argument) {
  static const char *const stages[] = {"read", "requests", "prepare", "plan", "derive", "optimise"};
  for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
    if (!strcmp(argument, stages[i])) {
      ARRAY_PUSH(parse->arena, parse->dumps, argument);
      return true;
    }
  return wrong("'--dump=%s' names no stage", argument);
}

static bool set_version(Parse *parse, const char *argument) {
  (void)argument;
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  printf("adcc %s (LLVM %u.%u.%u)\n", ADCC_VERSION, major, minor, patch);
  parse->done = true;
  return true;
}

static bool set_help(Parse *parse, const char *argument);

typedef struct {
  const char *spelling, *argument;
  Handler *handler;
  const char *help;
} Option;

static const Option table[] = {
#define OPTION(spelling, argument, handler, help) {spelling, argument, set_##handler, help},
#include "options.def"
#undef OPTION
};
enum { OPTION_COUNT = sizeof table / sizeof *table };

static bool set_help(Parse *parse, const char *argument) {
  (void)argument;
  printf("usage: adcc [options] input.{bc,ll,o} … -o grad.o\n"
         "Differentiates the functions that the input asks for (__adcc_autodiff, __adcc_fwddiff, …)\n"
         "and writes the result. Link it with libadcc_rt.a.\n\noptions:\n");
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    bool joined = table[i].spelling[strlen(table[i].spelling) - 1] == '=';
    int width = printf("  %s%s%s", table[i].spelling, table[i].argument && !joined ? " " : "",
                       table[i].argument ? table[i].argument : "");
    printf("%*s%s\n", width < 26 ? 26 - width : 2, "", table[i].help);
  }
  parse->done = true;
  return true;
}

static size_t distance(const char *a, const char *b) {
  enum { LONGEST = 40 };
  size_t m = strlen(a), n = strlen(b), row[LONGEST + 1];
  if (m > LONGEST || n > LONGEST)
    return SIZE_MAX;
  for (size_t j = 0; j <= n; j++)
    row[j] = j;
  for (size_t i = 1; i <= m; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= n; j++) {
      size_t change = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      size_t insert = row[j] + 1, erase = row[j - 1] + 1;
      row[j] = change < insert ? (change < erase ? change : erase) : insert < erase ? insert : erase;
    }
  }
  return row[n];
}

static bool unknown_option(const char *word) {
  const char *best = NULL;
  size_t nearest = 4;
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    size_t d = distance(word, table[i].spelling);
    if (d < nearest) {
      nearest = d;
      best = table[i].spelling;
    }
  }
  if (!best)
    return wrong("unknown option '%s'", word);
  fprintf(stderr, "adcc: unknown option '%s'; did you mean '%s'?\n", word, best);
  return false;
}

static bool read_option(Parse *parse, char **words, int count, int *at) {
  const char *word = words[*at];
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    const Option *option = &table[i];
    size_t length = strlen(option->spelling);
    if (option->spelling[length - 1] == '=') {
      if (!strncmp(word, option->spelling, length))
        return word[length] ? option->handler(parse, word + length)
                            : wrong("'%s' needs an argument", word);
    } else if (!strcmp(word, option->spelling)) {
      if (!option->argument)
        return option->handler(parse, NULL);
      if (*at + 1 >= count)
        return wrong("'%s' needs an argument", word);
      return option->handler(parse, words[++*at]);
    }
  }
  return unknown_option(word);
}

OptionsResult options_parse(Arena *arena, int count, char **words, Options *options) {
  *options = (Options){.optimisation = 2};
  Parse parse = {.arena = arena, .options = options};
  bool only_inputs = false;
  for (int i = 1; i < count; i++) {
    if (!only_inputs && !strcmp(words[i], "--"))
      only_inputs = true;
    else if (!only_inputs && words[i][0] == '-' && words[i][1]) {
      if (!read_option(&parse, words, count, &i))
        return OPTIONS_WRONG;
      if (parse.done)
        return OPTIONS_DONE;
    } else
      ARRAY_PUSH(arena, parse.inputs, words[i]);
  }
  if (parse.inputs.count == 0) {
    wrong("no input file%s", "");
    return OPTIONS_WRONG;
  }
  if (!options->output) {
    wrong("no output file%s: add '-o FILE'", "");
    return OPTIONS_WRONG;
  }
  options->inputs = parse.inputs.items;
  options->input_count = parse.inputs.count;
  options->dumps = parse.dumps.items;
  options->dump_count = parse.dumps.count;
  return OPTIONS_RUN;
}

bool options_dump_wanted(const Options *options, const char *stage) {
  for (size_t i = 0; i < options->dump_count; i++)
    if (!strcmp(options->dumps[i], stage))
      return true;
  return false;
}
