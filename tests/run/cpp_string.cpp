/* std::string and streams beside active code; output is inactive. */
#include "oracle.h"
#include <iostream>
#include <sstream>
#include <string>
PRIMAL(texts) {
  std::string name = "layer";
  name += std::to_string(n);
  std::ostringstream text;
  text << name << ' ' << in[0] << '\n';
  if (in[0] < -1)
    std::cout << text.str() << std::endl;
  out[0] = in[0] * in[1] * (double)name.size();
}
ORACLE_MAIN(texts, 2, 1, 0.5, 1.5)
