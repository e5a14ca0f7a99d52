/* A checking entry copies what it is given, byte by byte: not lists. */
// adcc: --verify $input -o $output
// error: 'dsum__check'.*memory that holds pointers cannot be checked

struct node {
  double value;
  struct node *next;
};
__attribute__((annotate("adcc.reverse:dsum:dup"))) double sum(struct node *list) {
  double total = 0;
  for (; list; list = list->next)
    total += list->value * list->value;
  return total;
}
