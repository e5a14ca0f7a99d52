// Doubles that memcpy puts into integers half as long, which are relayed one by one: a tangent is
// relayed alike, but half of an adjoint does not add up. (At -O0 adcc sees it, and refuses.)
// levels: O1 O2 O3 fast raw
#include "oracle.h"
#include "stops.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
enum { NUMBERS = 6 };
typedef struct {
  uint32_t words[2 * NUMBERS];
} Message;

__attribute__((noinline)) static void send(Message *message, const double *x) {
  for (int i = 0; i < NUMBERS; i++) {
    double number = x[i] * x[i];
    memcpy(&message->words[2 * i], &number, sizeof number);
  }
}
__attribute__((noinline)) static void relay(Message *to, const Message *from) {
  for (int i = 0; i < 2 * NUMBERS; i++)
    to->words[i] = from->words[i];
}
__attribute__((noinline)) static double receive(const Message *message) {
  double sum = 0, number;
  for (int i = 0; i < NUMBERS; i++) {
    memcpy(&number, &message->words[2 * i], sizeof number);
    sum += number * (i + 1);
  }
  return sum;
}
static double relayed(const double *x, int times) {
  Message one, other;
  send(&one, x);
  if (times == 0)
    return receive(&one);
  relay(&other, &one);
  return receive(&other);
}

int main(void) {
  double x[NUMBERS] = {1, 2, 3, 4, 5, 6}, dx[NUMBERS] = {0}, tangent[NUMBERS] = {1};
  __enzyme_autodiff((void *)relayed, x, dx, 0);
  for (int i = 0; i < NUMBERS; i++)
    EXPECT(dx[i] == 2 * x[i] * (i + 1));
  EXPECT(__enzyme_fwddiff((void *)relayed, x, tangent, 0) == 2 * x[0]);
  EXPECT(STOPS(__enzyme_autodiff((void *)relayed, x, dx, 1)));
  EXPECT(__enzyme_fwddiff((void *)relayed, x, tangent, 1) == 2 * x[0]);
  return oracle_exit();
}
