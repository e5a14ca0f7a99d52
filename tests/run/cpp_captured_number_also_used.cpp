/* A number that is captured by a function, and used beside that: LLVM loads it once, as an integer. */
// flags: -std=c++17
#include "oracle.h"

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

struct Event {
  double time;
  int kind;
  std::function<double(double)> update;
};

PRIMAL(events) {
  std::vector<Event> queue;
  for (size_t i = 0; i < n; i++) {
    double rate = in[i];
    queue.push_back({in[i] * 3, (int)i, [rate](double x) { return rate * x * x; }});
  }
  double state = in[0];
  for (auto &event : queue)
    state = event.update(state) + event.time;
  out[0] += state;
  std::unordered_map<std::string, std::function<double(double, double)>> operations{
      {"add", [](double a, double b) { return a + b; }},
      {"power", [&](double a, double b) { return a * a * in[1] + b; }}};
  out[1] += operations["power"](in[0], in[1]) * operations.at("add")(in[2], in[3]);
}

ORACLE_MAIN(events, 4, 2, 0.4, 1.2)
