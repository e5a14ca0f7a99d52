/* A union whose members are read as the tag says: the integer member carries no derivative. */
#include "oracle.h"
typedef struct {
  int tag;
  union {
    double number;
    int count;
    double pair[2];
    float single;
    double *link;
  } as;
} Value;
static double value_of(const Value *value, double sum) {
  switch (value->tag) {
  case 0:
    return sum + value->as.number;
  case 1:
    return sum * value->as.count;
  case 2:
    return sum + value->as.pair[0] * value->as.pair[1];
  default:
    return sum;
  }
}
PRIMAL(evaluate) {
  Value values[4];
  values[0].tag = 0;
  values[0].as.number = in[0] * in[1];
  values[1].tag = 1;
  values[1].as.count = 3 + (in[2] > 1);
  values[2].tag = 2;
  values[2].as.pair[0] = in[1];
  values[2].as.pair[1] = in[2] * in[2];
  values[3].tag = 3;
  values[3].as.count = 7;
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum = value_of(&values[i], sum);
  out[0] = sum;
}
ORACLE_MAIN(evaluate, 3, 1, 0.5, 1.5)
