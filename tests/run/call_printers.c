/* Numbers that carry derivatives go into texts by the less common functions that print. */
// flags: -D_GNU_SOURCE
#include "oracle.h"
#include <err.h>
#include <syslog.h>
#include <wchar.h>

PRIMAL(printed) {
  wchar_t wide[64];
  char text[64];
  int point, sign;
  for (size_t i = 0; i < n; i++) {
    double square = in[i] * in[i];
    swprintf(wide, 64, L"%f", square);
    strfromd(text, sizeof text, "%g", in[i]);
    gcvt(square, 5, text);
    ecvt(in[i], 5, &point, &sign);
    fcvt(square, 5, &point, &sign);
    if (square < 0) {
      warnx("%g", square);
      syslog(LOG_INFO, "%g", square);
      wprintf(L"%g", square);
      fwprintf(stderr, L"%g", square);
      errx(1, "%g", square);
    }
    out[0] += square * sign + square;
  }
}
ORACLE_MAIN(printed, 3, 1, .5, 2)
