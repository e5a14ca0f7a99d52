/* Lines and their fields are read into structures of names and numbers; a number that carries a
 * derivative is written as text. */
#include "oracle.h"
#include <charconv>
#include <sstream>
#include <string>
#include <vector>
struct Row {
  std::string name;
  std::vector<double> values;
};
static std::vector<Row> read_rows(std::istream &file, const double *scale) {
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string field;
    Row row;
    while (std::getline(fields >> std::ws, field, ',')) {
      if (row.name.empty())
        row.name = field;
      else
        row.values.push_back(std::stod(field) * scale[row.values.size()]);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}
PRIMAL(table) {
  std::istringstream file("mass, 1.5,2.5\na name that is longer than fifteen,3, 0.25\n");
  for (const Row &row : read_rows(file, in))
    for (double v : row.values)
      out[0] += v * v * row.name.size();
  char text[64];
  char *end = std::to_chars(text, text + sizeof text, in[0]).ptr;
  out[1] += (end > text ? 2 : 1) * in[0] * in[1];
}
ORACLE_MAIN(table, 2, 2, 0.5, 1.5)
