/* reader: the arguments of a request's call, read from left to right. */
#ifndef ADCC_READER_H
#define ADCC_READER_H

#include "request.h"

/* What markers have said of the next argument, and of the result. */
typedef struct {
  const char *marker; /* the last one that was about the next argument, or NULL */
  bool has_activity, strided;
  ArgumentActivity activity;
  LLVMValueRef by_reference; /* the number of bytes behind 'byref', or NULL */
  enum { LANES_DEFAULT, LANES_SHARED, LANES_VECTOR, LANES_BUFFER } lanes;
} Pending;

typedef struct {
  Arena *arena;
  DiagSink *sink;
  Request *request;
  unsigned next, count;
  bool interleaved; /* all primals first, then all shadows */
  bool constant_return, active_return, no_return, duplicated_return;
  bool failed;
} Reader;

/* Reports BAD_MARKER with this text, if nothing is reported yet. */
void reader_fail(Reader *, const char *text);
/* The next argument, whatever it is; undefined after reporting that the call ends before `what`, or
 * that a marker stands in its place. */
LLVMValueRef reader_take(Reader *, const char *what);
/* Sizes and strides are integers; tapes and memory that holds lanes are pointers. */
LLVMValueRef reader_take_kind(Reader *, LLVMTypeKind, const char *what);
/* A tape, or memory for one; only that of fwdsplit may be null, where nothing was recorded. */
void reader_take_tape(Reader *, const char *what);

/* marker.c */
bool marker_is_known(const char *name);
/* Takes what stands behind the marker, the argument that was read last. */
void marker_read(Reader *, const char *name, Pending *);
/* Markers that decide how arguments are read may stand anywhere: looks for them first. */
void marker_read_layout(Reader *);
/* Do the markers fit each other, and the function's result of this type? Then they decide what
 * becomes of that. */
void marker_settle_result(Reader *, LLVMTypeRef result);

#endif
