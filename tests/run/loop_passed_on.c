/* Adjoints that the reverse of one loop leaves in memory for the reverse of the loop before it. */
#include "oracle.h"
PRIMAL(twice) { /* out is written, then worked on in place */
  REAL sum = 0;
  for (size_t i = 0; i < m; i++) {
    out[i] = in[i] * in[i];
    sum += out[i];
  }
  for (size_t i = 0; i < m; i++)
    out[i] = out[i] * sum + out[i] * out[i];
}
PRIMAL(three_times) {
  for (size_t i = 0; i < m; i++)
    out[i] = in[i] * out[i];
  for (size_t i = 0; i < m; i++)
    out[i] *= in[0];
  for (size_t i = 0; i < m; i++)
    out[i] += in[1] * out[i] * out[i];
}
PRIMAL(from_the_end) {
  for (size_t i = 0; i < m; i++)
    out[i] = in[i] * in[i];
  for (size_t i = m; i-- > 0;)
    out[i] *= in[0];
}
PRIMAL(neighbours) { /* what is left is wanted twice */
  for (size_t i = 0; i < m; i++)
    out[i] = in[i] * in[i];
  for (size_t i = 0; i + 1 < m; i++)
    out[i] *= out[i + 1];
}
PRIMAL(one_place) { /* all iterations come to it */
  for (size_t i = 0; i < m; i++)
    out[0] = out[0] * in[i];
  for (size_t i = 0; i < m; i++)
    out[0] = sin(out[0]);
}
PRIMAL(every_second) {
  for (size_t i = 0; 2 * i < m; i++)
    out[2 * i] = in[i] * in[i];
  for (size_t i = 0; 2 * i < m; i++)
    out[2 * i] *= in[1];
}
PRIMAL(some) {
  for (size_t i = 0; i < m; i++)
    out[i] = in[i] * in[i];
  for (size_t i = 0; i < m; i++)
    if (out[i] > 0.4)
      out[i] *= in[0];
}
PRIMAL(rows) {
  for (size_t r = 0; r < m / 4; r++) {
    REAL sum = 0;
    for (size_t i = 0; i < 4; i++) {
      out[4 * r + i] = in[r + i] * in[i];
      sum += out[4 * r + i];
    }
    for (size_t i = 0; i < 4; i++)
      out[4 * r + i] /= sum;
  }
}
PRIMAL(normalise) { /* what is read once is cleared, and wanted again */
  const size_t wide = n / 3;
  for (size_t r = 0; r < 2; r++) {
    REAL sum = 0, squares = 0;
    for (size_t i = 0; i < wide; i++)
      sum += in[r * wide + i];
    for (size_t i = 0; i < wide; i++)
      squares += (in[r * wide + i] - sum / 3) * (in[r * wide + i] - sum / 3);
    for (size_t i = 0; i < wide; i++)
      out[r * wide + i] = (in[r * wide + i] - sum / 3) / sqrt(squares + 1) * in[2 * wide + i];
  }
}
ORACLE(twice, 9, 8, 0.3, 1.2)
ORACLE(three_times, 9, 8, 0.3, 1.2)
ORACLE(from_the_end, 9, 8, 0.3, 1.2)
ORACLE(neighbours, 9, 8, 0.3, 1.2)
ORACLE(one_place, 9, 8, 0.3, 1.2)
ORACLE(every_second, 9, 8, 0.3, 1.2)
ORACLE(some, 9, 8, 0.3, 1.2)
ORACLE(rows, 9, 8, 0.3, 1.2)
ORACLE(normalise, 9, 8, 0.3, 1.2)
int main(void) {
  twice_oracle();
  three_times_oracle();
  from_the_end_oracle();
  neighbours_oracle();
  one_place_oracle();
  every_second_oracle();
  some_oracle();
  rows_oracle();
  normalise_oracle();
  return oracle_exit();
}
