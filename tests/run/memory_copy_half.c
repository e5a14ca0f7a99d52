/* A half between integers, which nothing but copies of the whole structure touches on its way. */
#define REAL float
#define ORACLE_SLACK 1e9
#include "oracle.h"
typedef struct {
  int before;
  _Float16 value;
  short after;
} Item;
static void move(void *to, const void *from) {
  memcpy(to, from, sizeof(Item));
}
static float through(float x) {
  Item item = {1, (_Float16)x, 2}, moved, last;
  move(&moved, &item);
  char raw[sizeof(Item)];
  move(raw, &moved);
  move(&last, raw);
  return (float)last.value * 3 + (float)(last.before + last.after);
}
int main(void) {
  CLOSE_TO(__adcc_autodiff_1(through, 1.5f), 3, 1e-6);
  CLOSE_TO(__adcc_fwddiff_1(through, 1.5f, 2.0f), 6, 1e-6);
  return oracle_exit();
}
