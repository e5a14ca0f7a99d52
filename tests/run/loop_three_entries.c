/* Loops that gotos enter in three places, go on within from any of them, and stand within others. */
#include "oracle.h"

PRIMAL(chained) {
  (void)n, (void)m;
  double s = in[0], b = in[1];
  int i = 0;
  if (b > 1.2)
    goto third;
  if (b > 0.6)
    goto second;
first:
  s = sin(s) + b;
  i++;
second:
  s = s * 0.8 + 0.1;
  if (++i > 9)
    goto end;
  if (s > 0.8)
    goto first;
third:
  s = s * b + 0.3;
  if (++i < 9)
    goto first;
end:
  out[0] = s;
}
ORACLE(chained, 2, 1, 0.1, 1.9)

PRIMAL(crossed) {
  (void)n, (void)m;
  double s = in[0], b = in[1];
  int i = 0;
  if (b > 1.2)
    goto second;
  if (b > 0.6)
    goto third;
first:
  s *= b;
  if (++i > 7)
    goto end;
second:
  s += b;
  if (++i > 8)
    goto end;
  if (s <= 2.0)
    goto first;
third:
  s = sin(s * 0.5);
  if (++i < 4)
    goto first;
  goto second;
end:
  out[0] = s;
}
ORACLE(crossed, 2, 1, 0.1, 1.9)

/* A state machine, of which each state leads to others by a switch. */
PRIMAL(states) {
  (void)n, (void)m;
  double a = in[0], b = in[1], c = in[2];
  int i = 0;
  if (b > 0.6)
    goto second;
  if (a > 0.6)
    goto first;
  goto third;
first:
  a = a * b + 0.1;
  if (++i > 13)
    goto end;
  if (b > 0.3)
    goto third;
second:
  b = sin(b) * c + 0.4;
  if (++i > 16)
    goto end;
third:
  c = c * 0.7 + a * 0.2;
  i++;
  switch (i % 4) {
  case 0:
    goto third;
  case 1:
    goto first;
  case 2:
    goto second;
  }
end:
  out[0] += a * b;
  out[1] += c * a;
}
ORACLE(states, 3, 2, 0.1, 1.5)

/* One within a counted loop, and a counted loop within one. */
PRIMAL(nested) {
  (void)m;
  double s = 1;
  for (size_t k = 0; k < n; k++) {
    int i = (int)k;
    if (in[k] > 1.2)
      goto middle;
    if (in[k] > 0.7)
      goto end;
  begin:
    s = s * 0.5 + in[k];
  middle:
    for (size_t j = 0; j < n; j++)
      s += 0.1 * in[j] * s / (1 + s * s);
    if (++i < 6 && s < 2)
      goto begin;
  end:
    s = cos(s) + in[k] * 0.3;
    if (++i < 5)
      goto middle;
    if (i < 9 && s > 0.6) {
      i += 2;
      goto begin;
    }
  }
  out[0] = s;
}
ORACLE(nested, 4, 1, 0.1, 1.9)

int main(void) {
  chained_oracle();
  crossed_oracle();
  states_oracle();
  nested_oracle();
  return oracle_exit();
}
