/* Results that a loop leaves in memory and whose derivative needs them: they may be read again from
 * there where nothing overwrites them, and must be kept where something does. */
#include "oracle.h"

/* Rows one behind the other: what one row leaves, the next one leaves alone if rows do not meet. */
__attribute__((always_inline)) static inline void softmax(int rows, int count, int stride,
                                                          double *p, const double *x) {
  for (int r = 0; r < rows; r++) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      p[r * stride + i] = exp(x[r * count + i]);
      sum += p[r * stride + i];
    }
    for (int i = 0; i < count; i++)
      p[r * stride + i] /= sum;
  }
}

/* The same place for several iterations: the last one stays. */
__attribute__((always_inline)) static inline double ring(int count, int size, double *slots,
                                                         const double *x) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    double value = sin(x[i]) + 0.5 * sum;
    slots[i % size] = value;
    sum += value * value * x[i];
  }
  return sum;
}

/* Each result is replaced in its own iteration, by an increment if there is a reason. */
__attribute__((always_inline)) static inline void refine(int count, double *y, const double *x,
                                                         double limit) {
  for (int i = 0; i < count; i++) {
    double root = sqrt(x[i] + 1);
    y[i] = root;
    double inverse = 1 / (root + x[i]);
    if (x[i] > limit)
      y[i] += inverse * root;
  }
}

/* The whole result is written again in every sweep, but kept by none but the last. */
__attribute__((always_inline)) static inline void sweep(int times, int count, double *u,
                                                        double *flux) {
  for (int t = 0; t < times; t++) {
    for (int i = 0; i + 1 < count; i++)
      flux[i] = tanh(u[i + 1] * u[i]);
    for (int i = 1; i + 1 < count; i++)
      u[i] += 0.2 * (flux[i] - flux[i - 1]) * flux[i];
  }
}

/* A copy outlives what it was taken from. */
__attribute__((always_inline)) static inline void take_over(int count, double *old, double *x) {
  for (int i = 0; i < count; i++) {
    double before = x[i];
    old[i] = before;
    x[i] = before * before * (1 + before);
  }
}

/* Memory that holds numbers first and something else later. */
union place {
  double number;
  long long whole;
};
__attribute__((always_inline)) static inline double reuse(int count, union place *places,
                                                          const double *x) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    double value = exp(-x[i]);
    places[i].number = value;
    sum += value * x[i];
  }
  for (int i = 0; i < count; i++)
    places[i].whole = i;
  for (int i = 0; i < count; i++)
    sum += x[places[i].whole] * i;
  return sum;
}

/* What a loop sums up, stored once it has ended: the derivative of the second loop needs it. */
__attribute__((always_inline)) static inline void
products(int rows, int columns, const double *restrict a, const double *restrict x,
         double *restrict y, double *restrict sums) {
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    for (int j = 0; j < columns; j++)
      sum += a[i * columns + j] * x[j];
    sums[i] = sum;
    for (int j = 0; j < columns; j++)
      y[j] += a[i * columns + j] * sum;
  }
}

/* A result that comes from either of two branches. */
__attribute__((always_inline)) static inline double either(int count, const double *x,
                                                           double *restrict chosen) {
  double product = 1;
  for (int i = 0; i < count; i++) {
    double value;
    if (x[i] > 0.5) {
      value = sin(x[i]);
      product += x[i] * 0.1;
    } else {
      value = exp(x[i]) * x[i];
      product *= 1.01;
    }
    chosen[i] = value;
    product += value * value * value;
  }
  return product;
}

/* Sizes and places are known when it runs. */
PRIMAL(left_by_store) {
  double x[40], rows[16], meeting[16], both[24], slots[8], few[8], roots[8], shifted[16];
  double u[8], flux[8], mixed[16], old[8], behind[16], sums[4], y[5] = {0}, chosen[8];
  union place places[8];
  for (int i = 0; i < 40; i++)
    x[i] = in[i % n] * (0.5 + 0.02 * i);
  for (int i = 0; i < 16; i++)
    rows[i] = meeting[i] = shifted[i] = mixed[i] = behind[i] = x[i + 3];
  for (int i = 0; i < 24; i++)
    both[i] = x[i];
  for (int i = 0; i < 8; i++)
    u[i] = slots[i] = few[i] = x[i + 20];
  softmax(n - 4, n - 3, n - 3, rows, x);    /* rows side by side */
  softmax(n - 4, n - 3, n - 4, meeting, x); /* rows that meet */
  softmax(n - 5, 3, 3, both, both + n - 5); /* results that run into what is read */
  double sum = ring(n + 2, n - 4, slots, x) + ring(n - 2, n - 2, few, x + 1);
  refine(n - 1, roots, x, 0.4);
  refine(n - 3, shifted, shifted + n - 6, 0.2); /* in place, one behind */
  sweep(n - 4, n, u, flux);
  sweep(n - 5, n - 2, mixed, mixed + n - 4); /* what flows lies in what it changes */
  take_over(n - 2, old, x + n + 1);
  take_over(n - 2, behind, behind + n - 5);
  sum += reuse(n + 1, places, x);
  products(n - 3, n - 2, x + 2, x + n, y, sums);
  sum += either(n + 1, x + 9, chosen);
  for (int j = 0; j < m; j++)
    out[j] = rows[2 * j] * x[j + 8] + meeting[j] * both[j] + slots[j % 3] * few[j % 5] +
             roots[j] * shifted[j] + u[j + 1] * flux[j] + mixed[j] * behind[j] + old[j % 5] + sum +
             sums[j % 4] * y[j % 5] * chosen[j];
}
ORACLE_MAIN(left_by_store, 7, 6, 0.2, 0.9)
