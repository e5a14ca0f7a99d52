/* Records of a head and one or three numbers, appended to a block of bytes that realloc moves, and
 * read again by their length. */
#include "oracle.h"
typedef struct {
  uint32_t kind, len;
} header;
typedef struct {
  uint8_t *p;
  size_t n, cap;
} buf;
static void put(buf *b, const void *src, size_t n) {
  if (b->n + n > b->cap) {
    b->cap = b->cap ? b->cap * 2 : 64;
    while (b->cap < b->n + n)
      b->cap *= 2;
    b->p = realloc(b->p, b->cap);
  }
  memcpy(b->p + b->n, src, n);
  b->n += n;
}
static void put_record(buf *b, uint32_t kind, const double *v, uint32_t k) {
  header h = {kind, k * 8};
  put(b, &h, sizeof h);
  put(b, v, k * 8);
}
PRIMAL(ser) {
  buf b = {0};
  double x[3] = {in[0], in[1], in[2]}, y[1] = {in[3]};
  for (int t = 0; t < 4; t++) {
    for (int i = 0; i < 3; i++)
      x[i] *= 2;
    put_record(&b, 1, x, 3);
    if (t == 1)
      put_record(&b, 2, y, 1);
  }
  double acc = 0;
  for (size_t at = 0; at < b.n;) {
    header h;
    double v[4];
    memcpy(&h, b.p + at, sizeof h);
    at += sizeof h;
    memcpy(v, b.p + at, h.len);
    at += h.len;
    if (h.kind == 1)
      acc += v[0] + 2 * v[1] + 3 * v[2];
    else
      acc += v[0];
  }
  out[0] = acc;
  free(b.p);
}
ORACLE_MAIN(ser, 4, 1, 0.4, 1.0)
