/* Addresses that memcpy puts among doubles, which the library's algorithms and copies of structures then move as the
 * numbers that they are declared to be. */
#include "oracle.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

static __attribute__((noinline)) void put(double *slot, const double *address) {
  std::memcpy(slot, &address, sizeof address);
}
static __attribute__((noinline)) double get(const double *slot) {
  const double *address;
  std::memcpy(&address, slot, sizeof address);
  return *address;
}

constexpr int CELLS = 8;
struct Cells {
  double values[CELLS];
  Cells(const double *in, size_t n) {
    for (int i = 0; i < CELLS; i++)
      values[i] = in[i % n] * (i + 1);
  }
};
static double weigh(const double *slots, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += (i + 1) * get(slots + i) * get(slots + i);
  return sum;
}

PRIMAL(reversed) {
  Cells cells(in, n);
  std::vector<double> slots(CELLS);
  for (int i = 0; i < CELLS; i++)
    put(&slots[i], &cells.values[i]);
  std::reverse(slots.begin(), slots.end());
  out[0] = weigh(slots.data(), CELLS);
  std::rotate(slots.begin(), slots.begin() + 3, slots.end());
  out[m - 1] = weigh(slots.data(), CELLS) * in[n - 1];
}

PRIMAL(pushed) {
  Cells cells(in, n);
  std::vector<double> slots;
  for (int i = 0; i < CELLS; i++) {
    double slot;
    put(&slot, &cells.values[i]);
    slots.push_back(slot);
  }
  slots.insert(slots.begin() + 2, slots[5]);
  double last = slots[4];
  slots.push_back(last);
  out[0] = weigh(slots.data(), CELLS + 2);
  out[m - 1] += cells.values[0];
}

PRIMAL(shifted) {
  Cells cells(in, n);
  std::array<double, CELLS> slots, copy;
  for (int i = 0; i < CELLS; i++)
    put(&slots[i], &cells.values[i]);
  copy = slots;
  for (int k = 0; k < 3; k++) {
    double last = copy[CELLS - 1];
    for (int i = CELLS - 1; i > 0; i--)
      copy[i] = copy[i - 1];
    copy[0] = last;
  }
  for (int i = 0; i < CELLS; i += 2)
    std::swap(copy[i], copy[i + 1]);
  out[0] = weigh(copy.data(), CELLS);
  out[m - 1] += cells.values[1];
}

PRIMAL(transposed) {
  Cells cells(in, n);
  double matrix[4][4], transpose[4][4];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      put(&matrix[i][j], &cells.values[(i * 3 + j) % CELLS]);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      transpose[j][i] = matrix[i][j];
  out[0] = weigh(&transpose[0][0], 16);
  out[m - 1] += cells.values[2];
}

struct Record {
  double key, slot;
};
static double weigh(const Record *records, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += (i + 1) * get(&records[i].slot) * records[i].key;
  return sum;
}

PRIMAL(records_sorted) {
  Cells cells(in, n);
  std::vector<Record> records(CELLS);
  for (int i = 0; i < CELLS; i++) {
    records[i].key = std::sin(3.0 * i);
    put(&records[i].slot, &cells.values[i]);
  }
  std::sort(records.begin(), records.end(), [](const Record &a, const Record &b) { return a.key < b.key; });
  out[0] = weigh(records.data(), CELLS);
  out[m - 1] += cells.values[3];
}

PRIMAL(records_exchanged) {
  Cells cells(in, n);
  Record records[4];
  for (int i = 0; i < 4; i++) {
    records[i].key = 1 + i % 3;
    put(&records[i].slot, &cells.values[i]);
  }
  Record kept = records[0];
  records[0] = records[1];
  records[1] = kept;
  out[0] = weigh(records, 4);
  for (int i = 1; i < 4; i++) {
    Record moved = records[i];
    int j = i;
    for (; j > 0 && moved.key > records[j - 1].key; j--)
      records[j] = records[j - 1];
    records[j] = moved;
  }
  out[m - 1] = weigh(records, 4) * in[0];
}

/* The address comes last. */
struct Large {
  double values[200];
  double slot;
};
static __attribute__((noinline)) void hand_on(Large *to, const Large *from) { *to = *from; }

PRIMAL(large_copied) {
  Cells cells(in, n);
  std::vector<Large> all(3);
  for (int i = 0; i < 200; i++)
    all[0].values[i] = i;
  put(&all[0].slot, &cells.values[3]);
  Large kept = all[0];
  hand_on(&all[1], &kept);
  all[2] = all[1];
  out[0] = get(&all[2].slot) * in[0] + all[2].values[7];
  out[m - 1] += cells.values[3];
}

ORACLE(reversed, 4, 2, 0.5, 1.5)
ORACLE(pushed, 4, 2, 0.5, 1.5)
ORACLE(shifted, 4, 2, 0.5, 1.5)
ORACLE(transposed, 4, 2, 0.5, 1.5)
ORACLE(records_sorted, 4, 2, 0.5, 1.5)
ORACLE(records_exchanged, 4, 2, 0.5, 1.5)
ORACLE(large_copied, 4, 2, 0.5, 1.5)

int main() {
  reversed_oracle();
  pushed_oracle();
  shifted_oracle();
  transposed_oracle();
  records_sorted_oracle();
  records_exchanged_oracle();
  large_copied_oracle();
  return oracle_exit();
}
