/* Addresses in arrays of integers, which nothing but memcpy fills, sorted as such: by exchange, by
 * insertion, and by the digits of their bits; and the largest of them. */
#include "oracle.h"

static void sort_by_exchange(long *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j + 1 < count - i; j++)
      if (words[j] > words[j + 1]) {
        long word = words[j];
        words[j] = words[j + 1];
        words[j + 1] = word;
      }
}

PRIMAL(by_exchange) {
  double squares[4], *table[4];
  long words[4];
  for (size_t i = 0; i < n; i++) {
    squares[i] = in[i] * in[i];
    table[i] = squares + (i * 3 + 1) % n;
  }
  memcpy(words, table, sizeof words);
  sort_by_exchange(words, n);
  for (size_t i = 0; i < n; i++)
    out[0] += *(double *)words[i] * (double)(i + 1);
}

typedef struct {
  double x, y;
} Point;

__attribute__((noinline)) static void sort_by_insertion(uint64_t *words, int count) {
  for (int i = 1, j; i < count; i++) {
    uint64_t word = words[i];
    for (j = i; j > 0 && words[j - 1] > word; j--)
      words[j] = words[j - 1];
    words[j] = word;
  }
}

PRIMAL(by_insertion) {
  Point *points = malloc(n * sizeof *points), **table = malloc(n * sizeof *table);
  uint64_t *words = malloc(n * sizeof *words);
  for (size_t i = 0; i < n; i++) {
    points[i] = (Point){in[i], in[i] * in[(i + 1) % n]};
    table[i] = points + (n - 1 - i);
  }
  memcpy(words, table, n * sizeof *words);
  sort_by_insertion(words, (int)n);
  memcpy(table, words, n * sizeof *words);
  for (size_t i = 0; i < n; i++)
    out[0] += table[i]->x * table[i]->y * (double)(i + 1);
  free(words);
  free(table);
  free(points);
}

PRIMAL(by_digits) {
  double *squares = malloc(n * sizeof *squares), **table = malloc(n * sizeof *table);
  uint64_t *words = malloc(n * sizeof *words), *other = malloc(n * sizeof *other);
  for (size_t i = 0; i < n; i++) {
    squares[i] = in[i] * in[i];
    table[i] = squares + (i * 3) % n;
  }
  memcpy(words, table, n * sizeof *words);
  for (int shift = 0; shift < 64; shift += 8) {
    size_t first[257] = {0};
    for (size_t i = 0; i < n; i++)
      first[(words[i] >> shift & 255) + 1]++;
    for (size_t i = 0; i < 256; i++)
      first[i + 1] += first[i];
    for (size_t i = 0; i < n; i++)
      other[first[words[i] >> shift & 255]++] = words[i];
    uint64_t *swap = words;
    words = other;
    other = swap;
  }
  memcpy(table, words, n * sizeof *words);
  for (size_t i = 0; i < n; i++)
    out[0] += *table[i] * (double)(i + 1);
  free(other);
  free(words);
  free(table);
  free(squares);
}

PRIMAL(largest) {
  double squares[4], *table[4], *reversed[5];
  long words[4], others[5];
  for (size_t i = 0; i < n; i++) {
    squares[i] = in[i] * in[i];
    table[i] = squares + (i + 2) % n;
  }
  memcpy(words, table, sizeof words);
  long most = words[0];
  for (size_t i = 0; i < n; i++) {
    others[i] = words[n - 1 - i];
    if (words[i] > most)
      most = words[i];
  }
  others[4] = most;
  memcpy(reversed, others, sizeof others);
  for (size_t i = 0; i <= n; i++)
    out[0] += *reversed[i] * (double)(i + 1);
}

ORACLE(by_exchange, 4, 1, 0.5, 2)
ORACLE(by_insertion, 4, 1, 0.5, 2)
ORACLE(by_digits, 4, 1, 0.5, 2)
ORACLE(largest, 4, 1, 0.5, 2)

int main(void) {
  by_exchange_oracle();
  by_insertion_oracle();
  by_digits_oracle();
  largest_oracle();
  return oracle_exit();
}
