/* pipeline: the whole compilation, from options to the output file. */
#ifndef ADCC_PIPELINE_H
#define ADCC_PIPELINE_H

#include "options.h"

/* Returns the exit code: 0, or 1 after reporting errors (and then nothing has been written). */
int pipeline_run(const Options *options);

#endif
