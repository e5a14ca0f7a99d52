/* Loops that may run in another order than the primal's, by columns or by rows, all at once or one
 * neighbour after the other, unless what they read and write meets in memory: which shows only when
 * they run. Few and many columns, none, and more than are worked on at a time. */
#include "oracle.h"

/* C += A B, of which only the inner loop walks through B by columns. */
__attribute__((noinline)) static void product(int rows, int columns, int depth, double *C,
                                              const double *A, const double *B) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      double sum = 0;
      for (int k = 0; k < depth; k++)
        sum += A[i * depth + k] * B[k * columns + j];
      C[i * columns + j] = 0.5 * C[i * columns + j] + sum;
    }
}

/* The same, kept in memory. */
__attribute__((noinline)) static void accumulate(int rows, int columns, int depth, double *C,
                                                 const double *A, const double *B) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      C[i * columns + j] *= 0.25;
      for (int k = 0; k < depth; k++)
        C[i * columns + j] += A[i * depth + k] * B[k * columns + j];
    }
}

/* x += A^T y */
__attribute__((noinline)) static void transposed(int rows, int columns, double *x, const double *A,
                                                 const double *y) {
  for (int j = 0; j < columns; j++)
    for (int i = 0; i < rows; i++)
      x[j] += A[i * columns + j] * y[i];
}

/* The lower triangle of A A^T, one row at a time. */
__attribute__((noinline)) static void symmetric(int count, double *C, const double *A) {
  for (int i = 0; i < count; i++)
    for (int k = 0; k < count; k++)
      for (int j = 0; j <= i; j++)
        C[i * count + j] += 0.3 * A[i * count + k] * A[j * count + k];
}

/* A polynomial for each column: what is carried along is no sum. */
__attribute__((noinline)) static void polynomials(int degree, int columns, double *values,
                                                  const double *coefficients, const double *x) {
  for (int j = 0; j < columns; j++) {
    double value = 0.1;
    for (int k = 0; k < degree; k++)
      value = value * x[j] + coefficients[k * columns + j];
    values[j] = value;
  }
}

/* Every place gets from its neighbours. */
__attribute__((noinline)) static void smooth(int count, double *to, const double *from) {
  for (int i = 2; i < count - 2; i++)
    to[i] = 0.3 * from[i - 2] + 0.2 * from[i] * from[i - 1] + 0.4 * from[i + 1] - 0.1 * from[i + 2];
}

/* The same downwards, from places further apart and from some twice, with several results. */
__attribute__((noinline)) static void gather(int count, double *to, double *other,
                                             const double *from) {
  for (int i = count - 5; i >= 5; i--) {
    to[i] = 0.3 * from[i - 5] - 0.1 * from[i + 4] * from[i + 3] + 0.2 * from[i + 3];
    other[i] = 0.6 * from[i + 2] * from[i - 5] + 0.5 * from[i - 4];
  }
}

/* … also across rows. */
__attribute__((noinline)) static void spread(int rows, int columns, double *to,
                                             const double *from) {
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < columns - 1; j++)
      to[i * columns + j] +=
          0.2 * (from[i * columns + j] + from[i * columns + j - 1] + from[i * columns + j + 1] +
                 from[(i + 1) * columns + j] + from[(i - 1) * columns + j]);
}

/* Results and what is kept on the way at strides that may make them meet. */
__attribute__((noinline)) static void strided(int columns, int depth, long stride, long far,
                                              double *result, double *keep, const double *A,
                                              const double *B) {
  for (int j = 0; j < columns; j++) {
    double sum = result[j * stride];
    for (int k = 0; k < depth; k++) {
      keep[j * far + k] = 0.5 * keep[j * far + k] + 0.3 * B[k * columns + j];
      sum += A[k] * B[k * columns + j] * B[k * columns + j];
    }
    result[j * stride] = sum;
  }
}

/* In place: what was summed up is needed by the rows that follow. */
__attribute__((noinline)) static void triangular(int count, double *B, const double *A) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      for (int k = i + 1; k < count; k++)
        B[i * count + j] += A[k * count + i] * B[k * count + j];
      B[i * count + j] *= 0.8;
    }
}

enum { SIZE = 4000 };

PRIMAL(orders) {
  double *work = malloc(SIZE * sizeof *work);
  for (int i = 0; i < SIZE; i++)
    work[i] = in[i % n] * (0.3 + 0.0002 * i);
  product(3, 300, 2, work, work + 1000, work + 1500);    /* apart, and more than one block */
  product(2, 17, 9, work + 10, work + 20, work + 15);    /* everything overlaps */
  product(2, 9, 9, work + 100, work + 110, work + 400);  /* the result lies in a factor */
  product(2, 20, 0, work, work + 1000, work + 1500);     /* no iteration within */
  product(2, 0, 5, work, work + 1000, work + 1500);      /* none at all */
  product(1, 7, 5, work + 30, work + 1000, work + 1500); /* too few */
  product(1, 8, 5, work + 40, work + 1001, work + 1501);
  accumulate(2, 257, 3, work + 1200, work + 8, work + 2000);
  accumulate(2, 12, 5, work + 1200, work + 1204, work + 1210); /* overlap */
  transposed(3, 270, work + 300, work + 2000, work + 3000);
  transposed(11, 11, work + 301, work + 2001, work + 301); /* in place */
  transposed(9, 12, work + 310, work + 2100, work + 318);  /* the two overlap */
  transposed(9, 12, work + 2130, work + 2100, work + 318); /* the sums lie in the matrix */
  symmetric(13, work + 500, work + 700);
  symmetric(11, work + 720, work + 700); /* overlap */
  polynomials(3, 290, work + 2500, work + 200, work + 1800);
  polynomials(4, 15, work + 2500, work + 2490, work + 1800); /* overlap */
  smooth(600, work + 3000, work + 100);
  smooth(40, work + 3000, work + 3000); /* in place */
  smooth(30, work + 3001, work + 3000); /* from the one before */
  smooth(30, work + 3100, work + 3101); /* from the one behind */
  smooth(4, work + 3200, work + 3300);  /* nowhere */
  smooth(5, work + 3200, work + 3300);
  gather(700, work + 800, work + 1600, work + 2400);
  gather(30, work + 800, work + 1600, work + 799); /* one overlaps */
  gather(30, work + 800, work + 801, work + 900);  /* the results overlap */
  gather(10, work + 800, work + 850, work + 900);  /* nowhere */
  gather(11, work + 800, work + 850, work + 900);
  spread(5, 40, work + 2200, work + 3300);
  spread(5, 12, work + 2200, work + 2203); /* overlap */
  spread(2, 30, work + 2200, work + 3300); /* nowhere */
  strided(270, 4, 1, 4, work + 2700, work + 100, work + 3990, work + 1300);
  strided(20, 5, 2, 7, work + 2700, work + 100, work + 3990, work + 1300);
  strided(20, 5, 0, 5, work + 2700, work + 100, work + 3990, work + 1300);  /* one result */
  strided(20, 5, 1, 2, work + 2700, work + 100, work + 3990, work + 1300);  /* rows overlap */
  strided(20, 5, -1, 5, work + 2750, work + 100, work + 3990, work + 1300); /* downwards */
  strided(20, 5, -1, 5, work + 210, work + 100, work + 102, work + 1300);   /* they overlap */
  triangular(14, work + 400, work + 3400);
  triangular(12, work + 400, work + 350); /* overlap */
  for (int j = 0; j < (int)m; j++) {
    double sum = 0;
    for (int i = j; i < SIZE; i += (int)m)
      sum += work[i] * (1 + 0.001 * (i % 7));
    out[j] = 0.01 * sum;
  }
  free(work);
}
ORACLE_MAIN(orders, 5, 6, 0.2, 0.8)
