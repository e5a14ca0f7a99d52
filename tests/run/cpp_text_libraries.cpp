// What fmt, spdlog and Boost.Format make of a number is text, however they look at its bits: these
// are functions of their names, which do so.
#include "oracle.h"
#include <cstdint>
#include <string>
#define APART __attribute__((noinline))

static std::string digits_of(const double &x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  std::string text;
  for (uint64_t left = bits; left; left /= 10)
    text += char('0' + left % 10);
  double scaled; /* by a power of two */
  bits += (uint64_t)3 << 52;
  memcpy(&scaled, &bits, sizeof scaled);
  return scaled > 10 ? text + "!" : text;
}

namespace fmt {
inline namespace v9 {
APART std::string vformat(const double &x) { return digits_of(x); }
struct appender {
  std::string text;
  APART size_t write(const double &x) const { return digits_of(x).size() + text.size(); }
};
} // namespace v9
} // namespace fmt
namespace spdlog {
struct logger {
  size_t written = 0;
  APART void log_(const double &x) { written += digits_of(x).size(); }
  APART size_t size(const double &x) const { return written + digits_of(x).size(); }
};
} // namespace spdlog
namespace boost {
template <class Char> struct basic_format {
  std::basic_string<Char> text;
  APART void feed(const double &x) { text += digits_of(x); }
};
namespace io {
namespace detail {
APART size_t put(const double &x) { return digits_of(x).size(); }
} // namespace detail
} // namespace io
} // namespace boost

PRIMAL(logged) {
  double loss = 0;
  spdlog::logger logger;
  boost::basic_format<char> format;
  fmt::appender appender;
  size_t length = 0;
  for (int i = 0; i < 3; i++) {
    loss += in[i] * in[(i + 1) % 3] + exp(0.1 * loss);
    logger.log_(loss);
    format.feed(loss);
    length += fmt::vformat(loss).size() + appender.write(loss) + logger.size(loss) +
              boost::io::detail::put(loss) + format.text.size();
  }
  out[0] = length > 10 ? loss : 0;
}
ORACLE_MAIN(logged, 3, 1, 0.1, 1)
