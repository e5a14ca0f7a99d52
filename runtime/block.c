/* The memory behind tapes. A derivative called in a loop wants the same few large blocks each time;
 * fresh ones would cost a page fault for every 4 KiB that it tapes. So each thread keeps some of
 * the blocks that its tapes gave back, and large ones are asked for as huge pages. */
#define _DEFAULT_SOURCE
#include "runtime_internal.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { SPARE_BLOCKS = 16 };
static const size_t spare_limit = (size_t)256 << 20, huge_page = (size_t)2 << 20, page = 4096;

typedef struct {
  void *memory;
  size_t bytes;
} Block;

typedef struct {
  Block blocks[SPARE_BLOCKS]; /* the first `count`, the latest given back last */
  size_t count, bytes;
  bool ends_with_thread; /* its release at the end of the thread is arranged */
} Spare;

static _Thread_local Spare spare;
static pthread_key_t end_of_thread;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void release_all(void *kept) {
  Spare *blocks = kept;
  for (size_t i = 0; i < blocks->count; i++)
    free(blocks->blocks[i].memory);
  *blocks = (Spare){0};
}

static void create_key(void) {
  if (pthread_key_create(&end_of_thread, release_all))
    runtime_fail("no thread-specific key is left");
}

static void forget(size_t i) {
  spare.bytes -= spare.blocks[i].bytes;
  spare.count--;
  memmove(&spare.blocks[i], &spare.blocks[i + 1], (spare.count - i) * sizeof spare.blocks[0]);
}

/* Large blocks are the ones worth keeping; a tape that grew gives them back first. */
static size_t smallest(void) {
  size_t least = 0;
  for (size_t i = 1; i < spare.count; i++)
    if (spare.blocks[i].bytes < spare.blocks[least].bytes)
      least = i;
  return least;
}

/* The smallest that fits, and is not so large that it would be wasted. */
static void *take_spare(size_t *bytes) {
  size_t best = spare.count;
  for (size_t i = 0; i < spare.count; i++) {
    size_t held = spare.blocks[i].bytes;
    if (held >= *bytes && held / 4 <= *bytes &&
        (best == spare.count || held < spare.blocks[best].bytes))
      best = i;
  }
  if (best == spare.count)
    return NULL;
  void *memory = spare.blocks[best].memory;
  *bytes = spare.blocks[best].bytes;
  forget(best);
  return memory;
}

void *runtime_block_get(size_t *bytes) {
  void *memory = take_spare(bytes);
  if (memory)
    return memory;
  if (*bytes < 2 * huge_page)
    return malloc(*bytes);
  /* What is left of the last huge page is no part of it: frames of a power of two would have almost
   * all of one for nothing. */
  size_t rounded = (*bytes + page - 1) & ~(page - 1);
  if (posix_memalign(&memory, huge_page, rounded))
    return malloc(*bytes);
#ifdef MADV_HUGEPAGE
  madvise(memory, rounded, MADV_HUGEPAGE); /* advice: no harm if it is not taken */
#endif
  *bytes = rounded;
  return memory;
}

void runtime_block_put(void *memory, size_t bytes) {
  if (bytes > spare_limit) {
    free(memory);
    return;
  }
  while (spare.count == SPARE_BLOCKS || spare.bytes + bytes > spare_limit) {
    size_t least = smallest();
    if (spare.blocks[least].bytes >= bytes) {
      free(memory);
      return;
    }
    free(spare.blocks[least].memory);
    forget(least);
  }
  if (!spare.ends_with_thread) {
    pthread_once(&once, create_key);
    spare.ends_with_thread = pthread_setspecific(end_of_thread, &spare) == 0;
  }
  if (!spare.ends_with_thread) {
    free(memory);
    return;
  }
  spare.blocks[spare.count++] = (Block){memory, bytes};
  spare.bytes += bytes;
}
