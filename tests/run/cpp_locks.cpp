/* Locks around numbers: they carry no derivative, whichever kind they are. */
#include "oracle.h"
#include <memory>
#include <mutex>
#include <pthread.h>
#include <shared_mutex>
#include <vector>

namespace {

class Store {
  mutable std::shared_mutex guard;
  std::recursive_mutex writers;
  pthread_spinlock_t spin;
  std::vector<double> values;

public:
  Store() { pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE); }
  ~Store() { pthread_spin_destroy(&spin); }
  void add(double x) {
    std::scoped_lock both(writers, guard);
    std::lock_guard<std::recursive_mutex> again(writers);
    values.push_back(x);
  }
  double sum() const {
    std::shared_lock<std::shared_mutex> lock(guard);
    double s = 0;
    for (double v : values)
      s += v * v;
    return s;
  }
  void scale(double k) {
    pthread_spin_lock(&spin);
    for (double &v : values)
      v *= k;
    pthread_spin_unlock(&spin);
  }
};

} // namespace

PRIMAL(store) {
  auto s = std::make_unique<Store>();
  for (int i = 0; i < 4; i++) {
    s->add(in[i] * s->sum() + in[i]);
    s->scale(1 + 0.1 * in[i]);
  }
  out[0] = s->sum();
}
ORACLE(store, 4, 1, 0.2, 0.7)
int main() {
  store_oracle();
  return oracle_exit();
}
