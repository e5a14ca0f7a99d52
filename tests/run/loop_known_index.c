/* An index that clang takes for another one where a counter is known: in the first row of a
 * triangle, in one iteration in the middle, and carried into the next iteration. */
#include "oracle.h"
PRIMAL(known_index) {
  double square[36], sum = 0;
  int size = (int)n;
  for (int i = 0; i < size * size; i++)
    square[i] = 1 + in[i % size] * in[i / size];
  for (int i = 0; i < size; i++)
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        square[i * size + j] -= 0.1 * square[i * size + k] * square[j * size + k];
      square[i * size + j] /= square[j * size + j];
    }
  int place = 1, other = 2;
  for (int i = 0; i < size; i++) {
    sum += square[place] * square[other] * in[i];
    other = place;
    if (i == 2) {
      place = 7;
    } else {
      place = i * 3 + 1;
      sum *= 1 + 0.1 * square[place];
    }
  }
  for (int i = 0; i < size * size; i++)
    sum += 0.01 * i * square[i] * square[i];
  out[0] = sum;
}
ORACLE_MAIN(known_index, 6, 1, 0.5, 2)
