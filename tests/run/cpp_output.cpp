/* Text output and strings beside the numbers carry no derivative. */
#include "oracle.h"
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
PRIMAL(printing) {
  std::ostringstream text;
  double s = 0;
  for (size_t i = 0; i < n; i++) {
    s += in[i] * in[i];
    text << std::setprecision(3) << s << " " << i << std::endl;
    if (s > 1e9)
      std::cout << "large " << s << "\n";
  }
  std::string t = text.str();
  out[0] = t.size() > 3 ? s : 2 * s;
  std::string name = "x" + std::to_string(n);
  out[1] = name == "x3" ? in[0] * in[1] : 0;
}
ORACLE_MAIN(printing, 3, 2, 0.5, 1.2)
