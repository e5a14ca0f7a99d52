/* Pixels of floats and a byte, returned and passed by value, in an image with a flexible array. */
#define REAL float
#include "oracle.h"
#include <stdint.h>
typedef struct {
  float r, g, b;
  uint8_t a;
} Pixel;
typedef struct {
  int w, h;
  Pixel px[];
} Image;
static Image *image(int w, int h) {
  Image *p = malloc(sizeof *p + (size_t)w * h * sizeof(Pixel));
  p->w = w;
  p->h = h;
  memset(p->px, 0, (size_t)w * h * sizeof(Pixel));
  return p;
}
static Pixel sample(const Image *p, int x, int y) {
  x = x < 0 ? 0 : x >= p->w ? p->w - 1 : x;
  y = y < 0 ? 0 : y >= p->h ? p->h - 1 : y;
  return p->px[y * p->w + x];
}
static Pixel lerp(Pixel a, Pixel b, float t) {
  return (Pixel){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t,
                 (uint8_t)(a.a | b.a)};
}
static Image *blur(const Image *p, float s) {
  Image *q = image(p->w, p->h);
  for (int y = 0; y < p->h; y++)
    for (int x = 0; x < p->w; x++) {
      Pixel c = sample(p, x, y), l = lerp(sample(p, x - 1, y), sample(p, x + 1, y), 0.5f),
            v = lerp(sample(p, x, y - 1), sample(p, x, y + 1), 0.5f);
      q->px[y * p->w + x] = lerp(c, lerp(l, v, 0.5f), s);
    }
  return q;
}
PRIMAL(picture) {
  Image *p = image(3, 2);
  for (int i = 0; i < 6; i++)
    p->px[i] = (Pixel){in[i], in[i] * in[(i + 1) % 6], 0.5f, (uint8_t)(i * 40)};
  for (int k = 0; k < 3; k++) {
    Image *q = blur(p, 0.3f + 0.1f * in[k]);
    free(p);
    p = q;
  }
  double s = 0;
  for (int i = 0; i < 6; i++)
    s += p->px[i].r * p->px[i].g * p->px[i].b * (p->px[i].a > 100 ? 2 : 1);
  out[0] = s;
  free(p);
}
ORACLE_MAIN(picture, 6, 1, 0.2, 1)
