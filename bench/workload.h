/* A workload: one function on buffers of numbers, its derivative by hand and by adcc.
 *
 * A workload is one C file. It defines
 *
 *   static void kernel(int a, int b, ..., const int *indices, real *x0, real *x1, ...);
 *   static void gradient(int a, ..., const int *indices, real *x0, real *dx0, real *x1, ...);
 *   static void shape(Data *data);
 *
 * and ends with DEFINE_WORKLOAD (or BENCH_DEFINE with the calls written out, where the kernel has
 * another form). `gradient` is the hand-written derivative: it runs the primal, then adds into
 * the shadows of the inputs what the shadows of the outputs ask for, as a reverse-mode derivative
 * does. `shape` gives sizes and roles for data->size. A row in workloads.def registers the file.
 *
 * The file is compiled twice: by clang for the primal and the hand-written derivative, so that
 * these are what a user of clang gets, and through adcc for the derivatives it makes (-DPART_ADCC).
 * Both take the same flags. RESTRICT is `restrict` in the variants whose name ends in _restrict. */
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MAX_BUFFERS = 10, MAX_INTEGERS = 6, MAX_SIZES = 4 };

typedef enum {
  INPUT,   /* read; its shadow collects the gradient */
  OUTPUT,  /* written, not read before; its shadow brings the seed */
  INOUT,   /* both: updated in place */
  SCRATCH, /* written and read by the kernel, wanted by nobody */
  CONSTANT /* read, and not differentiated: needs a call of its own, by BENCH_DEFINE */
} Role;

typedef struct {
  void *value, *shadow;
  size_t count;
  Role role;
  /* Where the values that are read and the seeds of OUTPUT come from: uniform between these ... */
  double low, high;
  int ascending;   /* ... sorted: element i in the i-th of as many equal parts ... */
  double diagonal; /* ... with this added on the diagonal of a square matrix of `rows` rows. */
  size_t rows;
} Buffer;

typedef struct Data {
  int size; /* what the benchmark varies */
  int integers[MAX_INTEGERS];
  int *indices; /* index_count of them, each below index_limit */
  size_t index_count;
  int index_limit;
  Buffer buffers[MAX_BUFFERS];
  double tolerance;  /* relative, of adcc against by hand; 0: the usual */
  double operations; /* floating-point operations that the primal cannot avoid */
} Data;

typedef struct Workload {
  const char *name;
  size_t real_bytes;
  int sizes[MAX_SIZES]; /* ends with 0 */
  int check_size;
  void (*shape)(Data *data);
  void (*primal)(Data *data);
  void (*by_hand)(Data *data);
  /* By adcc; null when it made no object. forward takes tangents in the shadows. */
  void (*reverse)(Data *data);
  void (*forward)(Data *data);
  void (*reverse_without_preopt)(Data *data);
} Workload;

/* ---- for shape functions ---- */

static inline void buffer_set(Data *data, int i, Role role, size_t count, double low, double high) {
  Buffer *buffer = &data->buffers[i];
  buffer->role = role;
  buffer->count = count;
  buffer->low = low;
  buffer->high = high;
}

static inline void buffer_diagonal(Data *data, int i, size_t rows, double diagonal) {
  data->buffers[i].rows = rows;
  data->buffers[i].diagonal = diagonal;
}

#ifndef __cplusplus

#ifndef REAL
#define REAL double
#endif
#define BENCH_UNUSED __attribute__((unused))
#ifndef RESTRICT
#define RESTRICT
#endif
typedef REAL real;

#define BENCH_VALUE(i) ((real *)data->buffers[i].value)
#define BENCH_SHADOW(i) ((real *)data->buffers[i].shadow)

/* Argument lists of n integers (an x: then the indices) and of n buffers, for a plain call, a
 * hand-written gradient and a call of adcc. */
#define INTEGERS_1 data->integers[0]
#define INTEGERS_2 INTEGERS_1, data->integers[1]
#define INTEGERS_3 INTEGERS_2, data->integers[2]
#define INTEGERS_4 INTEGERS_3, data->integers[3]
#define INTEGERS_1x INTEGERS_1, data->indices
#define INTEGERS_2x INTEGERS_2, data->indices
#define INTEGERS_3x INTEGERS_3, data->indices
#define INTEGERS_4x INTEGERS_4, data->indices
#define CONSTANTS_1 adcc_const, data->integers[0]
#define CONSTANTS_2 CONSTANTS_1, adcc_const, data->integers[1]
#define CONSTANTS_3 CONSTANTS_2, adcc_const, data->integers[2]
#define CONSTANTS_4 CONSTANTS_3, adcc_const, data->integers[3]
#define CONSTANTS_1x CONSTANTS_1, adcc_const, data->indices
#define CONSTANTS_2x CONSTANTS_2, adcc_const, data->indices
#define CONSTANTS_3x CONSTANTS_3, adcc_const, data->indices
#define CONSTANTS_4x CONSTANTS_4, adcc_const, data->indices
#define VALUES_1 BENCH_VALUE(0)
#define VALUES_2 VALUES_1, BENCH_VALUE(1)
#define VALUES_3 VALUES_2, BENCH_VALUE(2)
#define VALUES_4 VALUES_3, BENCH_VALUE(3)
#define VALUES_5 VALUES_4, BENCH_VALUE(4)
#define VALUES_6 VALUES_5, BENCH_VALUE(5)
#define VALUES_7 VALUES_6, BENCH_VALUE(6)
#define VALUES_8 VALUES_7, BENCH_VALUE(7)
#define VALUES_9 VALUES_8, BENCH_VALUE(8)
#define PAIRS_1 BENCH_VALUE(0), BENCH_SHADOW(0)
#define PAIRS_2 PAIRS_1, BENCH_VALUE(1), BENCH_SHADOW(1)
#define PAIRS_3 PAIRS_2, BENCH_VALUE(2), BENCH_SHADOW(2)
#define PAIRS_4 PAIRS_3, BENCH_VALUE(3), BENCH_SHADOW(3)
#define PAIRS_5 PAIRS_4, BENCH_VALUE(4), BENCH_SHADOW(4)
#define PAIRS_6 PAIRS_5, BENCH_VALUE(5), BENCH_SHADOW(5)
#define PAIRS_7 PAIRS_6, BENCH_VALUE(6), BENCH_SHADOW(6)
#define PAIRS_8 PAIRS_7, BENCH_VALUE(7), BENCH_SHADOW(7)
#define PAIRS_9 PAIRS_8, BENCH_VALUE(8), BENCH_SHADOW(8)
#define DUPS_1 adcc_dup, PAIRS_1
#define DUPS_2 DUPS_1, adcc_dup, BENCH_VALUE(1), BENCH_SHADOW(1)
#define DUPS_3 DUPS_2, adcc_dup, BENCH_VALUE(2), BENCH_SHADOW(2)
#define DUPS_4 DUPS_3, adcc_dup, BENCH_VALUE(3), BENCH_SHADOW(3)
#define DUPS_5 DUPS_4, adcc_dup, BENCH_VALUE(4), BENCH_SHADOW(4)
#define DUPS_6 DUPS_5, adcc_dup, BENCH_VALUE(5), BENCH_SHADOW(5)
#define DUPS_7 DUPS_6, adcc_dup, BENCH_VALUE(6), BENCH_SHADOW(6)
#define DUPS_8 DUPS_7, adcc_dup, BENCH_VALUE(7), BENCH_SHADOW(7)
#define DUPS_9 DUPS_8, adcc_dup, BENCH_VALUE(8), BENCH_SHADOW(8)

#define BENCH_JOIN_(a, b) a##b
#define BENCH_JOIN(a, b) BENCH_JOIN_(a, b)
#define BENCH_TEXT_(a) #a
#define BENCH_TEXT(a) BENCH_TEXT_(a)
#define BENCH_ENTRY(suffix) BENCH_JOIN(NAME, suffix)

/* integers: 1..4 or 1x..4x; buffers: 1..9; then the size that --check uses and the sizes measured.
 */
#define DEFINE_WORKLOAD(integers, buffers, check_size_, ...)                                       \
  BENCH_DEFINE(check_size_, kernel(INTEGERS_##integers, VALUES_##buffers),                         \
               gradient(INTEGERS_##integers, PAIRS_##buffers),                                     \
               __adcc_autodiff((void *)kernel, CONSTANTS_##integers, DUPS_##buffers),              \
               __adcc_fwddiff((void *)kernel, CONSTANTS_##integers, DUPS_##buffers), __VA_ARGS__)

#ifdef PART_ADCC
#include <adcc/adcc.h>
#define BENCH_DEFINE(check_size_, call_primal, call_by_hand, call_reverse, call_forward, ...)      \
  BENCH_REVERSE(call_reverse)                                                                      \
  BENCH_FORWARD(call_forward)
#ifdef WITHOUT_REVERSE
#define BENCH_REVERSE(call)
#else
#define BENCH_REVERSE(call)                                                                        \
  void BENCH_ENTRY(_reverse)(Data * data) { call; }
#endif
#ifdef WITHOUT_FORWARD
#define BENCH_FORWARD(call)
#else
#define BENCH_FORWARD(call)                                                                        \
  void BENCH_ENTRY(_forward)(Data * data) { call; }
#endif
#else
/* The derivatives are weak: an object that adcc could not make leaves null here. */
#define BENCH_DEFINE(check_size_, call_primal, call_by_hand, call_reverse, call_forward, ...)      \
  static void run_primal(Data *data) { call_primal; }                                              \
  static void run_by_hand(Data *data) { call_by_hand; }                                            \
  __attribute__((weak)) void BENCH_ENTRY(_reverse)(Data * data);                                   \
  __attribute__((weak)) void BENCH_ENTRY(_forward)(Data * data);                                   \
  __attribute__((weak)) void BENCH_ENTRY(_nopreopt_reverse)(Data * data);                          \
  extern const Workload BENCH_JOIN(workload_, NAME);                                               \
  const Workload BENCH_JOIN(workload_,                                                             \
                            NAME) = {.name = BENCH_TEXT(NAME),                                     \
                                     .real_bytes = sizeof(real),                                   \
                                     .sizes = {__VA_ARGS__},                                       \
                                     .check_size = check_size_,                                    \
                                     .shape = shape,                                               \
                                     .primal = run_primal,                                         \
                                     .by_hand = run_by_hand,                                       \
                                     .reverse = BENCH_ENTRY(_reverse),                             \
                                     .forward = BENCH_ENTRY(_forward),                             \
                                     .reverse_without_preopt = BENCH_ENTRY(_nopreopt_reverse)};
#endif

#endif /* C */

/* ---- harness.c ---- */

/* Allocates and fills the buffers for a size. Aborts with a message when memory is short. */
typedef struct Session Session;
Session *session_open(const Workload *workload, int size);
void session_close(Session *session);
Data *session_data(Session *session);
/* Restores the inputs, zeroes the shadows of inputs, seeds those of outputs: before each call. */
void session_reset(Session *session);
/* For forward mode: tangents of the inputs instead. */
void session_reset_forward(Session *session);
/* Bytes of the buffers, without shadows. */
size_t session_bytes(const Session *session);
/* Bytes that any derivative must move: inputs read, outputs written, the shadows of outputs read
 * and those of inputs updated. */
size_t session_floor_bytes(const Session *session);

/* ---- verify.c ---- */

/* By hand against differences, adcc's reverse against by hand, forward against reverse; prints a
 * line for each and returns the number of failures. */
int workload_check(const Workload *workload);

/* ---- machine.c ---- */

/* Prints operations a second in float and double and bytes a second, as JSON. */
void machine_report(void);

#ifdef __cplusplus
}
#endif
#endif
