// large: takes long to compile
/* A number, a vector and text or a shared object that share their place in a std::variant: what the
 * vectors hold looks as if it might be the text's end. Vectors of odd lengths, too. */
#define REAL float
#define ORACLE_SLACK 50
#include "oracle.h"
#include <memory>
#include <string>
#include <variant>
#include <vector>

using Value = std::variant<float, std::vector<float>, std::string>;
static float weight(const Value &v) {
  if (const float *number = std::get_if<float>(&v))
    return *number;
  if (const std::string *text = std::get_if<std::string>(&v))
    return (float)text->size() / 16;
  float s = 0;
  for (float x : std::get<std::vector<float>>(v))
    s += x * x;
  return s;
}
static void texts(const float *in, size_t n, float *out) {
  std::vector<Value> all;
  all.push_back(in[0]);
  all.push_back(std::vector<float>(in, in + n));
  all.push_back(std::string("text that does not fit into the string"));
  all.push_back(in[1] * in[2]);
  all.push_back("short");
  all.push_back(std::vector<float>(in + 1, in + n));
  std::vector<Value> more(all.rbegin(), all.rend());
  std::swap(more[1], all[2]);
  more[0] = all[0];
  for (const Value &v : all)
    out[0] += weight(v) * in[0];
  float scale = 1;
  for (const Value &v : more)
    out[1] += weight(v) * (scale += 0.5f);
}
/* The library's functions give the text other memory, and release what it had. */
static void edits(const float *in, size_t n, float *out) {
  std::vector<Value> all{std::string("te"), std::vector<float>(in + 1, in + n), in[0]};
  std::string &text = std::get<2>(all[0]);
  for (int i = 0; i < 5; i++)
    text += "and more text";
  Value copy = all[0];
  std::string &other = std::get<2>(copy);
  other = "now it is another text that is longer than any of the others, and than what they had room for";
  other.insert(3, "abc");
  text = other;
  other.clear();
  other.shrink_to_fit();
  other.resize(100, 'x');
  all.push_back(copy);
  copy = in[1];
  for (const Value &v : all)
    out[0] += weight(v) * in[0];
  out[1] += weight(copy) * weight(all[1]);
}
struct Json {
  std::variant<std::nullptr_t, bool, float, std::string, std::vector<Json>> value;
  Json(float number) : value(number) {}
  Json(bool yes) : value(yes) {}
  Json(std::string text) : value(std::move(text)) {}
  Json(std::vector<Json> items) : value(std::move(items)) {}
};
static float sum(const Json &json) {
  if (const float *number = std::get_if<float>(&json.value))
    return *number * *number;
  if (const bool *yes = std::get_if<bool>(&json.value))
    return *yes;
  if (const std::string *text = std::get_if<std::string>(&json.value))
    return (float)text->size() / 16;
  float s = 0, place = 1;
  if (auto items = std::get_if<std::vector<Json>>(&json.value))
    for (const Json &item : *items)
      s += sum(item) * place++;
  return s;
}
static void trees(const float *in, float *out) {
  std::vector<Json> items{Json(in[1]), Json(true), Json(std::string("hello")), Json(in[2] * in[0])};
  Json list(items), both(std::vector<Json>{list, Json(in[0]), list});
  auto &inside = std::get<std::vector<Json>>(both.value);
  inside[1] = list;
  inside[0] = Json(false);
  list.value = in[1] * in[2];
  inside.push_back(list);
  out[2] += sum(both) + sum(list) * in[0];
}
struct Shared {
  std::vector<float> values;
};
using Owner = std::variant<float, std::vector<float>, std::shared_ptr<Shared>>;
static float total(const Owner &v) {
  if (v.index() == 0)
    return std::get<0>(v);
  float s = 1;
  for (float x : v.index() == 1 ? std::get<1>(v) : std::get<2>(v)->values)
    s *= x;
  return s;
}
static void owners(const float *in, size_t n, float *out) {
  auto shared = std::make_shared<Shared>(Shared{{in[0], in[1], in[2]}});
  std::vector<Owner> all{in[0], std::vector<float>(in, in + n), shared};
  all.push_back(all[2]);
  all.push_back(all[1]);
  std::swap(all[0], all[3]);
  shared->values[1] *= in[2];
  for (const Owner &v : all)
    out[2] += total(v) * in[1];
}
PRIMAL(all) {
  (void)m;
  texts(in, n, out);
  edits(in, n, out);
  trees(in, out);
  owners(in, n, out);
}
ORACLE_MAIN(all, 5, 3, 0.5, 1.5)
