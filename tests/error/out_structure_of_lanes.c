/* Several lanes of a structure in registers: its adjoints would come back as {x[2], y[2]}. */
// error: parameter 1 cannot be 'out'
extern int adcc_width, adcc_out;
typedef struct {
  double x, y;
} Pair;
typedef struct {
  Pair lanes[2];
} Pairs;
extern Pairs __adcc_autodiff_pairs(void *, ...);
static double f(Pair p) { return p.x * p.y * p.y; }
double df(Pair p) { return __adcc_autodiff_pairs((void *)f, adcc_width, 2, adcc_out, p).lanes[1].x; }
