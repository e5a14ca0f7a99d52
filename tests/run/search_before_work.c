/* Loops that go through many candidates and do something with some: linked cells, lists of nodes,
 * products with what is left of a ray, loops that are left while they search or work. */
#include "oracle.h"
#include <adcc/adcc.h>
#include <stdlib.h>

enum { PARTICLES = 7, CELLS = 3 };

/* Candidates that are rejected for one reason or the other. */
PRIMAL(linked_cells) {
  (void)m;
  int head[CELLS], next[PARTICLES];
  for (int c = 0; c < CELLS; c++)
    head[c] = -1;
  for (int i = 0; i < (int)n; i++) {
    int c = (int)(in[i] * CELLS / 2) % CELLS;
    next[i] = head[c];
    head[c] = i;
  }
  double energy = 0;
  for (int i = 0; i < (int)n; i++)
    out[1 + i] = 0;
  for (int c = 0; c < CELLS; c++)
    for (int i = head[c]; i >= 0; i = next[i])
      for (int d = 0; d < CELLS; d++)
        for (int j = head[(c + d) % CELLS]; j >= 0; j = next[j]) {
          if (j <= i)
            continue;
          double r = in[i] - in[j], r2 = r * r + 0.01;
          if (r2 > 0.3)
            continue;
          double s = 1 / (r2 * r2);
          energy += s - 1 / r2;
          out[1 + i] += r * s;
          out[1 + j] -= r * s;
        }
  out[0] = energy;
}

typedef struct Node {
  double weight, *target;
  int kind;
  struct Node *next;
} Node;

/* Nodes that are passed over, and one that ends the walk. */
PRIMAL(nodes) {
  (void)m;
  Node *list = NULL;
  for (int i = (int)n - 1; i >= 0; i--) {
    Node *node = malloc(sizeof *node);
    *node = (Node){in[i], &out[i % 2], i % 3, list};
    list = node;
  }
  out[0] = out[1] = 1;
  int count = 0;
  for (Node *node = list; node; node = node->next) {
    double size = node->weight * node->weight;
    if (node->kind == 1 || size < 0.2)
      continue;
    if (node->kind == 2 && size > 1.9)
      break;
    *node->target *= sin(size) / (1 + node->weight);
    count++;
  }
  out[0] += count;
  while (list) {
    Node *next = list->next;
    free(list);
    list = next;
  }
}

/* What is left of a ray behind those of many splats that it meets, by their order. */
PRIMAL(splats) {
  (void)m;
  int order[PARTICLES];
  for (int i = 0; i < (int)n; i++)
    order[i] = (i * 3 + 1) % (int)n;
  for (int pixel = 0; pixel < 4; pixel++) {
    double left = 1, colour = 0, x = 0.3 * pixel;
    for (int k = 0; k < (int)n; k++) {
      int i = order[k];
      double dx = in[i] - x, dy = in[(i + 1) % n] - 0.5 * x;
      double power = -0.5 * (dx * dx * in[i] + dy * dy * in[i]) - 0.3 * dx * dy;
      double cut = 0.4 * dx - dy * dx + dy;
      if (power > 0 || power < -0.9 || cut > 1.2)
        continue;
      double alpha = 0.8 * exp(power);
      if (left * (1 - alpha) < 0.05)
        break;
      colour += left * alpha * in[(i + 2) % n];
      left *= 1 - alpha;
    }
    out[pixel] = colour + left;
  }
}

/* The last one that was found, and what a search without end comes to. */
PRIMAL(last_found) {
  (void)m;
  int at[PARTICLES + 1], last = -1, passed = 0;
  for (int i = 0; i < (int)n; i++)
    at[i] = (i + 2) % (int)n;
  at[n - 1] = -1;
  double best = in[0];
  int i = 0;
  while (1) {
    double difference = in[i] - best, far = difference * difference;
    if (far < 0.04) {
      passed++;
      if ((i = at[i]) < 0)
        break;
      continue;
    }
    best = best / (1 + far) + in[i] * 0.3;
    last = i;
    if ((i = at[i]) < 0)
      break;
  }
  out[0] = best * (last + 2) + passed * in[1];
}

/* A walk that works on one item in a hundred: the tape has these. */
static double rare(const double *x, const int *next) {
  double product = 1;
  for (int i = 0; i >= 0; i = next[i]) {
    if (x[i] * x[i] > 1)
      continue;
    product *= 1 + sin(x[i]);
  }
  return product;
}
void __adcc_autodiff_rare(void *, ...);
static void check_tape(void) {
  enum { ITEMS = 40000, MOST_BYTES = 100000 };
  double *x = malloc(ITEMS * sizeof *x), *dx = calloc(ITEMS, sizeof *dx);
  int *next = malloc(ITEMS * sizeof *next);
  for (int i = 0; i < ITEMS; i++) {
    x[i] = i % 100 ? 2 : 1e-3;
    next[i] = i + 1 < ITEMS ? i + 1 : -1;
  }
  adcc_tape_reset_peak();
  __adcc_autodiff_rare((void *)rare, adcc_dup, x, dx, adcc_const, next);
  struct adcc_tape_statistics stats;
  adcc_tape_stats(&stats);
  EXPECT(stats.peak_bytes <= MOST_BYTES);
  EXPECT(dx[0] > 1 && dx[1] == 0);
  free(x), free(dx), free(next);
}

ORACLE(linked_cells, PARTICLES, PARTICLES + 1, 0.1, 1.9)
ORACLE(nodes, PARTICLES, 2, 0.3, 1.5)
ORACLE(splats, PARTICLES, 4, 0.2, 1.3)
ORACLE(last_found, PARTICLES, 1, 0.3, 1.5)
int main(void) {
  linked_cells_oracle();
  nodes_oracle();
  splats_oracle();
  last_found_oracle();
  check_tape();
  return oracle_exit();
}
