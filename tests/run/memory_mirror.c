/* State that loops overwrite step by step and whose derivative needs it: the reverse sweep may put
 * back what was overwritten instead of keeping all that was read. */
#include "oracle.h"

#define INLINE __attribute__((always_inline)) static inline

/* From one array to the other and back, with a rim that stays. */
INLINE void diffuse(int times, int count, double *u, double *next) {
  for (int t = 0; t < times; t++) {
    for (int i = 1; i + 1 < count; i++)
      next[i] = u[i] + 0.1 * u[i] * (u[i - 1] * u[i + 1] - u[i]);
    for (int i = 1; i + 1 < count; i++)
      u[i] = next[i];
  }
}

/* In place: an iteration reads what the one before it has written. */
INLINE void sweep(int times, int count, double *u, const double *weight) {
  for (int t = 0; t < times; t++)
    for (int i = 1; i < count; i++)
      u[i] = u[i] * weight[i] + 0.3 * u[i] * u[i] * u[i - 1];
}

/* The number of steps depends on the state; vectors of one allocation. */
INLINE double solve(int count, const double *matrix, const double *b, double *scratch) {
  double *residual = scratch, *direction = residual + count, *image = direction + count;
  double square = 0, result = 0;
  for (int i = 0; i < count; i++) {
    residual[i] = direction[i] = b[i];
    square += b[i] * b[i];
  }
  int steps = 0;
  while (square > 1e-3 && steps++ < 4) {
    double curvature = 0, next = 0;
    for (int i = 0; i < count; i++) {
      image[i] = (2 + matrix[i]) * direction[i];
      if (i > 0)
        image[i] -= 0.5 * direction[i - 1];
      if (i + 1 < count)
        image[i] -= 0.5 * direction[i + 1];
    }
    for (int i = 0; i < count; i++)
      curvature += direction[i] * image[i];
    double step = square / curvature;
    for (int i = 0; i < count; i++) {
      result += step * direction[i];
      residual[i] -= step * image[i];
      next += residual[i] * residual[i];
    }
    for (int i = 0; i < count; i++)
      direction[i] = residual[i] + next / square * direction[i];
    square = next;
  }
  return result;
}

/* Two stores to a place in a step, and a use of the first value behind the second one. */
INLINE double twice(int times, int count, double *u) {
  double sum = 0;
  for (int t = 0; t < times; t++)
    for (int i = 0; i < count; i++) {
      double before = u[i];
      u[i] = sin(before);
      double between = u[i] * before;
      u[i] = between + 0.1 * u[i];
      sum += before * before * between;
    }
  return sum;
}

/* Only some places are written, and only in some steps. */
INLINE void some(int times, int count, double *u, double *v) {
  for (int t = 0; t < times; t++)
    for (int i = 0; i < count; i++) {
      v[i] += u[i] * u[i] * u[(i + 1) % count];
      if (v[i] > 0.7 || t == 1)
        u[i] = 0.9 * cos(v[i]) * u[i];
    }
}

/* A number of rows of a wider matrix, in two directions. */
INLINE void rows(int times, int height, int width, int stride, double *u) {
  for (int t = 0; t < times; t++) {
    for (int i = 1; i + 1 < height; i++)
      for (int j = 1; j + 1 < width; j++)
        u[i * stride + j] +=
            0.1 * u[(i - 1) * stride + j] * u[i * stride + j + 1] * u[i * stride + j];
    for (int j = width - 2; j > 0; j--)
      for (int i = height - 2; i > 0; i--)
        u[i * stride + j] *= 1 - 0.1 * u[(i + 1) * stride + j];
  }
}

/* Rows that get shorter: the last one has no element. */
INLINE void triangle(int times, int count, double *a, double *diagonal) {
  for (int t = 0; t < times; t++) {
    for (int i = 0; i < count; i++)
      for (int j = i + 1; j < count; j++)
        a[i * count + j] = tanh(a[i * count + j] * diagonal[j] + a[i * count + j]);
    for (int i = 0; i < count; i++)
      diagonal[i] = diagonal[i] * diagonal[i] * 0.5 + 0.2;
  }
}

/* The rows below are read before they are written. */
INLINE void product(int count, double *b, const double *a, double factor) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      for (int k = i + 1; k < count; k++)
        b[i * count + j] += a[k * count + i] * b[k * count + j];
      b[i * count + j] *= factor;
    }
}

/* Columns of growing length: the first step has none. */
INLINE void eliminate(int count, double *a) {
  for (int k = 0; k < count; k++)
    for (int i = k + 1; i < count; i++) {
      a[i * count + k] /= a[k * count + k] + 2;
      for (int j = k + 1; j < count; j++)
        a[i * count + j] -= a[i * count + k] * a[k * count + j];
    }
}

/* Pointers that walk. */
INLINE void walk(int times, double *begin, double *end, const double *weight) {
  for (int t = 0; t < times; t++) {
    const double *by = weight;
    for (double *at = begin; at != end; at++, by++)
      *at = *at * *at * 0.5 + *by;
    for (double *at = end; at-- != begin;)
      *at = sin(*at) * *at;
  }
}

typedef struct {
  double place, speed;
  int kind;
} Particle;

/* Members of structures, with others between them. */
INLINE void move(int times, int count, Particle *particles) {
  for (int t = 0; t < times; t++) {
    for (int i = 0; i < count; i++)
      particles[i].speed -= 0.1 * particles[i].place * particles[i].place * particles[i].speed;
    for (int i = 0; i < count; i++)
      particles[i].place += 0.1 * particles[i].speed * particles[i].place;
  }
}

/* Left before its end. */
INLINE int relax(int times, int count, double *u) {
  for (int t = 0; t < times; t++) {
    double change = 0;
    for (int i = 1; i + 1 < count; i++) {
      double value = 0.5 * u[i] * (u[i - 1] + u[i + 1]);
      change += (value - u[i]) * (value - u[i]);
      u[i] = value;
    }
    if (change < 1e-4)
      return t;
  }
  return times;
}

PRIMAL(mirror) {
  double x[60], next[12], both[16], scratch[24], u[8], v[8], board[30], a[25], diagonal[5];
  double line[10], pair[14];
  Particle particles[6];
  for (int i = 0; i < 60; i++)
    x[i] = in[i % n] * (0.6 + 0.01 * i);
  for (int i = 0; i < 16; i++)
    both[i] = x[i + 2];
  for (int i = 0; i < 12; i++)
    next[i] = x[i];
  for (int i = 0; i < 8; i++)
    u[i] = x[i + 20], v[i] = x[i + 9];
  for (int i = 0; i < 30; i++)
    board[i] = x[i + 7];
  for (int i = 0; i < 25; i++)
    a[i] = x[i + 17];
  for (int i = 0; i < 5; i++)
    diagonal[i] = x[i + 40];
  for (int i = 0; i < 10; i++)
    line[i] = x[i + 30];
  for (int i = 0; i < 14; i++)
    pair[i] = x[i + 11];
  for (int i = 0; i < 6; i++)
    particles[i] = (Particle){x[i], x[i + 13], i};
  for (int i = 0; i < 24; i++)
    scratch[i] = 0;
  diffuse(n - 4, n + 5, x, next);
  diffuse(n - 4, n, both, both + n - 2); /* what comes next lies in what is read */
  diffuse(n - 7, 5, both, both + 8);     /* no step */
  diffuse(n - 5, n - 5, both, both + 8); /* no place */
  sweep(n - 4, n, pair, x + 20);
  sweep(n - 4, n, pair, pair + n - 4); /* what is written lies in the weights */
  double sum = solve(n - 1, x + 3, x + n, scratch);
  sum += twice(n - 4, n + 1, u);
  some(n - 4, n - 2, u, v);
  rows(n - 5, n - 2, n - 2, n - 1, board);
  triangle(n - 5, n - 2, a, diagonal);
  product(n - 2, a, board, 0.7);
  product(n - 3, a, a + 4, 0.6); /* of parts of one array */
  product(n - 6, board, a, 0.6); /* no row below */
  eliminate(n - 2, a);
  walk(n - 4, line, line + n, x + 30);
  move(n - 4, n - 1, particles);
  sum += relax(n, n + 3, line);
  for (int j = 0; j < m; j++)
    out[j] = x[j + 1] * both[j] * pair[j] + u[j] * v[j] + board[j + 8] * a[j + 6] +
             diagonal[j % 5] + particles[j].place * particles[j].speed + line[j] + next[j] + sum;
}
ORACLE_MAIN(mirror, 7, 6, 0.3, 0.8)
