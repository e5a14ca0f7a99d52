/* Records of a name, a number and a count, which are inserted, sorted, swapped and handed round,
 * beside texts that are made of their names. */
#include "oracle.h"
#include <algorithm>
#include <deque>
#include <string>
#include <vector>

struct Item {
  std::string name;
  double price;
  int count;
};

PRIMAL(inserted) {
  std::vector<Item> items;
  for (size_t i = 0; i < n; i++)
    items.push_back({"item-" + std::to_string(100 + i), in[i], (int)i + 1});
  items.erase(items.begin() + 1);
  items.insert(items.begin(), Item{"new", in[1] * in[2], 3});
  Item last = items.back();
  items.pop_back();
  items[2] = last;
  std::string all;
  out[0] = 0;
  for (auto &item : items) {
    out[0] += item.price * item.price * item.count;
    all += item.name;
  }
  out[0] *= all.size() * 0.1;
}

struct Tagged {
  std::string name;
  double weight;
  int count;
  std::vector<std::string> tags;
};

PRIMAL(swapped) {
  std::vector<Tagged> rows(n);
  for (size_t i = 0; i < n; i++) {
    Tagged &row = rows[i];
    row.name = std::string(i + 1, (char)('a' + i));
    row.weight = in[i];
    row.count = (int)i;
    row.tags = {row.name.substr(0, 2), "t"};
  }
  std::swap(rows[0], rows[2]);
  std::sort(rows.begin() + 1, rows.end(),
            [](const Tagged &a, const Tagged &b) { return a.name > b.name; });
  double factor = 1;
  out[0] = 0;
  for (auto &row : rows) {
    out[0] += factor * row.weight * row.weight + row.tags[0].size();
    factor *= 0.7;
  }
}

PRIMAL(handed_round) {
  std::deque<Item> round;
  for (size_t i = 0; i < n; i++)
    round.push_back(Item{"n" + std::to_string(i), in[i], (int)i});
  round.push_front(round.back());
  round.pop_back();
  out[0] = 0;
  for (auto &item : round)
    out[0] = out[0] * 0.5 + item.price * item.price * item.name.size() * (1 + item.count);
}

ORACLE(inserted, 5, 1, 0.3, 1.5)
ORACLE(swapped, 4, 1, 0.3, 1.5)
ORACLE(handed_round, 4, 1, 0.3, 1.5)
int main() {
  inserted_oracle();
  swapped_oracle();
  handed_round_oracle();
  return oracle_exit();
}
