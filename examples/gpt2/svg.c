/* A small SVG writer: axes with round ticks and one polyline. */
#include "svg.h"

#include <math.h>
#include <stdio.h>

enum { WIDTH = 720, HEIGHT = 420, LEFT = 70, RIGHT = 20, TOP = 48, BOTTOM = 56 };

typedef struct {
  double low, high, step;
} Axis;

/* Five or so ticks at 1, 2 or 5 times a power of ten; the axis ends on ticks. */
static Axis axis_for(double low, double high) {
  double span = high - low > 0 ? high - low : 1;
  double power = pow(10, floor(log10(span / 5)));
  double ratio = span / 5 / power;
  double step = power * (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10);
  Axis axis = {floor(low / step) * step, ceil(high / step) * step, step};
  if (axis.high <= axis.low)
    axis.high = axis.low + step;
  return axis;
}

static double across(const Axis *axis, double value) {
  return LEFT + (value - axis->low) / (axis->high - axis->low) * (WIDTH - LEFT - RIGHT);
}

static double down(const Axis *axis, double value) {
  return HEIGHT - BOTTOM - (value - axis->low) / (axis->high - axis->low) * (HEIGHT - TOP - BOTTOM);
}

static void write_axes(FILE *file, const Axis *x, const Axis *y, const char *horizontal,
                       const char *vertical) {
  for (double tick = x->low; tick <= x->high + x->step / 2; tick += x->step)
    fprintf(file,
            "<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' stroke='#e4e4e4'/>"
            "<text x='%.1f' y='%d' text-anchor='middle'>%g</text>\n",
            across(x, tick), TOP, across(x, tick), HEIGHT - BOTTOM, across(x, tick),
            HEIGHT - BOTTOM + 18, fabs(tick) < x->step / 2 ? 0 : tick);
  for (double tick = y->low; tick <= y->high + y->step / 2; tick += y->step)
    fprintf(file,
            "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='#e4e4e4'/>"
            "<text x='%d' y='%.1f' text-anchor='end'>%g</text>\n",
            LEFT, down(y, tick), WIDTH - RIGHT, down(y, tick), LEFT - 8, down(y, tick) + 4,
            fabs(tick) < y->step / 2 ? 0 : tick);
  fprintf(file, "<text x='%d' y='%d' text-anchor='middle'>%s</text>\n", (LEFT + WIDTH - RIGHT) / 2,
          HEIGHT - 14, horizontal);
  fprintf(file,
          "<text x='18' y='%d' text-anchor='middle' transform='rotate(-90 18 %d)'>%s</text>\n",
          (TOP + HEIGHT - BOTTOM) / 2, (TOP + HEIGHT - BOTTOM) / 2, vertical);
}

int svg_write_curve(const char *path, const char *title, const char *horizontal,
                    const char *vertical, const double *values, int count) {
  double low = INFINITY, high = -INFINITY;
  for (int i = 0; i < count; i++)
    if (isfinite(values[i])) {
      low = fmin(low, values[i]);
      high = fmax(high, values[i]);
    }
  if (low > high)
    low = 0, high = 1;
  Axis x = axis_for(0, count), y = axis_for(low, high);

  FILE *file = fopen(path, "w");
  if (!file)
    return 0;
  fprintf(file,
          "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' "
          "font-size='12'>\n<rect width='100%%' height='100%%' fill='white'/>\n"
          "<text x='%d' y='28' font-size='15' text-anchor='middle'>%s</text>\n",
          WIDTH, HEIGHT, (LEFT + WIDTH - RIGHT) / 2, title);
  write_axes(file, &x, &y, horizontal, vertical);
  fprintf(file, "<polyline fill='none' stroke='#1f5fa8' stroke-width='2' points='");
  for (int i = 0; i < count; i++)
    if (isfinite(values[i]))
      fprintf(file, "%.1f,%.1f ", across(&x, i + 1), down(&y, values[i]));
  fprintf(file, "'/>\n</svg>\n");
  int failed = ferror(file);
  return !(fclose(file) || failed);
}
