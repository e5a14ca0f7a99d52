/* How a C11 or C++17 program asks adcc for derivatives, and what it may ask the runtime.
 *
 * A derivative is asked for by a call whose function is named `__adcc_autodiff...` (reverse mode)
 * or
 * `__adcc_fwddiff...` (forward mode). Argument 0 is the function to differentiate; its arguments
 * follow, each after a marker that says what it is to the derivative:
 *
 *   adcc_const, x          inactive
 *   adcc_dup, x, dx        memory with its shadow (reverse adds into dx), or a forward-mode input
 *   adcc_dupnoneed, x, dx  as adcc_dup, and what the primal leaves in x is not wanted
 *   adcc_out, x            a floating-point value whose adjoint is returned
 *
 * Reverse mode returns the adjoints of the adcc_out arguments, forward mode the tangent of the
 * result; with adcc_primal_return the primal's result comes first. The seed of a floating-point
 * result is 1.
 *
 * Any function whose name contains `__adcc_autodiff` or `__adcc_fwddiff` is an entry point, so
 * declare one with the types that a call needs wherever those below do not fit:
 *
 *   struct pair { double dx, dy; };
 *   extern struct pair __adcc_autodiff_pair(void *, ...);
 *
 * C promotes a float passed through `...` to double; give an entry point for float a full prototype
 * when its arguments are passed by value. */
#ifndef ADCC_ADCC_H
#define ADCC_ADCC_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

extern int adcc_const, adcc_dup, adcc_dupnoneed, adcc_out, adcc_dupv;
extern int adcc_width, adcc_interleave;
extern int adcc_primal_return, adcc_noret, adcc_const_return, adcc_active_return, adcc_dup_return;
extern int adcc_tape, adcc_allocated, adcc_nofree;
extern int adcc_runtime_activity, adcc_strong_zero;

/* Reverse mode: nothing, a double or a float comes back. */
extern void __adcc_autodiff(void *function, ...);
extern double __adcc_autodiff_d(void *function, ...);
extern float __adcc_autodiff_f(void *function, ...);

/* Forward mode. */
extern void __adcc_fwddiff(void *function, ...);
extern double __adcc_fwddiff_d(void *function, ...);
extern float __adcc_fwddiff_f(void *function, ...);

/* Bytes of tape that derivatives hold now, and the most they held since the start or the last
 * reset; in libadcc_rt. */
struct adcc_tape_statistics {
  uint64_t live_bytes;
  uint64_t peak_bytes;
};
void adcc_tape_stats(struct adcc_tape_statistics *statistics);
void adcc_tape_reset_peak(void);

#ifdef __cplusplus
}
#endif

/* On the definition of a function: emit its derivative as the external function `name`. `markers`
 * has one word for each parameter ("dup, const, out"), and after "->" one for the result if need
 * be. A dup parameter is followed by its shadow in the derivative. Other compilers than clang see
 * nothing. */
#ifdef __clang__
#define ADCC_REVERSE(name, markers) __attribute__((annotate("adcc.reverse:" name ":" markers)))
#define ADCC_FORWARD(name, markers) __attribute__((annotate("adcc.forward:" name ":" markers)))
#else
#define ADCC_REVERSE(name, markers)
#define ADCC_FORWARD(name, markers)
#endif

#endif
