/* A calculator over tokens that have a kind, a number and a name: a copy of the text in a name is
 * no copy of tokens. */
#include "oracle.h"
#include <string>
#include <vector>

namespace {
struct Token {
  enum Kind { NUMBER, ADD, MULTIPLY, SUBTRACT } kind;
  double value;
  std::string name;
};
} // namespace

PRIMAL(calculate) {
  std::vector<Token> program{
      {Token::NUMBER, in[0], "x"}, {Token::NUMBER, 2 * in[1], "a somewhat longer name"},
      {Token::MULTIPLY, 0, "*"},   {Token::NUMBER, in[0] * in[1], "product"},
      {Token::SUBTRACT, 0, "-"},   {Token::NUMBER, 3, "three"},
      {Token::ADD, 0, "+"}};
  std::vector<double> stack;
  for (const Token &token : program) {
    if (token.kind == Token::NUMBER) {
      stack.push_back(token.value);
      continue;
    }
    double right = stack.back();
    stack.pop_back();
    double left = stack.back();
    stack.pop_back();
    stack.push_back(token.kind == Token::ADD        ? left + right
                    : token.kind == Token::MULTIPLY ? left * right
                                                    : left - right * right);
  }
  out[0] += stack.back() * (double)program[1].name.size();
}
ORACLE_MAIN(calculate, 2, 1, 0.5, 1.5)
