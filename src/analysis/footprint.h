/* footprint: work that is done over and over until nothing changes, and what each piece of it
 * reads. A piece whose footprint has not changed since it was last done would change nothing: it is
 * left out. Internal to analysis/. */
#ifndef ADCC_ANALYSIS_FOOTPRINT_H
#define ADCC_ANALYSIS_FOOTPRINT_H

#include "../base/base.h"

typedef struct Footprint Footprint;

/* One for all that is read and changed in common. */
typedef struct {
  uint32_t now;         /* counts the pieces of work */
  Footprint *recording; /* of the piece at hand; NULL: nobody asks */
  bool changed;         /* anything, since this was last cleared */
} Watch;

/* Stands in everything that may change. */
typedef struct {
  Watch *watch;
  uint32_t changed_at; /* a piece of work; 0: never */
  uint32_t read_at;    /* the last one that has it in its footprint */
} Watched;

struct Footprint {
  Arena *arena;
  ARRAY(Watched *) reads;
  uint32_t done_at; /* 0: never yet */
  bool beyond;      /* it has read what is not watched */
};

void footprint_add(Watched *read);

static inline void watched_read(Watched *read) {
  if (read->watch->recording && read->read_at != read->watch->now)
    footprint_add(read);
}

static inline void watched_change(Watched *changed) {
  changed->changed_at = changed->watch->now;
  changed->watch->changed = true;
}

/* The same of what nobody waits for: whoever is still at it takes it along. */
static inline void watched_note(Watched *changed) { changed->changed_at = changed->watch->now; }

/* Must the piece of work be done (again)? */
bool footprint_is_stale(const Footprint *footprint);
/* Around a piece of work; with NULL nothing is recorded. */
void footprint_begin(Watch *watch, Footprint *footprint, Arena *arena);
void footprint_end(Watch *watch);
/* The piece at hand depends on something that is not watched. */
void footprint_goes_beyond(const Watch *watch);

#endif
