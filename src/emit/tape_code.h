/* The addresses of taped values, shared by the sweep that stores and the one that reads. */
#ifndef ADCC_TAPE_CODE_H
#define ADCC_TAPE_CODE_H

#include "emit.h"

/* What differs between the sweeps: where iterations, frames and inner trip counts come from. */
typedef struct TapeSide {
  LLVMBuilderRef builder;
  const TapeLayout *layout;
  void *context;
  LLVMValueRef (*iteration)(void *context, SweepLoop *loop);
  LLVMValueRef (*record)(void *context,
                         Frame *frame); /* of a list: the current record; root: its frame */
  LLVMValueRef (*frame)(void *context, Frame *frame); /* counted frames */
  LLVMValueRef (*trips)(void *context, Frame *frame, SweepLoop *loop);
  LLVMValueRef (*base)(void *context, const TapedValue *value);
} TapeSide;

LLVMValueRef tape_address(const TapeSide *, const TapedValue *);
unsigned tape_alignment(const TapedValue *);
LLVMValueRef tape_offset(LLVMBuilderRef, LLVMValueRef pointer, uint64_t bytes);
LLVMValueRef tape_call(const Sweep *, LLVMBuilderRef, const char *name, LLVMTypeRef result,
                       LLVMValueRef *arguments, unsigned count);

/* frame_size.c: the bytes of a counted frame, and where each value's section starts in it; `trips`
 * are those of its loops. Values of one group, which vary in the same loops, stand together. */
bool frame_is_grouped(const TapedValue *, const TapedValue *);
LLVMValueRef frame_size(const Sweep *, LLVMBuilderRef, const Frame *, const Map *trips,
                        LLVMValueRef *starts);

/* unwind.c: an exception that leaves the function ends its tape. */
void unwind_end_tape(const Sweep *);

#endif
