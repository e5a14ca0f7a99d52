/* Loops that read neighbours, whose reverse adds to several places in each iteration and to each
 * place in several: cells of structures, neighbours with gaps between them, rows that meet, and
 * loops so short that they come to few of the places. */
#include "oracle.h"

typedef struct {
  double h, u, v;
} Cell;

/* Fluxes between neighbouring cells. */
__attribute__((noinline)) static void fluxes(const Cell *restrict q, Cell *restrict g, int n) {
  for (int i = 0; i + 1 < n; i++) {
    Cell a = q[i], b = q[i + 1];
    double s = fmax(fabs(a.u / a.h) + sqrt(a.h), fabs(b.u / b.h) + sqrt(b.h));
    g[i].h = 0.5 * (a.u + b.u) - s * (b.h - a.h);
    g[i].u = a.u * a.u / a.h + b.u * b.u / b.h - s * (b.u - a.u);
    g[i].v = a.v * a.u / a.h + b.v * b.u / b.h - s * (b.v - a.v);
  }
}

/* Differences over a gap: the place in the middle is not read. */
__attribute__((noinline)) static void slopes(const double *restrict x, double *restrict y, int n) {
  for (int i = 1; i < n - 1; i++)
    y[i] = sin(x[i + 1] - x[i - 1]) * x[i + 1];
}

/* Downwards, wider and by two places at a time. */
__attribute__((noinline)) static void sparse(const double *restrict x, double *restrict y, int n) {
  for (int i = n - 1; i >= 6; i -= 2)
    y[i] = x[i] * x[i - 6] - 0.3 * x[i - 1] * x[i - 3] + x[i - 4];
}

/* A stencil over rows, of which neighbours may be the same. */
__attribute__((noinline)) static void rows(const double *restrict x, double *restrict y, int rows, int columns) {
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < 7; j++) {
      const double *up = x + (i - 1) * columns + j, *row = up + columns, *down = row + columns;
      y[8 * i + j] = up[-1] * up[1] + exp(-row[0]) * (row[-1] - row[1]) + down[0] * up[0] * row[0];
    }
}

/* The places are also overwritten, nearby and farther off. */
__attribute__((noinline)) static void near(double *x, int n, int off) {
  for (int i = 0; i + 3 < n; i++)
    x[i + off] = 0.5 * cos(x[i + 1]) * x[i + 3];
}

/* The sum at one place meets those at all others. */
__attribute__((noinline)) static void attract(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[i] += 0.01 * (x[j] - x[i]) / (0.3 + (x[j] - x[i]) * (x[j + 1] - x[i]));
}

PRIMAL(gathers) {
  Cell cells[40], flux[40];
  double line[120], other[120];
  memset(flux, 0, sizeof flux);
  for (int i = 0; i < 40; i++)
    cells[i] = (Cell){in[i % n] + 0.5, in[(i + 2) % n] - 0.01 * i, in[(i + 3) % n]};
  for (int i = 0; i < 120; i++) {
    line[i] = in[(3 * i + 1) % n] - 0.003 * i;
    other[i] = 0;
  }
  fluxes(cells, flux, 31);
  for (int length = 0; length < 5; length++) {
    fluxes(cells + 30 + length, flux + 30 + length, length);
    slopes(line + 5 * length, other + 5 * length, length);
    sparse(line + 40, other + 40 + length, 5 + length);
  }
  slopes(line + 60, other + 60, 50);
  sparse(line + 3, other + 20, 57);
  for (int columns = 0; columns < 9; columns++)
    rows(line + columns, other + 5 * columns, 6, columns);
  attract(line + 2, other + 3, 33);
  for (int off = -4; off < 5; off += 4)
    near(line + 60, 45, off);
  for (int j = 0; j < m; j++) {
    Cell *g = flux + 3 * j + 6;
    out[j] = g->h + 0.5 * g->u * g->v + other[7 * j + 3] * other[13 * j + 5] + line[12 * j + 20];
  }
}
ORACLE_MAIN(gathers, 7, 8, 0.3, 0.9)
