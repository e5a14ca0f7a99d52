/* Containers whose elements only move: so do those of the shadow. */
#include "oracle.h"
#include <list>
#include <map>
#include <memory>
#include <vector>
extern int enzyme_dup;
template <class R, class... T> R __enzyme_fwddiff(void *, T...);
using List = std::list<double>;
using Map = std::map<int, double>;
using Vector = std::vector<double>;

static void turn(List &a) { a.reverse(); }
static void exchange(List &a, List &b) { a.swap(b); }
static void sort(List &a) { a.sort(); }
static void splice(List &a, List &b) { a.splice(a.begin(), b); }
static void exchange_maps(Map &a, Map &b) { a.swap(b); }
static void erase(Map &a) { a.erase(1); }
static void exchange_vectors(Vector &a, Vector &b) { a.swap(b); }
static void move_back(std::vector<Vector> &a) { a.push_back(std::move(a[0])); }
static void hand_over(std::unique_ptr<double> &a, std::unique_ptr<double> &b) { a = std::move(b); }


int main() {
  List a{2, 3, 1}, da{20, 30, 10}, b{5}, db{50};
  __enzyme_fwddiff<void>((void *)turn, enzyme_dup, &a, &da);
  CLOSE(da.front(), 10);
  CLOSE(da.back(), 20);
  __enzyme_fwddiff<void>((void *)exchange, enzyme_dup, &a, &da, enzyme_dup, &b, &db);
  CLOSE(da.front(), 50);
  CLOSE(db.front(), 10);
  __enzyme_fwddiff<void>((void *)sort, enzyme_dup, &b, &db);
  CLOSE(db.front(), 10);
  CLOSE(db.back(), 30);
  __enzyme_fwddiff<void>((void *)splice, enzyme_dup, &a, &da, enzyme_dup, &b, &db);
  CLOSE(da.size(), 4);
  CLOSE(da.front(), 10);
  CLOSE(da.back(), 50);
  EXPECT(db.empty());

  Map m{{1, 1}, {2, 2}}, dm{{1, 10}, {2, 20}}, n{{3, 3}}, dn{{3, 30}};
  __enzyme_fwddiff<void>((void *)exchange_maps, enzyme_dup, &m, &dm, enzyme_dup, &n, &dn);
  CLOSE(dm.size(), 1);
  CLOSE(dm[3], 30);
  __enzyme_fwddiff<void>((void *)erase, enzyme_dup, &n, &dn);
  CLOSE(n.size(), 1);
  CLOSE(dn.size(), 1);
  CLOSE(dn[2], 20);

  Vector x{1}, y{2}, dx{10}, dy{20};
  __enzyme_fwddiff<void>((void *)exchange_vectors, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
  CLOSE(dx[0], 20);
  std::vector<Vector> v{{1}, {2}}, dv{{10}, {20}};
  __enzyme_fwddiff<void>((void *)move_back, enzyme_dup, &v, &dv);
  CLOSE(dv.size(), 3);
  CLOSE(dv[2][0], 10);
  auto p = std::make_unique<double>(1.0), q = std::make_unique<double>(2.0),
       dp = std::make_unique<double>(10.0), dq = std::make_unique<double>(20.0);
  __enzyme_fwddiff<void>((void *)hand_over, enzyme_dup, &p, &dp, enzyme_dup, &q, &dq);
  CLOSE(*dp, 20);
  EXPECT(!dq);
  return oracle_exit();
}
