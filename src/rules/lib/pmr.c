/* pmr: what libstdc++ keeps in its shared library of std::pmr's memory resources: the default one
 * and monotonic_buffer_resource. Written out here, they give memory as the allocators do that they
 * stand on, so that the shadow of a resource gives shadows. Resources that differentiated code
 * makes, or asks for, get these virtual tables; those made elsewhere are not known here, and an
 * active call of one stops the program. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct Resource {
  void *const *table;
} Resource;

/* In the order of the table. */
enum { DESTROY, DESTROY_AND_DELETE, ALLOCATE, DEALLOCATE, IS_EQUAL, TABLE_SLOTS };
typedef void *Allocate(Resource *, size_t bytes, size_t alignment);
typedef void Deallocate(Resource *, void *block, size_t bytes, size_t alignment);

extern void *_Znwm(size_t bytes);
extern void _ZdlPv(void *block);
extern void *_ZnwmSt11align_val_t(size_t bytes, size_t alignment);
extern void _ZdlPvSt11align_val_t(void *block, size_t alignment);
enum { USUAL_ALIGNMENT = 16 }; /* of what new and malloc give */

/* So that of another resource, which is not known, is believed that it allocates, too. */
#define ALLOCATES __attribute__((alloc_size(2)))

/* All are mentioned in one place, and their functions are no static ones: whatever is linked of
 * this file, a virtual call finds every target that it will ever have. */
typedef enum { NEW_DELETE, MONOTONIC, POOL } Table;
void *const *adcc_pmr_table(Table table);

bool adcc_pmr_is_same(const Resource *resource, const Resource *other) { return resource == other; }

/* ---- new and delete ---- */

extern Resource *_ZNSt3pmr20get_default_resourceEv(void);
extern Resource *_ZNSt3pmr19new_delete_resourceEv(void);

ALLOCATES void *adcc_pmr_new_block(Resource *resource, size_t bytes, size_t alignment) {
  (void)resource;
  return alignment > USUAL_ALIGNMENT ? _ZnwmSt11align_val_t(bytes, alignment) : _Znwm(bytes);
}

void adcc_pmr_delete_block(Resource *resource, void *block, size_t bytes, size_t alignment) {
  (void)resource, (void)bytes;
  if (alignment > USUAL_ALIGNMENT)
    _ZdlPvSt11align_val_t(block, alignment);
  else
    _ZdlPv(block);
}

void adcc_pmr_stay(Resource *resource) { (void)resource; }

static void *const new_delete_table[TABLE_SLOTS] = {
    (void *)adcc_pmr_stay, (void *)adcc_pmr_stay, (void *)adcc_pmr_new_block,
    (void *)adcc_pmr_delete_block, (void *)adcc_pmr_is_same};
static Resource new_delete = {new_delete_table};

Resource *adcc__ZNSt3pmr19new_delete_resourceEv(void) {
  return adcc_pmr_table(NEW_DELETE) ? &new_delete : NULL;
}

/* By its name lower.c knows that the library's is meant. */
static Resource *adcc__ZNSt3pmr19new_delete_resourceEv_library(void) {
  return _ZNSt3pmr19new_delete_resourceEv();
}

Resource *adcc__ZNSt3pmr20get_default_resourceEv(void) {
  Resource *resource = _ZNSt3pmr20get_default_resourceEv();
  return resource == adcc__ZNSt3pmr19new_delete_resourceEv_library()
             ? adcc__ZNSt3pmr19new_delete_resourceEv()
             : resource;
}

/* ---- monotonic_buffer_resource ---- */

typedef struct Block {
  struct Block *next;
  void *memory;
  size_t bytes, alignment;
} Block;

typedef struct {
  Resource resource;
  char *current;
  size_t available, next_size;
  Resource *upstream;
  void *original;
  size_t original_size;
  Block *blocks; /* the library has a list of its own there */
} Monotonic;

void adcc_pmr_monotonic_grow(Monotonic *pool, size_t bytes, size_t alignment) {
  size_t wanted = bytes > pool->next_size ? bytes : pool->next_size;
  Block *block = malloc(sizeof *block);
  if (!block)
    abort();
  block->bytes = wanted;
  block->alignment = alignment > USUAL_ALIGNMENT ? alignment : USUAL_ALIGNMENT;
  block->memory =
      ((Allocate *)pool->upstream->table[ALLOCATE])(pool->upstream, block->bytes, block->alignment);
  block->next = pool->blocks;
  pool->blocks = block;
  pool->current = block->memory;
  pool->available = wanted;
  pool->next_size = wanted + wanted / 2;
}

ALLOCATES void *adcc_pmr_monotonic_allocate(Monotonic *pool, size_t bytes, size_t alignment) {
  if (bytes == 0)
    bytes = 1;
  size_t skipped = -(uintptr_t)pool->current & (alignment - 1);
  if (skipped > pool->available || bytes > pool->available - skipped) {
    adcc_pmr_monotonic_grow(pool, bytes, alignment);
    skipped = 0;
  }
  char *place = pool->current + skipped;
  pool->current = place + bytes;
  pool->available -= skipped + bytes;
  return place;
}

void adcc_pmr_monotonic_deallocate(Monotonic *pool, void *block, size_t bytes, size_t alignment) {
  (void)pool, (void)block, (void)bytes, (void)alignment;
}

void adcc_pmr_monotonic_release(Monotonic *pool) {
  for (Block *next, *block = pool->blocks; block; block = next) {
    next = block->next;
    ((Deallocate *)pool->upstream->table[DEALLOCATE])(pool->upstream, block->memory, block->bytes,
                                                      block->alignment);
    free(block);
  }
  pool->blocks = NULL;
}

void adcc_pmr_monotonic_delete(Monotonic *pool) {
  adcc_pmr_monotonic_release(pool);
  _ZdlPv(pool);
}

static void *const monotonic_table[TABLE_SLOTS] = {
    (void *)adcc_pmr_monotonic_release, (void *)adcc_pmr_monotonic_delete,
    (void *)adcc_pmr_monotonic_allocate, (void *)adcc_pmr_monotonic_deallocate,
    (void *)adcc_pmr_is_same};

/* In place of the library's table. */
void *adcc__ZTVNSt3pmr25monotonic_buffer_resourceE(void) {
  return (void *)adcc_pmr_table(MONOTONIC);
}

void adcc__ZNSt3pmr25monotonic_buffer_resource13_M_new_bufferEmm(Monotonic *pool, size_t bytes,
                                                                 size_t alignment) {
  adcc_pmr_monotonic_grow(pool, bytes, alignment);
}

void adcc__ZNSt3pmr25monotonic_buffer_resource18_M_release_buffersEv(Monotonic *pool) {
  adcc_pmr_monotonic_release(pool);
}

void adcc__ZNSt3pmr25monotonic_buffer_resourceD1Ev(Monotonic *pool) {
  adcc_pmr_monotonic_release(pool);
}

void adcc__ZNSt3pmr25monotonic_buffer_resourceD2Ev(Monotonic *pool) {
  adcc_pmr_monotonic_release(pool);
}

/* ---- unsynchronized_pool_resource and synchronized_pool_resource ---- */

/* Every block is one of the resource behind it; what the program leaves to the pool to release
 * stays allocated. */
typedef struct {
  Resource resource;
  size_t options[2];
  Resource *upstream;
} Pool;

ALLOCATES void *adcc_pmr_pool_allocate(Pool *pool, size_t bytes, size_t alignment) {
  return ((Allocate *)pool->upstream->table[ALLOCATE])(pool->upstream, bytes, alignment);
}

void adcc_pmr_pool_deallocate(Pool *pool, void *block, size_t bytes, size_t alignment) {
  ((Deallocate *)pool->upstream->table[DEALLOCATE])(pool->upstream, block, bytes, alignment);
}

static void *const pool_table[TABLE_SLOTS] = {
    (void *)adcc_pmr_stay, (void *)_ZdlPv, (void *)adcc_pmr_pool_allocate,
    (void *)adcc_pmr_pool_deallocate, (void *)adcc_pmr_is_same};

void adcc_pmr_pool_construct(Pool *pool, const size_t *options, Resource *upstream) {
  pool->resource.table = adcc_pmr_table(POOL);
  pool->options[0] = options[0];
  pool->options[1] = options[1];
  pool->upstream = upstream;
}

#define POOL_MEMBERS(prefix)                                                                       \
  void prefix##C1ERKNS_12pool_optionsEPNS_15memory_resourceE(Pool *pool, const size_t *options,    \
                                                             Resource *upstream) {                 \
    adcc_pmr_pool_construct(pool, options, upstream);                                              \
  }                                                                                                \
  void prefix##C2ERKNS_12pool_optionsEPNS_15memory_resourceE(Pool *pool, const size_t *options,    \
                                                             Resource *upstream) {                 \
    adcc_pmr_pool_construct(pool, options, upstream);                                              \
  }                                                                                                \
  void prefix##D1Ev(Pool *pool) { (void)pool; }                                                    \
  void prefix##D2Ev(Pool *pool) { (void)pool; }                                                    \
  void prefix##7releaseEv(Pool * pool) { (void)pool; }

POOL_MEMBERS(adcc__ZNSt3pmr28unsynchronized_pool_resource)
POOL_MEMBERS(adcc__ZNSt3pmr26synchronized_pool_resource)

void *const *adcc_pmr_table(Table table) {
  return table == NEW_DELETE ? new_delete_table : table == MONOTONIC ? monotonic_table : pool_table;
}
