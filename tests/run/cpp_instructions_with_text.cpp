// large: takes long to compile
/* A compiler of assignments into instructions, each a number, a name or an operator in a variant,
 * and a machine that runs them: a number shares its bytes with the characters of a short name. */
#include "oracle.h"
#include <charconv>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

struct Number {
  double value;
};
struct Load {
  std::string name;
};
struct Store {
  std::string name;
};
struct Operator {
  char sign;
};
using Instruction = std::variant<Number, Load, Store, Operator>;

struct Compiler {
  std::string_view rest;
  std::vector<Instruction> code;
  void spaces() {
    while (!rest.empty() && rest[0] == ' ')
      rest.remove_prefix(1);
  }
  bool take(char c) {
    spaces();
    if (rest.empty() || rest[0] != c)
      return false;
    rest.remove_prefix(1);
    return true;
  }
  std::string name() {
    spaces();
    size_t length = 0;
    while (length < rest.size() && isalpha(rest[length]))
      length++;
    std::string found(rest.substr(0, length));
    rest.remove_prefix(length);
    return found;
  }
  void factor() {
    spaces();
    if (!rest.empty() && isdigit(rest[0])) {
      int value = 0;
      auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
      rest.remove_prefix(end - rest.data());
      code.push_back(Number{double(value)});
    } else
      code.push_back(Load{name()});
  }
  void term() {
    factor();
    while (take('*')) {
      factor();
      code.push_back(Operator{'*'});
    }
  }
  void sum() {
    term();
    while (take('+')) {
      term();
      code.push_back(Operator{'+'});
    }
  }
  void assignment() {
    std::string to = name();
    take('=');
    sum();
    code.push_back(Store{to});
  }
};

struct Machine {
  std::unordered_map<std::string, double> variables;
  std::vector<double> stack;
  double pop() {
    double top = stack.back();
    stack.pop_back();
    return top;
  }
  void run(const std::vector<Instruction> &code) {
    for (auto &one : code) {
      if (auto *number = std::get_if<Number>(&one))
        stack.push_back(number->value);
      else if (auto *load = std::get_if<Load>(&one))
        stack.push_back(variables.at(load->name));
      else if (auto *store = std::get_if<Store>(&one))
        variables[store->name] = pop();
      else {
        double b = pop(), a = pop();
        stack.push_back(std::get<Operator>(one).sign == '*' ? a * b : a + b);
      }
    }
  }
};

PRIMAL(assignments) {
  Machine machine;
  machine.variables = {{"x", in[0]}, {"y", in[1]}, {"sum", in[2]}};
  Compiler compiler{"sum = sum * 2 + x * 3 * y", {}};
  compiler.assignment();
  compiler.rest = "x = 4 + x * sum";
  compiler.assignment();
  machine.run(compiler.code);
  out[0] = machine.variables["sum"];
  out[1] = machine.variables["x"] * 0.1;
}
ORACLE(assignments, 3, 2, 0.5, 1.5)

int main() { return assignments_oracle() != ORACLE_OK; }
