// levels: O1 O2 O3 fast raw
/* Layers behind a table of pointers, their sizes in memory, too, with functions that may write errno,
 * an integer like them. A program that never asks for errno pays nothing for that: what the layers
 * read is read again, not kept. (At O0 nothing tells numbers from pointers.) */
#include "oracle.h"

#include <adcc/adcc.h>
enum { LAYERS = 3, ROWS = 12, CHANNELS = 40 };
enum { WEIGHTS, BIAS, SUMS, VALUES, TABLE };
typedef struct {
  int layers, rows, channels;
} Sizes;
static void dense(double *sums, const double *values, const double *weights, const double *bias,
                  int rows, int channels) {
  for (int r = 0; r < rows; r++)
    for (int o = 0; o < channels; o++) {
      double sum = bias[o];
      for (int c = 0; c < channels; c++)
        sum += values[r * channels + c] * weights[o * channels + c];
      sums[r * channels + o] = sum;
    }
}
static void squash(double *values, const double *sums, int count) {
  for (int i = 0; i < count; i++)
    values[i] = tanh(sums[i]) + log1p(sums[i] * sums[i]);
}
static double network(double *const *table, const Sizes *sizes) {
  int rows = sizes->rows, channels = sizes->channels, layer = rows * channels;
  for (int l = 0; l < sizes->layers; l++) {
    dense(table[SUMS] + l * layer, table[VALUES] + l * layer,
          table[WEIGHTS] + l * channels * channels, table[BIAS] + l * channels, rows, channels);
    squash(table[VALUES] + (l + 1) * layer, table[SUMS] + l * layer, layer);
  }
  double loss = 0;
  for (int i = 0; i < layer; i++)
    loss += table[VALUES][sizes->layers * layer + i];
  return loss / layer;
}

typedef struct {
  double weights[LAYERS * CHANNELS * CHANNELS], bias[LAYERS * CHANNELS];
  double sums[LAYERS * ROWS * CHANNELS], values[(LAYERS + 1) * ROWS * CHANNELS];
} Memory;
static void fill_table(Memory *memory, double **table) {
  table[WEIGHTS] = memory->weights, table[BIAS] = memory->bias;
  table[SUMS] = memory->sums, table[VALUES] = memory->values;
}
static Memory primal, shadow;
static void reset(void) {
  for (int i = 0; i < LAYERS * CHANNELS * CHANNELS; i++)
    primal.weights[i] = 0.1 * sin(i);
  for (int i = 0; i < LAYERS * CHANNELS; i++)
    primal.bias[i] = 0.1 * cos(i);
  for (int i = 0; i < ROWS * CHANNELS; i++)
    primal.values[i] = cos(0.3 * i);
}

int main(void) {
  double *table[TABLE], *shadows[TABLE];
  fill_table(&primal, table);
  fill_table(&shadow, shadows);
  reset();
  adcc_tape_reset_peak();
  Sizes sizes = {LAYERS, ROWS, CHANNELS};
  __adcc_autodiff((void *)network, adcc_dup, table, shadows, adcc_const, &sizes);
  struct adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
  EXPECT(stats.peak_bytes <= sizeof primal.values);
  static const int places[] = {0, 77, LAYERS * CHANNELS * CHANNELS - 1};
  for (int k = 0; k < 3; k++) {
    double h = 1e-5, ends[2];
    for (int side = 0; side < 2; side++) {
      reset();
      primal.weights[places[k]] += side ? h : -h;
      ends[side] = network(table, &sizes);
    }
    CLOSE_TO(shadow.weights[places[k]], (ends[1] - ends[0]) / (2 * h), 1e-7);
  }
  return oracle_exit();
}
