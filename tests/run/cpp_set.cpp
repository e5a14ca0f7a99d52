/* Sets and multimaps of numbers. The header of a tree has its count where a node has its number;
 * without optimisation only the declaration of the header tells. */
#include "oracle.h"
#include <map>
#include <set>

PRIMAL(ranks) {
  std::set<double> numbers{3 * in[0], in[0], 2 * in[1]};
  numbers.insert(in[0] * in[1]);
  double rank = 1;
  for (double number : numbers)
    out[0] += number * rank++;
  out[0] += *numbers.begin() * *numbers.rbegin() + (double)numbers.size();
  std::multimap<double, double> pairs;
  for (int i = 0; i < 5; i++)
    pairs.emplace(in[i % 2] * (i * 3 % 5), in[0] + i);
  rank = 1;
  for (const auto &pair : pairs)
    out[1] += pair.first * pair.second * rank++;
}
ORACLE_MAIN(ranks, 2, 2, 0.4, 0.9)
