// large: takes long to compile
// flags: -std=c++17
/* Vectors of numbers in hash maps, whose tables, nodes and a float lie in one object to who does not
 * know the types. Without optimisation it is the steps of std::copy's pointers that tell what its
 * memmove moves. */
#include "oracle.h"
#include <string>
#include <unordered_map>
#include <vector>

PRIMAL(rows) {
  std::unordered_map<int, std::vector<double>> rows;
  rows[3] = std::vector<double>(in, in + n);
  rows[5] = rows[3];
  for (double &x : rows[5])
    x *= x;
  for (size_t i = 0; i < n; i++)
    out[0] += rows[3][i] * rows[5][n - 1 - i];
}
ORACLE(rows, 4, 1, 0.3, 0.9)

struct Table {
  std::unordered_map<std::string, std::vector<double>> numbers;
  std::unordered_map<std::string, std::vector<std::string>> texts;
};
PRIMAL(tables) {
  Table table;
  table.numbers["x"] = std::vector<double>(in, in + n);
  table.numbers["a longer name for it"] = {1, in[1], in[0]};
  table.texts["kind"] = {"apple", "pear"};
  Table copy = table;
  for (double x : copy.numbers["x"])
    out[0] += x * x * (double)copy.texts["kind"].size();
  out[1] += copy.numbers["a longer name for it"][1] * table.numbers["x"][2];
}
ORACLE(tables, 4, 2, 0.3, 0.9)

int main() {
  rows_oracle();
  tables_oracle();
  return oracle_exit();
}
