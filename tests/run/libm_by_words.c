/* Mathematical functions that take numbers apart as FDLIBM and musl do: by the high word, the low
 * word, and exponents that are added to them. */
#include "oracle.h"

typedef union {
  double value;
  struct {
    uint32_t low, high;
  } words;
  uint64_t bits;
} Parts;

static uint32_t high_word(double x) { return ((Parts){x}).words.high; }
static double with_high_word(double x, uint32_t high) {
  Parts parts = {x};
  parts.words.high = high;
  return parts.value;
}

static const double ln2 = 0.69314718055994530942;

static double word_exp(double x) {
  int k = (int)(1.44269504088896338700 * x + (high_word(x) >> 31 ? -0.5 : 0.5));
  double r = x - k * ln2, sum = 1, term = 1;
  for (int i = 1; i < 16; i++)
    sum += term *= r / i;
  return with_high_word(sum, high_word(sum) + ((uint32_t)k << 20));
}

/* log((1 + s) / (1 - s)) */
static double atanh_series(double s) {
  double sum = 0;
  for (int i = 31; i > 0; i -= 2)
    sum = sum * s * s + 1.0 / i;
  return 2 * s * sum;
}

static double word_log(double x) {
  int32_t high = (int32_t)high_word(x), k = (high >> 20) - 1023, i;
  high &= 0x000fffff;
  i = (high + 0x95f64) & 0x100000;
  x = with_high_word(x, (uint32_t)(high | (i ^ 0x3ff00000)));
  k += i >> 20;
  return k * ln2 + atanh_series((x - 1) / (x + 1));
}

static double split_log(double x) {
  uint64_t bits = ((Parts){x}).bits, above = bits - 0x3fe6000000000000u;
  int k = (int)((int64_t)above >> 52);
  double z = ((Parts){.bits = bits - (above & (uint64_t)0xfff << 52)}).value;
  return k * ln2 + atanh_series((z - 1) / (z + 1));
}

static double word_scaled(double x) {
  uint32_t high = high_word(x), k = ((high & 0x7ff00000) >> 20) + 3;
  return with_high_word(x, (high & 0x800fffff) | k << 20);
}


static double word_signs(double x) {
  double size = with_high_word(x, high_word(x) & 0x7fffffff);
  uint32_t sign = high_word(x - 3) & 0x80000000;
  return size * with_high_word(x, (high_word(x) & 0x7fffffff) | sign);
}

int main(void) {
  ORACLE1(word_exp, -3.3, 2.9);
  ORACLE1(word_log, 0.3, 7.1);
  ORACLE1(split_log, 0.3, 7.1);
  ORACLE1(word_scaled, -2.3, 3.1);
  ORACLE1(word_signs, -2.3, 5.1);
  return oracle_exit();
}
