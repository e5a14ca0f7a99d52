// large: takes long to compile
// Bits of numbers in the integers of containers: two floats to a word, a float beside an index,
// floats in the first half of a std::array whose second half are integers.
// flags: -std=c++20
#include "oracle.h"
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <unordered_map>
#include <vector>

static uint64_t pack(float a, float b) {
  return (uint64_t)std::bit_cast<uint32_t>(a) << 32 | std::bit_cast<uint32_t>(b);
}
static float high(uint64_t word) { return std::bit_cast<float>((uint32_t)(word >> 32)); }
static float low(uint64_t word) { return std::bit_cast<float>((uint32_t)word); }

PRIMAL(rotated) {
  std::vector<uint64_t> words;
  for (size_t i = 0; i < n; i++)
    words.push_back(pack((float)in[i], (float)(in[i] * in[i])));
  std::vector<uint64_t> others = words;
  std::rotate(others.begin(), others.begin() + 2, others.end());
  for (size_t i = 0; i < n; i++)
    out[0] += high(others[i]) * (i + 1) + 3 * low(others[i]);
}
PRIMAL(beside_index) {
  std::vector<uint64_t> words;
  for (size_t i = 0; i < n; i++)
    words.push_back((uint64_t)std::bit_cast<uint32_t>((float)(in[i] * in[i])) << 32 | i);
  std::sort(words.begin(), words.end());
  for (size_t i = 0; i < n; i++)
    out[0] += high(words[i]) * (i + 1) * ((uint32_t)words[i] + 1);
}
PRIMAL(in_maps) {
  std::map<int, uint64_t> ordered;
  std::unordered_map<uint32_t, uint64_t> hashed;
  for (size_t i = 0; i < n; i++) {
    ordered[(int)(i * 5 % n)] = std::bit_cast<uint64_t>(in[i] * in[i]);
    hashed[i * 7] = pack((float)in[i], (float)(in[i] * in[(i + 1) % n]));
  }
  for (size_t i = 0; i + 1 < n; i++)
    std::swap(hashed[i * 7], hashed[i * 7 + 7]);
  for (auto &[key, word] : ordered)
    out[0] += std::bit_cast<double>(word) * (key + 1);
  for (size_t i = 0; i < n; i++)
    out[0] += high(hashed[i * 7]) * (i + 1) + low(hashed[i * 7]) * low(hashed[i * 7]);
}
PRIMAL(beside_integers) {
  std::array<uint32_t, 12> words{};
  for (size_t i = 0; i < n; i++) {
    words[i] = std::bit_cast<uint32_t>((float)(in[i] * in[i]));
    words[i + 6] = (uint32_t)i;
  }
  std::array<uint32_t, 12> others = words;
  for (size_t i = 0; i < n; i++)
    std::swap(others[i], others[i * 5 % n]);
  for (size_t i = 0; i < n; i++)
    out[0] += std::bit_cast<float>(others[i]) * (i + 2) * others[i + 6];
}
ORACLE(rotated, 6, 1, 0.5, 2.0)
ORACLE(beside_index, 6, 1, 0.5, 2.0)
ORACLE(in_maps, 6, 1, 0.5, 2.0)
ORACLE(beside_integers, 6, 1, 0.5, 2.0)
int main() {
  oracle_precision = 1e-6;
  rotated_oracle();
  beside_index_oracle();
  in_maps_oracle();
  beside_integers_oracle();
  return oracle_exit();
}
