/* Numbers that stand behind a text in one block, and are come to by what the C library finds in it. */
#define _GNU_SOURCE
#include "oracle.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  char name[24];
  double value;
} Named;

/* Behind a zero, so many bytes further on. */
static double *behind(char *end, size_t bytes) { return (double *)(end + bytes); }

PRIMAL(message) {
  char *block = malloc(256);
  strcpy(block, "rate;beta");
  double *numbers = (double *)(block + 16);
  for (int i = 0; i < 8; i++)
    numbers[i] = in[i % n] * (1 + i);
  out[0] = *behind(strchr(block, ';'), 12) * *behind(memchr(block, 'b', 16), 19);
  out[1 % m] += sin(*behind(strrchr(block, 't'), 25)) + *behind(strstr(block, "beta"), 11);
  out[1 % m] += *behind(strtok(block, ";"), 24);
  char *end = stpcpy(block, "velocity");
  behind(end, 8)[0] *= out[0];
  behind(strpbrk(block, "xyz"), 9)[1] *= 0.5;
  out[2 % m] += numbers[0] * numbers[1] + *behind(strcat(block, "s"), 32);
  for (int i = 0; i < 8; i++)
    out[i % m] += 0.1 * numbers[i] * numbers[i];
  free(block);
}
ORACLE(message, 5, 3, 0.3, 1.2)

/* The texts of structures beside numbers, of which nothing but the text is looked at. */
PRIMAL(names) {
  static const char *const known[] = {"alpha_1", "beta_22", "gamma"};
  Named all[6];
  for (int i = 0; i < 6; i++) {
    strncpy(all[i].name, known[i % 3], sizeof all[i].name);
    all[i].value = in[i % n] * in[i % n];
  }
  for (int i = 0; i < 6; i++) {
    const char *digits = strchr(all[i].name, '_');
    double weight = digits ? atoi(digits + 1) : 0.5;
    if (digits && digits[1] == '1')
      weight += strlen(digits);
    out[i % m] += weight * all[i].value;
  }
}
ORACLE(names, 5, 3, 0.3, 1.2)

int main(void) {
  message_oracle();
  names_oracle();
  return oracle_exit();
}
