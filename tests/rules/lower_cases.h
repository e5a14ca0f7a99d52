/* The cases of lower_cases.c by name: each is void case_NAME(const double in[4], double out[4]). */
#ifndef LOWER_CASES_H
#define LOWER_CASES_H

#define _GNU_SOURCE
#include <math.h>

#define COMPLEX_FUNCTIONS(F)                                                                       \
  F(cexp)                                                                                          \
  F(clog)                                                                                          \
  F(csqrt)                                                                                         \
  F(csin) F(ccos) F(ctan) F(csinh) F(ccosh) F(ctanh) F(casin) F(cacos) F(catan) F(casinh)          \
      F(cacosh) F(catanh) F(cproj) F(conj)

#define PLAIN_CASES(F)                                                                             \
  F(sincos)                                                                                        \
  F(sincosf)                                                                                       \
  F(sincosl)                                                                                       \
  F(modf) F(modff) F(modfl) F(frexp) F(frexp_of_tiny) F(remquo) F(remquof) F(lgamma_r)             \
      F(reduce_minimum) F(reduce_product) F(sse_minimum) F(avx_horizontal) F(sse_horizontal)       \
          F(avx_blend) F(constrained) F(cabs) F(cabsf) F(cpow) F(product) F(quotient) F(quotientf) \
              F(quotientl) F(product_of_infinity) F(quotient_of_infinity)

#endif
