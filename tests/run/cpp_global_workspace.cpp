/* Memory to work in that variables keep which are not static: beside main it is known that no other
 * file uses them, or its link fails. Vectors, in a namespace, in a structure, of each thread, and a
 * block of C; by plain calls between those of the derivative, with more and with less to do. */
#include "oracle.h"
#include <vector>

/* The shadows of what is kept are not released. */
extern "C" int __lsan_is_turned_off(void) { return 1; }

std::vector<double> work;
namespace numeric {
std::vector<double> powers;
}
struct Workspace {
  std::vector<double> a, b;
  int calls = 0;
};
Workspace workspace;
thread_local std::vector<double> of_thread;
thread_local double *block;
thread_local size_t block_size;

PRIMAL(resized) {
  work.resize(n);
  for (size_t i = 0; i < n; i++)
    work[i] = i ? work[i - 1] * in[i] : in[0];
  for (size_t i = 0; i < n; i++)
    out[0] += work[i] * in[n - 1 - i];
}
PRIMAL(named) {
  numeric::powers.clear();
  for (size_t i = 0; i < n; i++)
    numeric::powers.push_back(in[i] * in[(i + 1) % n]);
  for (double p : numeric::powers)
    out[0] += p * p;
}
PRIMAL(members) {
  workspace.a.resize(n);
  workspace.b.assign(n, 0.5);
  workspace.calls++;
  for (size_t i = 0; i < n; i++)
    workspace.a[i] = in[i] * in[i] + (i ? workspace.a[i - 1] : 0);
  for (size_t i = 0; i < n; i++) {
    workspace.b[i] += workspace.a[i];
    out[0] += workspace.b[i] * in[i];
  }
}
PRIMAL(threaded) {
  of_thread.assign(n, 0.5);
  for (size_t i = 0; i < n; i++)
    of_thread[i] += i ? of_thread[i - 1] * in[i] : in[0];
  for (double w : of_thread)
    out[0] += w * w;
}
PRIMAL(allocated) {
  if (block_size < n) {
    block = (double *)realloc(block, n * sizeof *block);
    block_size = n;
  }
  for (size_t i = 0; i < n; i++)
    block[i] = in[i] * in[i] + (i ? block[i - 1] : 0);
  for (size_t i = 0; i < n; i++)
    out[0] += block[i] * in[i];
}

#define CHECK(f)                                                                                   \
  f##_oracle();                                                                                    \
  for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++)                               \
  oracle_check(#f, f##_call, sizes[size], 1, 0.3, 1.2)
ORACLE(resized, 4, 1, 0.3, 1.2)
ORACLE(named, 4, 1, 0.3, 1.2)
ORACLE(members, 4, 1, 0.3, 1.2)
ORACLE(threaded, 4, 1, 0.3, 1.2)
ORACLE(allocated, 4, 1, 0.3, 1.2)
int main(void) {
  static const size_t sizes[] = {5, 11, 3, 8};
  CHECK(resized);
  CHECK(named);
  CHECK(members);
  CHECK(threaded);
  CHECK(allocated);
  EXPECT(workspace.calls > 3);
  return oracle_exit();
}
