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
  void *shadow;
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

void *adcc_workspace_shadow(uintptr_t primal, void **slot) {
  if (*slot || !primal)
    return *slot;
  size_t bytes = malloc_usable_size((void *)primal);
  Workspace *workspace = workspace_of(slot);
  if (!workspace->shadow || malloc_usable_size(workspace->shadow) < bytes) {
    free(workspace->shadow);
    workspace->shadow = malloc(bytes ? bytes : 1);
    if (!workspace->shadow)
      runtime_fail_size("shadow", bytes);
  }
  memset(workspace->shadow, 0, bytes);
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

void adcc_workspace_close(void) {
  for (size_t i = 0; i < workspaces.count; i++) {
    Workspace *workspace = &workspaces.items[i];
    if (workspace->in_use && workspace->vector)
      keep_vector(workspace);
    else if (workspace->in_use && *workspace->slot != workspace->shadow)
      workspace->shadow = NULL; /* moved or released with its block */
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
