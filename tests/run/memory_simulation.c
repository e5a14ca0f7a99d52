/* A simulation as a library keeps it: an array of bodies that grows, events that begin as marks of
 * nothing, a short list of messages that moves up when one is dropped, and integrators behind a
 * table of functions declared without prototypes. */
#include "oracle.h"
#include <stdint.h>
#include <string.h>

typedef struct {
  double x, v, mass;
  uint32_t hash;
  void *owner;
} Body;

typedef struct {
  size_t first, second;
  double time;
} Event;

typedef struct Simulation Simulation;
struct Simulation {
  Body *bodies;
  size_t count, capacity;
  Event *events;
  size_t event_count;
  char **messages;
  void *state;
  void *(*create)();
  void (*step)();
  double time, step_size;
};

typedef struct {
  double *force;
  size_t capacity;
} Leapfrog;

static void *leapfrog_create() { return calloc(1, sizeof(Leapfrog)); }

static void leapfrog_step(Simulation *s, Leapfrog *state) {
  if (state->capacity < s->count) {
    state->force = (double *)realloc(state->force, s->count * sizeof(double));
    state->capacity = s->count;
  }
  for (size_t i = 0; i < s->count; i++)
    s->bodies[i].x += 0.5 * s->step_size * s->bodies[i].v;
  for (size_t i = 0; i < s->count; i++) {
    state->force[i] = 0;
    for (size_t j = 0; j < s->count; j++) {
      double d = s->bodies[j].x - s->bodies[i].x;
      state->force[i] += s->bodies[j].mass * d / (0.1 + d * d);
    }
  }
  for (size_t i = 0; i < s->count; i++) {
    s->bodies[i].v += s->step_size * state->force[i];
    s->bodies[i].x += 0.5 * s->step_size * s->bodies[i].v;
  }
  s->time += s->step_size;
}

static void add(Simulation *s, Body body) {
  if (s->count == s->capacity) {
    s->capacity = s->capacity ? 2 * s->capacity : 1;
    s->bodies = (Body *)realloc(s->bodies, s->capacity * sizeof(Body));
  }
  s->bodies[s->count++] = body;
}

static void say(Simulation *s, const char *text) {
  enum { MOST = 10 };
  if (!s->messages)
    s->messages = (char **)calloc(MOST, sizeof(char *));
  int n = 0;
  while (n < MOST && s->messages[n])
    n++;
  if (n == MOST) {
    free(s->messages[0]);
    for (int i = 0; i < MOST - 1; i++)
      s->messages[i] = s->messages[i + 1];
    n--;
  }
  s->messages[n] = strcpy((char *)malloc(strlen(text) + 1), text);
}

static void look_for_events(Simulation *s) {
  for (size_t i = 0; i < s->count; i++) {
    s->events = (Event *)realloc(s->events, (s->event_count + 1) * sizeof(Event));
    Event *event = &s->events[s->event_count];
    event->first = event->second = SIZE_MAX;
    for (size_t j = 0; j < i; j++)
      if (s->bodies[i].x < s->bodies[j].x) {
        event->first = i;
        event->second = j;
        event->time = s->time + s->bodies[i].x;
      }
    if (event->first != SIZE_MAX)
      s->event_count++;
  }
}

PRIMAL(simulate) {
  Simulation *s = (Simulation *)calloc(1, sizeof *s);
  s->create = leapfrog_create;
  s->step = leapfrog_step;
  s->step_size = 0.05;
  s->state = s->create();
  for (int i = 0; i < 3; i++)
    add(s, (Body){in[i] + i, 0.3 * in[i + 1], 0.5 + in[3], (uint32_t)i, s});
  for (int i = 0; i < 12; i++) {
    s->step(s, s->state);
    say(s, i % 2 ? "odd" : "even");
    look_for_events(s);
  }
  for (size_t i = 0; i < s->count; i++)
    out[0] += s->bodies[i].x * s->bodies[i].v;
  for (size_t i = 0; i < s->event_count; i++)
    out[1] += s->events[i].time * (double)s->events[i].second;
  for (int i = 0; i < 10; i++)
    free(s->messages[i]);
  free(s->messages);
  free(s->events);
  free(((Leapfrog *)s->state)->force);
  free(s->state);
  free(s->bodies);
  free(s);
}
ORACLE_MAIN(simulate, 4, 2, 0.3, 0.9)
