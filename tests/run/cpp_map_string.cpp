// large: takes long to compile
/* std::map from strings to numbers and to other maps: nodes hold text beside what is active. */
#include "oracle.h"
#include <map>
#include <string>
PRIMAL(named) {
  (void)n, (void)m;
  std::map<std::string, double> table;
  table["alpha"] = in[0] * in[1];
  table["beta"] = in[1];
  table["a name that is longer than a short string"] += in[2];
  table["alpha"] *= 2;
  for (const auto &entry : table)
    out[0] = out[0] * 1.5 + entry.second * entry.second;
  if (table.count("beta"))
    out[0] += table.at("beta");
  auto found = table.find("a name that is longer than a short string");
  if (found != table.end())
    out[0] *= found->second;
  out[1] = (double)table.size() * in[0] + table.begin()->second;
}
PRIMAL(nested) {
  (void)m;
  std::map<int, std::map<int, double>> table;
  for (int i = 0; i < (int)n; i++)
    for (int j = 0; j < (int)n; j++)
      table[i * 7 % 5][j] = in[i] * in[j];
  for (int i = 0; i < (int)n; i++)
    out[0] += table[i * 7 % 5][(int)n - 1 - i] * table[0][i];
}
ORACLE(named, 3, 2, 0.5, 2.0)
ORACLE(nested, 3, 1, 0.5, 2.0)
int main() {
  named_oracle();
  nested_oracle();
  return oracle_exit();
}
