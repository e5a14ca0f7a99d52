/* ranges: not a rule, but code that derivatives share with them the way of linking: the comparison
 * of many ranges of bytes, which src/plan/compare.c asks for before a loop nest. */

/* Does any of the pairs of ranges overlap? A range is its first byte and the byte behind its last.
 */
int adcc_ranges_meet(const char *const (*ranges)[2], const unsigned (*pairs)[2], unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    const char *const *a = ranges[pairs[i][0]], *const *b = ranges[pairs[i][1]];
    if (a[0] < b[1] && b[0] < a[1])
      return 1;
  }
  return 0;
}
