/* A factorisation in place by indices of 64 bits, signed or not: what it reads is final, and is read
 * again from memory, as where indices have 32 bits. */
// flags: -O3 -g -Xclang -disable-llvm-passes
// adcc: --explain
// prints: derivative of 'by_long' keeps nothing on the tape;
// prints: derivative of 'by_size' keeps nothing on the tape;
#include <adcc/adcc.h>
#include <math.h>
#include <stddef.h>
#define FACTOR(name, Index)                                                                        \
  static void name(Index n, double *a) {                                                           \
    for (Index i = 0; i < n; i++) {                                                                \
      for (Index j = 0; j < i; j++) {                                                              \
        for (Index k = 0; k < j; k++)                                                              \
          a[i * n + j] -= a[i * n + k] * a[j * n + k];                                             \
        a[i * n + j] /= a[j * n + j];                                                              \
      }                                                                                            \
      for (Index k = 0; k < i; k++)                                                                \
        a[i * n + i] -= a[i * n + k] * a[i * n + k];                                               \
      a[i * n + i] = sqrt(a[i * n + i]);                                                           \
    }                                                                                              \
  }                                                                                                \
  void name##_gradient(Index n, double *a, double *da) {                                           \
    __adcc_autodiff((void *)name, adcc_const, n, adcc_dup, a, da);                                 \
  }
FACTOR(by_long, long)
FACTOR(by_size, size_t)
