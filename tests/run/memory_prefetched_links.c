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
/* Far behind the stack no page is there. */
PRIMAL(walk) {
  Item items[8];
  for (size_t i = 0; i < 8; i++)
    items[i] = (Item){in[i % n] * in[i % n], i < 7 ? items + i + 1 : NULL};
  double product = 1;
  for (Item *at = items; at;) {
    Item **next = &at->next;
    __builtin_prefetch(next + 1000000);
    product *= at->value;
    at = *next;
  }
  out[0] = product;
}
ORACLE(walk, 5, 1, 0.3, 1.2)
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
  walk_oracle();
  turns_higher();
  return oracle_exit();
}
