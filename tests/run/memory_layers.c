/* Layers that write an array which the next loop, and the next layer, reads. With a stride of two
 * widths every layer has its own place and nothing is overwritten; with smaller strides layers
 * overwrite part, or all, of what earlier loops have read, and the other version of the nest must
 * run. */
#include "oracle.h"

enum { WIDTH = 4, LAYERS = 3, SIZE = 2 * WIDTH * (LAYERS + 1) };

__attribute__((noinline)) static void forward(double *activations, int layers, int width,
                                              int stride, double weight) {
  for (int layer = 0; layer < layers; layer++) {
    double *from = activations + layer * stride, *hidden = from + width;
    double *to = activations + (layer + 1) * stride;
    for (int i = 0; i < width; i++)
      hidden[i] = sin(from[i] * weight) + from[(i + 1) % width];
    double sum = 0;
    for (int i = 0; i < width; i++)
      sum += hidden[i] * hidden[i];
    for (int i = 0; i < width; i++)
      to[i] = hidden[i] / sqrt(1 + sum) + from[i] * hidden[i];
  }
}

/* Heads side by side within rows: the inner loop has the larger step. */
__attribute__((noinline)) static void heads(double *scores, const double *x, int rows, int number,
                                            int head_stride, int row_stride) {
  for (int row = 0; row < rows; row++)
    for (int head = 0; head < number; head++) {
      double *place = scores + head * head_stride + row * row_stride;
      double total = 0;
      for (int i = 0; i <= row; i++)
        place[i] = x[i] * x[row] + head * x[i];
      for (int i = 0; i <= row; i++)
        total += exp(place[i] * 0.1);
      for (int i = 0; i <= row; i++)
        place[i] *= total * place[i];
    }
}

PRIMAL(layers) {
  static const int strides[] = {2 * WIDTH, WIDTH, WIDTH + 1, 1, 0, 3};
  static const int spacings[][2] = {{16, 4}, {4, 8}, {2, 16}, {0, 4}, {16, 0}, {1, 1}};
  for (int k = 0; k < 6; k++) {
    double buffer[3 * SIZE] = {0};
    for (int i = 0; i < WIDTH; i++)
      buffer[i] = in[i % n];
    forward(buffer, LAYERS, WIDTH, strides[k], in[0]);
    for (int i = 0; i < SIZE; i++)
      out[k % m] += buffer[i] * 0.1;
    heads(buffer, in, WIDTH < n ? WIDTH : (int)n, 3, spacings[k][0], spacings[k][1]);
    for (int i = 0; i < SIZE; i++)
      out[(k + 1) % m] += buffer[i] * (1 + 0.01 * i);
  }
}
ORACLE_MAIN(layers, 4, 3, 0.4, 1)
