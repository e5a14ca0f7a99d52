/* std::functions that hold addresses of a vector and of an integer, beside a variant whose places
 * for a vector's end and for the counters of a shared pointer are one: what the vector holds is
 * integers to no part of it, since copies of its numbers are known. */
#include "oracle.h"
#include <functional>
#include <memory>
#include <variant>
#include <vector>

using Value = std::variant<double, std::vector<double>, std::shared_ptr<int>>;
using Context = std::vector<Value>;

PRIMAL(workflow) {
  Context context(3);
  std::function<Value(Context &)> steps[3];
  std::vector<double> data(in, in + n);
  int calls = 0;
  steps[0] = [&data](Context &) -> Value { return data; };
  steps[1] = [&calls](Context &) -> Value {
    calls++;
    return 2.0;
  };
  steps[2] = [](Context &c) -> Value {
    double sum = 0;
    for (double x : std::get<1>(c.at(0)))
      sum += x * x;
    return sum;
  };
  for (int k = 0; k < 3; k++)
    context[k] = steps[k](context);
  out[0] = std::get<double>(context.at(2));
}
ORACLE_MAIN(workflow, 4, 1, 0.4, 1.2)
