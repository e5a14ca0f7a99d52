// large: takes long to compile
/* Text taken apart into tokens, which hold text and numbers, and evaluated by functions that call
 * each other, with numbers from a map keyed by text. */
#include "oracle.h"
#include <cctype>
#include <map>
#include <string>
#include <vector>
struct Token {
  char kind;
  double value;
  std::string text;
};
static std::vector<Token> tokens_of(const std::string &text) {
  std::vector<Token> tokens;
  for (size_t i = 0; i < text.size();) {
    char c = text[i];
    size_t end = i;
    if (isdigit(c)) {
      while (end < text.size() && (isdigit(text[end]) || text[end] == '.'))
        end++;
      tokens.push_back({'n', std::stod(text.substr(i, end - i)), ""});
    } else if (isalpha(c)) {
      while (end < text.size() && isalpha(text[end]))
        end++;
      tokens.push_back({'v', 0, text.substr(i, end - i)});
    } else {
      end++;
      if (c != ' ')
        tokens.push_back({c, 0, ""});
    }
    i = end;
  }
  return tokens;
}
struct Parser {
  std::vector<Token> tokens;
  size_t at;
  std::map<std::string, double> &values;
  double factor() {
    Token token = tokens[at++];
    if (token.kind == 'n')
      return token.value;
    if (token.kind == 'v')
      return values[token.text];
    double inner = sum();
    at++;
    return inner;
  }
  double product() {
    double result = factor();
    while (at < tokens.size() && (tokens[at].kind == '*' || tokens[at].kind == '/'))
      result = tokens[at++].kind == '*' ? result * factor() : result / factor();
    return result;
  }
  double sum() {
    double result = product();
    while (at < tokens.size() && (tokens[at].kind == '+' || tokens[at].kind == '-'))
      result = tokens[at++].kind == '+' ? result + product() : result - product();
    return result;
  }
};
PRIMAL(expression) {
  std::map<std::string, double> values;
  values["a"] = in[0];
  values["velocity"] = in[1];
  values["a very long name of a variable"] = in[2];
  values["b"] = values["a very long name of a variable"] * in[0];
  Parser parser{tokens_of("a*velocity + 2.5*(b - a/velocity)*b"), 0, values};
  out[0] = parser.sum();
}
ORACLE_MAIN(expression, 3, 1, 0.5, 1.5)
