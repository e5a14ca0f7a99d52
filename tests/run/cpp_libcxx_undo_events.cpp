/* Events that push what undoes them, as libc++'s std::function stores it: a large derivative with
 * adjoints that blocks access which are never reached. */
// flags: -stdlib=libc++ -std=c++20
// link: -stdlib=libc++
#include "oracle.h"
#include <functional>
#include <vector>
#include <stack>
struct Ev { int when; std::function<void(double &)> act; };
PRIMAL(modern) {
  double s = in[1];
  std::vector<Ev> evs; std::stack<std::function<void()>> undo;
  for (int i = 0; i < 5; i++) evs.push_back({i * 3 % 5, [&, i](double &x) { undo.push([&s, old = x, i] { s += old * i * 0.01; }); x = std::sin(x) + in[i]; }});
  double st = s;
  for (auto &e : evs) e.act(st);
  out[0] = s + st;
}
ORACLE_MAIN(modern, 9, 1, 0.2, 0.6)
