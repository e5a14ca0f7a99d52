// large: takes long to compile
// needs: echo "#include <numeric>" | clang++-22 -stdlib=libc++ -x c++ -fsyntax-only -
// flags: -std=c++17 -stdlib=libc++
// link: -stdlib=libc++
/* A tree of values as of JSON: the length of a text lies in this library's strings where the
 * characters of a short one are, and here where a number may be; computed with, it is an integer.
 */
#include "oracle.h"
#include <map>
#include <string>
#include <variant>
#include <vector>

struct Value {
  using Array = std::vector<Value>;
  using Object = std::map<std::string, Value>;
  std::variant<std::monostate, double, std::string, Array, Object> v;
  Value &operator[](const std::string &k) {
    if (!std::holds_alternative<Object>(v))
      v = Object{};
    return std::get<Object>(v)[k];
  }
  void push(double x) {
    if (!std::holds_alternative<Array>(v))
      v = Array{};
    std::get<Array>(v).push_back(Value{x});
  }
  double number() const {
    if (auto *d = std::get_if<double>(&v))
      return *d;
    if (auto *s = std::get_if<std::string>(&v))
      return s->size();
    double t = 0;
    if (auto *a = std::get_if<Array>(&v))
      for (auto &x : *a)
        t += x.number();
    if (auto *o = std::get_if<Object>(&v))
      for (auto &[k, x] : *o)
        t += 0.1 * x.number() * k.size();
    return t;
  }
};

PRIMAL(json) {
  Value doc;
  doc["name"].v = std::string("model");
  doc["x"].v = in[0];
  doc["nested"]["a"].v = in[1] * in[2];
  for (size_t i = 0; i < n; i++)
    doc["list"].push(in[i] * in[i]);
  Value copy = doc;
  copy["nested"]["a"].v = copy["list"].number() * copy["x"].number();
  out[0] += doc.number();
  out[1] += copy.number() * doc["nested"].number();
}

ORACLE_MAIN(json, 3, 2, .3, 1.2)
