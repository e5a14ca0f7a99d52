/* Copies of shadow memory of which only run time tells what it holds. */
#include "../../include/adcc/runtime.h"
#include "unit.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 8 };

static bool stops(void action(void)) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    fclose(stderr);
    action();
    _exit(0);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
         WTERMSIG(status) == SIGABRT;
}

/* Numbers that need all of their bits: half of a double may be a float. */
static void fill(double *block) {
  for (int i = 0; i < WORDS; i++)
    block[i] = i + 1.1;
}

/* The reverse of memmove(to, from, count words) within one block: what was overwritten has no
 * adjoint, what was read gets that of where it went. */
static void expect_moved(double *block, int to, int from, int count) {
  double adjoint[WORDS];
  memcpy(adjoint, block, sizeof adjoint);
  for (int i = 0; i < count; i++)
    block[to + i] = 0;
  for (int i = 0; i < count; i++)
    block[from + i] += adjoint[to + i];
}

static void adjoints_move_through_overlapping_words(void) {
  static const char primal[2] = "";
  for (int to = 0; to <= 3; to++)
    for (int from = 0; from <= 3; from++) {
      double expected[WORDS], words[WORDS], unknown[WORDS];
      fill(expected), fill(words), fill(unknown);
      expect_moved(expected, to, from, 4);
      adcc_tape_add_words(words + to, words + from, primal, primal + 1, 4 * sizeof *words);
      adcc_tape_add_unknown(unknown + to, unknown + from, primal, primal + 1, 0,
                            4 * sizeof *unknown, 1, "source.c:1");
      CHECK(memcmp(expected, words, sizeof words) == 0);
      CHECK(memcmp(expected, unknown, sizeof unknown) == 0);
    }
}

static void adjoints_of_floats_move_both_ways(void) {
  static const char primal[2] = "";
  for (int shift = -1; shift <= 1; shift += 2) {
    float block[WORDS] = {1, 2, 3, 4, 5, 6, 7, 8};
    float *from = block + 1, *to = from + shift;
    for (int i = 0; i < 5; i++)
      from[i] = 0; /* only sums of nothing can be told without the types */
    to[shift < 0 ? 0 : 4] = 9;
    adcc_tape_add_unknown(to, from, primal, primal + 1, 0, 5 * sizeof *from, 0, "source.c:1");
    CHECK(to[shift < 0 ? 0 : 4] == 0);
    CHECK(from[shift < 0 ? 0 : 4] == 9);
  }
}

static void pointers_move_and_numbers_stay(void) {
  int object;
  int *pointers[3] = {&object, NULL, &object + 1};
  uint64_t to[3] = {0, 0, 0};
  double number = 2;
  memcpy(&to[1], &number, sizeof number);
  adcc_tape_copy_unknown(to, pointers, "p", "q", 0, sizeof to, 1, "source.c:1");
  CHECK(to[0] == (uintptr_t)&object && to[2] == (uintptr_t)(&object + 1));
  CHECK(memcmp(&to[1], &number, sizeof number) == 0);
  adcc_tape_clear_pointers(to, "p", NULL, sizeof to);
  CHECK(to[0] == 0 && to[2] == 0);
  CHECK(memcmp(&to[1], &number, sizeof number) == 0);
}

/* Whole numbers leave the lower half of a word empty, as a float behind an integer does. */
static void whole_numbers_add_up_where_there_are_no_floats(void) {
  double to[2] = {1, 2}, from[2] = {3, 0};
  adcc_tape_add_unknown(to, from, "p", "q", 0, sizeof to, ADCC_ONLY_DOUBLES, "source.c:1");
  CHECK(to[0] == 0 && to[1] == 0 && from[0] == 4 && from[1] == 2);
}

static void whole_numbers_add_up_where_floats_only_begin_words(void) {
  double to[2] = {1, 2}, from[2] = {3, 0};
  adcc_tape_add_unknown(to, from, "p", "q", 0, sizeof to, ADCC_DOUBLE_ENDS, "source.c:1");
  CHECK(to[0] == 0 && to[1] == 0 && from[0] == 4 && from[1] == 2);
}

static void floats_that_do_not_matter_do_not_stop(void) {
  struct {
    double number;
    float other;
    char flag;
  } to = {1, 2, 0}, from = {3, 4, 0};
  adcc_tape_add_unknown(&to, &from, "p", "q", 0, sizeof(double) + sizeof(float) + 1,
                        ADCC_DOUBLES_COUNT, "source.c:1");
  CHECK(to.number == 0 && from.number == 4 && to.other == 0);
}

static void add_floats_that_may_be_of_a_double(void) {
  float to = 1, from = 3;
  adcc_tape_add_unknown(&to, &from, "p", "q", 0, sizeof to, ADCC_DOUBLES_COUNT, "source.c:1");
}

static void add_whole_numbers_beside_floats(void) {
  double to = 1, from = 3;
  adcc_tape_add_unknown(&to, &from, "p", "q", 0, sizeof to, ADCC_DOUBLES, "source.c:1");
}

static void add_two_floats(void) {
  float to[2] = {1, 2}, from[2] = {3, 4};
  adcc_tape_add_unknown(to, from, "p", "q", 0, sizeof to, 0, "source.c:1");
}

static void add_part_of_a_number(void) {
  char to[4] = {0, 0, 0, 1}, from[4] = {0};
  adcc_tape_add_unknown(to + 1, from + 1, "p", "q", 0, 3, 0, "source.c:1");
}

/* An array of doubles that goes into bytes at any place, more than once; behind it a part of one
 * without an adjoint. */
static void doubles_add_up_where_one_side_is_aligned(void) {
  double array[3] = {1, 2, 3}, in_bytes[2] = {0.5, 0.25}, left[2];
  _Alignas(double) unsigned char bytes[1 + 3 * sizeof(double)] = {0};
  const char primal[64] = {0};
  memcpy(bytes + 1, in_bytes, sizeof in_bytes);
  adcc_tape_add_doubles(bytes + 1, array, primal, primal + 1, sizeof in_bytes + 3);
  memcpy(left, bytes + 1, sizeof left);
  CHECK(array[0] == 1.5 && array[1] == 2.25 && array[2] == 3);
  CHECK(left[0] == 0 && left[1] == 0);
  adcc_tape_add_doubles(array, bytes + 1, primal, primal + 1, sizeof left);
  memcpy(left, bytes + 1, sizeof left);
  CHECK(left[0] == 1.5 && left[1] == 2.25 && array[0] == 0 && array[1] == 0 && array[2] == 3);
}

static void add_where_no_side_is_aligned(void) {
  _Alignas(double) unsigned char to[1 + sizeof(double)] = {0};
  _Alignas(double) unsigned char from[1 + sizeof(double)] = {0};
  const char primal[2] = {0};
  double one = 1;
  memcpy(to + 1, &one, sizeof one);
  memcpy(from + 1, &one, sizeof one);
  adcc_tape_add_doubles(to + 1, from + 1, primal, primal + 1, sizeof one);
}

static void put_a_pointer_on_a_number(void) {
  int object;
  int *from = &object;
  double to = 1;
  adcc_tape_copy_mixed(&to, &from, sizeof to, sizeof to, 0);
}

static void copies_that_would_lose_a_derivative_stop(void) {
  CHECK(stops(add_two_floats));
  CHECK(stops(add_whole_numbers_beside_floats));
  CHECK(stops(add_floats_that_may_be_of_a_double));
  CHECK(stops(add_part_of_a_number));
  CHECK(stops(put_a_pointer_on_a_number));
  CHECK(stops(add_where_no_side_is_aligned));
}

int main(void) {
  adjoints_move_through_overlapping_words();
  adjoints_of_floats_move_both_ways();
  pointers_move_and_numbers_stay();
  whole_numbers_add_up_where_there_are_no_floats();
  floats_that_do_not_matter_do_not_stop();
  whole_numbers_add_up_where_floats_only_begin_words();
  doubles_add_up_where_one_side_is_aligned();
  copies_that_would_lose_a_derivative_stop();
  return unit_result();
}
