/* Places that an iteration chooses: what it reads, another one may overwrite at a place that it
 * chooses in the same way. */
#include "oracle.h"

/* The greatest of some numbers tells where to read and, one further on, where to write. */
static double greatest(double *a, const double *w, int n) {
  double s = 0.3;
  for (int k = 0; k < n; k++) {
    int p = 0;
    for (int j = 1; j < n; j++)
      if (w[j + k] > w[p + k])
        p = j;
    s = s * a[p] + 0.1;
    a[p + 1] += 0.5 * s;
  }
  return s;
}

typedef struct node {
  double value;
  struct node *next;
} node;

/* One of two places, by turns; clang leaves the number to a choice of constants. */
static void turns(double *in, const double *out) {
  double x = in[0] * in[1], y = x;
  for (int i = 0; i < 2; i++) {
    node *head = 0, *item;
    for (int k = 0; k < 2; k++) {
      item = (node *)malloc(sizeof *item);
      item->value =
          sin(ldexp(0.5 * (0.5 * out[0] * y - fmax(out[(k ^ i) % 4], 0.1 * (k % 11))), -1));
      item->next = head;
      head = item;
    }
    while (head) {
      item = head->next;
      in[i] += 0.1 * head->value;
      free(head);
      head = item;
    }
    y = 0.5 * (0.5 * fmax(out[0], in[i * 3 + 1]) * log1p(0.4 * sin(x)) + 0.5 * (out[0] - in[0]));
  }
}

PRIMAL(places) {
  out[0] = greatest(in, in + 8, 6);
  out[2] = greatest(in + 1, out, 2);
  turns(in, out);
}
ORACLE_MAIN(places, 20, 4, 0.2, 1.4)
