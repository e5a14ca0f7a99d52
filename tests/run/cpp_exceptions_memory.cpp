/* What a function stored before it threw is differentiated: through several frames, destructors,
 * handlers by type, and exceptions thrown again. */
#include "oracle.h"
#include <new>
#include <stdexcept>
#include <vector>

struct Restore { /* runs while unwinding */
  double &value;
  ~Restore() { value *= 0.5; }
};

__attribute__((noinline)) static void scale(double *values, size_t i, double limit) {
  values[i] = values[i] * values[i];
  if (values[i] > limit) {
    if (i % 2 == 0)
      throw std::domain_error("even");
    throw (int)i;
  }
  values[i] += 1;
}

__attribute__((noinline)) static double walk(double *values, size_t n, int depth) {
  Restore restore{values[0]};
  if (depth > 0)
    return values[1] * walk(values, n, depth - 1);
  for (size_t i = 0; i < n; i++)
    scale(values, i, 1.5);
  return values[0];
}

__attribute__((noinline)) static double guarded(double *values, size_t n) {
  try {
    return walk(values, n, 2);
  } catch (const std::domain_error &) {
    values[1] *= values[0];
    throw;
  }
}

PRIMAL(unwinding) {
  std::vector<double> v(in, in + n);
  double result = 0;
  for (int round = 0; round < 3; round++)
    try {
      result += guarded(v.data(), n);
    } catch (int i) {
      result += v[(size_t)i] * 3;
      v[(size_t)i] = 0.5 * in[0];
    } catch (const std::exception &) {
      result -= v[0] * v[1];
      v[0] *= 0.25;
    }
  out[0] = result;
  for (size_t i = 0; i < n; i++)
    out[1] += v[i] * v[i];
}
ORACLE_MAIN(unwinding, 4, 2, 0.5, 1.5)
