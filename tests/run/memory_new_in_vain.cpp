// Allocations that fail, and are coped with: by malloc, by a new that does not throw, also aligned,
// kept in a variable that holds another block in the end; and one that leaves the function early.
// levels: O0 O1 O2 O3 fast raw
#include "oracle.h"
#include <new>

static volatile size_t huge = (size_t)1 << 60;
struct alignas(64) Block {
  double numbers[8];
};

static void sum(double *out, const double *in, double *memory, size_t n) {
  for (size_t i = 0; i < n; i++)
    memory[i] = in[i] * in[i];
  for (size_t i = 0; i < n; i++)
    out[0] += memory[i] * (i + 1);
}
PRIMAL(by_malloc) {
  double *memory = (double *)malloc(huge);
  if (!memory)
    memory = (double *)malloc(n * sizeof *memory);
  sum(out, in, memory, n);
  free(memory);
}
PRIMAL(by_new) {
  double *memory = nullptr;
  for (size_t count = huge / 16; !memory; count = n)
    memory = new (std::nothrow) double[count];
  sum(out, in, memory, n);
  delete[] memory;
}
PRIMAL(aligned) {
  Block *blocks = new (std::nothrow) Block[huge / 128];
  bool none = blocks == nullptr;
  out[0] += none ? 1 : 2;
  if (none)
    blocks = new (std::nothrow) Block[1];
  sum(out, in, blocks->numbers, n);
  delete[] blocks;
}
static int tried(double *out, const double *in, size_t n, size_t bytes) {
  double *memory = (double *)malloc(bytes);
  if (!memory)
    return -1;
  sum(out, in, memory, n);
  free(memory);
  return 0;
}
PRIMAL(early) {
  if (tried(out, in, n, huge) < 0)
    out[0] += 3 * in[0];
  if (tried(out, in, n, n * sizeof *in) < 0)
    out[0] += 5 * in[0];
}
ORACLE(by_malloc, 3, 1, 0.5, 1.5)
ORACLE(by_new, 3, 1, 0.5, 1.5)
ORACLE(aligned, 3, 1, 0.5, 1.5)
ORACLE(early, 3, 1, 0.5, 1.5)
int main() {
  by_malloc_oracle();
  by_new_oracle();
  aligned_oracle();
  early_oracle();
  return oracle_exit();
}
