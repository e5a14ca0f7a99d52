/* Values scaled where they lie, in ways that do not give them back: other places, other divisors, or
 * nothing left of them. */
// flags: -ffast-math
#include "oracle.h"
enum { N = 12 };

PRIMAL(first_half) {
  for (size_t i = 0; i < n; i++)
    out[i] = exp(in[i]);
  for (size_t i = 0; i < n / 2; i++)
    out[i] /= in[0];
}

PRIMAL(backwards) {
  for (size_t i = 0; i < n; i++)
    out[i] = exp(in[i]);
  for (size_t i = n; i-- > 0;)
    out[i] /= in[0];
}

PRIMAL(next_one) {
  for (size_t i = 0; i < n; i++)
    out[i] = exp(in[i]);
  for (size_t i = 0; i + 1 < n; i++)
    out[i + 1] /= in[0];
}

PRIMAL(some) {
  for (size_t i = 0; i < n; i++)
    out[i] = exp(in[i]);
  for (size_t i = 0; i < n; i++)
    if (in[i] > 0.8)
      out[i] /= in[0];
}

PRIMAL(overlapping_rows) { /* each row begins in the one before */
  const size_t rows = n / 4, wide = m / 3;
  for (size_t r = 0; r < rows; r++) {
    for (size_t i = 0; i < wide; i++)
      out[2 * r + i] = exp(in[r * wide + i]);
    for (size_t i = 0; i < wide; i++)
      out[2 * r + i] /= in[r];
  }
}

PRIMAL(one_row) { /* each time another exponential */
  const size_t rows = n / 4, wide = m / 3;
  for (size_t r = 0; r < rows; r++) {
    for (size_t i = 0; i < wide; i++)
      out[i] = exp(in[r * wide + i]) + 0.5 * out[i];
    for (size_t i = 0; i < wide; i++)
      out[i] /= in[r];
  }
}

PRIMAL(every_divisor) { /* one for each place */
  for (size_t i = 0; i < n; i++)
    out[i] = exp(in[i]);
  for (size_t i = 0; i < n; i++)
    out[i] /= in[i] + 1;
}

PRIMAL(twice) {
  for (size_t i = 0; i < n; i++)
    out[i] = exp(in[i]);
  for (size_t i = 0; i < n; i++)
    out[i] /= in[0];
  for (size_t i = 0; i < n; i++)
    out[i] /= in[1];
}

PRIMAL(by_zero) { /* nothing comes back */
  REAL factor = in[0] > 10 ? in[1] : 0;
  for (size_t i = 0; i < n; i++)
    out[i] = exp(in[i]);
  REAL product = 1;
  for (size_t i = 0; i < n; i++)
    product *= 1 + 0.1 * out[i];
  for (size_t i = 0; i < n; i++)
    out[i] *= factor;
  in[0] += product;
}

PRIMAL(divided_by) { /* the reverse sweep divides by what was scaled */
  REAL sum = 0;
  for (size_t i = 0; i < n; i++) {
    out[i] = exp(in[i]);
    sum += sqrt(out[i]) + log(out[i] + 1);
  }
  for (size_t i = 0; i < n; i++)
    out[i] /= sum;
}

PRIMAL(changed_between) {
  const size_t rows = n / 4, wide = m / 3;
  for (size_t r = 0; r < rows; r++) {
    REAL sum = 0;
    for (size_t i = 0; i < wide; i++)
      sum += out[r * wide + i] = exp(in[r * wide + i]);
    out[r * wide + 1] += in[0];
    for (size_t i = 0; i < wide; i++)
      out[r * wide + i] /= sum;
  }
}

PRIMAL(transposed) {
  const size_t rows = n / 4, wide = m / 3;
  REAL sum = 0;
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < rows; i++)
      sum += out[r * wide + i] = exp(in[r * wide + i]);
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < rows; i++)
      out[i * wide + r] /= sum;
}

ORACLE(first_half, N, N, 0.5, 1.5)
ORACLE(backwards, N, N, 0.5, 1.5)
ORACLE(next_one, N, N, 0.5, 1.5)
ORACLE(some, N, N, 0.5, 1.5)
ORACLE(overlapping_rows, N, N, 0.5, 1.5)
ORACLE(one_row, N, N, 0.5, 1.5)
ORACLE(every_divisor, N, N, 0.5, 1.5)
ORACLE(twice, N, N, 0.5, 1.5)
ORACLE(by_zero, N, N, 0.5, 1.5)
ORACLE(divided_by, N, N, 0.5, 1.5)
ORACLE(changed_between, N, N, 0.5, 1.5)
ORACLE(transposed, N, N, 0.5, 1.5)
int main(void) {
  first_half_oracle();
  backwards_oracle();
  next_one_oracle();
  some_oracle();
  overlapping_rows_oracle();
  one_row_oracle();
  every_divisor_oracle();
  twice_oracle();
  by_zero_oracle();
  divided_by_oracle();
  changed_between_oracle();
  transposed_oracle();
  return oracle_exit();
}
