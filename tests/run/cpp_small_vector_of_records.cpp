/* A vector with room for a few within itself, of records that have such a vector of numbers: what
 * is copied when it grows are numbers by the types of its pointers, in a buffer of bytes that is
 * room for records too. */
#include "oracle.h"
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

template <class T, unsigned N> class SmallVector {
  T *begin_;
  unsigned size_ = 0, capacity_ = N;
  alignas(T) unsigned char room_[N * sizeof(T)];

  T *room() { return reinterpret_cast<T *>(room_); }
  void grow() {
    unsigned capacity = capacity_ * 2;
    T *larger = static_cast<T *>(std::malloc(capacity * sizeof(T)));
    std::uninitialized_move(begin_, begin_ + size_, larger);
    std::destroy(begin_, begin_ + size_);
    if (begin_ != room())
      std::free(begin_);
    begin_ = larger;
    capacity_ = capacity;
  }

public:
  SmallVector() : begin_(room()) {}
  SmallVector(const SmallVector &other) : SmallVector() {
    for (auto &item : other)
      push_back(item);
  }
  SmallVector(SmallVector &&other) noexcept : SmallVector() {
    if (other.begin_ == other.room()) {
      std::uninitialized_move(other.begin_, other.begin_ + other.size_, begin_);
    } else {
      begin_ = std::exchange(other.begin_, other.room());
      capacity_ = std::exchange(other.capacity_, N);
    }
    size_ = std::exchange(other.size_, 0);
  }
  SmallVector &operator=(SmallVector other) noexcept {
    this->~SmallVector();
    return *new (this) SmallVector(std::move(other));
  }
  ~SmallVector() {
    std::destroy(begin_, begin_ + size_);
    if (begin_ != room())
      std::free(begin_);
  }
  void push_back(const T &item) {
    T copy = item;
    if (size_ == capacity_)
      grow();
    new (begin_ + size_++) T(std::move(copy));
  }
  T *begin() { return begin_; }
  T *end() { return begin_ + size_; }
  const T *begin() const { return begin_; }
  const T *end() const { return begin_ + size_; }
};

struct Contact {
  int a, b;
  double depth;
  SmallVector<double, 2> normal;
};

PRIMAL(contacts) {
  SmallVector<Contact, 2> all;
  for (int i = 0; i < 6; i++) {
    Contact contact{i, i + 1, in[i % 4] * (1 + i % 3), {}};
    for (int k = 0; k < 1 + i % 4; k++)
      contact.normal.push_back(in[(i + k) % 4]);
    all.push_back(contact);
  }
  std::sort(all.begin(), all.end(),
            [](const Contact &a, const Contact &b) { return a.depth > b.depth; });
  double sum = 0, weight = 1;
  for (auto &contact : all) {
    double square = 0;
    for (double n : contact.normal)
      square += n * n;
    sum += weight * square * contact.depth;
    weight *= 0.9;
  }
  out[0] = sum;
}

ORACLE(contacts, 4, 1, 0.3, 1.5)
int main() {
  contacts_oracle();
  return oracle_exit();
}
