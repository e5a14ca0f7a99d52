// large: takes long to compile
// flags: -std=c++17
/* Text that grows character by character, in memory that the library allocates for it, beside
 * numbers in one variant. Such memory is its own shadow: its characters are no adjoints. */
#include "oracle.h"
#include <cctype>
#include <map>
#include <string>
#include <variant>
#include <vector>

struct Json;
using List = std::vector<Json>;
using Object = std::map<std::string, Json>;
struct Json {
  std::variant<bool, double, std::string, List, Object> value;
  const Json &operator[](const std::string &name) const { return std::get<Object>(value).at(name); }
};

struct Parser {
  const char *at;
  const double *arguments;
  std::string text() {
    std::string s;
    for (at++; *at != '"'; at++)
      s += *at;
    at++;
    return s;
  }
  Json parse() {
    switch (*at) {
    case '{': {
      Object object;
      for (at++; *at != '}'; at += *at == ',') {
        std::string name = text();
        at++;
        object.emplace(name, parse());
      }
      at++;
      return {object};
    }
    case '"':
      return {text()};
    case '$':
      at += 2;
      return {arguments[at[-1] - '0']};
    default:
      return {std::strtod(at, const_cast<char **>(&at))};
    }
  }
};

PRIMAL(configure) {
  Parser parser{
      R"({"name":"a name that does not fit in","mass":$0,"inner":{"k":$1,"a longer name":2}})", in};
  Json json = parser.parse();
  std::string name = std::get<std::string>(json["name"].value);
  for (char &c : name)
    c = (char)std::toupper(c);
  std::get<Object>(json.value)["again"].value = name;
  out[0] += std::get<double>(json["mass"].value) * std::get<double>(json["inner"]["k"].value);
  out[0] *= name == "A NAME THAT DOES NOT FIT IN"
                ? std::get<double>(json["inner"]["a longer name"].value)
                : 0;
  out[1] += in[2] * (double)std::get<std::string>(json["again"].value).size();
}
ORACLE_MAIN(configure, 3, 2, 0.5, 1.5)
