/* Two LSTM cells over a short sequence: parameters in one array, state in place. */
#include "oracle.h"
enum { H = 2, T = 3 };
static double sigmoid(double x) { return 1 / (1 + exp(-x)); }
static void cell(int h, double *hidden, double *memory, const double *w, const double *x) {
  double gates[4 * h];
  for (int i = 0; i < h; i++) {
    gates[i] = sigmoid(x[i] * w[i] + w[4 * h + i]);
    gates[h + i] = sigmoid(hidden[i] * w[h + i] + w[5 * h + i]);
    gates[2 * h + i] = sigmoid(x[i] * w[2 * h + i] + w[6 * h + i]);
    gates[3 * h + i] = tanh(hidden[i] * w[3 * h + i] + w[7 * h + i]);
  }
  for (int i = 0; i < h; i++)
    memory[i] = memory[i] * gates[i] + gates[h + i] * gates[3 * h + i];
  for (int i = 0; i < h; i++)
    hidden[i] = gates[2 * h + i] * tanh(memory[i]);
}
PRIMAL(lstm) {
  double state[2 * H] = {0.1, 0.2, 0.3, 0.4};
  double loss = 0;
  for (int t = 0; t < T; t++) {
    cell(H, state, state + H, in, in + 8 * H + t * H);
    double sum = 0;
    for (int i = 0; i < H; i++)
      sum += 2 * exp(state[i]);
    loss += log(sum + 2) - state[t % H];
  }
  out[0] = loss;
}
ORACLE_MAIN(lstm, 8 * H + T * H, 1, -1, 1)
