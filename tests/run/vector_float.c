/* Vectors of float, loaded and stored through memory, reduced at the end. */
#define REAL float
#include "oracle.h"
typedef float Eight __attribute__((vector_size(32), aligned(4)));
PRIMAL(vectors) {
  Eight a = *(Eight *)in, b = *(Eight *)(in + 8);
  Eight c = a * b + a;
  *(Eight *)out = c / (b + 1.0f);
  float sum = 0;
  for (int i = 0; i < 8; i++)
    sum += c[i] * c[i];
  out[8] = sum;
}
ORACLE_MAIN(vectors, 16, 9, 0.5, 2)
