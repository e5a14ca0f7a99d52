// adcc: -O2 --explain
// flags: -O2 -g
// A path that each round pushes anew, as often as a variable of the module says: the block that a
// push may give back is no such variable, so that the rounds have one block each, ahead of the pushes.
// prints: the reverse derivative of 'value.*' keeps 12 \* rounds \+ 8 \* rounds \* trips\(line [0-9]*\) \+ 8 \* rounds \* trips\(line [0-9]*\) bytes on the tape
#include <vector>
template <class... T> void __enzyme_autodiff(void *, T...);
static int steps = 8;
void set_steps(bool many) { steps = many ? 64 : 8; }
double value(const double *in, int rounds) {
  double sum = 0;
  for (int k = 0; k < rounds; k++) {
    std::vector<double> path;
    double price = in[k];
    for (int i = 0; i < steps; i++) {
      price *= 1 + 0.1 * price * (0.8 - price);
      path.push_back(price);
    }
    double squares = 0;
    for (double x : path)
      squares += x * x;
    sum += squares / path.size();
  }
  return sum;
}
void gradient(const double *in, double *din, int rounds) {
  __enzyme_autodiff((void *)value, in, din, rounds);
}
