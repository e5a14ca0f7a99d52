/* sort: the sorting and searching of the C library, written out so that the comparison, which is a
 * function of the program, is seen, and std::sort of numbers, which libc++ keeps in its shared
 * library. lower.c sends qsort to adcc_qsort, and so on.
 *
 * A merge sort of indices decides the order, which carries no derivative; then every item moves
 * once. The order is thus all that a reverse sweep keeps. Like glibc's, the sort is stable. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *malloc(size_t);
void free(void *);
void adcc_check_room(const void *room, uint64_t size, uint64_t count);

#define ALWAYS_INLINE __attribute__((always_inline))

typedef int Compare(const void *, const void *);
typedef int CompareIn(const void *, const void *, void *context);

/* Either of the two ways to compare. */
typedef struct {
  Compare *plain;
  CompareIn *in;
  void *context;
} Comparison;

static inline ALWAYS_INLINE bool is_after(const Comparison *comparison, const char *first,
                                          const char *second) {
  return (comparison->plain ? comparison->plain(first, second)
                            : comparison->in(first, second, comparison->context)) > 0;
}

static inline ALWAYS_INLINE void sort(char *items, size_t count, size_t size,
                                      const Comparison *comparison) {
  if (count < 2 || size == 0)
    return;
  size_t *order = malloc(count * sizeof *order), *merged = malloc(count * sizeof *merged);
  adcc_check_room(order, sizeof *order, count);
  adcc_check_room(merged, sizeof *merged, count);
  for (size_t i = 0; i < count; i++)
    order[i] = i;
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t start = 0; start < count; start += 2 * width) {
      size_t middle = start + width < count ? start + width : count;
      size_t end = start + 2 * width < count ? start + 2 * width : count;
      size_t left = start, right = middle;
      for (size_t to = start; to < end; to++) {
        bool from_right =
            left == middle || (right < end && is_after(comparison, items + order[left] * size,
                                                       items + order[right] * size));
        merged[to] = from_right ? order[right++] : order[left++];
      }
    }
    for (size_t i = 0; i < count; i++)
      order[i] = merged[i];
  }
  char *sorted = malloc(count * size);
  adcc_check_room(sorted, size, count);
  for (size_t i = 0; i < count; i++)
    __builtin_memcpy(sorted + i * size, items + order[i] * size, size);
  __builtin_memcpy(items, sorted, count * size);
  free(sorted);
  free(merged);
  free(order);
}

ALWAYS_INLINE void adcc_qsort(void *items, size_t count, size_t size, Compare *compare) {
  sort(items, count, size, &(Comparison){.plain = compare});
}

ALWAYS_INLINE void adcc_qsort_r(void *items, size_t count, size_t size, CompareIn *compare,
                                void *context) {
  sort(items, count, size, &(Comparison){.in = compare, .context = context});
}

ALWAYS_INLINE void *adcc_bsearch(const void *key, const void *items, size_t count, size_t size,
                                 Compare *compare) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *item = (const char *)items + middle * size;
    int order = compare(key, item);
    if (order == 0)
      return (void *)item;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

#define STANDARD_SORT(mangled, real, compare)                                                      \
  static int compare(const void *left, const void *right) {                                        \
    return (*(const real *)right < *(const real *)left) -                                          \
           (*(const real *)left < *(const real *)right);                                           \
  }                                                                                                \
  ALWAYS_INLINE void mangled(real *first, real *last, const void *less) {                          \
    (void)less;                                                                                    \
    sort((char *)first, (size_t)(last - first), sizeof *first, &(Comparison){.plain = compare});   \
  }

/* std::__1::__sort<std::__1::__less<T, T>&, T*> */
STANDARD_SORT(adcc__ZNSt3__16__sortIRNS_6__lessIffEEPfEEvT0_S5_T_, float, compare_floats)
STANDARD_SORT(adcc__ZNSt3__16__sortIRNS_6__lessIddEEPdEEvT0_S5_T_, double, compare_doubles)
STANDARD_SORT(adcc__ZNSt3__16__sortIRNS_6__lessIeeEEPeEEvT0_S5_T_, long double,
              compare_long_doubles)
