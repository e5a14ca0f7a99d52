/* The seeds of several lanes for `reverse`: one by one, or in a structure, in whatever registers or
 * memory C passes it. */
#include "oracle.h"
typedef struct {
  float lane[2];
} Floats2;
typedef struct {
  float lane[3];
} Floats3;
typedef struct {
  float lane[4];
} Floats4;
typedef struct {
  double lane[2];
} Pair;
typedef struct {
  double lane[3];
} Triple;
typedef struct {
  void *tape;
  float result;
} TapeAndFloat;
typedef struct {
  void *tape;
  double result;
} TapeAndDouble;
typedef struct {
  double value[4];
} Large;
typedef struct {
  void *tape;
  Large result;
} TapeAndLarge;
extern int adcc_width, adcc_dup, adcc_out;
extern TapeAndFloat __adcc_augmentfwd_f(void *, ...);
extern TapeAndDouble __adcc_augmentfwd_d(void *, ...);
extern TapeAndLarge __adcc_augmentfwd_l(void *, ...);
extern void __adcc_reverse_f(void *, ...);
extern Pair __adcc_reverse_2(void *, ...);
extern Triple __adcc_reverse_3(void *, ...);
static float square(float *x) { return *x * *x; }
static double cube(double x) { return x * x * x; }
static Large powers(double *x) { return (Large){{*x, *x * *x, *x * *x * *x, 1}}; }

static void floats(void) {
  float x = 5, d[4] = {0};
  TapeAndFloat two = __adcc_augmentfwd_f((void *)square, adcc_width, 2, adcc_dup, &x, d, d + 1);
  __adcc_reverse_f((void *)square, adcc_width, 2, adcc_dup, &x, d, d + 1, (Floats2){{1, 2}}, two.tape);
  CLOSE(d[0], 10);
  CLOSE(d[1], 20);
  two = __adcc_augmentfwd_f((void *)square, adcc_width, 2, adcc_dup, &x, d, d + 1);
  __adcc_reverse_f((void *)square, adcc_width, 2, adcc_dup, &x, d, d + 1, 1.0f, 2.0f, two.tape);
  CLOSE(d[0], 20);
  CLOSE(d[1], 40);
  TapeAndFloat three =
      __adcc_augmentfwd_f((void *)square, adcc_width, 3, adcc_dup, &x, d, d + 1, d + 2);
  __adcc_reverse_f((void *)square, adcc_width, 3, adcc_dup, &x, d, d + 1, d + 2,
                   (Floats3){{1, 2, 3}}, three.tape);
  CLOSE(d[0], 30);
  CLOSE(d[1], 60);
  CLOSE(d[2], 30);
  TapeAndFloat four =
      __adcc_augmentfwd_f((void *)square, adcc_width, 4, adcc_dup, &x, d, d + 1, d + 2, d + 3);
  __adcc_reverse_f((void *)square, adcc_width, 4, adcc_dup, &x, d, d + 1, d + 2, d + 3,
                   (Floats4){{-1, -2, 1, 2}}, four.tape);
  CLOSE(d[0], 20);
  CLOSE(d[1], 40);
  CLOSE(d[2], 40);
  CLOSE(d[3], 20);
}

static void doubles(void) {
  TapeAndDouble tape = __adcc_augmentfwd_d((void *)cube, adcc_width, 2, adcc_out, 2.0);
  Pair two = __adcc_reverse_2((void *)cube, adcc_width, 2, adcc_out, 2.0, (Pair){{1, 2}}, tape.tape);
  CLOSE(two.lane[0], 12);
  CLOSE(two.lane[1], 24);
  tape = __adcc_augmentfwd_d((void *)cube, adcc_width, 3, adcc_out, 2.0);
  Triple three =
      __adcc_reverse_3((void *)cube, adcc_width, 3, adcc_out, 2.0, (Triple){{1, 2, 3}}, tape.tape);
  CLOSE(three.lane[0], 12);
  CLOSE(three.lane[1], 24);
  CLOSE(three.lane[2], 36);
  tape = __adcc_augmentfwd_d((void *)cube, adcc_width, 3, adcc_out, 2.0);
  three = __adcc_reverse_3((void *)cube, adcc_width, 3, adcc_out, 2.0, 5.0, tape.tape); /* for all */
  CLOSE(three.lane[0], 60);
  CLOSE(three.lane[2], 60);
}

static void structures(void) {
  double x = 2, d[2] = {0};
  Large first = {{1, 0, 0, 7}}, second = {{0, 0, 1, 7}};
  TapeAndLarge tape = __adcc_augmentfwd_l((void *)powers, adcc_width, 2, adcc_dup, &x, d, d + 1);
  __adcc_reverse_f((void *)powers, adcc_width, 2, adcc_dup, &x, d, d + 1, first, second, tape.tape);
  CLOSE(d[0], 1);
  CLOSE(d[1], 12);
}

int main(void) {
  floats();
  doubles();
  structures();
  return oracle_exit();
}
