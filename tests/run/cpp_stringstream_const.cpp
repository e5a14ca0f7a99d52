// Text is taken from a stream that may not be changed, in an object that is active too.
#include "oracle.h"
#include <sstream>

struct Log {
  double sum = 0;
  std::stringstream text;
  std::ostringstream other;
};

__attribute__((noinline, cold)) static double weigh(const Log &log, int rounds) {
  size_t length = log.text.str().size() + log.other.str().size();
  return rounds > 1 ? weigh(log, rounds - 1) * log.sum : log.sum * (double)length;
}

PRIMAL(logged) {
  Log log;
  for (int i = 0; i < 3; i++) {
    log.sum += in[i] * in[i];
    log.text << "step " << i << '\n';
    log.other << i;
  }
  out[0] = weigh(log, 2);
}
ORACLE_MAIN(logged, 3, 1, -1, 1)
