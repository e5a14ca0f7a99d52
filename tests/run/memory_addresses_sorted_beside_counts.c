/* Records of an address, kept as an integer, and a count, which are exchanged as a whole to sort them
 * by the address. */
#include "oracle.h"

typedef struct {
  uintptr_t where;
  long count;
} Record;

static void sort_records(Record *records, size_t count) {
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0 && records[j - 1].where > records[j].where; j--) {
      Record record = records[j];
      records[j] = records[j - 1];
      records[j - 1] = record;
    }
}

PRIMAL(weighted) {
  double *squares = malloc(n * sizeof *squares);
  Record *records = malloc(n * sizeof *records);
  for (size_t i = 0; i < n; i++) {
    squares[i] = in[i] * in[i];
    records[i] = (Record){(uintptr_t)&squares[i * 5 % n], (long)i + 1};
  }
  sort_records(records, n);
  for (size_t i = 0; i < n; i++)
    out[0] += *(double *)records[i].where * (double)records[i].count;
  free(records);
  free(squares);
}
ORACLE_MAIN(weighted, 6, 1, 0.5, 2.0)
