/* What is read from a text or a file is new to the variable that it goes to: the old value's
 * derivative ends there. Where nothing was read, the old value stays. */
#include "oracle.h"
PRIMAL(texts) {
  static const char *const numbers[] = {"1.5 7", "x", "-2e1 3", "0.25"};
  double v = in[0];
  float w = 0;
  int k = 0;
  for (int i = 0; i < 4; i++) {
    int got = sscanf(numbers[i], "%lf%*[ ]%d", &v, &k);
    v *= in[1];
    out[0] += v * v * (got + k);
  }
  long double wide[2] = {in[0], in[1]};
  double other[3] = {in[0], in[1], in[0] * in[1]};
  char word[8];
  sscanf("abc 2.5 % 9 3.5", "%7s %f %% %Lf %lg", word, &w, &wide[1], &other[2]);
  sscanf("1 2 oops", "%lf %n%lf %lf", &other[0], &k, &other[1], &other[2]);
  out[1] += (double)(wide[0] * wide[1]) * w + other[0] * in[1] + other[1] * other[2] * in[0];
}
PRIMAL(files) {
  FILE *file = tmpfile();
  double kept[3] = {1.5, -2, 0.25}, x[4] = {in[0], in[1], in[0] * in[1], in[1] * in[1]};
  fwrite(kept, sizeof *kept, 3, file);
  for (int round = 0; round < 2; round++) {
    rewind(file);
    size_t got = fread(x + round, sizeof *x, 2 + 2 * (size_t)round, file); /* the last is short */
    for (int i = 0; i < 4; i++) {
      x[i] *= in[i % 2];
      out[0] += x[i] * x[i] * (double)got;
    }
  }
  rewind(file);
  fprintf(file, "%g %g\nnext\n", 2.5, 4.0);
  rewind(file);
  char line[32] = "";
  if (fscanf(file, "%lf %lf\n", &x[3], &x[0]) == 2 && fgets(line, sizeof line, file))
    out[1] += x[3] * x[1] + x[0] * x[2] * line[0];
  fclose(file);
}
ORACLE(texts, 2, 2, 0.5, 1.5)
ORACLE(files, 2, 2, 0.5, 1.5)
int main(void) {
  texts_oracle();
  files_oracle();
  return oracle_exit();
}
