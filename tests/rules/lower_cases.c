/* Functions whose calls rules_lower rewrites. Compiled twice: as they are, and (by
 * lower_cases_main) with every function lowered and renamed lowered_…; check_lower.c compares the
 * two. */
#include "lower_cases.h"

#include <complex.h>
#include <immintrin.h>

#define CASE(name) void case_##name(const double *in, double *out)

CASE(sincos) { sincos(in[0], &out[0], &out[1]); }
CASE(sincosf) {
  float sine, cosine;
  sincosf((float)in[0], &sine, &cosine);
  out[0] = sine, out[1] = cosine;
}
CASE(sincosl) {
  long double sine, cosine;
  sincosl(in[0], &sine, &cosine);
  out[0] = (double)sine, out[1] = (double)cosine;
}
CASE(modf) { out[0] = modf(in[0], &out[1]); }
CASE(modff) {
  float whole;
  out[0] = modff((float)in[0], &whole);
  out[1] = whole;
}
CASE(modfl) {
  long double whole;
  out[0] = (double)modfl(in[0], &whole);
  out[1] = (double)whole;
}
CASE(frexp) {
  int exponent;
  out[0] = frexp(in[0], &exponent);
  out[1] = exponent;
}
CASE(frexp_of_tiny) {
  int exponent;
  out[0] = frexp(in[0] * 0x1p-1060, &exponent);
  out[1] = exponent;
}
CASE(remquo) {
  int quotient;
  out[0] = remquo(in[0] * 10, in[1], &quotient);
  out[1] = quotient % 8;
}
CASE(remquof) {
  int quotient;
  out[0] = remquof((float)in[0] * 10, (float)in[1], &quotient);
  out[1] = quotient % 8;
}
CASE(lgamma_r) {
  int sign;
  out[0] = lgamma_r(in[0], &sign);
  out[1] = sign;
}

typedef float Vector __attribute__((vector_size(16)));
CASE(reduce_minimum) {
  Vector v = {(float)in[0], (float)in[1], (float)in[2], (float)in[3]};
  out[0] = __builtin_reduce_min(v);
  out[1] = __builtin_reduce_max(v);
}
CASE(reduce_product) {
  double product = 1;
#pragma clang loop vectorize(enable)
  for (int i = 0; i < 4; i++) {
#pragma clang fp reassociate(on)
    product *= in[i];
  }
  out[0] = product;
}
CASE(sse_minimum) {
  __m128d a = _mm_loadu_pd(in), b = _mm_loadu_pd(in + 2);
  _mm_storeu_pd(out, _mm_min_pd(a, b));
  _mm_storeu_pd(out + 2, _mm_max_pd(a, b));
}

#define HORIZONTAL __attribute__((target("avx")))
HORIZONTAL CASE(avx_horizontal) {
  __m256d a = _mm256_loadu_pd(in), b = _mm256_mul_pd(a, a);
  _mm256_storeu_pd(out, _mm256_sub_pd(_mm256_hadd_pd(a, b), _mm256_hsub_pd(b, a)));
}
HORIZONTAL CASE(sse_horizontal) {
  __m128 a = _mm256_cvtpd_ps(_mm256_loadu_pd(in)), b = _mm_mul_ps(a, a);
  _mm256_storeu_pd(out, _mm256_cvtps_pd(_mm_addsub_ps(_mm_hadd_ps(a, b), _mm_hsub_ps(b, a))));
}
HORIZONTAL CASE(avx_blend) {
  __m256d a = _mm256_loadu_pd(in), b = _mm256_mul_pd(a, a);
  _mm256_storeu_pd(out, _mm256_addsub_pd(_mm256_blendv_pd(a, b, a), _mm256_max_pd(a, b)));
}

CASE(constrained) {
#pragma STDC FENV_ACCESS ON
  double a = in[0] * in[1] + in[2] / in[3];
  float narrow = (float)a;
  out[0] = sqrt(fabs(a)) - 1;
  out[1] = narrow + (double)(int)in[0];
  out[2] = in[0] < in[1] ? sin(in[0]) : -pow(fabs(in[1]), in[2]);
}

#define COMPLEX1(name)                                                                             \
  CASE(name) {                                                                                     \
    double _Complex z = name(__builtin_complex(in[0], in[1]));                                     \
    out[0] = creal(z), out[1] = cimag(z);                                                          \
  }                                                                                                \
  CASE(name##f) {                                                                                  \
    float _Complex z = name##f(__builtin_complex((float)in[0], (float)in[1]));                     \
    out[0] = crealf(z), out[1] = cimagf(z);                                                        \
  }                                                                                                \
  CASE(name##l) {                                                                                  \
    long double _Complex z = name##l(__builtin_complex((long double)in[0], (long double)in[1]));   \
    out[0] = (double)creall(z), out[1] = (double)cimagl(z);                                        \
  }
COMPLEX_FUNCTIONS(COMPLEX1)

CASE(cabs) { out[0] = cabs(__builtin_complex(in[0], in[1])), out[1] = carg(in[0] + in[1] * I); }
CASE(cabsf) { out[0] = cabsf(__builtin_complex((float)in[0], (float)in[1])); }
CASE(cpow) {
  double _Complex z = cpow(__builtin_complex(in[0], in[1]), __builtin_complex(in[2], in[3]));
  out[0] = creal(z), out[1] = cimag(z);
}
CASE(product) {
  double _Complex z = __builtin_complex(in[0], in[1]) * __builtin_complex(in[2], in[3]);
  out[0] = creal(z), out[1] = cimag(z);
}
CASE(quotient) {
  double _Complex z = __builtin_complex(in[0], in[1]) / __builtin_complex(in[2], in[3]);
  out[0] = creal(z), out[1] = cimag(z);
}
CASE(quotientf) {
  float _Complex z =
      __builtin_complex((float)in[0], (float)in[1]) / __builtin_complex((float)in[2], (float)in[3]);
  out[0] = crealf(z), out[1] = cimagf(z);
}
CASE(quotientl) {
  long double _Complex z = __builtin_complex((long double)in[0], (long double)in[1]) /
                           __builtin_complex((long double)in[2], (long double)in[3]);
  out[0] = (double)creall(z), out[1] = (double)cimagl(z);
}
CASE(product_of_infinity) {
  double _Complex z = __builtin_complex((double)INFINITY, in[0]) * __builtin_complex(in[1], in[2]);
  out[0] = creal(z), out[1] = cimag(z);
}
CASE(quotient_of_infinity) {
  double _Complex z = __builtin_complex((double)INFINITY, in[0]) / __builtin_complex(in[1], in[2]);
  out[0] = creal(z), out[1] = cimag(z);
}
