// Numbers that memcpy puts into a buffer of 32-bit words, which go through a message word by word.
// Where LLVM has made copies of the blocks of these loops the derivative is right.
// levels: O1 raw
#include "oracle.h"
#include "stops.h"

double __enzyme_autodiff(void *, ...);
enum { NUMBERS = 4 };

typedef struct {
  uint32_t *words;
  size_t count;
} Message;

__attribute__((noinline)) static void put(Message *message, const uint32_t *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    message->words[message->count++] = words[i];
}

__attribute__((noinline)) static void take(const Message *message, uint32_t *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    words[i] = message->words[i];
}

static double sum(const double *x, int sent) {
  double numbers[NUMBERS], all = 0;
  uint32_t *words = malloc(sizeof numbers);
  for (int i = 0; i < NUMBERS; i++)
    numbers[i] = x[i] * x[i];
  if (sent) {
    Message message = {malloc(sizeof numbers), 0};
    memcpy(words, numbers, sizeof numbers);
    put(&message, words, 2 * NUMBERS);
    take(&message, words, 2 * NUMBERS);
    memcpy(numbers, words, sizeof numbers);
    free(message.words);
  }
  for (int i = 0; i < NUMBERS; i++)
    all += numbers[i] * (i + 1);
  free(words);
  return all;
}

int main(void) {
  double x[NUMBERS] = {1, 2, 3, 4}, dx[NUMBERS] = {0};
  __enzyme_autodiff((void *)sum, x, dx, 0);
  for (int i = 0; i < NUMBERS; i++)
    CLOSE(dx[i], 2 * x[i] * (i + 1));
  EXPECT(STOPS(__enzyme_autodiff((void *)sum, x, dx, 1)));
  return oracle_exit();
}
