/* Structures that are aligned to more than their members are, passed and returned in memory: by
 * requests of all kinds, through a rule and through a pointer. */
// needs: grep -qw avx /proc/cpuinfo
// flags: -mavx
#include "oracle.h"
#include <immintrin.h>

extern int adcc_width, adcc_primal_return, adcc_vector, adcc_scalar;
template <typename R, typename... A> R __adcc_autodiff(void *, A...);
template <typename R, typename... A> R __adcc_fwddiff(void *, A...);
template <typename R, typename... A> R __adcc_augmentfwd(void *, A...);
template <typename R, typename... A> R __adcc_reverse(void *, A...);
template <typename R, typename... A> R __adcc_batch(void *, A...);
template <typename R, typename... A> R __adcc_call_inactive(A...);

struct Three {
  double d[3];
};
struct alignas(32) Four {
  double d[4];
  __m256d load() const { return _mm256_load_pd(d); }
};
struct Both {
  Four result, tangent;
};
struct Recorded {
  void *tape;
  Four result;
};
struct Gradient {
  double value;
  Four adjoint;
};
struct Loose {
  double d[8];
};
struct Pair {
  double value, change;
};

static Four four(__m256d v) {
  Four f;
  _mm256_store_pd(f.d, v);
  return f;
}
static Four squares(double x) { return four(_mm256_set1_pd(x * x)); }
/* The first takes 24 bytes of the stack; the second begins at the next multiple of 32. */
static double product(Three a, Four b) {
  __m256d v = b.load() * b.load();
  return a.d[0] * v[0] + a.d[2] * v[3];
}
__attribute__((noinline)) static double other(Three a, Four b) { return a.d[1] * b.load()[2]; }
static double other_tangent(Three a, Three da, Four b, Four db) {
  return da.d[1] * b.load()[2] + a.d[1] * db.load()[2];
}
extern "C" {
void *__adcc_register_derivative_other[] = {(void *)other, (void *)other_tangent};
}

static double (*volatile chosen)(Three, Four) = product;

PRIMAL(through_pointer) {
  Three a{{in[0], in[1], in[2]}};
  Four b{{in[3], in[0], in[1], in[2]}};
  out[0] = chosen(a, b);
}
ORACLE(through_pointer, 4, 1, 0.5, 2)

static double with_rule(double x) {
  Three a{{1, x, 3}};
  Four b{{1, 2, x * x, 4}};
  return other(a, b);
}

static double with_inactive(double x) {
  Three a{{1, 2, 3}};
  Four b{{1, 2, 3, 4}};
  return x * __adcc_call_inactive<double>((void *)product, a, b);
}

int main() {
  through_pointer_oracle();
  Four v{{1, 2, 3, 4}}, t{{1, 0, 0, 1}};
  Three a{{1, 2, 3}};
  Four d = __adcc_autodiff<Four>((void *)product, adcc_const, a, adcc_out, v);
  CLOSE(d.d[0], 2);
  CLOSE(d.d[3], 24);
  Gradient g =
      __adcc_autodiff<Gradient>((void *)product, adcc_primal_return, adcc_const, a, adcc_out, v);
  CLOSE(g.value, 49);
  CLOSE(g.adjoint.d[3], 24);
  Recorded recorded = __adcc_augmentfwd<Recorded>((void *)squares, adcc_out, 3.0);
  CLOSE(recorded.result.d[3], 9);
  CLOSE(__adcc_reverse<double>((void *)squares, adcc_out, 3.0, v, recorded.tape), 60);
  d = __adcc_fwddiff<Four>((void *)squares, adcc_dup, 3.0, 1.0);
  CLOSE(d.d[2], 6);
  Both both = __adcc_fwddiff<Both>((void *)squares, adcc_primal_return, adcc_dup, 3.0, 1.0);
  CLOSE(both.result.d[2], 9);
  CLOSE(both.tangent.d[3], 6);
  Loose loose = __adcc_fwddiff<Loose>((void *)squares, adcc_primal_return, adcc_dup, 3.0, 1.0);
  CLOSE(loose.d[2], 9);
  CLOSE(loose.d[7], 6);
  CLOSE(__adcc_autodiff<double>((void *)squares, adcc_out, 3.0), 24);
  Pair lanes = __adcc_batch<Pair>((void *)product, adcc_width, 2, adcc_scalar, a, adcc_vector, v, t);
  CLOSE(lanes.value, 49);
  CLOSE(lanes.change, 4);
  CLOSE(__adcc_fwddiff<double>((void *)with_inactive, 2.0, 1.0), 49);
  CLOSE(__adcc_fwddiff<double>((void *)with_rule, 2.0, 1.0), 12);
  CLOSE(__adcc_autodiff<double>((void *)with_inactive, 2.0), 49);
  return oracle_exit();
}
