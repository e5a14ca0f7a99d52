/* Input with TBAA of the new form, as clang makes with -new-struct-path-tbaa: integers carry doubles, beside
 * counts, in structures, unions and arrays. */
// flags: -Xclang -new-struct-path-tbaa
#include "oracle.h"
typedef struct {
  double place, speed;
  long id;
  float mass;
  int kind;
  union {
    double number;
    uint64_t word;
  } tag;
} Body;
__attribute__((noinline)) static void copy_words(uint64_t *to, const uint64_t *from, size_t words) {
  for (size_t i = 0; i < words; i++)
    to[i] = from[i];
}
PRIMAL(bodies) {
  Body bodies[4], moved[4];
  for (int i = 0; i < 4; i++) {
    bodies[i] = (Body){in[i], in[i] * in[(i + 1) % n], i, (float)i, i, {0}};
    bodies[i].tag.number = sin(in[i]);
    uint64_t bits = bodies[i].tag.word;
    bodies[i].tag.word = bits;
  }
  memcpy(moved, bodies, sizeof moved);
  moved[2] = bodies[1];
  double numbers[4], others[4];
  for (int i = 0; i < 4; i++)
    numbers[i] = moved[i].place * moved[i].tag.number;
  memcpy(others, numbers, sizeof others);
  for (int i = 0; i < 4; i++)
    out[0] += others[i] * moved[i].speed * (double)(moved[i].id + 1) + moved[i].mass * moved[i].place;
}
ORACLE_MAIN(bodies, 4, 1, 0.5, 1.5)
