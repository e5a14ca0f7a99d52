/* Values scaled where they lie: the reverse sweep has them back from the quotients. */
// flags: -ffast-math
#include "oracle.h"
enum { N = 12 };

PRIMAL(softmax) {
  const size_t rows = n / 4, wide = m / 3;
  for (size_t r = 0; r < rows; r++) {
    REAL sum = 0;
    for (size_t i = 0; i < wide; i++) {
      out[r * wide + i] = exp(in[r * wide + i]);
      sum += out[r * wide + i];
    }
    for (size_t i = 0; i < wide; i++)
      out[r * wide + i] /= sum;
  }
}

PRIMAL(reciprocal) { /* which is used twice */
  REAL sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += out[i] = exp(in[i]);
  REAL inverse = 1 / sum;
  for (size_t i = 0; i < n; i++)
    out[i] *= inverse;
  in[0] += inverse;
}

PRIMAL(of_a_half) {
  for (size_t i = 0; i < n; i++)
    out[i] = exp(in[i]);
  for (size_t i = 0; i < n; i++)
    out[i] *= 0.5;
}

PRIMAL(read_between) { /* and is read again, before it is scaled and behind that */
  REAL sum = 0, squares = 0;
  for (size_t i = 0; i < n; i++)
    out[i] = exp(in[i]);
  for (size_t i = 0; i < n; i++)
    sum += out[i] * out[i];
  for (size_t i = 0; i < n; i++)
    out[i] /= sum;
  for (size_t i = 0; i < n; i++)
    squares += out[i] * out[i];
  in[0] += squares;
}

PRIMAL(to_a_diagonal) { /* the outer loop goes on before the place is reached */
  const size_t rows = n / 4, wide = m / 3;
  for (size_t r = 0; r < rows; r++) {
    for (size_t i = 0; i <= r; i++)
      out[r * wide + i] = exp(in[r * wide + i]);
    REAL sum = 1;
    for (size_t i = 0; i <= r; i++)
      sum += out[r * wide + i];
    for (size_t i = 0; i <= r; i++)
      out[r * wide + i] /= sum;
  }
}

PRIMAL(whole_matrix) { /* behind all rows */
  const size_t rows = n / 4, wide = m / 3;
  REAL sum = 0;
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < wide; i++)
      sum += out[r * wide + i] = exp(in[r * wide + i]);
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < wide; i++)
      out[r * wide + i] /= sum;
}

PRIMAL(what_was_read) { /* the value is a load, of the store's own loop */
  REAL sum = 0;
  for (size_t i = 0; i < n; i++) {
    sum += in[i] * in[i];
    in[i] = in[i] / out[0];
  }
  out[1] += sum;
}

ORACLE(softmax, N, N, 0.5, 1.5)
ORACLE(reciprocal, N, N, 0.5, 1.5)
ORACLE(of_a_half, N, N, 0.5, 1.5)
ORACLE(read_between, N, N, 0.5, 1.5)
ORACLE(to_a_diagonal, N, N, 0.5, 1.5)
ORACLE(whole_matrix, N, N, 0.5, 1.5)
ORACLE(what_was_read, N, N, 0.5, 1.5)
int main(void) {
  softmax_oracle();
  reciprocal_oracle();
  of_a_half_oracle();
  read_between_oracle();
  to_a_diagonal_oracle();
  whole_matrix_oracle();
  what_was_read_oracle();
  return oracle_exit();
}
