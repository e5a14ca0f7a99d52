/* pipeline: from the inputs to the output, stage by stage. */
#ifndef ADCC_PIPELINE_H
#define ADCC_PIPELINE_H

#include "options.h"

/* Runs every stage and prints what is wrong on the way; 0 if the output was written, else 1. */
int pipeline_run(const Options *options);

#endif
