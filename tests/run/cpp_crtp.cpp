/* Static polymorphism, expression templates, recursion by template. */
#include "oracle.h"
template <typename D> struct Expression {
  const D &self() const { return static_cast<const D &>(*this); }
};
struct Leaf : Expression<Leaf> {
  double *data;
  explicit Leaf(double *d) : data(d) {}
  double at(int i) const { return data[i]; }
};
template <typename A, typename B> struct Product : Expression<Product<A, B>> {
  const A a;
  const B b;
  Product(const A &x, const B &y) : a(x), b(y) {}
  double at(int i) const { return a.at(i) * b.at(i); }
};
template <typename A, typename B>
Product<A, B> operator*(const Expression<A> &a, const Expression<B> &b) {
  return {a.self(), b.self()};
}
template <int N> struct Power {
  static double of(double x) { return x * Power<N - 1>::of(x); }
};
template <> struct Power<0> {
  static double of(double) { return 1; }
};
PRIMAL(expressions) {
  Leaf a(in), b(in + 2);
  auto e = a * b * a;
  for (int i = 0; i < 2; i++)
    out[i] = Power<3>::of(e.at(i));
}
ORACLE_MAIN(expressions, 4, 2, 0.5, 1.5)
