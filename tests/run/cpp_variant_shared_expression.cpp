/* An expression in a variant of a number, the index of a variable, and a shared pointer to two more:
 * at -O0 the word that is an address is also seen as the index, and its shadow is another address. */
#include "oracle.h"
#include <memory>
#include <variant>
struct Number {
  double value;
};
struct Variable {
  int index;
};
struct Both;
using Expression = std::variant<Number, Variable, std::shared_ptr<Both>>;
struct Both {
  char sign;
  Expression left, right;
};
static Expression both(char sign, Expression left, Expression right) {
  return std::make_shared<Both>(Both{sign, std::move(left), std::move(right)});
}
struct Value {
  const double *x;
  double operator()(const Number &number) const { return number.value; }
  double operator()(const Variable &variable) const { return x[variable.index]; }
  double operator()(const std::shared_ptr<Both> &b) const {
    double left = std::visit(*this, b->left), right = std::visit(*this, b->right);
    return b->sign == '+' ? left + right : left * right;
  }
};
PRIMAL(expressions) {
  Expression e = both('+', Variable{0}, both('*', Variable{1}, Number{3}));
  out[0] = std::visit(Value{in}, e);
  Expression weighted = both('*', Number{in[0]}, e);
  out[1] = std::visit(Value{in}, weighted);
}
ORACLE_MAIN(expressions, 2, 2, 0.3, 1.2)
