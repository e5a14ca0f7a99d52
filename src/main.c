/* adcc: options in, exit code out. */
#include "pipeline.h"

int main(int count, char **words) {
  Arena *arena = arena_create();
  Options options;
  OptionsResult result = options_parse(arena, count, words, &options);
  int status = result == OPTIONS_WRONG ? 2 : result == OPTIONS_DONE ? 0 : pipeline_run(&options);
  arena_destroy(arena);
  return status;
}
