/* Shadows of blocks that the program allocated before a derivative was called, and keeps in a
 * variable for the next call: made when first asked for, zeroed in every call. The variable's own
 * shadow, the slot, tells whether a block has since become the program's to move or release. */
#include "../include/adcc/runtime.h"
#include "runtime_internal.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  void **slot;
  void *shadow, *left; /* left: by the call, for the next one */
  uintptr_t primal;    /* the block that it is of */
  uint32_t lane;       /* of several derivatives at once */
  char *const *vector; /* or NULL: one pointer */
  size_t bytes;        /* of a vector's shadow */
  int in_use;          /* handed out in this call */
} Workspace;

static _Thread_local struct {
  Workspace *items;
  size_t count, held;
} workspaces;

static Workspace *workspace_of(void **slot) {
  for (size_t i = 0; i < workspaces.count; i++)
    if (workspaces.items[i].slot == slot)
      return &workspaces.items[i];
  if (workspaces.count == workspaces.held) {
    enum { FIRST = 16 };
    size_t held = workspaces.held ? 2 * workspaces.held : FIRST;
    Workspace *moved = realloc(workspaces.items, held * sizeof *moved);
    if (!moved)
      runtime_fail_size("shadow", held * sizeof *moved);
    workspaces.items = moved;
    workspaces.held = held;
  }
  Workspace *added = &workspaces.items[workspaces.count++];
  *added = (Workspace){.slot = slot};
  return added;
}

/* Another variable may lead to the block as well, as where two were exchanged. */
static void *known_shadow(uintptr_t primal, uint32_t lane) {
  for (size_t i = 0; i < workspaces.count; i++)
    if (workspaces.items[i].in_use && !workspaces.items[i].vector &&
        workspaces.items[i].primal == primal && workspaces.items[i].lane == lane)
      return workspaces.items[i].shadow;
  return NULL;
}

/* What the program says of the block's alignment holds of its shadow, too. */
static size_t alignment_of(uintptr_t primal) {
  enum { PAGE = 4096 };
  uintptr_t least = primal & -primal;
  return least > PAGE ? PAGE : least < sizeof(void *) ? sizeof(void *) : least;
}

void *adcc_workspace_shadow(uintptr_t primal, void **slot, uint32_t lane) {
  if (*slot || !primal)
    return *slot;
  *slot = known_shadow(primal, lane);
  if (*slot)
    return *slot;
  size_t bytes = malloc_usable_size((void *)primal);
  Workspace *workspace = workspace_of(slot);
  size_t alignment = alignment_of(primal);
  if (!workspace->shadow || malloc_usable_size(workspace->shadow) < bytes ||
      (uintptr_t)workspace->shadow % alignment != 0) {
    free(workspace->shadow);
    void *made;
    if (posix_memalign(&made, alignment, bytes ? bytes : 1) != 0)
      runtime_fail_size("shadow", bytes);
    workspace->shadow = made;
  }
  memset(workspace->shadow, 0, bytes);
  workspace->primal = primal;
  workspace->lane = lane;
  workspace->in_use = 1;
  *slot = workspace->shadow;
  return *slot;
}

void adcc_workspace_open(char *const *vector, char **shadow, void *(*allocate)(size_t),
                         void (*release)(void *)) {
  Workspace *workspace = workspace_of((void **)shadow);
  workspace->vector = vector;
  workspace->in_use = 1;
  if (!vector[0])
    return;
  size_t bytes = (size_t)(vector[2] - vector[0]);
  if (!workspace->shadow || workspace->bytes != bytes) {
    release(workspace->shadow);
    workspace->shadow = allocate(bytes);
    workspace->bytes = bytes;
  }
  memset(workspace->shadow, 0, bytes);
  for (int i = 0; i < 3; i++)
    shadow[i] = (char *)workspace->shadow + (vector[i] - vector[0]);
}

/* What the vector's shadow now has: it may have moved, or exchanged its block with another. A block
 * without derivatives is its own shadow. */
static void keep_vector(Workspace *workspace) {
  char **shadow = (char **)workspace->slot;
  if (shadow[0] == workspace->vector[0])
    shadow[0] = NULL;
  else if (shadow[0])
    workspace->bytes = (size_t)(shadow[2] - shadow[0]);
  workspace->shadow = shadow[0];
}

/* What the slots of single pointers now have, of all that was handed out: another variable's block
 * where two were exchanged. What no slot has, or another has already, was moved or released with
 * its block, or is the other's. */
static void keep_blocks(void) {
  for (size_t i = 0; i < workspaces.count; i++) {
    Workspace *workspace = &workspaces.items[i];
    workspace->left = NULL;
    for (size_t k = 0; k < workspaces.count && workspace->in_use && !workspace->vector; k++)
      if (workspaces.items[k].in_use && !workspaces.items[k].vector &&
          workspaces.items[k].shadow == *workspace->slot)
        workspace->left = *workspace->slot;
    for (size_t k = 0; k < i; k++)
      if (workspaces.items[k].left == workspace->left)
        workspace->left = NULL;
  }
  for (size_t i = 0; i < workspaces.count; i++)
    if (workspaces.items[i].in_use && !workspaces.items[i].vector)
      workspaces.items[i].shadow = workspaces.items[i].left;
}

void adcc_workspace_close(void) {
  keep_blocks();
  for (size_t i = 0; i < workspaces.count; i++) {
    Workspace *workspace = &workspaces.items[i];
    if (workspace->in_use && workspace->vector)
      keep_vector(workspace);
    workspace->in_use = 0;
  }
}

/* A call that was left by an exception may have released anything. */
void adcc_workspace_renew(void) {
  for (size_t i = 0; i < workspaces.count; i++) {
    Workspace *workspace = &workspaces.items[i];
    if (workspace->in_use)
      workspace->shadow = NULL;
    workspace->in_use = 0;
  }
}
