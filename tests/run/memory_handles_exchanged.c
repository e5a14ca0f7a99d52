/* An array of handles, integers that are addresses, of which a function that knows nothing of it
 * exchanges some: by places that are known, or in a loop, where its caller does the other. */
#include "oracle.h"
typedef uintptr_t Handle;
static __attribute__((noinline)) void turn_round(Handle *handles, int n) {
  for (int i = 0; i < n / 2; i++) {
    Handle first = handles[i];
    handles[i] = handles[n - 1 - i];
    handles[n - 1 - i] = first;
  }
}
static __attribute__((noinline)) void exchange(Handle *handles) {
  Handle first = handles[0];
  handles[0] = handles[2];
  handles[2] = first;
}
static double *at(Handle handle) { return (double *)handle; }
PRIMAL(in_a_loop) {
  (void)n;
  double products[2] = {in[0] * in[1], in[2]};
  Handle handles[4];
  for (size_t i = 0; i < 4; i++)
    handles[i] = (Handle)(i % 2 ? &products[i / 2] : &in[i]);
  turn_round(handles, 4);
  for (size_t i = 0; i < m; i++)
    out[i] = *at(handles[i]) * *at(handles[0]) * (double)(i + 1);
}
PRIMAL(by_places) {
  Handle handles[8];
  for (size_t i = 0; i < n; i++)
    handles[i] = (Handle)&in[i];
  exchange(handles);
  for (size_t i = 0; i < m; i++)
    out[i] = *at(handles[i]) * *at(handles[0]) * (double)(i + 1);
}
ORACLE(in_a_loop, 3, 4, 0.5, 1.5)
ORACLE(by_places, 5, 4, 0.5, 1.5)
int main(void) {
  in_a_loop_oracle();
  by_places_oracle();
  return oracle_exit();
}
