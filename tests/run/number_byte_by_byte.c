/* Numbers that loops over their bytes write in an order of bytes, and read again. */
#include "oracle.h"

static void write_number(unsigned char *bytes, double number) {
  uint64_t word;
  memcpy(&word, &number, sizeof word);
  for (int i = 0; i < 8; i++)
    bytes[i] = (unsigned char)(word >> (8 * i));
}

static double read_number(const unsigned char *bytes) {
  uint64_t word = 0;
  for (int i = 0; i < 8; i++)
    word |= (uint64_t)bytes[i] << (8 * i);
  double number;
  memcpy(&number, &word, sizeof number);
  return number;
}

PRIMAL(through_bytes) {
  unsigned char message[8 * 4];
  for (size_t i = 0; i < n; i++)
    write_number(message + 8 * i, in[i] * in[0]);
  for (size_t i = 0; i < n; i++)
    out[0] += read_number(message + 8 * i) * in[n - 1 - i];
}

ORACLE_MAIN(through_bytes, 4, 1, 0.5, 1.5)
