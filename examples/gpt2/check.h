/* One layer put into a common form, so that one loop can check them all. */
#ifndef GPT2_CHECK_H
#define GPT2_CHECK_H

#include "model.h"

enum { MAX_BUFFERS = 5 };

typedef enum { INPUT, OUTPUT, SCRATCH } Role;

typedef struct {
  int B, T, C, O, H;
  int *indices; /* B * T of them, each below O */
  size_t counts[MAX_BUFFERS];
  Role roles[MAX_BUFFERS];
  real *values[MAX_BUFFERS], *shadows[MAX_BUFFERS];
} LayerData;

/* A gradient runs the forward pass, then adds into the shadows of the inputs what the shadows of
 * the outputs ask for. */
typedef struct {
  const char *name;
  void (*shape)(LayerData *data);
  void (*forward)(LayerData *data);
  void (*gradient_by_hand)(LayerData *data);
  void (*gradient_by_adcc)(LayerData *data); /* null in a build without adcc */
} Layer;

extern const Layer check_layers[];
extern const int check_layer_count;

typedef struct {
  int done, failed;
} CheckCounts;

/* Each compares gradients, prints a line for each comparison and adds to the counts. */
void check_all_layers(CheckCounts *counts);
void check_model(const Config *config, CheckCounts *counts);
/* Prints the closing line; the exit code of the program. A run that checked nothing has failed. */
int check_summary(const CheckCounts *counts);

#endif
