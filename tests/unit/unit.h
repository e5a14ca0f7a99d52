/* Checks for unit tests: each failure is printed, main returns unit_result(). */
#ifndef ADCC_UNIT_H
#define ADCC_UNIT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int unit_checks, unit_failures;

#define CHECK(condition) unit_check((condition) ? 1 : 0, __FILE__, __LINE__, #condition, NULL)
#define CHECK_STARTS(text, start)                                                                  \
  unit_check(strncmp((text), (start), strlen(start)) == 0, __FILE__, __LINE__, #start, (text))
#define CHECK_CONTAINS(text, part)                                                                 \
  unit_check(strstr((text), (part)) != NULL, __FILE__, __LINE__, #part, (text))

static inline void unit_check(int holds, const char *file, int line, const char *what,
                              const char *text) {
  unit_checks++;
  if (holds)
    return;
  unit_failures++;
  printf("%s:%d: does not hold: %s\n", file, line, what);
  if (text)
    printf("--- the text is:\n%s---\n", text);
}

static inline int unit_result(void) {
  printf("%d checks, %d failed\n", unit_checks, unit_failures);
  return unit_failures > 0 || unit_checks == 0;
}

#endif
