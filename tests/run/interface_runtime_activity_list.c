/* runtime_activity with linked lists and trees: items whose shadow is the item itself are inactive, in
 * reverse, forward, two halves and several lanes; items that the function makes hold both kinds. */
#include "oracle.h"
extern int enzyme_runtime_activity, enzyme_const, enzyme_dup, enzyme_width, enzyme_primal_return;
typedef struct Item {
  double value;
  double *weight;
  struct Item *next;
} Item;
extern double __enzyme_autodiff(void *, ...);
extern void __enzyme_autodiff_v(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
typedef struct {
  void *tape;
  double value;
} Half;
extern Half __enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse(void *, ...);
static Item *cons(double value, double *weight, Item *next) {
  Item *item = malloc(sizeof *item);
  *item = (Item){value, weight, next};
  return item;
}
__attribute__((noinline)) static double walk(const Item *item, double x) {
  double sum = 0;
  for (; item; item = item->next)
    sum += item->value * item->value * *item->weight * x;
  return sum;
}
static double total(Item *list, double *k) {
  /* A new item in front, and one between that point to memory of both kinds. */
  Item *own = cons(*k, list->weight, cons(2 * *k, list->next->weight, list));
  double sum = walk(own, *k);
  free(own->next);
  free(own);
  return sum;
}
static double update(Item *list, double *k) {
  for (Item *item = list; item; item = item->next)
    *item->weight *= *k;
  return walk(list, 1);
}
int main(void) {
  double w[3] = {2, 3, 5}, dw[3] = {0}, k = 1.5, dk = 0;
  Item c = {7, &w[2], NULL}, b = {5, &w[1], &c}, a = {3, &w[0], &b};
  /* a is active with an active weight, b has an inactive weight, c is inactive altogether. */
  Item db = {0, &w[1], &c}, da = {0, &dw[0], &db};
  double walked = 9 * 2 + 25 * 3 + 49 * 5;
  __enzyme_autodiff((void *)total, enzyme_runtime_activity, enzyme_dup, &a, &da, enzyme_dup, &k,
                    &dk);
  /* total = k (k^2 w0 + 4 k^2 w1 + 9 w0 + b^2 w1 + c^2 w2) */
  CLOSE(dk, 3 * k * k * (2 + 4 * 3) + walked);
  CLOSE(da.value, 2 * 3 * 2 * k);
  CLOSE(db.value, 2 * 5 * 3 * k);
  CLOSE(dw[0], k * k * k + 9 * k);
  CLOSE(w[1], 3);
  CLOSE(c.value, 7);
  EXPECT(da.next == &db && db.next == &c && db.weight == &w[1]);
  Item tb = {10, &w[1], &c}, ta = {1, &dw[0], &tb};
  dw[0] = 100, dk = 1000;
  double expected = 2 * 3 * 2 * k + 10 * 2 * 5 * 3 * k + 100 * (k * k * k + 9 * k) +
                    1000 * (3 * k * k * (2 + 4 * 3) + walked);
  CLOSE(__enzyme_fwddiff((void *)total, enzyme_runtime_activity, &a, &ta, &k, &dk), expected);
  /* Two halves. */
  da.value = db.value = dw[0] = dk = 0;
  Half half = __enzyme_augmentfwd((void *)total, enzyme_runtime_activity, &a, &da, &k, &dk);
  CLOSE(half.value, k * (k * k * 2 + 4 * k * k * 3 + walked));
  __enzyme_reverse((void *)total, enzyme_runtime_activity, &a, &da, &k, &dk, 1.0, half.tape);
  CLOSE(dw[0], k * k * k + 9 * k);
  CLOSE(db.value, 2 * 5 * 3 * k);
  CLOSE(dk, 3 * k * k * (2 + 4 * 3) + walked);
  /* Two lanes: what is inactive is so in all. */
  Item eb = {0, &w[1], &c};
  double ew[1] = {0}, ek = 0;
  Item ea = {0, &ew[0], &eb};
  da.value = db.value = dw[0] = dk = 0;
  __enzyme_autodiff_v((void *)total, enzyme_runtime_activity, enzyme_width, 2, &a, &da, &ea, &k,
                      &dk, &ek);
  CLOSE(dw[0], k * k * k + 9 * k);
  CLOSE(ew[0], k * k * k + 9 * k);
  CLOSE(eb.value, 2 * 5 * 3 * k);
  CLOSE(w[1], 3);
  /* k is inactive, weights change in place. */
  da.value = db.value = dw[0] = 0;
  __enzyme_autodiff((void *)update, enzyme_runtime_activity, enzyme_dup, &a, &da, enzyme_dup, &k,
                    &k);
  CLOSE(dw[0], 9 * k);
  CLOSE(da.value, 2 * 3 * 2 * k);
  CLOSE(db.value, 2 * 5 * 3 * k);
  CLOSE(w[0], 3);
  CLOSE(w[1], 4.5);
  CLOSE(k, 1.5);
  return oracle_exit();
}
