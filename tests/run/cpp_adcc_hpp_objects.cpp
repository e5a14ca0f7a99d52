// flags: -std=c++17
/* Objects through the typed layer: by reference and by value, with shadows that are objects like them. */
#include "oracle.h"
#include <adcc/adcc.hpp>
#include <array>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#define EXPECT_NEAR(value, wanted) EXPECT(std::fabs((value) - (wanted)) < 1e-12)

using Vector = std::vector<double>;

static double norm(const Vector &v) {
  double sum = 0;
  for (double x : v)
    sum += x * x;
  return sum;
}
static double sorted(Vector v, double weight) {
  for (size_t i = 1; i < v.size(); i++)
    for (size_t j = i; j && v[j] < v[j - 1]; j--)
      std::swap(v[j], v[j - 1]);
  double sum = 0;
  for (size_t i = 0; i < v.size(); i++)
    sum += weight * (double)(i + 1) * v[i];
  return sum;
}
static void scale(Vector &v, const double &by, std::size_t n) noexcept {
  for (std::size_t i = 0; i < n; i++)
    v[i] *= by;
}
static double area(double &width, const double &height) {
  double product = width * height;
  width = 0;
  return product;
}

struct Point {
  double x, y;
};
static double distance(const Point &a, const Point &b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}
struct Matrix {
  int rows, columns;
  std::vector<double> entries;
  Matrix(int rows, int columns) : rows(rows), columns(columns), entries(rows * columns) {}
  double &at(int i, int j) { return entries[i * columns + j]; }
  double at(int i, int j) const { return entries[i * columns + j]; }
};
static double quadratic(const Matrix &m, const Vector &v) {
  double sum = 0;
  for (int i = 0; i < m.rows; i++)
    for (int j = 0; j < m.columns; j++)
      sum += v[i] * m.at(i, j) * v[j];
  return sum;
}
static double shared(std::shared_ptr<Vector> v) { return norm(*v); }
static double of_array(const std::array<double, 3> &a, const double *weights) {
  return a[0] * a[1] * weights[0] + a[2] * weights[1];
}
static double interval(const Vector &v, Point range) {
  return std::accumulate(v.begin(), v.end(), range.x) * range.y;
}

static void by_reference() {
  Vector v{1, 2, 3}, dv(3), tangent{1, 0, 2};
  adcc::reverse<norm>(adcc::duplicated(v, dv));
  EXPECT_NEAR(dv[0], 2);
  EXPECT_NEAR(dv[2], 6);
  adcc::reverse<norm>(adcc::duplicated(&v, &dv));
  EXPECT_NEAR(dv[2], 12);
  EXPECT_NEAR(adcc::forward<norm>(adcc::duplicated(v, tangent)), 14);
  EXPECT_NEAR(adcc::forward<norm>(adcc::duplicated(v, Vector{0, 1, 0})), 4);
  const Vector &fixed = v;
  auto [value, change] = adcc::forward_with_primal<norm>(adcc::duplicated(fixed, tangent));
  EXPECT_NEAR(value, 14);
  EXPECT_NEAR(change, 14);
  std::array<Vector, 2> directions{Vector{1, 0, 0}, Vector{0, 1, 0}};
  auto both = adcc::forward_lanes<norm, 2>(adcc::duplicated_lanes(v, directions));
  EXPECT_NEAR(both[0], 2);
  EXPECT_NEAR(both[1], 4);
}

static void by_value() {
  Vector v{3, 1, 2}, dv(3);
  double weight = adcc::reverse<sorted>(adcc::duplicated(v, dv), adcc::active(2.0));
  EXPECT_NEAR(dv[0], 6);
  EXPECT_NEAR(dv[1], 2);
  EXPECT_NEAR(dv[2], 4);
  EXPECT_NEAR(weight, 14);
  EXPECT_NEAR(v[0], 3);
  auto pointed = std::make_shared<Vector>(v), adjoints = std::make_shared<Vector>(3);
  adcc::reverse<shared>(adcc::duplicated(pointed, adjoints));
  EXPECT_NEAR((*adjoints)[0], 6);
  EXPECT_NEAR((double)pointed.use_count(), 1);
}

/* By value, and then moved to where the function keeps it, or gives it away. */
static double moved(Vector v) {
  Vector kept = std::move(v);
  kept.push_back(2 * kept[0]);
  return sorted(std::move(kept), 1);
}
struct Weight {
  double weight;
  double of(Vector v) const {
    v[0] *= weight;
    return norm(v);
  }
};
static void moved_away() {
  Vector v{1, 5}, dv(2);
  adcc::reverse<moved>(adcc::duplicated(v, dv));
  EXPECT(dv.size() == 2 && v.size() == 2);
  EXPECT_NEAR(dv[0], 1 + 2 * 2);
  EXPECT_NEAR(dv[1], 3);
  EXPECT_NEAR(adcc::forward<moved>(adcc::duplicated(v, dv)), 25 + 9);
  Weight m{3}, dm{0};
  dv.assign(2, 0);
  adcc::reverse<&Weight::of>(adcc::duplicated(m, dm), adcc::duplicated(v, dv));
  EXPECT(dv.size() == 2);
  EXPECT_NEAR(dv[0], 18);
  EXPECT_NEAR(dm.weight, 6);
  dv.assign(2, 0);
  adcc::reverse([](Vector v) { return norm(v); }, adcc::duplicated(v, dv));
  EXPECT_NEAR(dv[1], 10);
}

static void numbers() {
  double width = 3, height = 5, dwidth = 0, dheight = 0;
  adcc::reverse<area>(adcc::duplicated(width, dwidth), adcc::duplicated(height, dheight));
  EXPECT_NEAR(dwidth, 5);
  EXPECT_NEAR(dheight, 3);
  EXPECT_NEAR(width, 0);
  width = 3;
  EXPECT_NEAR(adcc::forward<area>(adcc::duplicated(width, 1.0), adcc::duplicated(height, 10.0)), 35);
  Vector v{1, 2}, dv{1, 10};
  double by = 3, dby = 0;
  adcc::reverse<scale>(adcc::duplicated(v, dv), adcc::duplicated(by, dby), adcc::constant(2));
  EXPECT_NEAR(v[1], 6);
  EXPECT_NEAR(dv[1], 30);
  EXPECT_NEAR(dby, 21);
}

static void structures() {
  Point a{1, 2}, b{4, 6}, da{}, db{};
  adcc::reverse<distance>(adcc::duplicated(a, da), adcc::duplicated(b, db));
  EXPECT_NEAR(da.x, -6);
  EXPECT_NEAR(db.y, 8);
  Matrix m(2, 2), dm(2, 2);
  m.at(0, 0) = 2, m.at(0, 1) = 1, m.at(1, 0) = 3, m.at(1, 1) = 4;
  Vector v{1, 2}, dv(2);
  adcc::reverse<quadratic>(adcc::duplicated(m, dm), adcc::duplicated(v, dv));
  EXPECT_NEAR(dm.at(0, 1), 2);
  EXPECT_NEAR(dv[0], 2 * 2 * 1 + (1 + 3) * 2);
  dv.assign(2, 0);
  adcc::reverse<quadratic>(adcc::constant(m), adcc::duplicated(v, dv));
  EXPECT_NEAR(dv[1], 4 * 1 + 2 * 4 * 2);
  std::array<double, 3> x{2, 3, 4}, dx{};
  double weights[2] = {5, 7}, dweights[2] = {};
  adcc::reverse<of_array>(adcc::duplicated(x, dx), adcc::duplicated(weights, dweights));
  EXPECT_NEAR(dx[0], 15);
  EXPECT_NEAR(dx[2], 7);
  EXPECT_NEAR(dweights[0], 6);
  EXPECT_NEAR(adcc::forward<interval>(adcc::duplicated(v, Vector{1, 1}),
                                     adcc::duplicated(Point{1, 2}, Point{1, 0})),
             6);
}

struct Model {
  Vector weights;
  double at(double x) const {
    double y = 0;
    for (double w : weights)
      y = y * x + w;
    return y;
  }
  void grow(const Vector &by) noexcept {
    for (size_t i = 0; i < weights.size(); i++)
      weights[i] *= by[i];
  }
  virtual double bias() { return weights[0]; }
  virtual ~Model() = default;
};
struct Shifted : Model {
  double bias() override { return weights[0] * weights[1]; }
};

struct Named {
  int name;
};
struct Both : Named, Point {};
static double titled(const std::string &title, const double &x, const Point &p) {
  return (double)title.size() * x * p.y;
}
static void conversions() {
  Both both, dboth;
  both.x = 1, both.y = 2, dboth.x = dboth.y = 0;
  float x = 3;
  double dx = 0;
  adcc::reverse<titled>(adcc::constant("four"), adcc::duplicated(x, dx), adcc::duplicated(both, dboth));
  EXPECT_NEAR(dx, 8);
  EXPECT_NEAR(dboth.y, 12);
}

static void members() {
  Model model, dmodel;
  model.weights = {2, 3}, dmodel.weights = {0, 0};
  double dx = adcc::reverse<&Model::at>(adcc::duplicated(model, dmodel), adcc::active(5.0));
  EXPECT_NEAR(dx, 2);
  EXPECT_NEAR(dmodel.weights[0], 5);
  EXPECT_NEAR(adcc::forward<&Model::at>(adcc::constant(model), adcc::duplicated(5.0, 2.0)), 4);
  Vector by{4, 5}, dby(2);
  dmodel.weights = {1, 1};
  adcc::reverse<&Model::grow>(adcc::duplicated(model, dmodel), adcc::duplicated(by, dby));
  EXPECT_NEAR(model.weights[1], 15);
  EXPECT_NEAR(dby[0], 2);
  EXPECT_NEAR(dmodel.weights[1], 5);
  Shifted shifted, dshifted;
  shifted.weights = {2, 3}, dshifted.weights = {0, 0};
  Model &base = shifted, &dbase = dshifted;
  adcc::reverse<&Model::bias>(adcc::duplicated(base, dbase));
  EXPECT_NEAR(dshifted.weights[0], 3);
}

static void lambdas() {
  double scale = 3;
  Vector v{1, 2}, dv(2);
  auto scaled = [&](const Vector &v, double x) { return scale * norm(v) * x; };
  EXPECT_NEAR(adcc::reverse(scaled, adcc::duplicated(v, dv), adcc::active(2.0)), 15);
  EXPECT_NEAR(dv[1], 24);
  auto [value, dx] =
      adcc::reverse_with_primal(scaled, adcc::constant(v), adcc::active(2.0));
  EXPECT_NEAR(value, 30);
  EXPECT_NEAR(dx, 15);
  EXPECT_NEAR(adcc::forward([=](double x) { return scale * x * x; }, adcc::duplicated(2.0, 1.0)), 12);
  std::function<double(double)> square = [](double x) { return x * x; };
  EXPECT_NEAR(adcc::reverse(square, adcc::active(3.0)), 6);
  auto [y, dy] = adcc::forward_with_primal(square, adcc::duplicated(3.0, 1.0));
  EXPECT_NEAR(y, 9);
  EXPECT_NEAR(dy, 6);
}

int main() {
  lambdas();
  members();
  conversions();
  by_reference();
  by_value();
  moved_away();
  numbers();
  structures();
  return oracle_exit();
}
