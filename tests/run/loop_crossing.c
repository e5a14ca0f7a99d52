/* Loops that go through memory and use one of the places that they come to in every iteration: it
 * has another value from there on. The place at either end, in between and beyond; long enough to be
 * vectorised. */
#include "oracle.h"

/* The place is `k` from where the loop starts, and `by` may overlap. */
__attribute__((noinline)) static void pull(int count, double *to, const double *by, int k) {
  for (int j = 0; j < count; j++)
    to[j] = 0.7 * to[j] + 0.3 * to[k] * by[j];
}

__attribute__((noinline)) static void pull_down(unsigned count, double *to, const double *by, int k) {
  for (unsigned j = count; j-- > 0;)
    to[j] = 0.8 * to[j] + 0.2 * sin(to[k]) * by[j];
}

/* Every second place. */
__attribute__((noinline)) static void weave(int count, double *to, int k) {
  for (int j = 0; j < count; j++)
    to[2 * j] = 0.9 * to[2 * j] - 0.4 * to[2 * k] * to[2 * j + 1];
}

/* A sum is kept at the place itself. */
__attribute__((noinline)) static void gather(int count, double *x, const double *by, int k) {
  for (int j = 0; j < count; j++)
    x[k] += 0.05 * x[j] * by[j];
}

/* Two arrays, each with its place. */
__attribute__((noinline)) static void relax(int count, double *near, double *far, int k) {
  for (int j = 0; j < count; j++) {
    double around = near[k] + 0.1 * far[k] * far[j];
    near[j] = near[j] < around ? near[j] : around;
    far[j] = 0.6 * far[j] + 0.1 * near[k];
  }
}

/* The reverse sweep goes through rows, and adds to a place of the row. */
__attribute__((noinline)) static void rows(int n, double *path) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        path[i * n + j] = 0.6 * path[i * n + j] + 0.1 * path[i * n + k] * path[k * n + j];
}

PRIMAL(crossings) {
  static const int places[] = {0, 1, 7, 20, 36, 37, -1, -5, 44};
  double work[170], other[170];
  for (int i = 0; i < 170; i++) {
    work[i] = in[i % n] * (0.7 + 0.002 * i);
    other[i] = in[(i * 3 + 1) % n] - 0.001 * i;
  }
  for (int i = 0; i < 9; i++) {
    int k = places[i];
    pull(37, work + 10, other + 3 * i, k);
    pull(37, work + 60, work + 60 + 5 * i, k); /* until apart */
    pull_down(37, work + 30, other + i, k);
    weave(37, other + 30, k);
    gather(37, work + 100, other + 50, k);
    relax(37, work + 70, other + 60, k);
  }
  rows(12, work + 20);
  for (int j = 0; j < m; j++)
    out[j] = work[21 * j] + work[19 * j + 11] * other[17 * j + 3] + other[16 * j + 2];
}
ORACLE_MAIN(crossings, 7, 8, 0.3, 0.9)
