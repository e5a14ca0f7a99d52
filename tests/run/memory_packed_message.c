/* A message of tags and numbers without gaps, in a buffer that grows. */
#include "oracle.h"

typedef struct {
  unsigned char *bytes;
  size_t used, size;
} Buffer;

static void put(Buffer *b, const void *what, size_t count) {
  while (b->used + count > b->size) {
    b->size = b->size ? 2 * b->size : 16;
    b->bytes = (unsigned char *)realloc(b->bytes, b->size);
  }
  memcpy(b->bytes + b->used, what, count);
  b->used += count;
}

static void put_number(Buffer *b, unsigned char tag, double number) {
  put(b, &tag, 1);
  put(b, &number, sizeof number);
}

static double sum(const unsigned char *at, const unsigned char *end) {
  double total = 0, number;
  for (; at < end; at += 1 + sizeof number) {
    memcpy(&number, at + 1, sizeof number);
    total += *at % 2 ? number * *at : number * number;
  }
  return total;
}

PRIMAL(message) {
  Buffer b = {0};
  for (size_t i = 0; i < n; i++)
    put_number(&b, (unsigned char)(i + 1), sin(in[i]));
  out[0] *= sum(b.bytes, b.bytes + b.used);
  for (size_t i = 0; i < n; i++)
    put_number(&b, 1, in[i] * in[(i + 1) % n]);
  out[1] += sum(b.bytes, b.bytes + b.used);
  free(b.bytes);
}

/* The adjoint 2.0 is all zeros but for its last byte. */
static double twice(double x) {
  unsigned char *p = (unsigned char *)malloc(16);
  double number = 2 * x;
  p[0] = 3;
  memcpy(p + 1, &number, sizeof number);
  p = (unsigned char *)realloc(p, 32);
  memcpy(&number, p + 1, sizeof number);
  number *= p[0] - 2;
  free(p);
  return number;
}

/* The derivatives are primals again, whose blocks are reallocated, too. */
PRIMAL(header) {
  unsigned char *p = (unsigned char *)malloc(16);
  double number = in[0] * in[0], other;
  p[0] = 3;
  memcpy(p + 1, &number, sizeof number);
  p[9] = (unsigned char)n;
  p = (unsigned char *)realloc(p, 32);
  number = in[1] * in[0];
  memcpy(p + 10, &number, sizeof number);
  memcpy(&number, p + 1, sizeof number);
  memcpy(&other, p + 10, sizeof other);
  out[0] *= number * p[0] + other * other * p[9];
  free(p);
}
PRIMAL(gradient) {
  __adcc_autodiff_state((void *)header, adcc_dup, in, in + n / 2, adcc_const, n / 2, adcc_dup, out,
                        out + m / 2, adcc_const, m / 2);
}
PRIMAL(tangent) {
  __adcc_fwddiff_state((void *)header, adcc_dup, in, in + n / 2, adcc_const, n / 2, adcc_dup, out,
                       out + m / 2, adcc_const, m / 2);
}

ORACLE(message, 5, 2, 0.5, 1.5)
ORACLE(gradient, 4, 2, 0.5, 1.5)
ORACLE(tangent, 4, 2, 0.5, 1.5)
int main(void) {
  ORACLE1(twice, 0.5, 1.5);
  message_oracle();
  gradient_oracle();
  tangent_oracle();
  return oracle_exit();
}
