/* The layers of examples/gpt2, at the sizes of its benchmark: 4 layers, 384 channels, 6 heads,
 * 2 sequences of 64. `size` is the number of channels. */
#ifndef BENCH_GPT2_H
#define BENCH_GPT2_H

#ifndef REAL
#define REAL float
#endif
#include "../../examples/gpt2/layers.h"
#include "../workload.h"

#include "../../examples/gpt2/layers.c"
#include "../../examples/gpt2/layers_backward.c"

enum { GPT2_BATCH = 2, GPT2_CONTEXT = 64, GPT2_ROWS = 128, GPT2_VOCABULARY = 256 };

static inline int gpt2_heads(int channels) { return channels / 64 ? channels / 64 : 2; }

#endif
