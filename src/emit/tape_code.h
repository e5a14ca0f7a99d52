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

/* share.c: takes values of a frame to the places of others, those of branches that are not taken
 * together. */
void layout_share_places(const TapeLayout *, Frame *);

/* root_frame.c: the frame of a split derivative's values that are in no loop. */
typedef struct {
  uint64_t bytes;      /* 0: there is none */
  LLVMValueRef pushed; /* in the forward half; NULL: there is none */
  LLVMValueRef none;   /* stands for the frame where it was not pushed, if that may be; else NULL */
  LLVMValueRef slot;   /* then the variable that says which */
} RootFrame;
RootFrame root_frame_push(Sweep *, TapeLayout *);
/* Once all is stored to it: from the entry to where it is needed. */
void root_frame_delay(Sweep *, RootFrame *);
/* What the forward half, a clone, returns for it at the builder's position. */
LLVMValueRef root_frame_of_half(const RootFrame *, LLVMBuilderRef, const Map *clones);
/* At the end of the reverse half, which gets it as `frame`. */
void root_frame_pop(const Sweep *, const RootFrame *, LLVMValueRef frame);

/* unwind.c: an exception that leaves the function ends its tape. */
void unwind_end_tape(const Sweep *);
/* A function that does what the forward half does, and destroys the tape, its last argument behind
 * those of the half, if an exception leaves that; NULL where none does. */
LLVMValueRef unwind_guard_half(Arena *, LLVMValueRef half);

#endif
