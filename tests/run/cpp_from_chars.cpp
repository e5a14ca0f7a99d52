// Numbers read from text: where there is none, the old one stays.
#include "oracle.h"
#include <charconv>
#include <cstring>
PRIMAL(chars) {
  const char *words[] = {"1.5", "none", "2.25"};
  double v = in[0];
  for (const char *word : words) {
    std::from_chars(word, word + strlen(word), v);
    v *= in[1];
  }
  out[0] += v * v;
  v = in[0];
  std::from_chars("x", "", v);
  out[1] += v * in[1];
}
ORACLE_MAIN(chars, 2, 2, 0.5, 1.5)
