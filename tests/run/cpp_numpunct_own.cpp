/* Numbers in text with a decimal comma, by a facet of the program's own that lies beside numbers. */
#include "oracle.h"
#include <locale>
#include <sstream>
#include <string>

struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

struct Reader {
  double factor;
  std::locale locale{std::locale::classic(), new Comma};
  double read(const char *text) {
    std::istringstream stream(text);
    stream.imbue(locale);
    double value = 0;
    stream >> value;
    return factor * value;
  }
  size_t length(double value) {
    std::ostringstream stream;
    stream.imbue(locale);
    stream << 1e6 + 0 * value;
    return stream.str().size();
  }
};

PRIMAL(decimal) {
  Reader reader{in[0] * in[1]};
  out[0] = reader.read("2,5") + in[0] * reader.read("1.234,5") / 1e3;
  out[1] = in[1] * reader.factor * reader.length(in[0]);
}
ORACLE_MAIN(decimal, 2, 2, 0.5, 1.5)
