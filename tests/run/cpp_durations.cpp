/* Durations that are numbers: std::chrono's functions are templates with bodies, its clocks are not. */
#include "oracle.h"

#include <chrono>
#include <string>

using Seconds = std::chrono::duration<double>;

PRIMAL(travel) {
  auto start = std::chrono::steady_clock::now();
  Seconds climb(in[0] * in[0]);
  std::chrono::duration<double, std::milli> fine = climb;
  Seconds both = climb + Seconds(in[1]) * in[2];
  Seconds late = std::chrono::steady_clock::now() < start ? both : Seconds(0);
  for (size_t i = 0; i < m; i++)
    out[i] = both.count() * fine.count() * in[i] + late.count();
}
ORACLE(travel, 3, 3, 0.5, 1.5)

/* A string of numbers is a container like others. */
PRIMAL(series) {
  std::basic_string<double> numbers;
  for (size_t i = 0; i < n; i++)
    numbers.push_back(in[i] * in[i]);
  std::basic_string<double> twice = numbers + numbers;
  for (size_t i = 0; i < m; i++)
    out[i] = twice[i + 1] * in[0];
}
ORACLE(series, 3, 4, 0.5, 1.5)

int main() {
  travel_oracle();
  series_oracle();
  return oracle_exit();
}
