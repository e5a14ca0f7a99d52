/* Parses the command line by the rows of options.def. */
#include "options.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  Arena *arena;
  Options *options;
  TextList problems;
} Parser;

typedef enum { REPEAT_LAST, REPEAT_ONCE } Repeat;

typedef struct OptionRow {
  const char *spelling, *value_name;
  Repeat repeat;
  void (*take)(Parser *, const struct OptionRow *, void *field, const char *value);
  size_t field; /* offset in Options */
  const char *help;
  const char *group; /* of a heading: all else is NULL */
} OptionRow;

#define PROBLEM(parser, ...)                                                                       \
  ARRAY_PUSH((parser)->arena, (parser)->problems, arena_format((parser)->arena, __VA_ARGS__))

/* The take_* functions read a value into a field. */

static void take_text(Parser *parser, const OptionRow *row, void *field, const char *value) {
  if (*value)
    *(const char **)field = value;
  else
    PROBLEM(parser, "the value of '%s' is empty", row->spelling);
}

static void take_optional_file(Parser *parser, const OptionRow *row, void *field,
                               const char *value) {
  (void)parser, (void)row;
  *(const char **)field = *value ? value : "-";
}

static void take_list(Parser *parser, const OptionRow *row, void *field, const char *value) {
  (void)row;
  TextList *list = field;
  ARRAY_PUSH(parser->arena, *list, value);
}

static void take_request(Parser *parser, const OptionRow *row, Options *options, RequestMode mode,
                         const char *value) {
  DeclaredRequest *request = declared_parse(parser->arena, mode, value);
  if (request)
    ARRAY_PUSH(parser->arena, options->requests, request);
  else
    PROBLEM(parser,
            "'%s' cannot be '%s'; it has the form 'loss as dloss(dup, const, out) -> active'",
            row->spelling, value);
}

static void take_reverse(Parser *parser, const OptionRow *row, void *field, const char *value) {
  (void)field;
  take_request(parser, row, parser->options, REQUEST_REVERSE, value);
}

static void take_forward(Parser *parser, const OptionRow *row, void *field, const char *value) {
  (void)field;
  take_request(parser, row, parser->options, REQUEST_FORWARD, value);
}

static void take_flag(Parser *parser, const OptionRow *row, void *field, const char *value) {
  (void)parser, (void)row, (void)value;
  *(bool *)field = true;
}

static void take_nothing(Parser *parser, const OptionRow *row, void *field, const char *value) {
  (void)parser, (void)row, (void)field, (void)value;
}

/* The index of `value` among `names`, or -1 after saying what is possible. */
static int find_choice(Parser *parser, const OptionRow *row, const char *value,
                       const char *const *names, int count) {
  const char *possible = "";
  for (int i = 0; i < count; i++) {
    if (strcmp(value, names[i]) == 0)
      return i;
    possible = arena_format(parser->arena, "%s%s%s", possible, i > 0 ? ", " : "", names[i]);
  }
  PROBLEM(parser, "'%s' cannot be '%s'; it is one of: %s", row->spelling, value, possible);
  return -1;
}

static void take_emit(Parser *parser, const OptionRow *row, void *field, const char *value) {
  static const char *const names[] = {
      [EMIT_OBJECT] = "obj", [EMIT_ASSEMBLY] = "asm", [EMIT_IR] = "ir", [EMIT_BITCODE] = "bc"};
  int kind = find_choice(parser, row, value, names, sizeof names / sizeof *names);
  if (kind >= 0)
    *(EmitKind *)field = (EmitKind)kind;
}

static void take_format(Parser *parser, const OptionRow *row, void *field, const char *value) {
  static const char *const names[] = {[DIAG_FORMAT_TEXT] = "text", [DIAG_FORMAT_JSON] = "json"};
  int format = find_choice(parser, row, value, names, sizeof names / sizeof *names);
  if (format >= 0)
    *(DiagFormat *)field = (DiagFormat)format;
}

static void take_level(Parser *parser, const OptionRow *row, void *field, const char *value) {
  static const char *const names[] = {"0", "1", "2", "3"};
  int level = find_choice(parser, row, value, names, sizeof names / sizeof *names);
  if (level >= 0)
    *(unsigned *)field = (unsigned)level;
}

static const char *const stage_names[] = {
#define GROUP(title)
#define OPTION(spelling, value, repeat, action, field, help)
#define STAGE(name, prints) name,
#include "options.def"
#undef STAGE
#undef OPTION
};
enum { STAGE_COUNT = sizeof stage_names / sizeof *stage_names };

static void take_stage(Parser *parser, const OptionRow *row, void *field, const char *value) {
  if (find_choice(parser, row, value, stage_names, STAGE_COUNT) >= 0)
    take_list(parser, row, field, value);
}

#undef GROUP
#define GROUP(title) {.group = title},
#define OPTION(spelling, value, repeat, action, field, help)                                       \
  {spelling, value, REPEAT_##repeat, take_##action, offsetof(Options, field), help, NULL},
#define STAGE(name, prints)
static const OptionRow rows[] = {
#include "options.def"
};
#undef GROUP
#undef OPTION
#undef STAGE
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static bool is_short(const OptionRow *row) { return strlen(row->spelling) == 2; }

/* The row of an argument, and where its value stands in it; NULL as value: in the next argument. */
static const OptionRow *find_row(const char *argument, const char **value) {
  for (const OptionRow *row = rows; row < rows + ROW_COUNT; row++) {
    if (row->group)
      continue;
    size_t length = strlen(row->spelling);
    if (strncmp(argument, row->spelling, length) != 0)
      continue;
    const char *rest = argument + length;
    *value = NULL;
    if (!*rest)
      return row;
    if (row->value_name && (*rest == '=' || is_short(row))) {
      *value = is_short(row) ? rest : rest + 1;
      return row;
    }
  }
  return NULL;
}

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/* How many letters must be changed, added or removed to make `a` of the first `length` of `b`. */
static unsigned edit_distance(const char *a, const char *b, size_t length) {
  enum { LONGEST = 32 };
  unsigned row[LONGEST + 1];
  if (length > LONGEST)
    return LONGEST;
  for (unsigned j = 0; j <= length; j++)
    row[j] = j;
  for (unsigned i = 1; a[i - 1]; i++) {
    unsigned diagonal = row[0];
    row[0] = i;
    for (unsigned j = 1; j <= length; j++) {
      unsigned replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = least(replaced, least(row[j], row[j - 1]) + 1);
    }
  }
  return row[length];
}

static void report_unknown(Parser *parser, const char *argument) {
  enum { CLOSE_ENOUGH = 3 };
  size_t length = strcspn(argument, "=");
  const char *nearest = NULL;
  unsigned smallest = CLOSE_ENOUGH;
  for (const OptionRow *row = rows; row < rows + ROW_COUNT; row++) {
    if (row->group || is_short(row))
      continue;
    unsigned distance = edit_distance(row->spelling, argument, length);
    if (distance < smallest) {
      smallest = distance;
      nearest = row->spelling;
    }
  }
  if (nearest)
    PROBLEM(parser, "unknown option '%s'; did you mean '%s'?", argument, nearest);
  else
    PROBLEM(parser, "unknown option '%s'", argument);
}

/* Applies one option; `seen` is the value it had before, if any. */
static void apply(Parser *parser, const OptionRow *row, const char *value, const char **seen) {
  if (row->repeat == REPEAT_ONCE && *seen && strcmp(*seen, value) != 0) {
    PROBLEM(parser, "'%s' is given twice: '%s' and '%s'", row->spelling, *seen, value);
    return;
  }
  *seen = value;
  row->take(parser, row, (char *)parser->options + row->field, value);
}

TextList options_parse(Arena *arena, int argument_count, char **arguments, Options *options) {
  *options = (Options){.optimisation = 2};
  Parser parser = {.arena = arena, .options = options};
  const char *seen[ROW_COUNT] = {0};
  TextList inputs = {0};
  bool only_inputs = false;
  for (int i = 1; i < argument_count; i++) {
    const char *argument = arguments[i], *value;
    if (only_inputs || argument[0] != '-' || !argument[1]) {
      ARRAY_PUSH(arena, inputs, argument);
      continue;
    }
    if (strcmp(argument, "--") == 0) {
      only_inputs = true;
      continue;
    }
    const OptionRow *row = find_row(argument, &value);
    if (!row) {
      report_unknown(&parser, argument);
      continue;
    }
    if (row->value_name && *row->value_name != '[' && !value && !(value = arguments[++i])) {
      PROBLEM(&parser, "'%s' needs a value: %s", row->spelling, row->value_name);
      break;
    }
    apply(&parser, row, value ? value : "", &seen[row - rows]);
  }
  options->inputs = inputs.items;
  options->input_count = inputs.count;
  if (options->help || options->version)
    return parser.problems;
  if (inputs.count == 0)
    PROBLEM(&parser, "no input file");
  if (!options->output && parser.problems.count == 0)
    PROBLEM(&parser, "no output file: give '-o FILE', or '-o -' for standard output");
  return parser.problems;
}

void options_print_help(void) {
  enum { HELP_COLUMN = 24 };
  puts("usage: adcc [options] input.{bc,ll,o} ... -o FILE\n"
       "Differentiates the functions of LLVM bitcode that ask for it, and emits them with their\n"
       "derivatives. Several inputs are linked first.");
  for (const OptionRow *row = rows; row < rows + ROW_COUNT; row++) {
    if (row->group) {
      printf("\n%s:\n", row->group);
      continue;
    }
    const char *separator = !row->value_name || *row->value_name == '[' ? ""
                            : strcmp(row->spelling, "-o") == 0          ? " "
                                                                        : "=";
    int width = printf("  %s%s%s", row->spelling, strcmp(row->spelling, "-O") ? separator : "",
                       row->value_name ? row->value_name : "");
    printf("%*s%s\n", width < HELP_COLUMN ? HELP_COLUMN - width : 1, "", row->help);
  }
  puts("\nStages for --dump:");
#define GROUP(title)
#define OPTION(spelling, value, repeat, action, field, help)
#define STAGE(name, prints) printf("  %-*s%s\n", HELP_COLUMN - 2, name, prints);
#include "options.def"
  puts("\nExit status: 0 done, 1 an error in the input, 2 wrong usage.");
}

bool options_dump_wanted(const Options *options, const char *stage) {
  for (size_t i = 0; i < options->dumps.count; i++)
    if (strcmp(options->dumps.items[i], stage) == 0)
      return true;
  return false;
}
