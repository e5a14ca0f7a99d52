/* register_splitderivative: fwdsplit takes the registered forward half, with the tape of the
 * registered augmented function; in loops and calls, where the function is inactive, beside reverse
 * mode with the same augmented function, and for the function itself. */
#include "oracle.h"

/* The tapes of the rules stay: a second half may be asked for again. */
int __lsan_is_turned_off(void) { return 1; }
extern int enzyme_dup, enzyme_const, enzyme_nofree, enzyme_tape, enzyme_allocated, enzyme_width;
typedef struct {
  void *tape;
  double value;
} Result;
typedef struct {
  double a, b;
} Two;
extern void *__enzyme_augmentfwd_t(void *, ...);
extern Result __enzyme_augmentfwd(void *, ...);
extern double __enzyme_augmentfwd_b(void *, ...);
extern double __enzyme_fwdsplit(void *, ...);
extern Two __enzyme_fwdsplit_2(void *, ...);
extern void __enzyme_fwdsplit_v(void *, ...);
extern void __enzyme_reverse(void *, ...);

/* Of memory, with a tape on the heap; the derivative is 100 times the right one, to tell. */
static int augmented_calls, forward_calls;
__attribute__((noinline)) static void square_into(const double *src, double *dest) {
  *dest = *src * *src;
}
static void *square_augmented(const double *src, const double *dsrc, double *dest, double *ddest) {
  double *tape = malloc(sizeof *tape);
  augmented_calls++;
  *tape = *src;
  *dest = *src * *src;
  if (ddest)
    *ddest = 0;
  return tape;
}
static void square_forward(const double *src, const double *dsrc, double *dest, double *ddest,
                           void *tape) {
  forward_calls++;
  *ddest = 200 * *(double *)tape * *dsrc;
}
void *__enzyme_register_splitderivative_square[] = {(void *)square_into, (void *)square_augmented,
                                                    (void *)square_forward};
static double squared(double x) {
  double y;
  square_into(&x, &y);
  return y;
}
static double chained(double *x, int n) {
  double sum = 0, still = 2, fixed;
  square_into(&still, &fixed); /* inactive */
  for (int i = 0; i < n; i++) {
    double y;
    square_into(&x[i], &y);
    sum += fixed * y * sin(x[i]);
    x[i] = 0;
  }
  return sum;
}

/* Of numbers, with a structure as the tape, one augmented function for both modes. */
typedef struct {
  double x, y;
} Tape;
typedef struct {
  Tape tape;
  double value;
} Half;
__attribute__((noinline)) static double power(double x, double y, int n) { return x * x * y * n; }
static Half power_augmented(double x, double y, int n) { return (Half){{x, y}, x * x * y * n}; }
static Two power_gradient(double x, double y, int n, double seed, Tape tape) {
  return (Two){20 * tape.x * tape.y * n * seed, 10 * tape.x * tape.x * n * seed};
}
static double power_forward(double x, double dx, double y, double dy, int n, Tape tape) {
  return 300 * (2 * tape.x * tape.y * dx + tape.x * tape.x * dy) * n;
}
void *__enzyme_register_gradient_power[] = {(void *)power, (void *)power_augmented,
                                            (void *)power_gradient};
void *__enzyme_register_splitderivative_power[] = {(void *)power, (void *)power_augmented,
                                                   (void *)power_forward};
__attribute__((noinline)) static double twice(double x, double y, int n) {
  return 2 * power(x, y, n) + x;
}
static double mixed(double x, double y) { return twice(x, y, 3) * y; }

int main(void) {
  char buffer[64] __attribute__((aligned(16)));
  CLOSE(__enzyme_augmentfwd_b((void *)squared, enzyme_tape, buffer, enzyme_allocated, 64, 3.0), 9);
  CLOSE(__enzyme_fwdsplit((void *)squared, enzyme_tape, buffer, enzyme_allocated, 64, 3.0, 0.5),
        300);
  CLOSE(augmented_calls, 1);
  CLOSE(forward_calls, 1);

  double x[3] = {.5, .6, .7}, at[3] = {.5, .6, .7}, t[3] = {0}, dx[3] = {0};
  Result a = __enzyme_augmentfwd((void *)chained, enzyme_dup, x, dx, 3);
  CLOSE(a.value, 4 * (.25 * sin(.5) + .36 * sin(.6) + .49 * sin(.7)));
  CLOSE(augmented_calls, 5);
  for (int i = 0; i < 3; i++) {
    t[i] = 1;
    CLOSE(__enzyme_fwdsplit((void *)chained, enzyme_nofree, enzyme_dup, x, t, 3, a.tape),
          4 * (200 * at[i] * sin(at[i]) + at[i] * at[i] * cos(at[i])));
    CLOSE(t[i], 0);
  }
  double two[2][3] = {{1, 0, 0}, {0, 0, 1}};
  Two lanes = __enzyme_fwdsplit_2((void *)chained, enzyme_width, 2, enzyme_dup, x, two[0], two[1],
                                  3, a.tape);
  CLOSE(lanes.a, 4 * (200 * .5 * sin(.5) + .25 * cos(.5)));
  CLOSE(lanes.b, 4 * (200 * .7 * sin(.7) + .49 * cos(.7)));

  /* Nothing recorded: both halves of the rule at once. */
  double again[3] = {.5, .6, .7}, u[3] = {0, 1, 0};
  CLOSE(__enzyme_fwdsplit((void *)chained, enzyme_dup, again, u, 3, NULL),
        4 * (200 * .6 * sin(.6) + .36 * cos(.6)));
  CLOSE(again[1], 0);
  CLOSE(__enzyme_fwdsplit((void *)mixed, enzyme_dup, 1.5, 1.0, enzyme_dup, 2.0, 0.0, NULL),
        2 * (2 * 300 * 18.0 + 1));

  /* The function itself. */
  double s = 3, ds = 2, y = 0, dy = 0;
  void *tape = __enzyme_augmentfwd_t((void *)square_into, &s, &ds, &y, &dy);
  CLOSE(y, 9);
  s = -1;
  __enzyme_fwdsplit_v((void *)square_into, &s, &ds, &y, &dy, tape);
  CLOSE(dy, 1200);

  /* Both modes. */
  Result b = __enzyme_augmentfwd((void *)mixed, 1.5, 2.0);
  CLOSE(b.value, (2 * 13.5 + 1.5) * 2);
  CLOSE(__enzyme_fwdsplit((void *)mixed, enzyme_nofree, 1.5, 1.0, 2.0, 0.0, b.tape),
        2 * (2 * 300 * 18.0 + 1));
  CLOSE(__enzyme_fwdsplit((void *)mixed, enzyme_nofree, 1.5, 0.0, 2.0, 1.0, b.tape),
        28.5 + 2 * 2 * 300 * 6.75);
  extern Two __enzyme_reverse_2(void *, ...);
  Two g = __enzyme_reverse_2((void *)mixed, 1.5, 2.0, 1.0, b.tape);
  CLOSE(g.a, 2 * (2 * 10 * 18.0 + 1));
  CLOSE(g.b, 28.5 + 2 * 2 * 10 * 6.75);
  return oracle_exit();
}
