/* Requests in try blocks, where the primal throws through them: the tape is released, destructors run, and
 * the next request works; of each entry point, also where the exception comes late and carries a number. */
#include "oracle.h"
#include <memory>
#include <stdexcept>
#include <vector>
extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_width, enzyme_nofree, enzyme_primal_return;
struct Half {
  void *tape;
  double value;
};
struct Two {
  double a, b;
};
extern "C" double __enzyme_autodiff(void *, ...);
extern "C" Two __enzyme_autodiff_2(void *, ...);
extern "C" double __enzyme_fwddiff(void *, ...);
extern "C" Half __enzyme_augmentfwd(void *, ...);
extern "C" double __enzyme_reverse(void *, ...);
extern "C" Two __enzyme_batch(void *, ...);
extern int enzyme_vector, enzyme_scalar;
static int alive;
struct Guard {
  Guard() { alive++; }
  ~Guard() { alive--; }
};
struct TooLarge : std::runtime_error {
  double by;
  explicit TooLarge(double x) : std::runtime_error("too large"), by(x) {}
};
__attribute__((noinline)) static double check(double x, double limit, int depth) {
  Guard guard;
  std::vector<double> path(depth + 1, x);
  if (x > limit)
    throw TooLarge(x - limit);
  if (depth == 0)
    return x * x;
  return check(x * 1.1, limit, depth - 1) * path[depth] * 0.5;
}
static double f(double x, double limit, const int *depth) {
  Guard guard;
  auto block = std::make_unique<double[]>(*depth + 1);
  for (int i = 0; i <= *depth; i++)
    block[i] = check(x, limit, i);
  return block[*depth] + block[0];
}
template <typename F> static double attempt(F request) {
  try {
    Guard guard;
    return request();
  } catch (const TooLarge &large) {
    return -large.by;
  }
}
int main() {
  int depth = 4;
  double x = 1.5, far = 100, near = 2;
  /* check(x, d) = x^(d+2) c_d; f = c_4 x^6 + x^2 */
  double c = check(1, far, 4), slope = 6 * c * pow(x, 5) + 2 * x, over = x * pow(1.1, 4) - near;
  for (int round = 0; round < 50; round++) {
    double limit = round % 2 ? near : far;
    auto expect = [&](double found) {
      CLOSE(found, round % 2 ? -over : slope);
      CLOSE(alive, 0);
    };
    expect(attempt([&] {
      return __enzyme_autodiff((void *)f, enzyme_out, x, enzyme_const, limit, enzyme_const, &depth);
    }));
    expect(attempt([&] {
      return __enzyme_fwddiff((void *)f, enzyme_dup, x, 1.0, enzyme_const, limit, enzyme_const,
                              &depth);
    }));
    expect(attempt([&] {
      Half half = __enzyme_augmentfwd((void *)f, enzyme_out, x, enzyme_const, limit, enzyme_const,
                                      &depth);
      return __enzyme_reverse((void *)f, enzyme_out, x, enzyme_const, limit, enzyme_const, &depth,
                              1.0, half.tape);
    }));
    expect(attempt([&] {
      return __enzyme_autodiff_2((void *)f, enzyme_width, 2, enzyme_out, x, enzyme_const, limit,
                                 enzyme_const, &depth)
          .b;
    }));
    if (round % 2)
      expect(attempt([&] {
        return __enzyme_batch((void *)f, enzyme_width, 2, enzyme_vector, 0.5, x, enzyme_scalar,
                              limit, enzyme_scalar, &depth)
            .b;
      }));
  }
  return oracle_exit();
}
