/* request: what the user asks for, whichever way, as one record. */
#ifndef ADCC_REQUEST_H
#define ADCC_REQUEST_H

#include "../ir/ir.h"

typedef enum {
  REQUEST_FORWARD,   /* fwddiff */
  REQUEST_REVERSE,   /* autodiff: both sweeps */
  REQUEST_AUGMENTED, /* augmentfwd */
  REQUEST_GRADIENT,  /* reverse: consumes the tape of augmentfwd */
  REQUEST_FORWARD_SPLIT,
  REQUEST_AUGMENT_SIZE,
  REQUEST_BATCH,
} RequestMode;

/* The numerical analyst's words for a parameter. */
typedef enum {
  ACTIVITY_CONST,          /* inactive */
  ACTIVITY_DUP,            /* with a shadow of the same shape */
  ACTIVITY_DUP_NO_NEED,    /* as DUP; the primal's result there is not needed afterwards */
  ACTIVITY_OUT,            /* by value; its adjoint is returned */
} ArgumentActivity;

typedef enum { RETURN_INACTIVE, RETURN_ACTIVE, RETURN_DUP } ReturnActivity;

#endif
