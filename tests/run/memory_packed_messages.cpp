// flags: -std=c++20
/* Messages in a vector of bytes that grows, each of a tag and one number or two: the numbers lie
 * where no double is aligned, and the end of the block cuts words of eight bytes in two. */
#include "oracle.h"
#include <cstddef>
#include <cstring>
#include <vector>

class Buffer {
  std::vector<std::byte> bytes;
  std::size_t place = 0;

public:
  template <class T> void put(const T &value) {
    bytes.resize(bytes.size() + sizeof value);
    std::memcpy(&bytes[bytes.size() - sizeof value], &value, sizeof value);
  }
  template <class T> T get() {
    T value;
    std::memcpy(&value, &bytes[place], sizeof value);
    place += sizeof value;
    return value;
  }
};

PRIMAL(messages) {
  (void)m;
  Buffer buffer;
  for (size_t i = 0; i < n; i++) {
    buffer.put((int)i % 2);
    buffer.put(in[i] * in[0]);
    if (i % 2)
      buffer.put(in[i] + in[1]);
  }
  for (size_t i = 0; i < n; i++) {
    int two = buffer.get<int>();
    double value = buffer.get<double>();
    out[0] += value * value * (double)(i + 1);
    if (two)
      out[0] += buffer.get<double>() * value;
  }
}
ORACLE_MAIN(messages, 9, 1, 0.5, 1.5)
