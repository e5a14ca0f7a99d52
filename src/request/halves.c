/* The requests in two halves that one function gets: what its tapes are for, and whether the halves
 * fit each other. */
#include "request.h"

TapeUse request_tape_use(LLVMValueRef primal, const RequestArray *ready) {
  TapeUse use = {false, false};
  for (size_t i = 0; i < ready->count; i++) {
    const Request *request = ready->items[i];
    use.of_gradient |= request->primal == primal && request->mode == REQUEST_GRADIENT;
    use.of_forward |= request->primal == primal && request->mode == REQUEST_FORWARD_SPLIT &&
                      !request_has_null_tape(request);
  }
  return use;
}

/* Does every half of the function for forward mode make the same shadows? */
static bool halves_agree(const Request *request, const RequestArray *ready) {
  for (size_t i = 0; i < ready->count; i++) {
    const Request *other = ready->items[i];
    if (other->primal != request->primal ||
        (other->mode != REQUEST_AUGMENTED && other->mode != REQUEST_FORWARD_SPLIT))
      continue;
    if (other->width != request->width)
      return false;
    for (size_t k = 0; k < request->argument_count; k++)
      if ((other->arguments[k].activity == ACTIVITY_CONST) !=
          (request->arguments[k].activity == ACTIVITY_CONST))
        return false;
  }
  return true;
}

/* Why the tape of `first` is none for `second`; NULL if it is one. */
static const char *halves_difference(const Request *first, const Request *second) {
  if (first->result != second->result)
    return "one has an adjoint of the result, the other none";
  if (first->width != second->width)
    return "they differ in width";
  if (first->strong_zero != second->strong_zero ||
      first->runtime_activity != second->runtime_activity)
    return "they differ in strong_zero or runtime_activity";
  for (size_t i = 0; i < first->argument_count; i++)
    if (first->arguments[i].activity != second->arguments[i].activity)
      return "an argument is marked otherwise";
  return NULL;
}

void request_match_halves(RequestArray *ready) {
  for (size_t i = 0; i < ready->count; i++) {
    Request *first = ready->items[i];
    if (first->mode != REQUEST_AUGMENTED || !first->no_return)
      continue;
    Request seeded = *first;
    seeded.result = RETURN_ACTIVE;
    bool fits = false, fits_seeded = false;
    for (size_t k = 0; k < ready->count; k++) {
      const Request *second = ready->items[k];
      if (second->mode != REQUEST_GRADIENT || second->primal != first->primal)
        continue;
      fits |= !halves_difference(first, second);
      fits_seeded |= !halves_difference(&seeded, second);
    }
    if (fits_seeded && !fits)
      first->result = RETURN_ACTIVE;
  }
}

/* Reports a second half whose tape no first half of this module makes. */
static bool has_first_half(DiagSink *sink, const Request *second, const RequestArray *ready) {
  const char *difference = NULL;
  for (size_t i = 0; i < ready->count; i++) {
    const Request *first = ready->items[i];
    if (first->mode != REQUEST_AUGMENTED || first->primal != second->primal)
      continue;
    const char *other = halves_difference(first, second);
    if (!other)
      return true;
    if (!difference)
      difference = other;
  }
  if (difference)
    diag_at(sink, second->call, DIAG_HALVES_DIFFER, LLVMGetValueName2(second->primal, &(size_t){0}),
            difference);
  return !difference;
}

bool request_check_halves(DiagSink *sink, const Request *request, TapeUse use,
                          const RequestArray *ready) {
  bool needs_tape = request->mode == REQUEST_FORWARD_SPLIT || request->mode == REQUEST_GRADIENT;
  bool tape_for_seed = needs_tape && !request->tape && request->seed &&
                       LLVMGetTypeKind(LLVMTypeOf(request->seed)) == LLVMPointerTypeKind;
  if (tape_for_seed)
    diag_at(sink, request->call, DIAG_NO_SEED);
  else if (needs_tape && !request->tape)
    diag_at(sink, request->call, DIAG_NO_TAPE);
  else if (request->mode == REQUEST_FORWARD_SPLIT && request->result_in_memory &&
           request->primal_return)
    diag_at(sink, request->call, DIAG_UNSUPPORTED_REQUEST,
            "a function that returns a structure in memory by 'fwdsplit' with primal_return");
  else if (use.of_forward && use.of_gradient && request->result == RETURN_DUP)
    diag_at(sink, request->call, DIAG_UNSUPPORTED_REQUEST,
            "a function that returns a pointer both by 'reverse' and by 'fwdsplit'; the shadows "
            "that augmentfwd makes are for one");
  else if (use.of_forward && request->result == RETURN_DUP && !halves_agree(request, ready))
    diag_at(sink, request->call, DIAG_UNSUPPORTED_REQUEST,
            "a function that returns a pointer by 'augmentfwd' and 'fwdsplit' that differ in "
            "const arguments or in width");
  else
    return request->mode != REQUEST_GRADIENT || has_first_half(sink, request, ready);
  return false;
}

bool request_has_null_tape(const Request *request) {
  return request->tape && LLVMIsAConstant(request->tape) && LLVMIsNull(request->tape);
}
