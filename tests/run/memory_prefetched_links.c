/* A prefetch may name any address: that of the next link, which is null at the end, or one far
 * behind a table. Nothing may read there in its place, also in a derivative of a derivative, whose
 * tape is prefetched. */
#include "higher.h"
typedef struct Item {
  double value;
  struct Item *next;
} Item;
PRIMAL(chain) {
  Item *head = NULL;
  for (size_t i = 0; i < n; i++) {
    Item *item = malloc(sizeof *item);
    item->value = in[i];
    item->next = head;
    head = item;
  }
  double sum = 0;
  for (Item *item = head; item; item = item->next) {
    __builtin_prefetch(item->next);
    __builtin_prefetch((char *)item + ((size_t)1 << 40), 1);
    sum = sum * item->value + sin(item->value);
  }
  out[0] = sum;
  while (head) {
    Item *next = head->next;
    free(head);
    head = next;
  }
}
ORACLE(chain, 5, 1, 0.3, 1.2)
__attribute__((noinline)) static double scaled(double x, int turns) {
  double r = x;
  while (turns--)
    r = r > 2 ? sqrt(r) : r * r + x;
  return r;
}
PRIMAL(turns) { out[0] = scaled(in[0], 5) * scaled(in[1], 7); }
HIGHER(turns, 2, 1, 0.7, 1.1)
int main(void) {
  chain_oracle();
  turns_higher();
  return oracle_exit();
}
