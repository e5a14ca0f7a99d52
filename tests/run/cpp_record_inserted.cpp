/* A record of a short name and a number is put into the middle of a vector that has room: others
 * make room for it by moves, from the last one backwards. */
#include "oracle.h"
#include <string>
#include <vector>

struct Item {
  std::string name;
  double price;
};

PRIMAL(inserted) {
  std::vector<Item> items;
  items.reserve(9);
  for (size_t i = 0; i < n; i++)
    items.push_back({"s", in[i]});
  items.insert(items.begin() + 1, Item{"new", in[1] * in[2]});
  double factor = 1;
  out[0] = 0;
  for (auto &item : items) {
    out[0] += factor * item.price * item.price;
    factor *= 0.7;
  }
}

ORACLE(inserted, 6, 1, 0.3, 1.5)
int main() {
  inserted_oracle();
  return oracle_exit();
}
