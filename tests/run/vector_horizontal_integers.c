// needs: grep -q avx2 /proc/cpuinfo
// flags: -mavx2
// Horizontal sums and differences of integers, which lie in a block that holds numbers at other times.
#include "oracle.h"
#include <immintrin.h>
#include <stdlib.h>

__attribute__((noinline)) static void exchange(void **a, void **b) {
  void *kept = *a;
  *a = *b, *b = kept;
}

PRIMAL(horizontal) {
  void *numbers = malloc(64), *counts = malloc(64);
  for (int round = 0; round < 2; round++) {
    double *x = numbers;
    int *c = counts;
    for (int i = 0; i < 8; i++) {
      x[i] = in[i % n] * in[0];
      c[i] = i * i + round;
    }
    int sums[8], wide[8];
    short halves[8];
    __m128i low = _mm_loadu_si128((__m128i *)c), high = _mm_loadu_si128((__m128i *)c + 1);
    _mm_storeu_si128((__m128i *)sums, _mm_hadd_epi32(low, high));
    _mm_storeu_si128((__m128i *)sums + 1, _mm_hsub_epi32(low, high));
    _mm_storeu_si128((__m128i *)halves, _mm_hadd_epi16(low, _mm_hsub_epi16(high, low)));
    __m256i all = _mm256_loadu_si256((__m256i *)c);
    _mm256_storeu_si256((__m256i *)wide, _mm256_hadd_epi32(all, _mm256_hsub_epi32(all, all)));
    for (size_t j = 0; j < m; j++) {
      if (!round)
        out[j] = 0;
      out[j] += x[(sums[j % 8] + wide[(j + 3) % 8] + halves[j % 8]) & 7] * (1 + sums[(j + 5) % 8] % 5);
    }
    exchange(&numbers, &counts);
  }
  free(numbers);
  free(counts);
}
ORACLE_MAIN(horizontal, 5, 8, 0.3, 1.4)
