/* function_like, inactivefn, register_gradient and register_derivative of member functions, static and
 * not, of templates, overloads, and of functions in namespaces; by tables whose names are mangled. */
#include "oracle.h"
extern int enzyme_dup, enzyme_const, enzyme_out;
template <typename R, typename... T> R __enzyme_autodiff(void *, T...);
template <typename R, typename... T> R __enzyme_fwddiff(void *, T...);
namespace maths {
struct Special {
  double shift;
  __attribute__((noinline)) static double log1p(double x) {
    volatile double hidden = x;
    return std::log1p(hidden);
  }
  __attribute__((noinline)) static double exponential(double x) {
    volatile double hidden = x;
    return std::exp(hidden);
  }
  __attribute__((noinline)) double report(double x) const { return shift * x * x; }
};
template <typename T> __attribute__((noinline)) T root(T x) {
  volatile T hidden = x;
  return sqrt(hidden);
}
__attribute__((noinline)) double power(double x, double y) {
  volatile double hidden = x;
  return std::pow(hidden, y);
}
void *__enzyme_function_like_log[] = {(void *)Special::log1p, (void *)"log1p"};
} // namespace maths
using maths::Special;
struct Tables {
  static void *__enzyme_function_like_exp[];
};
void *Tables::__enzyme_function_like_exp[] = {(void *)Special::exponential, (void *)"exp"};
void *__enzyme_function_like_root[] = {(void *)maths::root<double>, (void *)"sqrt"};
void *__enzyme_function_like_power[] = {(void *)maths::power, (void *)"pow"};
inline void *__enzyme_function_like_rootf[] = {(void *)maths::root<float>, (void *)"sqrtf"};
/* A member function with `this`, by the address that its class gives it. */
struct Counter {
  double rate;
  mutable int calls = 0;
  __attribute__((noinline)) double ask(double x) const {
    calls++;
    return rate * x;
  }
};
__attribute__((used)) static double counted(const Counter *c, double x) { return c->ask(x); }
extern double ask_by_name(const Counter *, double) __asm__("_ZNK7Counter3askEd");
struct Augmented {
  double tape, value;
};
static Augmented ask_augmented(const Counter *c, Counter *, double x) { return {x, c->rate * x}; }
static double ask_gradient(const Counter *c, Counter *dc, double x, double seed, double tape) {
  if (dc)
    dc->rate += 10 * seed * tape;
  return 10 * seed * c->rate;
}
struct Tangent {
  double value, tangent;
};
static Tangent ask_tangent(const Counter *c, const Counter *dc, double x, double dx) {
  return {c->rate * x, 100 * (c->rate * dx + (dc ? dc->rate : 0) * x)};
}
void *__enzyme_register_gradient_ask[] = {(void *)ask_by_name, (void *)ask_augmented,
                                          (void *)ask_gradient};
void *__enzyme_register_derivative_ask[] = {(void *)ask_by_name, (void *)ask_tangent};
extern double report_by_name(const Special *, double) __asm__("_ZNK5maths7Special6reportEd");
void *__enzyme_inactivefn_report[] = {(void *)report_by_name};

static double all(double x, const Special *s) {
  return Special::log1p(x) * Special::exponential(x) + maths::root(x) * maths::power(x, 3) +
         maths::root((float)x) + s->report(x) * x;
}
static double ask(Counter *c, double x) { return c->ask(x) * x; }
int main() {
  Special s{2}, ds{0};
  double x = 1.44;
  double expected = exp(x) / (1 + x) + log1p(x) * exp(x) + 0.5 / sqrt(x) * x * x * x +
                    sqrt(x) * 3 * x * x + 0.5 / 1.2 + 2 * x * x;
  double dx = __enzyme_autodiff<double>((void *)all, enzyme_out, x, enzyme_dup, &s, &ds);
  CLOSE_TO(dx, expected, 1e-7);
  CLOSE(ds.shift, 0);
  CLOSE_TO(__enzyme_fwddiff<double>((void *)all, enzyme_dup, x, 1.0, enzyme_const, &s), expected,
           1e-7);
  Counter c{3}, dc{0};
  CLOSE(__enzyme_autodiff<double>((void *)ask, enzyme_dup, &c, &dc, enzyme_out, x),
        10 * 3 * x + 3 * x);
  CLOSE(dc.rate, 10 * x * x);
  dc.rate = 1;
  CLOSE(__enzyme_fwddiff<double>((void *)ask, enzyme_dup, &c, &dc, enzyme_dup, x, 2.0),
        100 * (3 * 2 + x) * x + 3 * x * 2);
  CLOSE(counted(&c, 2), 6);
  return oracle_exit();
}
