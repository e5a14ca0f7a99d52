/* Many tangents at once through arrays of the function's own: structures, copies and clears of
 * them, places that the program computes, numbers that leave an array for memory elsewhere, and
 * arrays whose address goes to another function. Against one tangent at a time. */
#include "oracle.h"
#include <string.h>
extern int enzyme_dup, enzyme_dupv, enzyme_const, enzyme_width;
extern void __enzyme_fwddiff_all(void *, ...);
extern void __enzyme_fwddiff_one(void *, ...);

enum { INPUTS = 9, OUTPUTS = 6, LANES = 11, PARTS = 5 };

typedef struct {
  double column[3][2];
  double length;
} Part;

static void turn(Part *part, double angle) {
  double c = cos(angle), s = sin(angle);
  for (int i = 0; i < 3; i++) {
    double x = part->column[i][0], y = part->column[i][1];
    part->column[i][0] = c * x + s * y;
    part->column[i][1] = c * y - s * x;
  }
  part->length += sqrt(part->column[1][0] * part->column[1][0] + 0.5);
}

__attribute__((noinline)) static double outside(const double *values, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += values[i] * values[n - 1 - i];
  return sum;
}

static void chain(const double *x, const int *where, double *y) {
  Part parts[PARTS], saved;
  memset(parts, 0, sizeof parts);
  for (int k = 0; k < PARTS; k++) {
    if (k > 0)
      parts[k] = parts[(k - 1) / 2];
    for (int i = 0; i < 3; i++)
      parts[k].column[i][k % 2] += x[(i + k) % INPUTS];
    turn(&parts[k], x[k]);
  }
  memcpy(&saved, &parts[where[0]], sizeof saved);
  memset(&parts[1].column[1], 0, sizeof parts[1].column[1]);
  memmove(&parts[3], &parts[2], 2 * sizeof parts[2]);
  double escaped[4] = {x[0], x[1] * x[2], 2, x[3]}, fixed[7] = {1, 2, 0.5, 3, 1, 4, 2};
  fixed[where[1]] *= x[4];
  for (int j = 0; j < OUTPUTS; j++) {
    double sum = x[j] > 0.55 ? x[j] * x[j] : 1, largest = saved.length;
    for (int p = 0; p < 7; p++) {
      const Part *part = &parts[where[(p + j) % 7]];
      double weight = x[(p + j) % INPUTS] * saved.column[p % 3][j % 2];
      sum += fixed[p] * weight *
             (part->column[p % 3][0] + part->column[(p + 1) % 3][1] * part->length);
      largest = part->length > largest ? part->length : largest;
    }
    y[j] = sum * largest;
  }
  y[0] += outside(escaped, 4);
}

/* The same in single precision, with a number that goes through a double. */
static void single(const float *x, float *y) {
  float table[8][3], row[3] = {1, x[1], 0};
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 3; k++)
      table[i][k] = (float)tanh((double)x[(i + k) % INPUTS] * k) + row[k];
  for (int j = 0; j < OUTPUTS; j++) {
    y[j] = 0;
    for (int i = 0; i < 8; i++)
      y[j] += table[i][j % 3] * table[(i * 3 + j) % 8][(j + 1) % 3];
  }
}

int main(void) {
  double x[INPUTS], y[OUTPUTS], dx[LANES][INPUTS], dy[LANES][OUTPUTS], one[OUTPUTS];
  int where[7] = {2, 0, 4, 1, 3, 3, 0};
  for (int i = 0; i < INPUTS; i++)
    x[i] = 0.3 + 0.1 * i;
  for (int l = 0; l < LANES; l++)
    for (int i = 0; i < INPUTS; i++)
      dx[l][i] = l < INPUTS ? l == i : 0.25 * (i - l);
  memset(dy, 0, sizeof dy);
  __enzyme_fwddiff_all((void *)chain, enzyme_width, LANES, enzyme_dupv, sizeof dx[0], x, dx,
                       enzyme_const, where, enzyme_dupv, sizeof dy[0], y, dy);
  for (int l = 0; l < LANES; l++) {
    memset(one, 0, sizeof one);
    __enzyme_fwddiff_one((void *)chain, enzyme_dup, x, dx[l], enzyme_const, where, enzyme_dup, y,
                         one);
    for (int j = 0; j < OUTPUTS; j++)
      CLOSE(dy[l][j], one[j]);
  }
  float sx[INPUTS], sy[OUTPUTS], sdx[16][INPUTS], sdy[16][OUTPUTS], sone[OUTPUTS];
  for (int l = 0; l < 16; l++)
    for (int i = 0; i < INPUTS; i++)
      sdx[l][i] = l < INPUTS ? l == i : 0.125f * (i - l);
  for (int i = 0; i < INPUTS; i++)
    sx[i] = 0.2f + 0.1f * i;
  memset(sdy, 0, sizeof sdy);
  __enzyme_fwddiff_all((void *)single, enzyme_width, 16, enzyme_dupv, sizeof sdx[0], sx, sdx,
                       enzyme_dupv, sizeof sdy[0], sy, sdy);
  for (int l = 0; l < 16; l++) {
    memset(sone, 0, sizeof sone);
    __enzyme_fwddiff_one((void *)single, enzyme_dup, sx, sdx[l], enzyme_dup, sy, sone);
    for (int j = 0; j < OUTPUTS; j++)
      CLOSE_TO(sdy[l][j], sone[j], 1e-5);
  }
  double step = 1e-5, up[OUTPUTS], down[OUTPUTS];
  for (int i = 0; i < INPUTS; i++) {
    double kept = x[i];
    x[i] = kept + step;
    chain(x, where, up);
    x[i] = kept - step;
    chain(x, where, down);
    x[i] = kept;
    for (int j = 0; j < OUTPUTS; j++)
      CLOSE_TO(dy[i][j], (up[j] - down[j]) / (2 * step), 1e-6);
  }
  return oracle_exit();
}
