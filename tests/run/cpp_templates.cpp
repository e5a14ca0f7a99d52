/* Templates, overloads and operators of a small vector class. */
#include "oracle.h"
template <typename T, int N> struct Vec {
  T v[N];
  T &operator[](int i) { return v[i]; }
  const T &operator[](int i) const { return v[i]; }
};
template <typename T, int N> Vec<T, N> operator+(Vec<T, N> a, const Vec<T, N> &b) {
  for (int i = 0; i < N; i++)
    a[i] += b[i];
  return a;
}
template <typename T, int N> T operator*(const Vec<T, N> &a, const Vec<T, N> &b) {
  T sum = 0;
  for (int i = 0; i < N; i++)
    sum += a[i] * b[i];
  return sum;
}
template <typename T, int N> Vec<T, N> operator*(T s, Vec<T, N> a) {
  for (T &x : a.v)
    x *= s;
  return a;
}
PRIMAL(vectors) {
  Vec<double, 3> a{{in[0], in[1], in[2]}}, b{{in[3], in[4], in[5]}};
  auto c = a + (a * b) * b;
  out[0] = c * c;
  out[1] = c[1] * a[0];
}
ORACLE_MAIN(vectors, 6, 2, 0.5, 1.5)
