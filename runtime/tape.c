/* The tape: a stack of frames in chunks that never move, and lists of records on top of it. */
#include "../include/adcc/runtime.h"
#include "runtime_internal.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct adcc_tape_chunk {
  struct adcc_tape_chunk *previous;
  char *saved_cursor; /* of the previous chunk when this one was opened */
  size_t bytes;       /* payload */
  size_t growth;      /* what it was to hold at least */
  char payload[];
} Chunk;

_Static_assert(sizeof(Chunk) + ADCC_TAPE_ALIGNMENT <= ADCC_TAPE_FIRST_FRAME, "inline pop");

typedef struct adcc_tape_deferred {
  struct adcc_tape_deferred *next;
  void *memory;
  void (*release)(void *);
  adcc_tape_release *release_with_words; /* instead, where it is not NULL */
  uint64_t words[3];
} Deferred;

typedef struct adcc_tape_list_chunk {
  struct adcc_tape_list_chunk *previous;
  char *begin, *limit;
} ListChunk;

typedef struct adcc_tape_snapshot {
  char *cursor, *limit;
  Chunk *chunk;
  size_t bytes;
  char copy[];
} Snapshot;

enum { FIRST_CHUNK = 4096, LARGEST_DOUBLING = 64 << 20, FIRST_RECORD_BYTES = 32 };

static size_t round_up(uint64_t bytes, size_t alignment) {
  if (bytes > SIZE_MAX / 2 - alignment)
    runtime_fail_size("tape frame", bytes);
  return ((size_t)bytes + alignment - 1) & ~(alignment - 1);
}

static size_t padding(const char *address) {
  return -(uintptr_t)address & (ADCC_TAPE_ALIGNMENT - 1);
}

static char *chunk_start(Chunk *chunk) { return chunk->payload + padding(chunk->payload); }

void adcc_tape_begin(adcc_tape *tape) { *tape = (adcc_tape){0}; }

static void close_chunk(adcc_tape *tape) {
  Chunk *chunk = tape->chunk;
  runtime_count_bytes(-(int64_t)chunk->bytes);
  tape->chunk = chunk->previous;
  tape->cursor = chunk->saved_cursor;
  tape->limit = tape->chunk ? tape->chunk->payload + tape->chunk->bytes : NULL;
  runtime_block_put(chunk, sizeof *chunk + chunk->bytes);
}

void adcc_tape_end(adcc_tape *tape) {
  Deferred *next, *in_order = NULL; /* a release may need what the primal released later */
  for (Deferred *entry = tape->deferred; entry; entry = next) {
    next = entry->next;
    entry->next = in_order;
    in_order = entry;
  }
  tape->deferred = NULL;
  for (Deferred *entry = in_order; entry; entry = next) {
    next = entry->next;
    if (entry->release_with_words)
      entry->release_with_words(entry->memory, entry->words[0], entry->words[1], entry->words[2]);
    else
      entry->release(entry->memory);
    free(entry);
  }
  if (tape->log)
    adcc_log_destroy(tape->log);
  tape->log = NULL;
  while (tape->chunk)
    close_chunk(tape);
}

adcc_tape *adcc_tape_create(void) {
  adcc_tape *tape = malloc(sizeof *tape);
  if (!tape)
    runtime_fail_size("tape", sizeof *tape);
  adcc_tape_begin(tape);
  return tape;
}

void adcc_tape_destroy(adcc_tape *tape) {
  adcc_tape_end(tape);
  free(tape);
}

/* Each chunk is twice the one before, but for frames that take more than half of that: what follows
 * a large frame is most often a small one, or, as where a program goes from half to half, one twice
 * as large, for which no room would be left. */
static void open_chunk(adcc_tape *tape, size_t bytes) {
  size_t wanted = tape->chunk ? tape->chunk->growth : FIRST_CHUNK / 2;
  wanted = wanted < LARGEST_DOUBLING ? wanted * 2 : wanted;
  size_t held = sizeof(Chunk) + (bytes > wanted / 2 ? bytes : wanted) + ADCC_TAPE_ALIGNMENT;
  Chunk *chunk = runtime_block_get(&held);
  if (!chunk) {
    held = sizeof *chunk + bytes + ADCC_TAPE_ALIGNMENT;
    chunk = runtime_block_get(&held);
  }
  if (!chunk)
    runtime_fail_size("tape", bytes);
  size_t payload = held - sizeof *chunk;
  chunk->previous = tape->chunk;
  chunk->saved_cursor = tape->cursor;
  chunk->bytes = payload;
  chunk->growth = wanted;
  tape->chunk = chunk;
  tape->cursor = chunk_start(chunk);
  tape->limit = chunk->payload + payload;
  runtime_count_bytes((int64_t)payload);
}

/* Small frames, as of a recursive function's calls, lie close together. */
void *adcc_tape_push(adcc_tape *tape, uint64_t bytes) {
  size_t size = round_up(bytes, ADCC_TAPE_SMALL_ALIGNMENT);
  size_t gap = bytes < ADCC_TAPE_ALIGNMENT ? 0 : padding(tape->cursor);
  if ((size_t)(tape->limit - tape->cursor) < gap + size) {
    open_chunk(tape, size);
    gap = 0;
  }
  char *frame = tape->cursor + gap;
  tape->cursor = frame + size;
  return frame;
}

/* Calls `visit` for the used part of each chunk, the latest first; returns how many bytes those
 * are. */
static size_t visit_used(const adcc_tape *tape, char *copy,
                         void (*visit)(char *copy, char *used, size_t bytes)) {
  size_t total = 0;
  char *end = tape->cursor;
  for (Chunk *chunk = tape->chunk; chunk; end = chunk->saved_cursor, chunk = chunk->previous) {
    size_t bytes = (size_t)(end - chunk->payload);
    if (visit)
      visit(copy + total, chunk->payload, bytes);
    total += bytes;
  }
  return total;
}

static void save_bytes(char *copy, char *used, size_t bytes) { memcpy(copy, used, bytes); }
static void put_back_bytes(char *copy, char *used, size_t bytes) { memcpy(used, copy, bytes); }

void adcc_tape_keep(adcc_tape *tape) {
  if (tape->kept)
    runtime_fail("a tape is kept twice");
  size_t bytes = visit_used(tape, NULL, NULL);
  Snapshot *snapshot = malloc(sizeof *snapshot + bytes);
  if (!snapshot)
    runtime_fail_size("copy of the tape", bytes);
  *snapshot = (Snapshot){tape->cursor, tape->limit, tape->chunk, bytes};
  visit_used(tape, snapshot->copy, save_bytes);
  runtime_count_bytes((int64_t)bytes);
  tape->kept = snapshot;
}

void adcc_tape_restore(adcc_tape *tape) {
  Snapshot *snapshot = tape->kept;
  while (tape->chunk != snapshot->chunk)
    close_chunk(tape);
  tape->cursor = snapshot->cursor;
  tape->limit = snapshot->limit;
  visit_used(tape, snapshot->copy, put_back_bytes);
  tape->kept = NULL;
  runtime_count_bytes(-(int64_t)snapshot->bytes);
  free(snapshot);
}

void adcc_tape_pop(adcc_tape *tape, void *frame) {
  if (tape->kept)
    return;
  char *bottom = frame;
  if (bottom == tape->cursor) /* of no bytes */
    return;
  while (tape->chunk && !(bottom >= chunk_start(tape->chunk) && bottom <= tape->limit))
    close_chunk(tape);
  if (!tape->chunk) {
    if (bottom)
      runtime_fail("tape frame released twice or out of order");
    return;
  }
  tape->cursor = bottom;
  if (bottom == chunk_start(tape->chunk) && tape->chunk->previous)
    close_chunk(tape);
}

static void defer(adcc_tape *tape, Deferred deferred) {
  if (!deferred.memory)
    return;
  Deferred *entry = malloc(sizeof *entry);
  if (!entry)
    runtime_fail_size("tape", sizeof *entry);
  *entry = deferred;
  entry->next = tape->deferred;
  tape->deferred = entry;
}

void adcc_tape_defer_free(adcc_tape *tape, void *memory, void (*release)(void *)) {
  defer(tape, (Deferred){.memory = memory, .release = release ? release : free});
}

void adcc_tape_defer_call(adcc_tape *tape, void *memory, adcc_tape_release *release, uint64_t first,
                          uint64_t second, uint64_t third) {
  defer(
      tape,
      (Deferred){.memory = memory, .release_with_words = release, .words = {first, second, third}});
}

static void end_and_free(void *tape) { adcc_tape_destroy(tape); }

void adcc_tape_defer_end(adcc_tape *tape, adcc_tape *inner) {
  adcc_tape *moved = adcc_tape_create();
  *moved = *inner;
  adcc_tape_begin(inner);
  adcc_tape_defer_free(tape, moved, end_and_free);
}

void adcc_tape_list_begin(adcc_tape_list *list) { *list = (adcc_tape_list){0}; }

/* As long as nothing else has been pushed, the list's chunk goes on in the tape's. */
static bool list_extend_chunk(adcc_tape *tape, adcc_tape_list *list, size_t record_bytes) {
  ListChunk *chunk = list->chunk;
  if (!chunk || list->limit != tape->cursor || record_bytes % ADCC_TAPE_SMALL_ALIGNMENT)
    return false;
  size_t room = (size_t)(tape->limit - tape->cursor) / record_bytes;
  size_t held = (size_t)(list->limit - list->begin) / record_bytes;
  size_t records = held / 2 + 1 < room ? held / 2 + 1 : room;
  tape->cursor += records * record_bytes;
  chunk->limit = list->limit = tape->cursor;
  return records > 0;
}

/* The first chunk is small: a loop that is the end of a recursion, or within others, may turn once
 * each time. */
static void list_open_chunk(adcc_tape *tape, adcc_tape_list *list, size_t record_bytes) {
  size_t held = list->chunk ? (size_t)(list->limit - list->begin) / record_bytes : 0;
  size_t first = record_bytes < FIRST_RECORD_BYTES ? FIRST_RECORD_BYTES / record_bytes : 1;
  size_t records = held == 0 ? first : held * 2;
  if (records > SIZE_MAX / 4 / record_bytes)
    runtime_fail_size("tape list", record_bytes);
  size_t header = round_up(sizeof(ListChunk), ADCC_TAPE_SMALL_ALIGNMENT);
  ListChunk *chunk = adcc_tape_push(tape, header + records * record_bytes);
  chunk->previous = list->chunk;
  chunk->begin = (char *)chunk + header;
  chunk->limit = chunk->begin + records * record_bytes;
  list->chunk = chunk;
  list->cursor = list->begin = chunk->begin;
  list->limit = chunk->limit;
}

void *adcc_tape_list_push(adcc_tape_list *list, adcc_tape *tape, uint64_t record_bytes) {
  if (list->cursor == list->limit && !list_extend_chunk(tape, list, (size_t)record_bytes))
    list_open_chunk(tape, list, (size_t)record_bytes);
  char *record = list->cursor;
  list->cursor = record + record_bytes;
  return record;
}

void *adcc_tape_list_pop(adcc_tape_list *list, uint64_t record_bytes) {
  if (list->cursor == list->begin) {
    ListChunk *chunk = list->chunk ? list->chunk->previous : NULL;
    if (!chunk)
      runtime_fail("tape list read past its first record");
    list->chunk = chunk;
    list->begin = chunk->begin;
    list->cursor = list->limit = chunk->limit;
  }
  list->cursor -= record_bytes;
  return list->cursor;
}

void *adcc_tape_realloc(void *old, uint64_t bytes, adcc_tape *tape) {
  if (bytes > SIZE_MAX)
    runtime_fail_size("realloc", bytes);
  void *block = malloc(bytes ? (size_t)bytes : 1);
  if (!block)
    runtime_fail_size("realloc", bytes);
  if (old) {
    size_t held = malloc_usable_size(old);
    memcpy(block, old, held < bytes ? held : (size_t)bytes);
    adcc_tape_defer_free(tape, old, NULL);
  }
  return block;
}

void *adcc_tape_realloc_shadow(void *old, uint64_t bytes, adcc_tape *tape) {
  size_t held = old ? malloc_usable_size(old) : 0;
  char *block = adcc_tape_realloc(old, bytes, tape);
  size_t usable = malloc_usable_size(block);
  size_t copied = held < bytes ? held : (size_t)bytes;
  memset(block + copied, 0, usable - copied);
  return block;
}

void adcc_tape_clear(void *block) {
  if (block)
    memset(block, 0, malloc_usable_size(block));
}

uint64_t adcc_tape_common_bytes(void *a, void *b) {
  size_t held = a ? malloc_usable_size(a) : 0, other = b ? malloc_usable_size(b) : 0;
  return held < other ? held : other;
}
