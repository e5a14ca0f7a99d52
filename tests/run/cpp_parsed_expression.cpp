// large: takes long to compile
// flags: -std=c++17
/* A parser of expressions with names: text that is copied by memcpy from a literal, which has a
 * shadow of zeros, into memory of the library's, which is its own shadow. */
#include "oracle.h"
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

struct Node;
using Owner = std::unique_ptr<Node>;
struct Number { double value; };
struct Name { std::string text; };
struct Sum { Owner left, right; };
struct Let { std::string name; Owner value, body; };
struct Node { std::variant<Number, Name, Sum, Let> kind; };
template <class T> static Owner make(T kind) {
  auto node = std::make_unique<Node>();
  node->kind = std::move(kind);
  return node;
}

struct Parser {
  std::string_view text;
  size_t at = 0;
  std::string word() {
    std::string s;
    for (; at < text.size() && std::isalpha(text[at]); at++)
      s += text[at];
    return s;
  }
  Owner operand() {
    if (std::isdigit(text[at])) {
      size_t used;
      double value = std::stod(std::string(text.substr(at)), &used);
      at += used;
      return make(Number{value});
    }
    std::string name = word();
    if (at >= text.size() || text[at] != '=')
      return make(Name{name});
    at++;
    Owner value = operand();
    at++;
    return make(Let{name, std::move(value), sum()});
  }
  Owner sum() {
    Owner left = operand();
    for (; at < text.size(); left = make(Sum{std::move(left), operand()}))
      at++;
    return left;
  }
};

static double run(const Node &node, std::map<std::string, double> scope) {
  if (auto *number = std::get_if<Number>(&node.kind))
    return number->value;
  if (auto *name = std::get_if<Name>(&node.kind))
    return scope.at(name->text);
  if (auto *sum = std::get_if<Sum>(&node.kind))
    return run(*sum->left, scope) * 1.5 + run(*sum->right, scope);
  auto &let = std::get<Let>(node.kind);
  scope[let.name] = run(*let.value, scope) * scope["x"];
  return run(*let.body, scope);
}

PRIMAL(calculate) {
  Parser parser{"3.5+x+y+a=4;a+x+2.25+a"};
  Owner root = parser.sum();
  out[0] += run(*root, {{"x", in[0]}, {"y", in[1]}});
}
ORACLE_MAIN(calculate, 2, 1, 0.3, 0.9)
