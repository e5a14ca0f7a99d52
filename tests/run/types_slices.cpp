// Structures of an int and a double, and of an id and a std::function, that are moved one by one: what
// becomes of a temporary is a slice that begins in the middle of a word.
#include "oracle.h"
#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <vector>
struct Key {
  int order;
  double value;
  bool operator<(const Key &other) const { return order < other.order; }
};
struct Event {
  double time;
  int id;
  std::function<double(double)> act;
  bool operator<(const Event &other) const {
    return time > other.time || (time == other.time && id > other.id);
  }
};
/* A vector of anything in C: elements are blocks of bytes. */
struct Block {
  char *bytes;
  size_t count, size;
};
static void insert_sorted(Block *block, const void *element, bool less(const void *, const void *)) {
  char moved[64];
  memcpy(moved, element, block->size);
  block->bytes = (char *)realloc(block->bytes, (block->count + 1) * block->size);
  size_t at = block->count++;
  for (; at > 0 && less(moved, block->bytes + (at - 1) * block->size); at--)
    memcpy(block->bytes + at * block->size, block->bytes + (at - 1) * block->size, block->size);
  memcpy(block->bytes + at * block->size, moved, block->size);
}
static bool key_less(const void *a, const void *b) { return *(const Key *)a < *(const Key *)b; }
PRIMAL(slices) {
  std::array<Key, 5> keys;
  for (int i = 0; i < 5; i++)
    keys[i] = {i * 3 % 5, in[i % n] * in[i % n]};
  std::sort(keys.begin(), keys.end());
  Block block = {nullptr, 0, sizeof(Key)};
  for (const Key &key : keys) {
    Key other = {7 - key.order * 2 % 5, key.value * in[0]};
    insert_sorted(&block, &other, key_less);
  }
  for (int i = 0; i < 5; i++)
    out[0] += keys[i].value * (i + 1) * ((Key *)block.bytes)[4 - i].value;
  free(block.bytes);

  std::priority_queue<Event> events;
  for (int i = 0; i < 4; i++) {
    double rate = in[(i + 1) % n];
    events.push({in[i % n] + 3 * (i * 3 % 4), i, [rate, i](double x) { return x * rate + i; }});
  }
  for (double x = in[0]; !events.empty(); events.pop())
    out[1] += x = events.top().act(x) * events.top().time * 0.1;
}
ORACLE_MAIN(slices, 3, 2, 0.5, 1.5)
