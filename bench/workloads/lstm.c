/* The log-likelihood of a sequence under a small LSTM whose gates act element by element. Its
 * state, hidden and cell for each layer, is copied from the caller and updated in place. `size` is
 * the length of the sequence. */
#include "nest.h"

enum { WIDTH = 14, LAYERS = 2, GATES = 4 };
enum { LAYER_PARAMETERS = 2 * GATES * WIDTH, STATE = 2 * LAYERS * WIDTH };

static inline real sigmoid(real x) { return 1 / (1 + exp(-x)); }

/* weights and biases of the gates in the order forget, input, output, change */
static void layer(const real *RESTRICT parameters, real *RESTRICT hidden, real *RESTRICT cell,
                  const real *RESTRICT input) {
  const real *weight = parameters, *bias = parameters + GATES * WIDTH;
  for (int i = 0; i < WIDTH; i++) {
    real forget = sigmoid(input[i] * weight[i] + bias[i]);
    real enter = sigmoid(hidden[i] * weight[WIDTH + i] + bias[WIDTH + i]);
    real leave = sigmoid(input[i] * weight[2 * WIDTH + i] + bias[2 * WIDTH + i]);
    real change = tanh(hidden[i] * weight[3 * WIDTH + i] + bias[3 * WIDTH + i]);
    cell[i] = cell[i] * forget + enter * change;
    hidden[i] = leave * tanh(cell[i]);
  }
}

static void kernel(int length, real *RESTRICT value, const real *RESTRICT parameters,
                   const real *RESTRICT extra, real *RESTRICT state, const real *RESTRICT start,
                   const real *RESTRICT sequence) {
  real total = 0, input[WIDTH], output[WIDTH];
  for (int i = 0; i < STATE; i++)
    state[i] = start[i];
  for (int t = 0; t + 1 < length; t++) {
    for (int i = 0; i < WIDTH; i++)
      input[i] = sequence[t * WIDTH + i] * extra[i];
    const real *below = input;
    for (int l = 0; l < LAYERS; l++) {
      real *hidden = state + 2 * l * WIDTH;
      layer(parameters + l * LAYER_PARAMETERS, hidden, hidden + WIDTH, below);
      below = hidden;
    }
    real sum = 2;
    for (int i = 0; i < WIDTH; i++) {
      output[i] = below[i] * extra[WIDTH + i] + extra[2 * WIDTH + i];
      sum += exp(output[i]);
    }
    real normal = log(sum);
    for (int i = 0; i < WIDTH; i++)
      total += sequence[(t + 1) * WIDTH + i] * (output[i] - normal);
  }
  *value = -total / (WIDTH * (length - 1));
}

/* What the reverse sweep needs of one element of one layer at one time. */
typedef struct {
  real forget, enter, leave, change, cell_before, hidden_before, cell_tanh, input;
} Gate;

BENCH_UNUSED static void gradient(int length, real *value, real *dvalue, const real *parameters,
                                  real *dparameters, const real *extra, real *dextra, real *state,
                                  const real *start, const real *sequence) {
  Gate(*kept)[LAYERS][WIDTH] = malloc((size_t)length * sizeof *kept);
  real(*share)[WIDTH] = malloc((size_t)length * sizeof *share);
  if (!kept || !share)
    abort();
  memcpy(state, start, STATE * sizeof *state);
  real total = 0;
  for (int t = 0; t + 1 < length; t++) {
    real input[WIDTH], output[WIDTH], sum = 2;
    for (int i = 0; i < WIDTH; i++)
      input[i] = sequence[t * WIDTH + i] * extra[i];
    for (int l = 0; l < LAYERS; l++) {
      const real *weight = parameters + l * LAYER_PARAMETERS, *bias = weight + GATES * WIDTH;
      real *hidden = state + 2 * l * WIDTH, *cell = hidden + WIDTH;
      for (int i = 0; i < WIDTH; i++) {
        Gate *gate = &kept[t][l][i];
        *gate = (Gate){
            .forget = sigmoid(input[i] * weight[i] + bias[i]),
            .enter = sigmoid(hidden[i] * weight[WIDTH + i] + bias[WIDTH + i]),
            .leave = sigmoid(input[i] * weight[2 * WIDTH + i] + bias[2 * WIDTH + i]),
            .change = tanh(hidden[i] * weight[3 * WIDTH + i] + bias[3 * WIDTH + i]),
            .cell_before = cell[i],
            .hidden_before = hidden[i],
            .input = input[i],
        };
        cell[i] = cell[i] * gate->forget + gate->enter * gate->change;
        gate->cell_tanh = tanh(cell[i]);
        input[i] = hidden[i] = gate->leave * gate->cell_tanh;
      }
    }
    for (int i = 0; i < WIDTH; i++) {
      output[i] = input[i] * extra[WIDTH + i] + extra[2 * WIDTH + i];
      sum += share[t][i] = exp(output[i]);
    }
    real normal = log(sum);
    for (int i = 0; i < WIDTH; i++) {
      total += sequence[(t + 1) * WIDTH + i] * (output[i] - normal);
      share[t][i] /= sum;
    }
  }
  real scale = -1 / (real)(WIDTH * (length - 1)), seed = *dvalue * scale;
  *value = total * scale;

  real dstate[STATE] = {0};
  for (int t = length - 1; t-- > 0;) {
    real golds = 0, dbelow[WIDTH];
    for (int i = 0; i < WIDTH; i++)
      golds += sequence[(t + 1) * WIDTH + i];
    for (int i = 0; i < WIDTH; i++) {
      const Gate *top = &kept[t][LAYERS - 1][i];
      real d = seed * (sequence[(t + 1) * WIDTH + i] - golds * share[t][i]);
      dextra[WIDTH + i] += d * top->leave * top->cell_tanh;
      dextra[2 * WIDTH + i] += d;
      dbelow[i] = d * extra[WIDTH + i];
    }
    for (int l = LAYERS; l-- > 0;) {
      const real *weight = parameters + l * LAYER_PARAMETERS;
      real *dweight = dparameters + l * LAYER_PARAMETERS, *dbias = dweight + GATES * WIDTH;
      real *dhidden = dstate + 2 * l * WIDTH, *dcell = dhidden + WIDTH;
      for (int i = 0; i < WIDTH; i++) {
        const Gate *gate = &kept[t][l][i];
        real d = dhidden[i] + dbelow[i];
        real dc = dcell[i] + d * gate->leave * (1 - gate->cell_tanh * gate->cell_tanh);
        real dforget = dc * gate->cell_before * gate->forget * (1 - gate->forget);
        real denter = dc * gate->change * gate->enter * (1 - gate->enter);
        real dleave = d * gate->cell_tanh * gate->leave * (1 - gate->leave);
        real dchange = dc * gate->enter * (1 - gate->change * gate->change);
        dcell[i] = dc * gate->forget;
        dhidden[i] = denter * weight[WIDTH + i] + dchange * weight[3 * WIDTH + i];
        dbelow[i] = dforget * weight[i] + dleave * weight[2 * WIDTH + i];
        dweight[i] += dforget * gate->input;
        dweight[WIDTH + i] += denter * gate->hidden_before;
        dweight[2 * WIDTH + i] += dleave * gate->input;
        dweight[3 * WIDTH + i] += dchange * gate->hidden_before;
        dbias[i] += dforget;
        dbias[WIDTH + i] += denter;
        dbias[2 * WIDTH + i] += dleave;
        dbias[3 * WIDTH + i] += dchange;
      }
    }
    for (int i = 0; i < WIDTH; i++)
      dextra[i] += dbelow[i] * sequence[t * WIDTH + i];
  }
  free(kept);
  free(share);
}

BENCH_UNUSED static void shape(Data *data) {
  data->integers[0] = data->size;
  buffer_set(data, 0, OUTPUT, 1, 0.5, 1.5);
  buffer_set(data, 1, INPUT, LAYERS * LAYER_PARAMETERS, -1, 1);
  buffer_set(data, 2, INPUT, 3 * WIDTH, -1, 1);
  buffer_set(data, 3, SCRATCH, STATE, 0, 0);
  buffer_set(data, 4, CONSTANT, STATE, -1, 1);
  buffer_set(data, 5, CONSTANT, (size_t)data->size * WIDTH, 0, 1);
  data->operations = 40.0 * WIDTH * LAYERS * data->size;
}

#define ARGUMENTS                                                                                  \
  (void *)kernel, CONSTANTS_1, DUPS_4, adcc_const, BENCH_VALUE(4), adcc_const, BENCH_VALUE(5)

BENCH_DEFINE(6, kernel(INTEGERS_1, VALUES_6),
             gradient(INTEGERS_1, PAIRS_3, BENCH_VALUE(3), BENCH_VALUE(4), BENCH_VALUE(5)),
             __adcc_autodiff(ARGUMENTS), __adcc_fwddiff(ARGUMENTS), 1024, 16384)
