// Hash maps whose keys are structures of integers, which go from the nodes of one to those of another: to LLVM such
// a key is a word, as an address or a number is. Beside them words of two integers, and storage of bytes, that hold a
// number for a while.
#include "oracle.h"
#include <list>
#include <optional>
#include <unordered_map>
#include <vector>
namespace {
struct Key {
  int i, j;
  bool operator==(const Key &other) const { return i == other.i && j == other.j; }
};
struct Tag {
  int number;
  short kind;
  bool set;
  bool operator==(const Tag &other) const { return number == other.number && kind == other.kind; }
};
struct Hash {
  size_t operator()(const Key &key) const { return std::hash<int>()(key.i * 31 + key.j); }
  size_t operator()(const Tag &tag) const { return (size_t)tag.number * 7 + (size_t)tag.kind; }
};
template <class K, class V> class Recent {
  std::list<std::pair<K, V>> items;
  std::unordered_map<K, typename std::list<std::pair<K, V>>::iterator, Hash> index;

public:
  std::optional<V> get(const K &key) {
    auto found = index.find(key);
    if (found == index.end())
      return {};
    items.splice(items.begin(), items, found->second);
    return found->second->second;
  }
  void put(const K &key, V value) {
    items.emplace_front(key, value);
    index[key] = items.begin();
    if (items.size() > 4) {
      index.erase(items.back().first);
      items.pop_back();
    }
  }
};
struct alignas(8) Storage {
  unsigned char bytes[8];
};
struct Halves {
  int low, high;
};
double moved(double number) {
  Halves halves, other;
  memcpy(&halves, &number, sizeof halves);
  other = halves;
  memcpy(&number, &other, sizeof number);
  return number;
}
double stored(double number, double *other) {
  std::vector<Storage> places(2);
  new (places[0].bytes) double(number);
  new (places[1].bytes)(double *)(other);
  Storage first = places[0];
  places[0] = places[1];
  places[1] = first;
  return *(double *)places[1].bytes * **(double **)places[0].bytes;
}
} // namespace
PRIMAL(keyed) {
  std::unordered_map<Key, double, Hash> matrix;
  std::unordered_map<Tag, double, Hash> rows;
  std::unordered_map<Tag, Key, Hash> last;
  Recent<Key, double> recent;
  for (int i = 0; i < (int)n; i++)
    for (int j = 0; j < (int)n; j++)
      if ((i + 2 * j) % 3 != 1)
        matrix[{i, j}] = in[i] * in[j] + (i == j);
  for (int round = 0; round < 2; round++)
    for (auto &[key, value] : matrix) {
      auto known = recent.get(key);
      double weight = known ? *known : exp(-value * in[round]);
      if (!known)
        recent.put(key, weight);
      Tag tag{key.i, (short)(key.j % 2), true};
      rows[tag] += weight * in[key.j];
      last[tag] = key;
    }
  for (size_t j = 0; j < m; j++)
    out[j] = moved(in[j] * in[0]) + stored(in[j], &in[1]);
  for (auto &[tag, value] : rows)
    out[tag.number % m] += value * value * (1 + tag.kind);
  for (auto &[tag, key] : last)
    out[key.j % m] += in[key.i] * (tag.set ? 2 : 1);
}
ORACLE_MAIN(keyed, 4, 3, 0.2, 1.1)
