/* Records of floats around a double, copied in parts and as wholes, of which -ffast-math makes
 * vectors: LLVM loads four floats where it needs the first, though a double lies in the place of
 * the last two. Written by a generator. */
#include "oracle.h"
typedef struct {
  float f0[2];
  float f1;
  double f2;
  float f3;
} Record;
static Record mix(Record s, double x) {
  s.f0[0] = s.f0[0] * (float)0.7 + (float)(x * s.f1 * 0.3);
  s.f1 = s.f1 * (float)0.7 + (float)(x * s.f0[1] * 0.3);
  s.f3 = s.f3 * (float)0.7 + (float)(x * s.f0[0] * 0.3);
  return s;
}
static void update(Record *p, const Record *q, double x) {
  Record t = *q;
  *p = mix(t, x);
}
static double weigh(const Record *p) {
  Record s = *p;
  double r = 0;
  r += s.f0[0] * 0.5;
  r += s.f0[1] * 0.6;
  r += s.f1 * 0.7;
  r += s.f2 * 0.8;
  r += s.f3 * 0.9;
  return r;
}
static Record make(const double *in, size_t n, int i) {
  Record s;
  memset(&s, 0, sizeof s);
  s.f0[0] = (float)(in[(i + 0) % n] * in[0]);
  s.f0[1] = (float)(in[(i + 1) % n] * 0.5);
  s.f1 = (float)(in[(i + 2) % n] * 0.5);
  s.f2 = (double)(in[(i + 3) % n] * in[0]);
  s.f3 = (float)(in[(i + 4) % n] * in[0]);
  return s;
}
PRIMAL(records) {
  Record a[4], *b = (Record *)malloc(3 * sizeof(Record));
  for (int i = 0; i < 4; i++)
    a[i] = make(in, n, i);
  for (int i = 0; i < 3; i++)
    b[i] = make(in, n, i + 1);
  double x = in[0];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2; j++) {
      {
        Record *p = x > 0.4 ? &b[(j + 1) % 3] : &b[2];
        *p = mix(*p, x);
        a[0] = *p;
      }
      {
        Record t = a[2];
        a[2] = b[(j + 1) % 3];
        b[(j + 1) % 3] = t;
      }
    }
    update(&a[(i + 2) % 4], &b[(i + 1) % 3], x);
    {
      Record *p = x > 0.4 ? &a[(i + 1) % 4] : &b[(i + 1) % 3];
      *p = mix(*p, x);
      a[0] = *p;
    }
  }
  for (int i = 0; i < 2; i++) {
    if (&b[(i + 0) % 3] != &b[(i + 2) % 3])
      memcpy((char *)&b[(i + 0) % 3] + offsetof(Record, f0),
             (char *)&b[(i + 2) % 3] + offsetof(Record, f0), sizeof(Record) - offsetof(Record, f0));
    memcpy(&b[(i + 2) % 3].f1, &a[2].f1, sizeof a[0].f1);
    update(&a[0], &b[2], x);
    {
      Record *p = x > 0.4 ? &b[1] : &b[2];
      *p = mix(*p, x);
      a[0] = *p;
    }
  }
  a[2] = mix(b[1], x);
  for (int i = 0; i < 4; i++)
    out[i & 1] += 0.1 * weigh(&a[i]);
  for (int i = 0; i < 3; i++)
    out[0] += 0.1 * weigh(&b[i]);
  free(b);
  out[1] += x;
}
ORACLE(records, 4, 2, 0.2, 0.8)
int main() {
  oracle_precision = 1.2e-7;
  oracle_spare_points = 3;
  records_oracle();
  return oracle_exit();
}
