/* What integers hold of the bits of numbers. Internal to prepare/. */
#ifndef ADCC_PREPARE_BIT_WORD_H
#define ADCC_PREPARE_BIT_WORD_H

#include "prepare.h"

enum { MOST_TERMS = 4 };

/* A number on whose bits the word depends, or (`is_converted`) of which it holds a multiple. */
typedef struct {
  LLVMValueRef number; /* or the load of an integer that is declared to be one */
  LLVMTypeRef type;    /* of the number */
  double slope;        /* of the word, for one in the number's bits; or for one in the number */
  bool is_converted;
} Term;

typedef struct {
  Term terms[MOST_TERMS];
  unsigned count;
  LLVMValueRef low; /* a number of which only low bits are there: the others have to come, too */
  int low_bits;     /* how many */
} Word;

/* bit_word.c. Of the fraction of a double or float, of an integer, of any of these, or of the lanes
 * of a vector of them; 0 for other types. */
int bits_of_fraction(LLVMTypeRef);
unsigned bits_of_integer(LLVMTypeRef);
unsigned bits_of_type(LLVMTypeRef);
/* Is the integer computed from integers alone? */
bool word_is_plain(LLVMValueRef);
/* What the integer holds; false if that is not known to the end. */
bool word_read(LLVMValueRef, Word *);
/* Does the source (TBAA) declare what is accessed to be an integer? */
bool access_declares_word(LLVMValueRef access);

#endif
