/* Links of a structure beside a number, copied in two goes of which the first ends within the
 * address of the second one: the shadow of that would stay behind, and the program stops. */
#include "oracle.h"
#include "stops.h"

typedef struct {
  double factor, *first, *second;
} Links;

__attribute__((noinline)) static void copy(char *to, const char *from, size_t bytes) {
  memcpy(to, from, bytes);
}

PRIMAL(in_two_goes) {
  Links links = {in[0] * 2, &in[1], &in[2]}, copied;
  size_t cut = 16 + n;
  copy((char *)&copied, (const char *)&links, cut);
  copy((char *)&copied + cut, (const char *)&links + cut, sizeof links - cut);
  out[0] = copied.factor * *copied.first * *copied.second;
  (void)m;
}
ORACLE(in_two_goes, 3, 1, 0.5, 1.5)

int main(void) {
  if (STOPS(in_two_goes_oracle()))
    return 0;
  in_two_goes_oracle();
  return oracle_exit();
}
