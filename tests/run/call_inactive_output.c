/* printf and friends in the primal: output is kept, and nothing is differentiated. */
#include "oracle.h"
PRIMAL(talk) {
  FILE *sink = fopen("/dev/null", "w");
  double x = in[0] * in[0];
  if (sink) {
    fprintf(sink, "x = %g\n", x);
    fputs("done\n", sink);
    fclose(sink);
  }
  if (x < -1)
    printf("never %f\n", x);
  char text[32];
  snprintf(text, sizeof text, "%d", (int)n);
  out[0] = x * in[1] * (double)strlen(text);
}
ORACLE_MAIN(talk, 2, 1, 0.5, 1.5)
