/* A hash map from pointer to pointer: entries in insertion order, found by open addressing. */
#include "base.h"

typedef struct {
  const void *key;
  void *value;
} Entry;

struct Map {
  Arena *arena;
  ARRAY(Entry) entries;
  uint32_t *slots; /* entry number + 1, 0 empty; a power of two of them */
  size_t slot_count;
};

Map *map_create(Arena *arena) {
  Map *map = ARENA_NEW(arena, Map);
  map->arena = arena;
  return map;
}

static size_t hash(const void *key) {
  uint64_t bits = (uint64_t)(uintptr_t)key;
  bits = (bits ^ (bits >> 31)) * 0x9E3779B97F4A7C15u;
  return (size_t)(bits ^ (bits >> 29));
}

static uint32_t *slot_for(const Map *map, const void *key) {
  size_t at = hash(key) & (map->slot_count - 1);
  while (map->slots[at] && map->entries.items[map->slots[at] - 1].key != key)
    at = (at + 1) & (map->slot_count - 1);
  return &map->slots[at];
}

static void rehash(Map *map) {
  map->slot_count = map->slot_count ? map->slot_count * 2 : 16;
  map->slots = ARENA_ARRAY(map->arena, uint32_t, map->slot_count);
  for (size_t i = 0; i < map->entries.count; i++)
    *slot_for(map, map->entries.items[i].key) = (uint32_t)(i + 1);
}

void map_set(Map *map, const void *key, void *value) {
  if ((map->entries.count + 1) * 2 > map->slot_count)
    rehash(map);
  uint32_t *slot = slot_for(map, key);
  if (*slot) {
    map->entries.items[*slot - 1].value = value;
    return;
  }
  Entry entry = {key, value};
  ARRAY_PUSH(map->arena, map->entries, entry);
  *slot = (uint32_t)map->entries.count;
}

void *map_get(const Map *map, const void *key) {
  if (!map->slot_count)
    return NULL;
  uint32_t slot = *slot_for(map, key);
  return slot ? map->entries.items[slot - 1].value : NULL;
}

bool map_has(const Map *map, const void *key) { return map->slot_count && *slot_for(map, key); }
size_t map_count(const Map *map) { return map->entries.count; }

void *map_entry(const Map *map, size_t index, const void **key) {
  *key = map->entries.items[index].key;
  return map->entries.items[index].value;
}
