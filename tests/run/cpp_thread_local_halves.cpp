/* thread_local state of every kind, in all modes, and from several threads: numbers, arrays, pointers, objects
 * that are made when first used, in functions that are not inlined and that call themselves. */
// link: -pthread
#include "modes.h"
#include <thread>
#include <vector>
static thread_local double sums[4];
static thread_local int depth;
static thread_local double before;
struct Memory {
  double values[3];
  int used = 0;
  Memory() { values[0] = values[1] = values[2] = 0; }
  double &next() { return values[used++ % 3]; }
};
static thread_local Memory memory;
__attribute__((noinline)) static double descend(double x) {
  if (++depth > 6) {
    depth = 0;
    return x * sums[0];
  }
  double seen = before;
  before = x * x;
  sums[depth % 4] += x;
  memory.next() = x + memory.values[0] * 0.5;
  return descend(sin(x) + 0.1 * seen) + memory.values[depth % 3];
}
PRIMAL(local) {
  depth = 0;
  before = 0;
  for (double &sum : sums)
    sum = 0.25;
  memory = Memory();
  for (size_t i = 0; i < n; i++)
    out[i % m] += descend(in[i]) * (i + 1);
  out[0] *= sums[1] + sums[2];
}
PRIMAL(local_lanes) { local(in, n, out, m); }
PRIMAL(local_value) { local(in, n, out, m); }
PRIMAL(local_stride) { local(in, n, out, m); }
ORACLE(local, 4, 2, 0.5, 1.5)
ORACLE_WIDTH(local_lanes, 4, 2, 0.5, 1.5)
ORACLE_VALUE(local_value, 4, 2, 0.5, 1.5)
ORACLE_STRIDE(local_stride, 4, 2, 0.5, 1.5)
static void many(double from, double *gradient) {
  double in[4], out[2] = {0, 0}, dout[2] = {1, 2};
  for (int round = 0; round < 50; round++) {
    for (int i = 0; i < 4; i++)
      in[i] = from + 0.1 * i, gradient[i] = 0;
    out[0] = out[1] = 0, dout[0] = 1, dout[1] = 2;
    __adcc_autodiff_state((void *)local, adcc_dup, in, gradient, adcc_const, (size_t)4, adcc_dup, out,
                          dout, adcc_const, (size_t)2);
  }
}
int main() {
  local_oracle();
  local_lanes_oracle();
  local_value_oracle();
  local_stride_oracle();
  double alone[3][4], together[3][4];
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++)
    many(0.5 + 0.2 * i, alone[i]);
  for (int i = 0; i < 3; i++)
    threads.emplace_back(many, 0.5 + 0.2 * i, together[i]);
  for (auto &thread : threads)
    thread.join();
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      CLOSE(together[i][j], alone[i][j]);
  return oracle_exit();
}
