/* Cross sections: for each energy a binary search in a grid, then five interpolated values,
 * weighted */
#include "nest.h"

enum { CHANNELS = 5 };

static inline int find(int n, const real *RESTRICT grid, real energy) {
  int low = 0, high = n - 1;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (grid[middle] > energy)
      high = middle;
    else
      low = middle;
  }
  return low;
}

static void kernel(int points, int lookups, real *RESTRICT totals, const real *RESTRICT grid,
                   const real *RESTRICT table, const real *RESTRICT energies) {
  for (int l = 0; l < lookups; l++) {
    int at = find(points, grid, energies[l]);
    real share = (energies[l] - grid[at]) / (grid[at + 1] - grid[at]);
    real sum = 0;
    for (int c = 0; c < CHANNELS; c++) {
      real low = table[at * CHANNELS + c], high = table[(at + 1) * CHANNELS + c];
      real section = low + share * (high - low);
      sum += section * section;
    }
    totals[l] = sum;
  }
}

BENCH_UNUSED static void gradient(int points, int lookups, real *restrict totals,
                                  const real *restrict dtotals, const real *restrict grid,
                                  real *restrict dgrid, const real *restrict table,
                                  real *restrict dtable, const real *restrict energies,
                                  real *restrict denergies) {
  for (int l = 0; l < lookups; l++) {
    int at = find(points, grid, energies[l]);
    real inverse = 1 / (grid[at + 1] - grid[at]), share = (energies[l] - grid[at]) * inverse;
    real sum = 0, dshare = 0, d = 2 * dtotals[l];
    for (int c = 0; c < CHANNELS; c++) {
      real low = table[at * CHANNELS + c], high = table[(at + 1) * CHANNELS + c];
      real section = low + share * (high - low);
      sum += section * section;
      dtable[at * CHANNELS + c] += d * section * (1 - share);
      dtable[(at + 1) * CHANNELS + c] += d * section * share;
      dshare += d * section * (high - low);
    }
    totals[l] = sum;
    denergies[l] += dshare * inverse;
    dgrid[at + 1] -= dshare * share * inverse;
    dgrid[at] -= dshare * (1 - share) * inverse;
  }
}

BENCH_UNUSED static void shape(Data *data) {
  int points = data->size, lookups = 4 * data->size;
  data->integers[0] = points;
  data->integers[1] = lookups;
  buffer_set(data, 0, OUTPUT, (size_t)lookups, 0.5, 1.5);
  buffer_set(data, 1, INPUT, (size_t)points, 0, 1);
  data->buffers[1].ascending = 1;
  buffer_set(data, 2, INPUT, (size_t)points * CHANNELS, 0.5, 1.5);
  buffer_set(data, 3, INPUT, (size_t)lookups, 0.1, 0.9);
  data->operations = 20.0 * lookups;
}

DEFINE_WORKLOAD(2, 4, 12, 1000, 1000000)
