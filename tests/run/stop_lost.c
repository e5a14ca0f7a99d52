// A function that gets const pointers and others by turns stores what is active to memory that is
// const. Where it does not come there, no derivative is lost; where one would be, the program stops
// rather than return a wrong derivative. (At -O0 all is one function, and the store a mistake there.)
// levels: O1 O2 O3 fast raw debug
#include "oracle.h"
#include "stops.h"

double __enzyme_autodiff(void *, ...);
int enzyme_const, enzyme_dup;

__attribute__((noinline)) static void put(const double *from, double *to) { *to = 2 * *from; }
__attribute__((noinline)) static double get(const double *a, const double *b) { return *a * *b; }

__attribute__((noinline)) static double use(const double *number, double *room, int n) {
  if (n < 2)
    put(number, room);
  return get(number, room);
}

__attribute__((noinline)) static double product(double *x, double *constant, double *room, int n) {
  double *numbers[] = {x, constant};
  return use(numbers[n & 1], room, n);
}

static double gradient(int n) {
  double x = 3, dx = 0, constant = 1, room = 5;
  __enzyme_autodiff((void *)product, enzyme_dup, &x, &dx, enzyme_const, &constant, enzyme_const,
                    &room, n);
  return dx;
}

int main() {
  EXPECT(gradient(2) == 5);
  EXPECT(gradient(3) == 0);
  EXPECT(STOPS(gradient(0)));
  return oracle_exit();
}
