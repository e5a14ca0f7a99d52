/* interleave: the shadows behind all arguments, of a function that returns a structure in memory,
 * which is an argument that nobody passes. */
#include "oracle.h"

typedef struct {
  double x, y, z;
} Triple;
typedef struct {
  Triple lanes[2];
} Triples;
typedef struct {
  Triple value, tangent;
} WithValue;

extern int adcc_interleave, adcc_width, adcc_primal_return;
extern Triple __adcc_fwddiff_triple(void *, ...);
extern Triples __adcc_fwddiff_triples(void *, ...);
extern WithValue __adcc_fwddiff_value(void *, ...);

static Triple products(const double *a, const double *b) { return (Triple){*a * *b, *a, *b}; }
static Triple scaled(const double *a, double k, const double *b) {
  return (Triple){*a * *b * k, *a, *b};
}

int main(void) {
  double a = 2, b = 3, da = 1, db = 10, ea = 5, eb = 7;
  Triple t = __adcc_fwddiff_triple((void *)products, adcc_interleave, &a, &b, &da, &db);
  CLOSE(t.x, 23);
  CLOSE(t.y, 1);
  CLOSE(t.z, 10);
  t = __adcc_fwddiff_triple((void *)scaled, adcc_interleave, adcc_dup, &a, adcc_const, 2.0,
                            adcc_dup, &b, &da, &db);
  CLOSE(t.x, 46);
  Triples two = __adcc_fwddiff_triples((void *)products, adcc_width, 2, adcc_interleave, &a, &b,
                                       &da, &ea, &db, &eb);
  CLOSE(two.lanes[0].x, 23);
  CLOSE(two.lanes[1].x, 29);
  WithValue both = __adcc_fwddiff_value((void *)products, adcc_interleave, adcc_primal_return, &a,
                                        &b, &da, &db);
  CLOSE(both.value.x, 6);
  CLOSE(both.tangent.x, 23);
  return oracle_exit();
}
