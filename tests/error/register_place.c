/* Behind a tape of four bytes, a structure of floats may stand at one of two places. */
// error: let its tape take a multiple of eight bytes
extern double __adcc_autodiff(void *, ...);
typedef struct {
  float a, b;
} Pair;
typedef struct {
  float tape;
  Pair value;
} Augmented;
__attribute__((noinline)) static Pair pair(float x) { return (Pair){x * x, x}; }
static Augmented augmented(float x) { return (Augmented){x, {x * x, x}}; }
static float gradient(float x, Pair seed, float tape) { return seed.a * 2 * tape + seed.b; }
void *__adcc_register_gradient_pair[] = {(void *)pair, (void *)augmented, (void *)gradient};
static double f(double x) {
  Pair p = pair((float)x);
  return p.a * p.b;
}
double df(double x) { return __adcc_autodiff((void *)f, x); }
