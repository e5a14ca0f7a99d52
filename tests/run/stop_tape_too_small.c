/* A buffer for a tape whose size only run time knows stops the program where it is too small. */
#include "oracle.h"
#include "stops.h"
extern int enzyme_dup, enzyme_tape, enzyme_allocated;
extern void __enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse(void *, ...);

static void square(double *x, double *y) { *y = *x * *x; }

static double derivative(size_t bytes) {
  double x = 3, dx = 0, y = 0, dy = 1, buffer[8];
  __enzyme_augmentfwd((void *)square, enzyme_tape, buffer, enzyme_allocated, bytes, &x, &dx, &y,
                      &dy);
  x = 99;
  __enzyme_reverse((void *)square, enzyme_tape, buffer, enzyme_allocated, bytes, &x, &dx, &y, &dy);
  return dx;
}

int main(int argc, char **argv) {
  (void)argv;
  CLOSE(derivative(64 * (size_t)argc), 6.);
  EXPECT(STOPS(derivative((size_t)argc)));
  return oracle_exit();
}
