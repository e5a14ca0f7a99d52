/* Functions that hold numbers are copied, swapped and held by others, in a program that also has a
 * hash table, whose load factor is a float: no derivative is one, so that bytes of which nothing is
 * known can only be doubles. */
#include "oracle.h"
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

PRIMAL(copied_functions) {
  std::unordered_map<int, double> table;
  for (size_t i = 0; i < n; i++)
    table[int(i * 7 % 5)] += in[i] * in[i];
  double held = table[2] * 0.4;
  std::vector<std::function<double(double)>> functions;
  functions.push_back([held](double x) { return 0.5 * held * x; });
  functions.push_back([&](double x) { return x / (1 + held * x); });
  functions.push_back([f = functions[0], g = functions[1]](double x) { return f(0.7 * g(x)); });
  std::swap(functions[0], functions[2]);
  double y = in[1];
  for (auto &f : functions)
    y = sin(0.9 * f(y));
  auto copies = functions;
  out[0] = y;
  out[1] = copies[2](in[0]) + copies[0](y);
}
ORACLE(copied_functions, 6, 2, 0.2, 1.4)

int main() { return copied_functions_oracle() != ORACLE_OK; }
