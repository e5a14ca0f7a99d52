/* std::variant of structures of numbers and of integers, visited, assigned and moved in a vector.
 */
#include "oracle.h"
#include <type_traits>
#include <variant>
#include <vector>
struct Circle {
  double radius;
};
struct Box {
  double width, height;
};
struct Grid {
  long cells;
};
using Shape = std::variant<Circle, Box, Grid>;
static double area(const Shape &shape) {
  return std::visit(
      [](auto &s) -> double {
        using T = std::decay_t<decltype(s)>;
        if constexpr (std::is_same_v<T, Circle>)
          return 3.14 * s.radius * s.radius;
        else if constexpr (std::is_same_v<T, Box>)
          return s.width * s.height;
        else
          return double(s.cells);
      },
      shape);
}
PRIMAL(shapes) {
  std::vector<Shape> shapes;
  shapes.push_back(Circle{in[0]});
  shapes.push_back(Box{in[1], in[2]});
  shapes.push_back(Grid{3});
  shapes[2] = Circle{in[1] * in[0]};
  shapes.push_back(shapes[1]);
  shapes.push_back(Grid{2});
  if (auto *box = std::get_if<Box>(&shapes[3]))
    box->width *= in[0];
  double sum = 0;
  for (auto &shape : shapes)
    sum += area(shape) * (1 + area(shape));
  out[0] = sum;
}
ORACLE_MAIN(shapes, 3, 1, 0.5, 1.5)
