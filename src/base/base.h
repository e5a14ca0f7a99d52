/* base: memory arenas, growable arrays, pointer maps and diagnostics.
 * Everything else may include this; it includes nothing of ours. */
#ifndef ADCC_BASE_H
#define ADCC_BASE_H

#include <llvm-c/Core.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* arena.c: bump allocation, everything freed at once. Out of memory prints a message and exits. */
typedef struct Arena Arena;
Arena *arena_create(void);
void arena_destroy(Arena *arena);
void *arena_alloc(Arena *arena, size_t size); /* zeroed, 16-byte aligned */
char *arena_format(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_copy_string(Arena *arena, const char *text, size_t length);
/* Calls `action(context)` when the arena is destroyed, before its memory goes; latest first. */
void arena_on_destroy(Arena *arena, void (*action)(void *context), void *context);

#define ARENA_NEW(arena, Type) ((Type *)arena_alloc((arena), sizeof(Type)))
#define ARENA_ARRAY(arena, Type, count)                                                            \
  ((Type *)arena_alloc((arena), sizeof(Type) * (size_t)(count)))

/* array.c: a growable array; a struct with `items`, `count`, `capacity`.
 *   ARRAY(int) numbers = {0};  ARRAY_PUSH(arena, numbers, 3);  */
#define ARRAY(Type)                                                                                \
  struct {                                                                                         \
    Type *items;                                                                                   \
    size_t count, capacity;                                                                        \
  }
#define ARRAY_PUSH(arena, array, value)                                                            \
  ((array).count == (array).capacity                                                               \
       ? ((array).items =                                                                          \
              array_grow((arena), (array).items, &(array).capacity, sizeof *(array).items),        \
          (void)0)                                                                                 \
       : (void)0,                                                                                  \
   (array).items[(array).count++] = (value))
void *array_grow(Arena *arena, void *items, size_t *capacity, size_t item_size);

typedef ARRAY(LLVMValueRef) ValueArray;
typedef ARRAY(LLVMBasicBlockRef) BlockArray;

/* map.c: a hash map from pointer to pointer. A missing key reads as NULL. */
typedef struct Map Map;
Map *map_create(Arena *arena);
void map_set(Map *map, const void *key, void *value);
void *map_get(const Map *map, const void *key);
bool map_has(const Map *map, const void *key);
size_t map_count(const Map *map);
/* Iterate in insertion order: for (size_t i = 0; i < map_count(m); i++) map_entry(m, i, &key) */
void *map_entry(const Map *map, size_t index, const void **key);

/* diag.c: every message that a user can see is a row of diag.def. */
typedef enum {
#define DIAG(id, severity, text, help) DIAG_##id,
#include "diag.def"
#undef DIAG
  DIAG_COUNT
} DiagId;

typedef struct DiagSink DiagSink; /* collects messages; counts errors; never exits */
typedef enum {
  DIAG_FORMAT_TEXT,
  DIAG_FORMAT_JSON,
  DIAG_FORMAT_HTML, /* a page, for a file */
  DIAG_FORMAT_NONE  /* to try something */
} DiagFormat;

DiagSink *diag_create(Arena *arena, DiagFormat format); /* to stderr */
/* The file is the caller's to close, after the arena is destroyed. */
DiagSink *diag_create_file(Arena *arena, DiagFormat format, FILE *out);
/* Where an instruction is in the source: "FILE:LINE", or "in function 'NAME'". */
const char *diag_place_text(Arena *, LLVMValueRef instruction);
/* A C++ name as people write it; any other as it is. */
const char *diag_readable_name(Arena *, const char *name);
size_t diag_error_count(const DiagSink *sink);
/* Prints the latest message, which is held back until its notes are complete: the next message does
 * so too, and the end of the arena. */
void diag_flush(DiagSink *sink);
/* Report at an instruction (debug location if any, else its function and text), a function or a
 * global (its name), or nowhere (NULL). The variadic arguments fill the row's format. The same
 * message at the same place is reported once. */
void diag_at(DiagSink *sink, LLVMValueRef where, DiagId id, ...);
/* Add a `note:` line under the latest message of this sink. */
void diag_note_at(DiagSink *sink, LLVMValueRef where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
