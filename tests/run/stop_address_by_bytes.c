// Members of records, an integer and an address, that a sorting function exchanges byte by byte: where
// a byte is not seen to be of which, the program stops rather than leave shadows behind.
#include "oracle.h"
#include "stops.h"

enum { ROWS = 4, COLUMNS = 3 };
typedef struct {
  int key;
  double *row;
  double weight;
} Entry;

static __attribute__((noinline)) void exchange(void *a, void *b, size_t bytes) {
  unsigned char *x = a, *y = b;
  while (bytes--) {
    unsigned char byte = *x;
    *x++ = *y;
    *y++ = byte;
  }
}

PRIMAL(sorted) {
  (void)m;
  Entry entries[ROWS];
  double *rows[ROWS];
  for (int i = 0; i < ROWS; i++) {
    rows[i] = malloc(COLUMNS * sizeof **rows);
    for (int j = 0; j < COLUMNS; j++)
      rows[i][j] = in[(i + 2 * j) % n] + in[j] * in[i];
    entries[i] = (Entry){(i * 7 + 2) % 5, rows[i], in[i]};
  }
  for (int i = 1; i < ROWS; i++)
    for (int j = i; j > 0 && entries[j].key < entries[j - 1].key; j--) {
      exchange(&entries[j].key, &entries[j - 1].key, sizeof entries->key);
      exchange(&entries[j].row, &entries[j - 1].row, sizeof entries->row);
    }
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      out[0] += (1 + i + 2 * j) * entries[i].weight * entries[i].row[j];
  for (int i = 0; i < ROWS; i++)
    free(rows[i]);
}
ORACLE(sorted, 6, 1, 0.5, 1.5)

int main(void) {
  if (STOPS(sorted_oracle()))
    return 0;
  sorted_oracle();
  return oracle_exit();
}
