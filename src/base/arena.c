/* Bump allocation in blocks that double; everything is freed at once. */
#include "base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Block {
  struct Block *next;
  size_t size, used;
  _Alignas(16) char bytes[];
} Block;

typedef struct Action {
  struct Action *next;
  void (*action)(void *context);
  void *context;
} Action;

struct Arena {
  Block *newest;
  Action *actions;
};

enum { FIRST_BLOCK = 16 << 10, LARGEST_BLOCK = 4 << 20, ALIGNMENT = 16 };

static _Noreturn void out_of_memory(size_t size) {
  fprintf(stderr, "adcc: error: out of memory (%zu bytes)\n", size);
  exit(1);
}

Arena *arena_create(void) {
  Arena *arena = calloc(1, sizeof *arena);
  if (!arena)
    out_of_memory(sizeof *arena);
  return arena;
}

void arena_on_destroy(Arena *arena, void (*action)(void *context), void *context) {
  Action *entry = ARENA_NEW(arena, Action);
  *entry = (Action){arena->actions, action, context};
  arena->actions = entry;
}

void arena_destroy(Arena *arena) {
  for (Action *entry = arena->actions; entry; entry = entry->next)
    entry->action(entry->context);
  for (Block *next, *block = arena->newest; block; block = next) {
    next = block->next;
    free(block);
  }
  free(arena);
}

static void add_block(Arena *arena, size_t size) {
  size_t wanted = arena->newest ? arena->newest->size * 2 : FIRST_BLOCK;
  wanted = wanted > LARGEST_BLOCK ? LARGEST_BLOCK : wanted;
  wanted = wanted < size ? size : wanted;
  Block *block = wanted <= SIZE_MAX - sizeof *block ? calloc(1, sizeof *block + wanted) : NULL;
  if (!block)
    out_of_memory(wanted);
  block->next = arena->newest;
  block->size = wanted;
  arena->newest = block;
}

void *arena_alloc(Arena *arena, size_t size) {
  if (size > SIZE_MAX - ALIGNMENT)
    out_of_memory(size);
  size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  if (!arena->newest || arena->newest->size - arena->newest->used < size)
    add_block(arena, size);
  void *memory = arena->newest->bytes + arena->newest->used;
  arena->newest->used += size;
  return memory;
}

char *arena_copy_string(Arena *arena, const char *text, size_t length) {
  char *copy = arena_alloc(arena, length + 1);
  memcpy(copy, text, length);
  return copy;
}

char *arena_format(Arena *arena, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char *text = arena_alloc(arena, (size_t)(length < 0 ? 0 : length) + 1);
  vsnprintf(text, (size_t)(length < 0 ? 0 : length) + 1, format, again);
  va_end(again);
  return text;
}
