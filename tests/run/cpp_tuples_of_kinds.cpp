/* Tuples and structures of doubles, floats and integers in containers, which -O2 copies as vectors
 * of two or four integers, and -ffast-math reads as vectors of whole structures. */
#include "oracle.h"
#include <algorithm>
#include <deque>
#include <tuple>
#include <vector>

PRIMAL(tuples) {
  std::vector<std::tuple<double, float, int>> all;
  for (size_t i = 0; i < n; i++)
    all.push_back({in[i], (float)in[n - 1 - i], int(i)});
  for (auto &[a, b, k] : all)
    out[0] += a * b * k;
  std::vector<std::tuple<float, int>> pairs;
  for (size_t i = 0; i < n; i++)
    pairs.push_back({(float)in[i], int(3 * i)});
  pairs.erase(pairs.begin());
  pairs.insert(pairs.begin() + 2, {(float)(in[0] * in[1]), 4});
  for (auto &[b, k] : pairs)
    out[1] += b * b * k;
}
ORACLE(tuples, 9, 2, 0.2, 1.2)

struct Item {
  double a;
  double b;
  unsigned k;
  float c;
};
PRIMAL(items) {
  std::vector<Item> pushed;
  for (size_t i = 0; i < n; i++)
    pushed.push_back({in[i], in[i] * in[i], unsigned(i * 5 % 7), (float)(in[i] * in[0])});
  std::vector<Item> turned(pushed.rbegin(), pushed.rend());
  pushed.clear();
  std::sort(turned.begin(), turned.end(), [](const Item &p, const Item &q) { return p.k < q.k; });
  std::deque<Item> queue(turned.begin(), turned.end());
  queue.push_front(queue.back());
  for (size_t i = 1; i < turned.size(); i++)
    turned[i].b += 0.5 * turned[i - 1].b;
  for (auto &item : turned)
    out[0] += item.a * item.b * item.c + item.k * item.k * item.a;
  for (auto &item : queue)
    out[1] += item.c * item.a;
}
ORACLE(items, 9, 2, 0.2, 1.2)

int main() {
  oracle_precision = 1.2e-7;
  tuples_oracle();
  items_oracle();
  return oracle_exit();
}
