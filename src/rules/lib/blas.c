/* blas: the linear algebra of BLAS and LAPACK, written out so that it differentiates like any
 * code, to any order, in every mode. lower.c sends dgemm_ and cblas_dgemm to these.
 *
 * A matrix is a pointer with the strides of its rows and columns, so that a transposed matrix, or
 * one by rows, is the same one with its strides exchanged. As in BLAS, what beta multiplies is not
 * read where beta is zero; alpha has no such meaning here, since its derivative may be asked for.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

enum { ROW_MAJOR = 101, TRANSPOSED = 112, CONJUGATED = 113, UPPER = 121, UNIT = 132, RIGHT = 142 };

INLINE bool is_letter(const char *given, char letter) {
  return *given == letter || *given == letter + ('a' - 'A');
}

INLINE bool is_transposed(const char *letter) {
  return is_letter(letter, 'T') || is_letter(letter, 'C');
}

INLINE bool is_transposed_code(int code) { return code == TRANSPOSED || code == CONJUGATED; }

/* Vectors with a negative increment are stored backwards. */
INLINE int64_t first_of(int64_t count, int64_t increment) {
  return increment < 0 ? (1 - count) * increment : 0;
}

/* ADCC(cblas_, dot, ) is adcc_cblas_ddot, the name of what is for doubles. */
#define ADCC(interface, name, end) JOIN(JOIN(adcc_##interface, LETTER), JOIN(name, end))

#define REAL double
#define LETTER d
#define SQRT __builtin_sqrt
#define FABS __builtin_fabs
#define HUGE_SQUARE 1e300
#define TINY_SQUARE 1e-280
#include "blas_indices.inc"
#undef REAL
#undef LETTER
#undef SQRT
#undef FABS
#undef HUGE_SQUARE
#undef TINY_SQUARE

#define REAL float
#define LETTER s
#define SQRT __builtin_sqrtf
#define FABS __builtin_fabsf
#define HUGE_SQUARE 1e36f
#define TINY_SQUARE 1e-30f
#include "blas_indices.inc"
