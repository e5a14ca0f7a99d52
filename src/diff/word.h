/* word: functions of words that hold now a number, now a pointer or an integer. Internal to diff/,
 * but for word_define (diff.h). */
#ifndef ADCC_DIFF_WORD_H
#define ADCC_DIFF_WORD_H

#include "diff.h"

typedef enum {
  WORD_NUMBERS,    /* what of them are numbers; zero for the others */
  WORD_POINTERS,   /* what is not */
  WORD_SUM,        /* the first, and the numbers among the second added to it */
  WORD_ADDED,      /* of numbers: their sum, or the bits of one as they are if the other is zero */
  WORD_REPLACED,   /* the pointers among the second; the first where there is none */
  WORD_RENEWED,    /* the addresses among the second, else the number of the first */
  WORD_IS_POINTER, /* a decision: is it not zero, and no number? */
  WORD_IS_ADDRESS, /* a decision: is it an address? */
} WordFunction;

/* Of integers of the number's size (but for WORD_ADDED), or vectors of them; `second` is NULL where
 * there is one. */
LLVMValueRef word_call(Deriver *, WordFunction, LLVMTypeRef number, LLVMValueRef first,
                       LLVMValueRef second);
/* The bits of its exponents, which integers and pointers do not have. */
LLVMValueRef word_exponents(LLVMBuilderRef, LLVMValueRef words, LLVMTypeRef number);
unsigned word_bits(LLVMTypeRef number);
/* A call of one in a derivative that is differentiated: in the forward sweep, and its adjoint. */
void word_forward(Deriver *, LLVMValueRef call);
void word_reverse(Deriver *, LLVMValueRef call);

#endif
