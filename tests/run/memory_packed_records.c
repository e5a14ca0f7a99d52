/* Packed records of a tag, a double, a count and a float, sorted in place by copies as a whole: the
 * records follow each other at 15 bytes, which no number's size divides. */
#include "oracle.h"
#pragma pack(push, 1)
typedef struct {
  char tag;
  double value;
  short count;
  float weight;
} Record;
#pragma pack(pop)

static void swap(Record *a, Record *b) {
  Record kept;
  memcpy(&kept, a, sizeof kept);
  memmove(a, b, sizeof kept);
  memcpy(b, &kept, sizeof kept);
}

static void sort(Record *records, int count) {
  for (int i = 0; i < count; i++)
    for (int k = 0; k + 1 < count; k++)
      if (records[k].count < records[k + 1].count)
        swap(records + k, records + k + 1);
}

PRIMAL(local) {
  Record records[6];
  (void)m;
  for (int i = 0; i < (int)n; i++)
    records[i] = (Record){(char)('a' + i % 2), sin(in[i]), (short)(i * 5 % 7), 0.5f * (float)i};
  sort(records, (int)n);
  for (int i = 0; i < (int)n; i++)
    out[0] += (i + 1) * records[i].value * records[i].weight *
              (records[i].tag == 'a' ? 2 : records[i].value);
}

ORACLE(local, 6, 1, -1, 1)

/* The records of the caller, and their shadows. */
__attribute__((noinline)) static double passed(Record *records, int count) {
  double sum = 0;
  sort(records, count);
  for (int i = 0; i < count; i++)
    sum += (i + 1) * records[i].value * records[i].weight * records[i].value;
  return sum;
}
double __adcc_autodiff_records(double (*)(Record *, int), Record *, Record *, int);

int main(void) {
  local_oracle();
  Record records[3] = {{'a', 1.5, 3, 2}, {'b', -0.75, 5, 0.5f}, {'c', 2.25, 4, 1.5f}};
  Record shadow[3];
  memset(shadow, 0, sizeof shadow);
  __adcc_autodiff_records(passed, records, shadow, 3);
  CLOSE(shadow[0].value, 3 * 2 * 1.5 * 2); /* where each was, as the input of the sort */
  CLOSE(shadow[1].value, 1 * 2 * -0.75 * 0.5);
  CLOSE(shadow[2].value, 2 * 2 * 2.25 * 1.5);
  CLOSE((double)shadow[2].weight, 2 * 2.25 * 2.25);
  return oracle_exit();
}
