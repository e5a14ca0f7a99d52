/* Elements with numbers and an integer are swapped byte by byte, or in words of four, in a vector that knows only their
 * size: bytes that nobody looks at may be of numbers. Reverse mode moves them rightly or stops, as
 * optimisation has it; forward mode moves them. */
#include "oracle.h"
#include "stops.h"

typedef struct {
  double x, y;
  int tag;
} Point;
typedef struct {
  size_t size;
  unsigned char own[4 * sizeof(Point)];
} Vector;

static unsigned char *at(Vector *v, size_t i) { return v->own + i * v->size; }
static int by_words;
static void swap(Vector *v, size_t i, size_t j) {
  unsigned char held[64], *a = at(v, i), *b = at(v, j);
  for (size_t k = 0; by_words && k < v->size; k += 4) {
    memcpy(held, a + k, 4);
    memcpy(a + k, b + k, 4);
    memcpy(b + k, held, 4);
  }
  for (size_t k = 0; !by_words && k < v->size; k++) {
    held[k] = a[k];
    a[k] = b[k];
    b[k] = held[k];
  }
}

static void f(const double *in, double *out, size_t size) {
  Vector v = {size, {0}};
  for (size_t i = 0; i < 4; i++) {
    Point p = {in[i], in[i] * in[(i + 1) % 4], (int)(i * 3 % 4)};
    memcpy(at(&v, i), &p, v.size);
  }
  for (size_t i = 0; i + 1 < 4; i++)
    if (((Point *)at(&v, i))->tag > ((Point *)at(&v, i + 1))->tag)
      swap(&v, i, i + 1);
  for (size_t i = 0; i < 4; i++) {
    Point *p = (Point *)at(&v, i);
    *out = *out * 0.9 + p->x * p->y;
  }
}

static const double start[4] = {0.5, 0.7, 1.1, 1.3};

static double difference(int i) {
  double in[4], up = 0, down = 0, step = 1e-6;
  memcpy(in, start, sizeof in);
  in[i] += step;
  f(in, &up, sizeof(Point));
  in[i] -= 2 * step;
  f(in, &down, sizeof(Point));
  return (up - down) / (2 * step);
}

/* Ends by abort() where it cannot be right. */
static void reverse(void) {
  double in[4], din[4] = {0}, out = 0, dout = 1;
  memcpy(in, start, sizeof in);
  __adcc_autodiff_state((void *)f, in, din, &out, &dout, adcc_const, sizeof(Point));
  for (int i = 0; i < 4; i++)
    if (fabs(difference(i) - din[i]) > 1e-6)
      _exit(1);
  abort();
}

int main(void) {
  for (by_words = 0; by_words < 2; by_words++) {
    EXPECT(STOPS(reverse()));
    for (int i = 0; i < 4; i++) {
      double in[4], t[4] = {0}, out = 0, tangent = 0;
      memcpy(in, start, sizeof in);
      t[i] = 1;
      __adcc_fwddiff_state((void *)f, in, t, &out, &tangent, adcc_const, sizeof(Point));
      EXPECT(fabs(difference(i) - tangent) < 1e-6);
    }
  }
  return oracle_exit();
}
