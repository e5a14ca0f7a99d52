// What a virtual function stores to a variable of the program is read by another function, which sees only that.
#include "oracle.h"
namespace {
double kept, other;
struct Sink {
  virtual void put(double value) = 0;
  virtual ~Sink() = default;
};
struct Plain : Sink {
  void put(double value) override { kept = value; }
};
struct Squared : Sink {
  void put(double value) override { other = value * value; kept = 0.5 * value; }
};
__attribute__((noinline)) double taken() { return kept * 2 + other; }
__attribute__((noinline)) void store(Sink *sink, double value) { sink->put(value); }
__attribute__((noinline)) Sink *make(int kind) {
  if (kind % 2)
    return new Plain;
  return new Squared;
}
void (*volatile chosen)(Sink *, double) = store;
void direct(double value) { kept = value * 3; }
void twice(double value) { kept = value * value; }
__attribute__((noinline)) void through(void (*f)(double), double value) { f(value); }
} // namespace
PRIMAL(sinks) {
  for (int j = 0; j < m; j++) {
    kept = other = 0;
    Sink *sink = make(j);
    store(sink, in[j % n] * in[0]);
    out[j] = taken();
    delete sink;
    through(j % 2 ? direct : twice, in[(j + 1) % n]);
    out[j] += taken() * in[0];
  }
}
ORACLE_MAIN(sinks, 4, 4, 0.2, 0.9)
