/* The bytes of numbers as the key of a table of what was computed, and numbers that files keep: no number is made
 * of such text again, so that no derivative is lost there. A weight that is read from a file is a constant. */
// flags: -std=c++17
#include "oracle.h"
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <unistd.h>

static std::string key_of(double a, double b) {
  std::string key;
  key.append((const char *)&a, sizeof a);
  key.append((const char *)&b, sizeof b);
  return key + "/2";
}
PRIMAL(remembered) {
  std::map<std::string, double> known;
  for (size_t i = 0; i < n; i++) {
    double a = in[i % 2] * 2, b = in[i % 3];
    auto found = known.find(key_of(a, b));
    if (found == known.end())
      found = known.emplace(key_of(a, b), a * a * b).first;
    out[0] += found->second;
  }
}

static const char *file_name() {
  static const std::string name = "numbers_as_keys." + std::to_string((long)getpid());
  return name.c_str();
}
static double weight() {
  double weight = 0;
  std::ifstream file(file_name(), std::ios::binary);
  file.read((char *)&weight, sizeof weight);
  return weight;
}
PRIMAL(logged) {
  double y = in[0] * in[1] * weight();
  std::ofstream file(file_name(), std::ios::binary | std::ios::app);
  file.write((const char *)&y, sizeof y);
  std::ostringstream log;
  log << y;
  out[0] = y * (double)!log.str().empty();
}

ORACLE(remembered, 5, 1, .3, 1.2)
ORACLE(logged, 2, 1, .3, 1.2)

int main() {
  remembered_oracle();
  double w = 3;
  std::ofstream(file_name(), std::ios::binary).write((const char *)&w, sizeof w);
  logged_oracle();
  remove(file_name());
  return oracle_exit();
}
