/* libcxx: what libc++ keeps in its shared library of shared_ptr and weak_ptr. Written out here, the
 * object and its shadow are released together, the shadow when the reverse sweep is done with it.
 */

/* The block with the counters: how many owners there are, and how many who only look, each less
 * one. Its table of virtual functions ends with the one that gives the block itself back. */
typedef struct Control {
  void (*const *table)(struct Control *);
  long owners, observers;
} Control;

enum { SLOT_RELEASE = 4 };

Control *adcc__ZNSt3__119__shared_weak_count4lockEv(Control *control) {
  if (control->owners == -1)
    return 0;
  control->owners++;
  return control;
}

void adcc__ZNSt3__119__shared_weak_count14__release_weakEv(Control *control) {
  if (control->observers-- == 0)
    control->table[SLOT_RELEASE](control);
}

void adcc__ZNSt3__119__shared_weak_countD2Ev(Control *control) { (void)control; }
