// Events in a deque and in lists that are sorted, spliced and thinned out: the int beside the numbers
// is too short for an address, though the list's pointers pass the same places.
// flags: -std=c++20
// levels: O1 O2 O3 fast raw asan
#include "oracle.h"
#include <deque>
#include <list>

struct Event {
  double time;
  int kind;
  float size;
};

PRIMAL(events) {
  std::deque<Event> queue;
  for (size_t i = 0; i < n; i++) {
    if (i % 2)
      queue.push_back({in[i], int(i), .5f * i});
    else
      queue.push_front({in[i] * 2, int(i), 1.f});
  }
  std::list<Event> a(queue.begin(), queue.end()), b;
  for (int i = 0; i < 4; i++)
    b.push_back({in[i % n] * i, i + 10, .1f * i});
  a.sort([](const Event &x, const Event &y) { return x.kind < y.kind; });
  b.sort([](const Event &x, const Event &y) { return x.kind > y.kind; });
  a.splice(std::next(a.begin(), 2), b, b.begin());
  a.splice(a.end(), b);
  a.remove_if([](const Event &e) { return e.kind == 12; });
  double t = 0;
  for (Event &e : a) {
    t = t * .9 + e.time * (e.kind + e.size);
    e.time *= t;
  }
  out[0] += t;
  while (queue.size() > 1) {
    Event e = queue.front();
    queue.pop_front();
    queue.back().time += e.time * queue.back().size;
    if (e.kind == 2)
      queue.push_back({e.time * e.time, 5, 2.f});
  }
  out[1] += queue.front().time;
  a.reverse();
  out[1] += a.front().time;
}

ORACLE_MAIN(events, 5, 2, .3, 1.1)
