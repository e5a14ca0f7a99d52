/* Small objects in room that is declared to be an array of pointers, or of doubles: what is copied
 * there is what was put there. */
#include "oracle.h"
#include <new>
#include <utility>
// a function object of the program's own, with storage for small closures of words
template <class Room, class> class Fn;
template <class Room, class R, class... A> class Fn<Room, R(A...)> {
  Room buf[3];
  R (*call)(const void *, A...);

public:
  template <class F> Fn(F f) {
    static_assert(sizeof(F) <= sizeof buf);
    new (static_cast<void *>(buf)) F(f);
    call = [](const void *p, A... a) -> R { return (*static_cast<const F *>(p))(a...); };
  }
  Fn(const Fn &o) : call(o.call) { memcpy(buf, o.buf, sizeof buf); }
  Fn &operator=(const Fn &o) {
    call = o.call;
    memcpy(buf, o.buf, sizeof buf);
    return *this;
  }
  R operator()(A... a) const { return call(buf, a...); }
};
template <class F> static void swapped(double *in, double *out) {
  double c[2] = {in[0], in[1]};
  F arr[3] = {[k = in[2], s = in[3]](double x) { return k * sin(s * x); },
              [&c](double x) { return c[1] * x * x; }, [k = in[4]](double x) { return k * x; }};
  double x = in[0];
  for (int i = 0; i < 4; i++) {
    x = tanh(arr[i % 3](x));
    std::swap(arr[0], arr[1]);
  }
  out[0] += x;
}
PRIMAL(among_pointers) { swapped<Fn<void *, double(double)>>(in, out); }
PRIMAL(among_doubles) { swapped<Fn<double, double(double)>>(in, out); }
ORACLE(among_pointers, 5, 1, 0.3, 0.9)
ORACLE(among_doubles, 5, 1, 0.3, 0.9)
int main() {
  among_pointers_oracle();
  among_doubles_oracle();
  return oracle_exit();
}
