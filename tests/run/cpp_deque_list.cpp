/* std::deque, list, queue: other ways to lay out memory. */
#include "oracle.h"
#include <deque>
#include <list>
PRIMAL(containers) {
  std::deque<double> d;
  std::list<double> l;
  for (size_t i = 0; i < n; i++) {
    d.push_back(in[i] * in[i]);
    d.push_front(in[i] * 0.5);
    l.push_back(d.front() * d.back());
  }
  l.reverse();
  double x = 1;
  for (double v : l)
    x = x * 0.6 + v;
  while (d.size() > 2) {
    x += d.front() * d.back();
    d.pop_front();
  }
  out[0] = x;
}
ORACLE_MAIN(containers, 4, 1, 0.5, 1.5)
