// flags: -std=c++17
/* Containers of std::pmr with memory resources of the program's own: one that counts and passes on
 * to malloc, and one that hands out pieces of a buffer. */
#include "oracle.h"
#include <memory_resource>
#include <vector>
struct Counting : std::pmr::memory_resource {
  size_t live = 0;
  void *do_allocate(size_t bytes, size_t) override {
    live += bytes;
    return malloc(bytes);
  }
  void do_deallocate(void *block, size_t bytes, size_t) override {
    live -= bytes;
    free(block);
  }
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};
struct Buffer : std::pmr::memory_resource {
  double *start;
  size_t used = 0, size;
  explicit Buffer(size_t count) : start(new double[count]), size(count) {}
  ~Buffer() override { delete[] start; }
  void *do_allocate(size_t bytes, size_t) override {
    size_t count = (bytes + sizeof(double) - 1) / sizeof(double);
    if (used + count > size)
      abort();
    double *place = start + used;
    used += count;
    return place;
  }
  void do_deallocate(void *, size_t, size_t) override {}
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};
static double powers(double x, int n, std::pmr::memory_resource *resource) {
  std::pmr::vector<double> v(resource);
  for (int i = 0; i < n; i++)
    v.push_back(i == 0 ? x : v.back() * x);
  std::pmr::vector<double> w(v, resource);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += v[i] * w[n - 1 - i];
  return s;
}
PRIMAL(resources) {
  Counting counting;
  Buffer buffer(200);
  for (int i = 0; i < 3; i++) {
    out[i] += powers(in[i], 3 + i, &counting);
    out[i] += powers(in[(i + 1) % 3], 5, &buffer) * in[i];
  }
  out[0] += (double)counting.live;
}
ORACLE_MAIN(resources, 3, 3, 0.5, 1.3)
