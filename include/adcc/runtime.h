/* The ABI between code that adcc emits and libadcc_rt. Users need only adcc.h; this header is for
 * the compiler and the runtime. Every size is in bytes; every function aborts with a message naming
 * the size when memory is exhausted or a size overflows, and never returns NULL.
 *
 * A tape is a stack of frames in chunks that never move. Frames are pushed by the forward sweep and
 * popped in reverse order by the reverse sweep. A tape belongs to one derivative call and to one
 * thread; there is no global state but the statistics counters, which are atomic, and the blocks
 * that each thread keeps for its next tape. */
#ifndef ADCC_RUNTIME_H
#define ADCC_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct adcc_tape {
  char *cursor;                        /* next free byte of the current chunk */
  char *limit;                         /* its end */
  struct adcc_tape_chunk *chunk;       /* the current chunk, linked to the earlier ones */
  struct adcc_tape_deferred *deferred; /* allocations that the primal freed, kept until the end */
  struct adcc_tape_snapshot *kept;     /* between keep and restore: what it held then */
  struct adcc_log *log;                /* of the same run, for fwdsplit, or NULL */
} adcc_tape;

#define ADCC_TAPE_ALIGNMENT 64 /* of a frame that is no smaller */
#define ADCC_TAPE_SMALL_ALIGNMENT 16
/* Emitted code pushes and pops inline as long as that opens or closes no chunk, so the layouts here
 * are part of the ABI; a frame this far behind the start of a chunk is not the chunk's first. */
#define ADCC_TAPE_FIRST_FRAME (2 * ADCC_TAPE_ALIGNMENT)

/* `tape` is caller's storage (a local of the derivative); begin makes it empty. */
void adcc_tape_begin(adcc_tape *tape);
void adcc_tape_end(adcc_tape *tape);
/* A tape on the heap, for derivatives in two halves. */
adcc_tape *adcc_tape_create(void);
void adcc_tape_destroy(adcc_tape *tape);

/* A frame of no bytes takes no room, and may be NULL. */
void *adcc_tape_push(adcc_tape *tape, uint64_t bytes);
/* Releases `frame` and all that was pushed after it. */
void adcc_tape_pop(adcc_tape *tape, void *frame);
/* Lets a reverse sweep run and leave the tape as it was, so that it can run again: in between, pop
 * releases nothing; restore puts every byte back and releases what was pushed. */
void adcc_tape_keep(adcc_tape *tape);
void adcc_tape_restore(adcc_tape *tape);
/* Keeps `memory` until the tape ends, then calls `release` on it (NULL: free). */
void adcc_tape_defer_free(adcc_tape *tape, void *memory, void (*release)(void *));

/* The same for a release that takes more than the memory: up to three further words. */
typedef void adcc_tape_release(void *memory, uint64_t first, uint64_t second, uint64_t third);
void adcc_tape_defer_call(adcc_tape *tape, void *memory, adcc_tape_release *release, uint64_t first,
                          uint64_t second, uint64_t third);

/* Moves all that `inner` holds into `tape`'s care until that ends; `inner` is then empty. */
void adcc_tape_defer_end(adcc_tape *tape, adcc_tape *inner);

/* A list of records of one size, for loops whose trip count is known only at run time. The list
 * itself is a frame of sizeof(adcc_tape_list) bytes; its chunks are frames, so popping the list
 * frees them. */
typedef struct adcc_tape_list {
  char *cursor; /* end of the latest record */
  char *limit;  /* end of the current chunk */
  char *begin;  /* first record of the current chunk */
  struct adcc_tape_list_chunk *chunk;
} adcc_tape_list;

void adcc_tape_list_begin(adcc_tape_list *list);
void *adcc_tape_list_push(adcc_tape_list *list, adcc_tape *tape, uint64_t record_bytes);
void *adcc_tape_list_pop(adcc_tape_list *list, uint64_t record_bytes);

/* realloc whose old block outlives it: new block, contents copied, old one freed at tape end. */
void *adcc_tape_realloc(void *old, uint64_t bytes, adcc_tape *tape);
/* The same for a shadow: bytes beyond the old block are zeroed. */
void *adcc_tape_realloc_shadow(void *old, uint64_t bytes, adcc_tape *tape);
/* Zeroes all that malloc gave for `block`. */
void adcc_tape_clear(void *block);

/* Aborts if there is anything in bytes [begin, end) of `shadow`, unless that is the primal itself.
 */
void adcc_tape_check_zero(const void *shadow, const void *primal, uint64_t begin, uint64_t end);
/* The same for a part of a word, unless that is the shadow of a pointer, which has been replaced.
 */
void adcc_tape_check_part(const void *shadow, uint64_t bytes);
/* The same for the first `bytes` of a number, in which a block ends, unless its word is the shadow
 * of a pointer: `kinds` is ADCC_ANY_NUMBERS where there are none, ADCC_FLOATS where two floats make
 * a word. */
void adcc_tape_check_cut(const void *number, uint64_t bytes, uint32_t kinds);
/* Aborts if a copy of `bytes` from a shadow ends within the pointer at `offset` of a record, and
 * there is one, whose shadow would stay behind; `kinds` as above. */
void adcc_tape_check_end(const void *from, const void *primal, uint64_t bytes, uint64_t record,
                         uint64_t offset, uint32_t kinds);
/* Aborts if what is moved from there is a part of an address, of which the word in the shadow
 * tells, unless the shadow is the primal itself. */
void adcc_tape_check_piece(const void *shadow, const void *primal, uint64_t bytes);
/* Moves the pointer at `offset` of every record in `bytes`, of which the last may be a part of one;
 * the blocks may overlap. */
void adcc_tape_copy_pointers(void *to, const void *from, uint64_t bytes, uint64_t record,
                             uint64_t offset);
/* The same where a number may stand in the pointer's place: it has an exponent, and stays. */
void adcc_tape_copy_mixed(void *to, const void *from, uint64_t bytes, uint64_t record,
                          uint64_t offset);
/* The same where a pair of floats may stand there, which in a program with high addresses only (as
 * adcc_tape_check_addresses has found, or aborts) differs from a pointer. */
void adcc_tape_copy_mixed_pairs(void *to, const void *from, uint64_t bytes, uint64_t record,
                                uint64_t offset);
void adcc_tape_check_addresses(void);
/* Zeroes the words that are shadows of pointers in a block of a shadow, which is none if it is the
 * primal itself, but for what overlaps `from`, which may be NULL. */
void adcc_tape_clear_pointers(void *shadow, const void *primal, const void *from, uint64_t bytes);
/* The upper half of a pair of floats that is moved float by float: aborts if it is an address's. */
void adcc_tape_check_half(uint32_t half);
/* Zeroes all but those words. */
void adcc_tape_clear_numbers(void *shadow, uint64_t bytes);
/* A copy of words that may be anything: moves what has no exponent, the shadows of pointers; and in
 * the reverse sweep the rest, adjoints. A shadow that is the primal is none. Where the blocks are
 * not aligned they hold no words, and nothing may be there to move. */
void adcc_tape_copy_words(void *to, const void *from, const void *primal, uint64_t bytes);
void adcc_tape_add_words(void *to, void *from, const void *primal_to, const void *primal_from,
                         uint64_t bytes);
/* The same in memory without pointers, whose numbers may lie anywhere: they are moved to where
 * there are none yet; it aborts if they would have to be added. */
void adcc_tape_add_loose(void *to, void *from, const void *primal_to, const void *primal_from,
                         uint64_t bytes);
/* The same where one of the blocks is of doubles that are aligned: these are added. */
void adcc_tape_add_doubles(void *to, void *from, const void *primal_to, const void *primal_from,
                           uint64_t bytes);
void adcc_tape_take_back_loose(void *to, const void *from, uint64_t bytes);
/* As adcc_tape_add_words, where a number may lie across two words: these are moved to where there
 * is none yet; it aborts where they would have to be added, or look like neither number nor
 * pointer. */
void adcc_tape_add_loose_words(void *to, void *from, const void *primal_to, const void *primal_from,
                               uint64_t bytes);
void adcc_tape_take_back_loose_words(void *to, const void *from, uint64_t bytes);
/* What adcc_tape_add_words did to adjoints, undone for the adjoints of these: of numbers, those
 * behind `from` (NULL: zeros) go to `to`. */
void adcc_tape_take_back_words(void *to, const void *from, uint64_t bytes);
/* The same for bytes [begin, end) of a copy of which nothing is known, which may be floats, too:
 * the adjoint of a word can be moved, not added to another one, and aborts if it would have to be.
 * `from` may be NULL: the source has no shadow. Where all numbers are of one type they can be
 * added: with ADCC_DOUBLES no number but a double begins a word, and what has a lower half is one;
 * with ADCC_DOUBLE_ENDS none but a double ends a word, and what has an upper half is one; with
 * ADCC_ONLY_DOUBLES there are no others at all, and with ADCC_DOUBLES_COUNT it does not matter what
 * becomes of others; with ADCC_FLOATS every half of a word is a float.
 */
enum {
  ADCC_ANY_NUMBERS,
  ADCC_DOUBLES,
  ADCC_ONLY_DOUBLES,
  ADCC_DOUBLES_COUNT,
  ADCC_FLOATS,
  ADCC_DOUBLE_ENDS
};
void adcc_tape_copy_unknown(void *to, const void *from, const void *primal_to,
                            const void *primal_from, uint64_t begin, uint64_t end, int numbers,
                            const char *place);
void adcc_tape_add_unknown(void *to, void *from, const void *primal_to, const void *primal_from,
                           uint64_t begin, uint64_t end, int numbers, const char *place);
/* The adjoint that a word of a shadow is, none if it is the shadow of a pointer; and the sum of two
 * such adjoints, `old` being a word of a shadow. Aborts where both are there and it cannot be told
 * what they are; `place` is where in the source they add up. */
uint64_t adcc_tape_number_of(uint64_t word);
uint64_t adcc_tape_sum_unknown(uint64_t word, uint64_t old, int numbers, const char *place);
/* Aborts if two blocks that are to be swapped meet, other than in all their bytes. */
void adcc_check_apart(const void *a, const void *b, uint64_t bytes);
/* Stops the program if `room`, of `count` items of `size` bytes, could not be allocated. */
void adcc_check_room(const void *room, uint64_t size, uint64_t count);
/* Stops the program if the caller's buffer for a tape has fewer bytes than are needed. */
void adcc_check_tape(uint64_t bytes, uint64_t needed);
/* The shadow of a pointer from a global, by its name; aborts if it has none. */
void *adcc_tape_check_shadow(void *shadow, const void *primal, const char *global);
/* The shadow of a block that was allocated before the derivative was called, which a global points
 * to; `slot` is the shadow of the global. A call of a derivative begins and ends with the others.
 */
void *adcc_workspace_shadow(uintptr_t primal, void **slot, uint32_t lane);
void adcc_workspace_renew(void);
void adcc_workspace_close(void);
/* The same for a std::vector in a global, and its shadow: for all its pointers, at the beginning of
 * the call. */
void adcc_workspace_open(char *const *vector, char **shadow, void *(*allocate)(size_t),
                         void (*release)(void *));
/* Before a derivative is called: from `primal` on, so many bytes have a shadow. Then the pointers
 * in globals, of which those go to their shadows, and others stand for memory without any. */
void adcc_kept_share(const void *primal, void *shadow, uint64_t bytes);
void adcc_kept_pointers(uintptr_t *shadow, const uintptr_t *primal, uint64_t count);
/* Aborts if one of the words is a pointer into what is shared. */
void adcc_kept_apart(const uintptr_t *words, uint64_t count);
void adcc_kept_done(void);
/* Aborts if there is an exponent: what was computed as an integer has a derivative. */
void adcc_tape_check_integer(uint64_t exponent);
/* Aborts unless a word of a shadow is what the forward sweep `put` there, the shadow of a pointer,
 * or what numbers and integers of half its size have left of it, or that of another pointer. */
void adcc_tape_check_word(uint64_t word, uint64_t put);
/* Bytes that two blocks of malloc both hold; 0 if `a` is NULL. */
uint64_t adcc_tape_common_bytes(void *a, void *b);

/* Aborts: an active call through a pointer has reached a function that has no derivative. */
void adcc_unlisted_call(void);
/* Aborts: an address with a mark in its upper bits is used, which its word holds beside numbers. */
void adcc_marked_address(void);
/* What a handler has of an exception that was not thrown in what is differentiated, or of which
 * that is not known: `thrown` is the address of the one that was, or 0. The check aborts if there
 * is one: its derivative would be lost. */
void *adcc_exception_outside(void *exception, uint64_t thrown);
void adcc_exception_check(uint64_t thrown);
/* Aborts unless the shadows of two addresses are as far apart as these. */
void adcc_check_distance(int64_t distance, int64_t of_shadows);
/* Aborts if `lost`: an active value goes to memory that was passed as const. */
void adcc_activity_check(int lost, const char *place);

/* What a run of augmentfwd leaves for fwdsplit: the values it read from memory and from outside, in
 * the order of execution. A place is valid until the next push. The log is its tape's, and goes
 * with it. */
typedef struct adcc_log adcc_log;
adcc_log *adcc_tape_record(adcc_tape *tape); /* gives it a log, which it did not have */
adcc_log *adcc_tape_log(adcc_tape *tape);    /* never NULL */
void adcc_log_destroy(adcc_log *log);
void *adcc_log_push(adcc_log *log, uint64_t bytes);
const void *adcc_log_next(adcc_log *log, uint64_t bytes);
void adcc_log_rewind(adcc_log *log);
/* Aborts unless all of it was read: the second half ran another way than the first. */
void adcc_log_end(adcc_log *log);
/* The shadow, in that lane, of the block whose address was pushed last. */
void adcc_log_add_shadow(adcc_log *log, void *shadow, uint32_t lane);
/* The shadow of the block whose address was read last, or in its place a block that lives as long
 * as the log: zeroed, or with the contents of the shadow `old`. It never lies where that block did,
 * since a shadow at the primal's address stands for none. */
void *adcc_log_shadow(adcc_log *log, uint64_t bytes, const void *old, uint32_t lane);

/* What adcc --verify emits of a derivative, for its checking entry. Items describe the parameters,
 * and behind them the result: where in every `period` bytes floating point stands. */
enum { ADCC_CHECK_CONST, ADCC_CHECK_VALUE, ADCC_CHECK_MEMORY };
typedef struct {
  uint64_t offset, bits; /* 32, 64 or 80 */
} adcc_check_field;
typedef struct {
  uint64_t role;
  uint64_t period; /* of a value: its bytes; of memory 0 where the pattern does not repeat */
  uint64_t field_count;
  const adcc_check_field *fields;
} adcc_check_item;
/* The functions take the addresses of values, and memory itself; shadows are tangents in forward
 * mode, and in reverse mode adjoints. */
typedef struct {
  uint64_t count; /* of parameters */
  const adcc_check_item *items;
  void (*primal)(void **arguments, void *result);
  void (*forward)(void **arguments, void **shadows, void *tangent);
  void (*reverse)(void **arguments, void **shadows);
} adcc_check;
/* How far reverse mode, forward mode and differences are apart, relative to the derivative, and
 * beyond what the differences can tell; the arguments stay as they are. `bytes` counts for memory.
 */
double adcc_check_run(const adcc_check *check, void *const *arguments, const uint64_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
