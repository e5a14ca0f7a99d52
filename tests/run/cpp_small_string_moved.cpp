/* Small strings, whose letters lie where a longer one has its address, lie beside numbers in a
 * vector that grows: every move copies their bytes, and a new one takes the place of another. */
#include "oracle.h"
#include <cstdlib>
#include <cstring>
#include <vector>

class Name {
  union {
    struct {
      char *letters;
      size_t size, capacity;
    } long_;
    char short_[24];
  };
  bool is_long() const { return short_[23] & 0x80; }

public:
  Name(const char *text) {
    size_t size = std::strlen(text);
    if (size < 23) {
      std::memcpy(short_, text, size + 1);
      short_[23] = 0;
      return;
    }
    long_.letters = static_cast<char *>(std::malloc(size + 1));
    std::memcpy(long_.letters, text, size + 1);
    long_.size = size;
    long_.capacity = size | size_t(0x80) << 56;
  }
  Name(Name &&other) noexcept {
    std::memcpy(short_, other.short_, sizeof short_);
    other.short_[0] = other.short_[23] = 0;
  }
  ~Name() {
    if (is_long())
      std::free(long_.letters);
  }
  size_t size() const { return std::strlen(is_long() ? long_.letters : short_); }
};

struct Named {
  Name name;
  double value;
};

PRIMAL(names) {
  const char *texts[] = {"delta", "a name of more than twenty-three letters", "gamma", "b"};
  std::vector<Named> all;
  for (size_t i = 0; i < 4; i++)
    all.push_back({texts[i], in[i % n] * (i + 1)});
  double weight = 1;
  out[0] = 0;
  for (auto &named : all) {
    out[0] += weight * named.value * named.value * named.name.size();
    weight *= -0.8;
  }
}

ORACLE(names, 3, 1, 0.3, 1.5)
int main() {
  names_oracle();
  return oracle_exit();
}
