// large: takes long to compile
// flags: -std=c++17
/* Items of a float and integers, in containers of all kinds: LLVM moves the two as one word, makes
 * it with a constant for the integer, and takes for one memory what has counts and addresses in the
 * place of the floats elsewhere. */
#define REAL float
#include "oracle.h"
#include <array>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

struct Pair {
  float value;
  int key;
};
struct Triple {
  float value;
  int flag, key;
};
struct Named {
  std::string name;
  float value;
  int key;
};
struct Maybe {
  std::optional<float> value;
  int key;
};
static Pair pair_of(float x, int i) { return {x, i}; }
static Triple triple_of(float x, int i) { return {x, 1, i}; }
static Named named_of(float x, int i) { return {std::to_string(i), x, i}; }
static Maybe maybe_of(float x, int i) { return {x, i}; }

PRIMAL(ordered) {
  (void)m;
  std::vector<Pair> items;
  for (size_t i = 0; i < n; i++)
    items.push_back(pair_of(in[i] * 2, (int)i));
  std::map<int, Pair> sorted;
  for (auto &item : items)
    sorted.emplace(item.key, item);
  for (auto &entry : sorted)
    out[0] += entry.second.value * entry.second.value * (float)(entry.first + 1);
}
ORACLE(ordered, 3, 1, 0.5, 1.5)

PRIMAL(hashed) {
  (void)m;
  std::vector<Triple> items;
  for (size_t i = 0; i < n; i++)
    items.push_back(triple_of(in[i] * in[0], (int)i));
  std::map<int, Triple> sorted;
  for (auto &item : items)
    sorted.emplace(item.key, item);
  for (auto &entry : sorted)
    out[0] += entry.second.value;
  std::unordered_map<int, std::vector<Triple>> parts;
  for (auto &item : items)
    parts[item.key % 2].push_back(item);
}
ORACLE(hashed, 3, 1, 0.5, 1.5)

PRIMAL(named) {
  (void)m;
  std::vector<Named> items;
  for (size_t i = 0; i < n; i++)
    items.push_back(named_of(in[i] * in[0], (int)i));
  std::vector<Named> copied = items;
  std::deque<Named> queue(items.begin(), items.end());
  queue.push_front(copied.back());
  std::array<Named, 2> two = {items[0], items[1]}, other = two;
  for (auto &item : copied)
    out[0] += item.value * item.value * (float)item.key;
  for (auto &item : queue)
    out[0] += item.value * (float)item.name.size();
  out[1] = other[0].value * other[1].value * (float)(other[1].key + 1);
}
ORACLE(named, 4, 2, 0.5, 1.5)

PRIMAL(optional) {
  (void)m;
  std::vector<Maybe> items;
  for (size_t i = 0; i < n; i++)
    items.push_back(maybe_of(in[i], (int)i));
  std::map<int, Maybe> sorted;
  for (auto &item : items)
    sorted.emplace(item.key % 4, item);
  for (auto &entry : sorted)
    out[0] += entry.second.value.value_or(.5f) * (float)(entry.first + 1);
}
ORACLE(optional, 5, 1, 0.5, 1.5)

PRIMAL(listed) {
  (void)m;
  std::vector<Maybe> items;
  for (size_t i = 0; i < n; i++)
    items.push_back(maybe_of(in[i] * in[i], (int)i));
  std::list<Maybe> list(items.begin(), items.end());
  list.reverse();
  list.push_front(list.back());
  for (auto &item : list)
    out[0] += item.value.value_or(.5f) * (out[0] + 1) * .1f;
  std::unordered_map<int, Maybe> last;
  for (auto &item : items)
    last.insert_or_assign(item.key % 3, item);
  for (int i = 0; i < 3; i++)
    if (last.count(i))
      out[1] += last.at(i).value.value_or(.25f) * (float)(i + 1);
}
ORACLE(listed, 5, 2, 0.5, 1.5)

int main() {
  ordered_oracle();
  hashed_oracle();
  named_oracle();
  optional_oracle();
  listed_oracle();
  return oracle_exit();
}
