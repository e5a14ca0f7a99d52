// A class around a vector register of four floats, as graphics code has it, in matrices and lists.
#include "oracle.h"

#include <cmath>
#include <immintrin.h>
#include <vector>

struct alignas(16) Float4 {
  union {
    __m128 m;
    struct {
      float x, y, z, w;
    };
    float a[4];
  };
  Float4(__m128 m) : m(m) {}
  Float4(float x = 0, float y = 0, float z = 0, float w = 0) : m(_mm_set_ps(w, z, y, x)) {}
  float &operator[](int i) { return a[i]; }
  float operator[](int i) const { return a[i]; }
};
static Float4 operator+(Float4 a, Float4 b) { return _mm_add_ps(a.m, b.m); }
static Float4 operator*(Float4 a, float s) { return _mm_mul_ps(a.m, _mm_set1_ps(s)); }
static float dot(Float4 a, Float4 b) {
  __m128 p = _mm_mul_ps(a.m, b.m);
  p = _mm_add_ps(p, _mm_movehl_ps(p, p));
  p = _mm_add_ss(p, _mm_shuffle_ps(p, p, 1));
  return _mm_cvtss_f32(p);
}
struct Matrix {
  Float4 column[4];
  Float4 operator*(Float4 v) const {
    return column[0] * v.x + column[1] * v.y + column[2] * v.z + column[3] * v.w;
  }
  Matrix operator*(const Matrix &o) const {
    Matrix r;
    for (int i = 0; i < 4; i++)
      r.column[i] = (*this) * o.column[i];
    return r;
  }
};
PRIMAL(moved) {
  Matrix matrix;
  for (size_t i = 0; i < 4; i++)
    for (size_t j = 0; j < 4; j++)
      matrix.column[i][(int)j] = (float)(in[(i + j) % n] * (i == j ? 1 : 0.2));
  Matrix square = matrix * matrix;
  Float4 v((float)in[0], (float)in[1], (float)in[2], 1);
  std::vector<Float4> points;
  for (int k = 0; k < 4; k++) {
    v = square * v;
    v = v * (1 / std::sqrt(dot(v, v)));
    v[k % 3] += 0.1f;
    points.push_back(v);
  }
  float sum = 0;
  for (auto &p : points)
    sum += dot(p, points[0]) * p.y;
  out[0] = sum;
}
ORACLE(moved, 5, 1, 0.6, 1.4)
int main() {
  oracle_precision = 1.2e-7; // that of a float
  moved_oracle();
  return oracle_exit();
}
