/* Expressions whose operands are variants of a number and of an owned node: evaluated by recursion,
 * released by recursion. A word of a node is a number in one and a pointer in another. */
#include "oracle.h"
#include <memory>
#include <variant>

struct Number {
  double value;
};
struct Input {
  int index;
};
struct Binary;
struct Unary;
using Expression = std::variant<Number, Input, std::unique_ptr<Binary>, std::unique_ptr<Unary>>;
struct Binary {
  char operation;
  Expression left, right;
};
struct Unary {
  bool sine;
  Expression operand;
};

template <class... Cases> struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases> Overloaded(Cases...) -> Overloaded<Cases...>;

static double evaluate(const Expression &expression, const double *x) {
  return std::visit(Overloaded{[](const Number &number) { return number.value; },
                               [&](const Input &input) { return x[input.index]; },
                               [&](const std::unique_ptr<Binary> &binary) {
                                 double left = evaluate(binary->left, x);
                                 double right = evaluate(binary->right, x);
                                 switch (binary->operation) {
                                 case '+':
                                   return left + right;
                                 case '*':
                                   return left * right;
                                 default:
                                   return left / right;
                                 }
                               },
                               [&](const std::unique_ptr<Unary> &unary) {
                                 double operand = evaluate(unary->operand, x);
                                 return unary->sine ? sin(operand) : exp(operand);
                               }},
                    expression);
}

static Expression binary(char operation, Expression left, Expression right) {
  return std::unique_ptr<Binary>(new Binary{operation, std::move(left), std::move(right)});
}
static Expression unary(bool sine, Expression operand) {
  return std::unique_ptr<Unary>(new Unary{sine, std::move(operand)});
}

PRIMAL(expression) {
  Expression half = binary('*', Input{2}, Number{0.5});
  Expression whole = binary('+', binary('*', Input{0}, unary(true, Input{1})),
                            binary('/', unary(false, std::move(half)), Number{in[0]}));
  out[0] = evaluate(whole, in);
}
ORACLE(expression, 3, 1, 0.5, 1.5)

/* Two kinds only, taken apart by hand. */
struct Ratio;
using Term = std::variant<Number, std::unique_ptr<Ratio>>;
struct Ratio {
  char tag;
  Term over, under;
};
static double ratio(const Term &term) {
  if (term.index() == 0)
    return std::get<0>(term).value;
  const Ratio &node = *std::get<1>(term);
  double over = ratio(node.over), under = ratio(node.under);
  return over / under;
}
PRIMAL(ratios) {
  Term term = Number{in[0]};
  if (n < 100)
    term = std::unique_ptr<Ratio>(new Ratio{'/', Number{in[2]}, Number{in[0]}});
  out[0] = ratio(term);
}
ORACLE(ratios, 3, 1, 0.5, 1.5)

int main() {
  expression_oracle();
  ratios_oracle();
  return oracle_exit();
}
