/* Values with a tag, of which one is a number, one the place of a number, and one a pair: a copy moves
 * the place as whatever type LLVM chose for the union, a number too. */
#include "oracle.h"

#include <vector>

struct Value {
  enum { PAIR, NUMBER, PLACE } kind;
  union {
    float pair[2];
    double number;
    const double *place;
  };
  double get() const {
    switch (kind) {
    case PAIR:
      return double(pair[0]) * double(pair[1]);
    case NUMBER:
      return number;
    default:
      return *place;
    }
  }
};

PRIMAL(sum_of_values) {
  std::vector<Value> values;
  Value value;
  value.kind = Value::NUMBER;
  value.number = in[0] * in[1];
  values.push_back(value);
  value.kind = Value::PLACE;
  value.place = &in[2];
  values.push_back(value);
  double weight = 1;
  for (const Value &each : values)
    out[0] += weight++ * each.get() * each.get();
  (void)n, (void)m;
}
ORACLE_MAIN(sum_of_values, 3, 1, 0.3, 0.9)
