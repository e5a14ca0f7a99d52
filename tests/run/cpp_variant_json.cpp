// large: takes long to compile
/* Null, a truth, a number, text, lists and tables in one std::variant, copied, moved and assigned:
 * what is a bool in one of them lies where the shadow of a pointer, or an adjoint, is in another. */
#include "oracle.h"
#include <map>
#include <string>
#include <variant>
#include <vector>

struct Json;
using List = std::vector<Json>;
using Table = std::map<std::string, Json>;
struct Json {
  std::variant<std::nullptr_t, bool, double, std::string, List, Table> value;
  Json() : value(nullptr) {}
  Json(double number) : value(number) {}
  Json(bool yes) : value(yes) {}
  Json(const char *text) : value(std::string(text)) {}
  Json(List items) : value(std::move(items)) {}
  Json(Table fields) : value(std::move(fields)) {}
};
static double sum(const Json &json) {
  if (auto number = std::get_if<double>(&json.value))
    return *number;
  if (auto yes = std::get_if<bool>(&json.value))
    return *yes;
  if (auto text = std::get_if<std::string>(&json.value))
    return (double)text->size();
  double s = 0, place = 1;
  if (auto items = std::get_if<List>(&json.value))
    for (const Json &item : *items)
      s += sum(item) * place++;
  else if (auto fields = std::get_if<Table>(&json.value))
    for (const auto &[name, field] : *fields)
      s += sum(field) * (double)name.size();
  return s;
}
static void tables(const double *in, double *out) {
  Table fields;
  fields["x"] = Json(in[0]);
  fields["list"] = Json(List{Json(in[1]), Json(true), Json("hello"), Json(in[2] * in[0])});
  fields["nested"] = Json(Table{{"a", Json(in[1] * in[1])}, {"bb", Json()}});
  Json a(fields), b = a;
  std::get<double>(std::get<Table>(b.value)["x"].value) *= in[2];
  out[0] += sum(a);
  out[1] += sum(b);
  std::get<Table>(a.value)["list"] = b;
  out[1] += sum(a) * in[0];
}
static void lists(const double *in, double *out) {
  List items{Json(in[1]), Json(true), Json("hello"), Json(in[2] * in[0])};
  Json list(items), both(List{list, Json(in[0]), list});
  List &inside = std::get<List>(both.value);
  inside[1] = list;
  inside[0] = Json(false);
  list.value = in[1] * in[2];
  inside.push_back(list);
  out[1] += sum(both) + sum(list) * in[0];
}
PRIMAL(all) {
  (void)n, (void)m;
  tables(in, out);
  lists(in, out);
}
ORACLE_MAIN(all, 3, 2, 0.3, 1.1)
