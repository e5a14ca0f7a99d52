/* Structures by value in registers, marked out: a float beside short integers, bytes and what lies
 * between the members. */
#include "oracle.h"

typedef struct {
  short count;
  float factor;
  double number;
} Counted;
typedef struct {
  char count;
  float factor;
} Small;
typedef struct {
  float factor;
  short count;
  char sign;
} Mixed;
typedef struct {
  float factor;
  unsigned char counts[4];
  double number;
} Bytes;
typedef struct {
  double number;
  int count;
  float factor;
} Behind;
typedef struct {
  float first, second;
  long count;
} Pair;
typedef struct {
  double number;
  int count;
} Whole;

extern int adcc_out;
extern Behind __adcc_autodiff_behind(void *, ...);
extern Pair __adcc_autodiff_pair(void *, ...);
extern Whole __adcc_autodiff_whole(void *, ...);
extern Counted __adcc_autodiff_counted(void *, ...);
extern Small __adcc_autodiff_small(void *, ...);
extern Mixed __adcc_autodiff_mixed(void *, ...);
extern Bytes __adcc_autodiff_bytes(void *, ...);

static double counted(Counted s) { return s.count * s.factor * s.number; }
static double small(Small s) { return s.count * s.factor * s.factor; }
static double mixed(Mixed s) { return s.count * s.factor * s.factor * s.sign; }
static double bytes(Bytes s) { return s.counts[0] * s.factor * s.number * s.counts[3]; }
static double behind(Behind s) { return s.count * s.number * s.number * s.factor; }
static double pair(Pair s, double x) { return (double)s.count * s.first * s.second * x; }
static double whole(Whole s) { return s.count * s.number * s.number; }

int main(void) {
  Behind d = __adcc_autodiff_behind((void *)behind, adcc_out, (Behind){3, 4, 2});
  CLOSE(d.number, 48);
  CLOSE(d.factor, 36);
  extern int adcc_const;
  Pair p = __adcc_autodiff_pair((void *)pair, adcc_out, (Pair){4, 3, 2}, adcc_const, 2.0);
  CLOSE(p.first, 12);
  CLOSE(p.second, 16);
  Whole w = __adcc_autodiff_whole((void *)whole, adcc_out, (Whole){3, 4});
  CLOSE(w.number, 24);
  EXPECT(w.count == 0);
  Counted c = __adcc_autodiff_counted((void *)counted, adcc_out, (Counted){2, 3, 4});
  CLOSE(c.factor, 8);
  CLOSE(c.number, 6);
  Small s = __adcc_autodiff_small((void *)small, adcc_out, (Small){3, 2});
  CLOSE(s.factor, 12);
  Mixed m = __adcc_autodiff_mixed((void *)mixed, adcc_out, (Mixed){2, 3, 1});
  CLOSE(m.factor, 12);
  Bytes b = __adcc_autodiff_bytes((void *)bytes, adcc_out, (Bytes){2, {1, 0, 0, 1}, 3});
  CLOSE(b.factor, 3);
  CLOSE(b.number, 2);
  return oracle_exit();
}
