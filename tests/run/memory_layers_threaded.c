// levels: O2 fast raw
/* Layers of the user's own, one behind the other, each of which does nothing where there are no
 * rows: clang asks that once, at O2 and above, and reads the table's later entries behind the
 * question. What the layers read is read again all the same, not kept. */
#include "oracle.h"

#include <adcc/adcc.h>
enum { ROWS = 24, CHANNELS = 40, CLASSES = 30 };
enum { INPUT, WEIGHTS, LOGITS, CHANCES, LOSSES, TABLE };
typedef struct {
  int rows, channels, classes;
  double *table[TABLE];
} Model;
static void dense(double *out, const double *in, const double *weights, int rows, int channels,
                  int classes) {
  for (int r = 0; r < rows; r++)
    for (int o = 0; o < classes; o++) {
      double sum = 0;
      for (int c = 0; c < channels; c++)
        sum += in[r * channels + c] * weights[o * channels + c];
      out[r * classes + o] = sum;
    }
}
static void softmax(double *chances, const double *logits, int rows, int classes) {
  for (int r = 0; r < rows; r++) {
    double sum = 0;
    for (int o = 0; o < classes; o++) {
      chances[r * classes + o] = exp(logits[r * classes + o]);
      sum += chances[r * classes + o];
    }
    for (int o = 0; o < classes; o++)
      chances[r * classes + o] /= sum;
  }
}
static void entropy(double *losses, const double *chances, int rows, int classes) {
  for (int r = 0; r < rows; r++)
    losses[r] = -log(chances[r * classes + r % classes]);
}
static double loss_of(const Model *model) {
  int rows = model->rows, channels = model->channels, classes = model->classes;
  dense(model->table[LOGITS], model->table[INPUT], model->table[WEIGHTS], rows, channels, classes);
  softmax(model->table[CHANCES], model->table[LOGITS], rows, classes);
  entropy(model->table[LOSSES], model->table[CHANCES], rows, classes);
  double loss = 0;
  for (int r = 0; r < rows; r++)
    loss += model->table[LOSSES][r];
  return loss;
}

typedef struct {
  double input[ROWS * CHANNELS], weights[CLASSES * CHANNELS], logits[ROWS * CLASSES];
  double chances[ROWS * CLASSES], losses[ROWS];
} Memory;
static Memory primal, shadow;
static Model model_of(Memory *memory, int rows) {
  return (Model){rows, CHANNELS, CLASSES,
                 {memory->input, memory->weights, memory->logits, memory->chances, memory->losses}};
}

int main(void) {
  for (int i = 0; i < ROWS * CHANNELS; i++)
    primal.input[i] = cos(0.3 * i);
  for (int i = 0; i < CLASSES * CHANNELS; i++)
    primal.weights[i] = 0.1 * sin(i);
  Model model = model_of(&primal, ROWS), derived = model_of(&shadow, ROWS);
  adcc_tape_reset_peak();
  __adcc_autodiff((void *)loss_of, adcc_dup, &model, &derived);
  struct adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
  EXPECT(stats.peak_bytes <= 3 * sizeof primal.chances); /* and nothing for each channel */
  double *weight = &primal.weights[77], at = *weight, h = 1e-5;
  *weight = at + h;
  double above = loss_of(&model);
  *weight = at - h;
  CLOSE_TO(shadow.weights[77], (above - loss_of(&model)) / (2 * h), 1e-7);
  /* No rows: the entries behind the question are never read. */
  Model empty = model_of(&primal, 0), nothing = model_of(&shadow, 0);
  for (int i = LOGITS; i < TABLE; i++)
    empty.table[i] = nothing.table[i] = NULL;
  double before = shadow.weights[77];
  __adcc_autodiff((void *)loss_of, adcc_dup, &empty, &nothing);
  CLOSE(shadow.weights[77], before);
  return oracle_exit();
}
