/* text: the functions of C libraries that return a place in a block that they are given. Numbers
 * may stand there, as behind a name in a message: the shadow of the place lies as far from the
 * shadow of the block as the place from the block. What they store is text, without derivative. */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static inline void *in(const void *block, const void *place) {
  return place ? (char *)block + ((const char *)place - (const char *)block) : NULL;
}

/* The parameters, of which the block is called so, and the names of all of them. */
#define RETURNS_PLACE(function, parameters, ...)                                                   \
  void *adcc_##function parameters { return in(block, function(__VA_ARGS__)); }

RETURNS_PLACE(memchr, (const void *block, int byte, size_t bytes), block, byte, bytes)
RETURNS_PLACE(memmem, (const void *block, size_t bytes, const void *part, size_t length), block,
              bytes, part, length)
RETURNS_PLACE(memrchr, (const void *block, int byte, size_t bytes), block, byte, bytes)
RETURNS_PLACE(rawmemchr, (const void *block, int byte), block, byte)
RETURNS_PLACE(strcasestr, (const char *block, const char *part), block, part)
RETURNS_PLACE(strchr, (const char *block, int byte), block, byte)
RETURNS_PLACE(strchrnul, (const char *block, int byte), block, byte)
RETURNS_PLACE(strpbrk, (const char *block, const char *bytes), block, bytes)
RETURNS_PLACE(strrchr, (const char *block, int byte), block, byte)
RETURNS_PLACE(strstr, (const char *block, const char *part), block, part)

RETURNS_PLACE(fgets, (char *block, int bytes, FILE *stream), block, bytes, stream)
RETURNS_PLACE(stpcpy, (char *block, const char *text), block, text)
RETURNS_PLACE(stpncpy, (char *block, const char *text, size_t bytes), block, text, bytes)
RETURNS_PLACE(strcat, (char *block, const char *text), block, text)
RETURNS_PLACE(strcpy, (char *block, const char *text), block, text)
RETURNS_PLACE(strncat, (char *block, const char *text, size_t bytes), block, text, bytes)
RETURNS_PLACE(strncpy, (char *block, const char *text, size_t bytes), block, text, bytes)

/* The checked forms of _FORTIFY_SOURCE. */
char *__fgets_chk(char *block, size_t room, int bytes, FILE *stream);
char *__stpcpy_chk(char *block, const char *text, size_t room);
char *__stpncpy_chk(char *block, const char *text, size_t bytes, size_t room);
char *__strcat_chk(char *block, const char *text, size_t room);
char *__strcpy_chk(char *block, const char *text, size_t room);
char *__strncat_chk(char *block, const char *text, size_t bytes, size_t room);
char *__strncpy_chk(char *block, const char *text, size_t bytes, size_t room);

RETURNS_PLACE(__fgets_chk, (char *block, size_t room, int bytes, FILE *stream), block, room, bytes,
              stream)
RETURNS_PLACE(__stpcpy_chk, (char *block, const char *text, size_t room), block, text, room)
RETURNS_PLACE(__stpncpy_chk, (char *block, const char *text, size_t bytes, size_t room), block,
              text, bytes, room)
RETURNS_PLACE(__strcat_chk, (char *block, const char *text, size_t room), block, text, room)
RETURNS_PLACE(__strcpy_chk, (char *block, const char *text, size_t room), block, text, room)
RETURNS_PLACE(__strncat_chk, (char *block, const char *text, size_t bytes, size_t room), block,
              text, bytes, room)
RETURNS_PLACE(__strncpy_chk, (char *block, const char *text, size_t bytes, size_t room), block,
              text, bytes, room)

/* Without a block it goes on in that of the last call. */
void *adcc_strtok(char *block, const char *bytes) {
  return block ? in(block, strtok(block, bytes)) : strtok(block, bytes);
}
