/* batch of functions on structures by value, which C passes in two registers or in memory, and of
 * functions that return one in memory. */
#include "oracle.h"
extern int enzyme_width, enzyme_vector, enzyme_scalar;
typedef struct {
  double x, y;
} Pair;
typedef struct {
  double x;
  double *to;
} Reference;
typedef struct {
  long n, m;
} Counts;
typedef struct {
  double d[3];
} Triple;
typedef struct {
  Triple lane[2];
} Triples;
extern Pair __enzyme_batch_pair(void *, ...);
extern Triples __enzyme_batch_triples(void *, ...);
static double product(Pair a, double k) { return a.x * a.y * k; }
static double through(Reference r) { return r.x * *r.to; }
static double counted(Counts c, double x) { return (double)(c.n - c.m) * x; }
static double sum(double x, double y) { return x + 10 * y; }
static Triple powers(double x, Pair p) { return (Triple){{x, x * x * p.x, x * x * x * p.y}}; }
int main(void) {
  Pair b = {2, 3}, c = {4, 5};
  Pair r = __enzyme_batch_pair((void *)product, enzyme_width, 2, enzyme_vector, b, c, enzyme_scalar,
                               2.0);
  CLOSE(r.x, 12);
  CLOSE(r.y, 40);
  r = __enzyme_batch_pair((void *)product, enzyme_width, 2, enzyme_scalar, c, enzyme_vector, 2.0, 3.0);
  CLOSE(r.x, 40);
  CLOSE(r.y, 60);
  double first = 7, second = 11;
  r = __enzyme_batch_pair((void *)through, enzyme_width, 2, enzyme_vector, (Reference){2, &first},
                          (Reference){3, &second});
  CLOSE(r.x, 14);
  CLOSE(r.y, 33);
  r = __enzyme_batch_pair((void *)counted, enzyme_width, 2, enzyme_vector, (Counts){5, 2},
                          (Counts){9, 8}, enzyme_scalar, 2.0);
  CLOSE(r.x, 6);
  CLOSE(r.y, 2);
  r = __enzyme_batch_pair((void *)sum, enzyme_width, 2, enzyme_vector, 1.0, 2.0, 3.0, 4.0);
  CLOSE(r.x, 31);
  CLOSE(r.y, 42);
  Triples t = __enzyme_batch_triples((void *)powers, enzyme_width, 2, enzyme_vector, 2.0, 3.0,
                                     enzyme_scalar, b);
  CLOSE(t.lane[0].d[1], 8);
  CLOSE(t.lane[0].d[2], 24);
  CLOSE(t.lane[1].d[0], 3);
  CLOSE(t.lane[1].d[2], 81);
  return oracle_exit();
}
