/* run: what one run of the compiler has in hand. Internal to the files at the top of src/. */
#ifndef ADCC_RUN_H
#define ADCC_RUN_H

#include "emit/emit.h"
#include "options.h"

typedef struct {
  const char *stage;
  double seconds;
} StageTime;

typedef struct Pipeline {
  const Options *options;
  Arena *arena;
  DiagSink *sink;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetMachineRef machine;
  Registrations *registrations;
  MarkerGlobals *markers;     /* while they are hidden */
  Map *callers;               /* functions with a request in them */
  Map *pending;               /* those whose request is still to be resolved */
  NamedDerivativeArray named; /* functions that are derivatives asked for by name */
  DiagSink *explain, *report; /* or NULL */
  DerivativeCounts counts;
  size_t instructions[2]; /* in the input, and in the derivatives with it */
  ARRAY(StageTime) times;
  double stage_began; /* seconds of processor time */
  /* What is under way, for the message of a crash. */
  const char *stage, *reading; /* reading: the path of an input, or NULL */
  bool fine;                   /* all stages are done */
} Pipeline;

/* pipeline.c: says that a stage is done, prints the module if that is asked for, and in debug
 * builds verifies it; false after reporting. */
bool stage_done(Pipeline *, const char *stage);

/* rounds.c: resolves every request for a derivative, those of derivatives after what they are of;
 * false after reporting. */
bool rounds_run(Pipeline *);

#endif
