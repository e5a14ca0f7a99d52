/* A number that is constant goes, as a word, where nothing that adcc sees says what lies there:
 * only the caller knows. The adjoint of what was there ends. */
#include "oracle.h"

void __adcc_autodiff_any(void *, ...);
void __adcc_fwddiff_any(void *, ...);

__attribute__((noinline)) static void set_floats(void *place, int which) {
  unsigned one = 0x3f800000, three = 0x40400000;
  unsigned long long both = 0x4000000040000000;
  switch (which) {
  case 0:
    memcpy(place, &one, sizeof one);
    break;
  case 1:
    memcpy((char *)place + sizeof(float), &three, sizeof three);
    break;
  default:
    memcpy(place, &both, sizeof both);
  }
}

__attribute__((noinline)) static void set_doubles(void *place, long which) {
  unsigned long long half = 0x3fe0000000000000, table[] = {0, 0x4008000000000000};
  if (which == 0)
    memcpy(place, &half, sizeof half);
  else
    memcpy((char *)place + sizeof(double), &table[which - 1], sizeof *table);
}

void reverse_floats(void *place, void *shadow, int which) {
  __adcc_autodiff_any((void *)set_floats, adcc_dup, place, shadow, adcc_const, which);
}

void forward_floats(void *place, void *shadow, int which) {
  __adcc_fwddiff_any((void *)set_floats, adcc_dup, place, shadow, adcc_const, which);
}

void reverse_doubles(void *place, void *shadow, long which) {
  __adcc_autodiff_any((void *)set_doubles, adcc_dup, place, shadow, adcc_const, which);
}

void forward_doubles(void *place, void *shadow, long which) {
  __adcc_fwddiff_any((void *)set_doubles, adcc_dup, place, shadow, adcc_const, which);
}

/* The same address, of which adcc does not know that. */
static void *hidden(void *address) {
  __asm__("" : "+r"(address));
  return address;
}

typedef void OfFloats(void *, void *, int);
typedef void OfDoubles(void *, void *, long);

int main(void) {
  OfFloats *volatile of_floats[] = {reverse_floats, forward_floats};
  OfDoubles *volatile of_doubles[] = {reverse_doubles, forward_doubles};
  static const float floats[3][2] = {{1, 6}, {5, 3}, {2, 2}};
  static const double doubles[3][2] = {{0.5, 6}, {5, 0}, {5, 3}};
  for (int mode = 0; mode < 2; mode++)
    for (int which = 0; which < 3; which++) {
      float place[] = {5, 6}, shadow[] = {2, 3};
      of_floats[mode](hidden(place), hidden(shadow), which);
      double number[] = {5, 6}, adjoint[] = {2, 3};
      of_doubles[mode](hidden(number), hidden(adjoint), which);
      for (int i = 0; i < 2; i++) {
        CLOSE(place[i], floats[which][i]);
        CLOSE(shadow[i], place[i] == 5 + i ? 2 + i : 0);
        CLOSE(number[i], doubles[which][i]);
        CLOSE(adjoint[i], number[i] == 5 + i ? 2 + i : 0);
      }
    }
  return oracle_exit();
}
