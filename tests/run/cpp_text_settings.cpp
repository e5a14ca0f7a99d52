// flags: -std=c++17
// Settings out of text on the way: letters by their locale, bits, a stream of words, a log beside it.
#include "oracle.h"
#include <bitset>
#include <locale>
#include <sstream>
#include <string>

struct Log {
  std::ostringstream text;
  template <typename T> Log &operator<<(const T &value) {
    text << value;
    return *this;
  }
};

static double gain(const std::string &setting) {
  const auto &kinds = std::use_facet<std::ctype<char>>(std::locale::classic());
  double found = 0;
  for (char c : setting)
    if (kinds.is(std::ctype_base::digit, c))
      found = 10 * found + (c - '0');
    else if (kinds.toupper(c) == 'X')
      return 0.5;
  return found * 0.1;
}

PRIMAL(settings) {
  Log log;
  log << "starts at " << in[0] << ' ' << std::string("degrees");
  std::istringstream words("3 4.5 name");
  int order;
  double scale;
  std::string name;
  words >> order >> scale >> name;
  std::bitset<8> used(std::string("10110011"));
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    if (used[i])
      sum += in[i] * in[i] * scale;
  sum *= gain("gain=12");
  log << std::to_string(sum);
  out[0] = sum * order + (log.text.str().empty() ? 1 : 0);
  out[1 % m] += in[1] * sum * (double)name.size();
}

ORACLE_MAIN(settings, 5, 3, 0.2, 1.4)
