// flags: -std=c++17
// A parser whose rules call each other, each in several places: they stay functions.
#include "oracle.h"
#include <cctype>
#include <string_view>

struct Parser {
  std::string_view text;
  const double *values;
  size_t at = 0;
  bool eat(char c) {
    while (at < text.size() && text[at] == ' ')
      at++;
    if (at == text.size() || text[at] != c)
      return false;
    at++;
    return true;
  }
  double choice() {
    double value = sum();
    while (eat('?')) {
      double yes = sum();
      eat(':');
      double no = sum();
      value = value > 0 ? yes : no;
    }
    return value;
  }
  double sum() {
    double value = product();
    for (;;) {
      if (eat('+'))
        value += product();
      else if (eat('-'))
        value -= product();
      else
        return value;
    }
  }
  double product() {
    double value = power();
    for (;;) {
      if (eat('*'))
        value *= power();
      else if (eat('/'))
        value /= power();
      else
        return value;
    }
  }
  double power() {
    double base = atom();
    return eat('^') ? std::pow(base, power()) : base;
  }
  double atom() {
    if (eat('(')) {
      double value = choice();
      eat(')');
      return value;
    }
    if (eat('-'))
      return -atom();
    if (std::isdigit((unsigned char)text[at])) {
      double value = 0;
      while (at < text.size() && std::isdigit((unsigned char)text[at]))
        value = 10 * value + (text[at++] - '0');
      return value;
    }
    size_t begin = at;
    while (at < text.size() && std::isalpha((unsigned char)text[at]))
      at++;
    std::string_view name = text.substr(begin, at - begin);
    if (!eat('('))
      return values[name[0] - 'a'];
    double argument = choice();
    eat(')');
    return name == "sin" ? std::sin(argument) : name == "exp" ? std::exp(argument) : std::log(argument);
  }
};

PRIMAL(parsed) {
  (void)n, (void)m;
  Parser parser{"a*sin(b)^2 + exp(-c*a)/(1 + b) - log(a + 2*c) ? (a - b ? a^c : b*c) : 3", in};
  out[0] = parser.choice();
}
ORACLE_MAIN(parsed, 3, 1, 0.5, 1.4)
