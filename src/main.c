/* Options in, exit code out. */
#include "pipeline.h"

#include <llvm-c/ErrorHandling.h>
#include <llvm-c/Support.h>
#include <stdio.h>

enum { EXIT_DONE = 0, EXIT_INPUT = 1, EXIT_USAGE = 2 };

/* LLVM gives up on some inputs deep in code generation; it exits with status 1 after this. */
static void report_fatal_error(const char *reason) {
  fprintf(stderr, "adcc: error: LLVM cannot go on: %s\n", reason);
}

/* What LLVM's passes must know about reverse loops and has no other interface for. */
static void tune_llvm(void) {
  static const char *const settings[] = {
      "adcc",
      /* Overlap checks hoisted out of an outer loop fail for strides below zero, which reverse
       * loops have. */
      "-hoist-runtime-checks=false",
      /* A reverse loop accesses twice as many arrays as its primal. */
      "-runtime-memory-check-threshold=32",
      /* So that it takes four times as many comparisons to tell that no two of them meet. */
      "-vectorize-memory-check-threshold=512",
      /* In straight code there are hundreds of adjoints side by side, and LLVM tries whether they
       * are one vector, in a time that grows with the square of their number. A register holds 16
       * floats at most. */
      "-slp-max-vf=16",
      /* CodeGenPrepare looks at a whole function again after every change below so many blocks; the
       * result is the same. */
      "-cgpp-huge-func=100",
      /* loops/strength.cpp does that, where it pays. */
      "-disable-lsr",
      /* All pairs of so many blocks that go on to one are compared; a reverse sweep has some to
       * which hundreds do. */
      "-tail-merge-threshold=30",
  };
  LLVMParseCommandLineOptions(sizeof settings / sizeof *settings, settings, NULL);
}

static int report_usage(Arena *arena, const Options *options, const TextList *problems) {
  DiagSink *sink = diag_create(arena, options->diagnostics);
  for (size_t i = 0; i < problems->count; i++)
    diag_at(sink, NULL, DIAG_BAD_OPTION, problems->items[i]);
  return EXIT_USAGE;
}

static int print_version(void) {
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  printf("adcc %s (LLVM %u.%u.%u)\n", ADCC_VERSION, major, minor, patch);
  return EXIT_DONE;
}

int main(int argument_count, char **arguments) {
  LLVMInstallFatalErrorHandler(report_fatal_error);
  bridge_report_exhaustion(report_fatal_error);
  tune_llvm();
  Arena *arena = arena_create();
  Options options;
  TextList problems = options_parse(arena, argument_count, arguments, &options);
  int status = EXIT_DONE;
  if (problems.count > 0)
    status = report_usage(arena, &options, &problems);
  else if (options.help)
    options_print_help();
  else if (options.version)
    status = print_version();
  else
    status = pipeline_run(&options) == 0 ? EXIT_DONE : EXIT_INPUT;
  arena_destroy(arena);
  return status;
}
