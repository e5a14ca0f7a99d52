/* Errors that name a type as its source does, as those of Boost: the text comes from the library,
 * beside a number that carries a derivative, and is released. */
#include "oracle.h"
#include <cxxabi.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <typeinfo>

struct Domain {
  double low, high;
};

class Scoped {
  char *text;

public:
  explicit Scoped(const char *name) {
    int status;
    size_t size = 0;
    text = abi::__cxa_demangle(name, nullptr, &size, &status);
  }
  ~Scoped() { free(text); }
  const char *get() const { return text; }
};
static std::string demangled(const char *name) {
  Scoped scoped(name);
  const char *text = scoped.get();
  if (!text)
    text = name;
  return text;
}
template <class T> static std::string name_of() { return demangled(typeid(T).name()); }

static void put(std::string &text, const char *what, const char *with) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += strlen(with))
    text.replace(at, strlen(what), with);
}
static std::string message(const char *name, double x) {
  std::string text = "outside of %1%: %2%";
  std::stringstream number;
  number << x;
  put(text, "%1%", name);
  put(text, "%2%", number.str().c_str());
  return text;
}
template <class T> static double checked(T domain, double x) {
  if (!(x >= domain.low && x <= domain.high))
    throw std::domain_error(message(name_of<T>().c_str(), x));
  return log(x - domain.low) * (domain.high - x);
}
PRIMAL(named) {
  (void)m;
  for (size_t i = 0; i < n; i++) {
    try {
      out[0] += checked(Domain{in[0] / 2, 2 + in[1]}, i == 1 ? -in[i] : in[i] + 1);
    } catch (const std::domain_error &) {
      out[1] += in[i] * in[0];
    }
    out[1] += in[i] * (double)name_of<Domain>().size();
  }
}

/* What the library fills in lies beside a number. */
struct Quantity {
  double value;
  size_t size;
  int status;
};
static double weighed(Quantity *quantity) {
  char *text = abi::__cxa_demangle(typeid(Quantity).name(), nullptr, &quantity->size,
                                   &quantity->status);
  double length = quantity->status == 0 ? (double)strlen(text) : 1;
  free(text);
  return quantity->value * length;
}
PRIMAL(quantity) {
  Quantity *quantities = new Quantity[n];
  for (size_t i = 0; i < n; i++)
    quantities[i] = {in[i] * in[0], 0, 1};
  for (size_t i = 0; i < n; i++)
    out[i % m] += weighed(&quantities[i]) * quantities[n - 1 - i].value;
  delete[] quantities;
}

ORACLE(named, 3, 2, 0.5, 1.5)
ORACLE(quantity, 3, 2, 0.5, 1.5)
int main() {
  named_oracle();
  quantity_oracle();
  return oracle_exit();
}
