/* Copies in shadow memory: pointers among numbers, words that are one or the other by turns, and
 * checks that nothing is lost where the types of what moves are not known. */
#define _DEFAULT_SOURCE
#include "../include/adcc/runtime.h"
#include "runtime_internal.h"

#include <string.h>
#include <unistd.h>

#define REMEDY                                                                                     \
  ": move whole numbers, through pointers to their type, or say what it holds (__adcc_double)"
static const char lost[] = "a copy moves a derivative in memory whose types are not known" REMEDY;
static const char added[] =
    "derivatives add up in a copy of memory whose types are not known" REMEDY;

static int has_exponent(uint64_t word) { return (word & 0x7ff0000000000000u) != 0; }

/* The aligned word that a byte is in, all of which is there. */
static uint64_t word_around(const void *byte) {
  uint64_t word;
  memcpy(&word, (const char *)byte - (uintptr_t)byte % sizeof word, sizeof word);
  return word;
}

/* Is the shadow's word a copy of the primal's, as it is of an integer that might have been an
 * address, and neither a double nor a pair of floats? */
static int is_copied_integer(const void *shadow, const void *primal) {
  const uint64_t exponents = 0x7ff000007f800000u | 0x7f80000000000000u;
  uint64_t word = word_around(shadow);
  int alike = primal && ((uintptr_t)shadow - (uintptr_t)primal) % sizeof word == 0;
  return alike && !(word & exponents) && word == word_around(primal);
}

void adcc_tape_check_zero(const void *shadow, const void *primal, uint64_t begin, uint64_t end) {
  const unsigned char *bytes = shadow, *beside = primal;
  for (; shadow != primal && begin < end; begin++)
    if (bytes[begin] & 0x7f && /* minus zero is none */
        !(beside && is_copied_integer(bytes + begin, beside + begin)))
      runtime_fail(lost);
}

void adcc_check_apart(const void *a, const void *b, uint64_t bytes) {
  uintptr_t distance =
      (uintptr_t)a > (uintptr_t)b ? (uintptr_t)a - (uintptr_t)b : (uintptr_t)b - (uintptr_t)a;
  if (distance && distance < bytes)
    runtime_fail("two blocks that meet are swapped byte by byte");
}

void adcc_check_room(const void *room, uint64_t size, uint64_t count) {
  uint64_t bytes;
  if (__builtin_mul_overflow(size, count, &bytes) || (!room && bytes))
    runtime_fail(
        "there is no memory for a block of the program, or for what is read, sorted or swapped");
}

void adcc_check_tape(uint64_t bytes, uint64_t needed) {
  if (bytes < needed)
    runtime_fail("the buffer for a tape is too small: allocate what __adcc_augmentsize returns");
}

void *adcc_tape_check_shadow(void *shadow, const void *primal, const char *global) {
  if (!shadow && primal)
    runtime_fail_of(global,
                    "holds a pointer from before the derivative was called, to memory that has no "
                    "shadow: set it where it is differentiated, pass it as an argument, give its "
                    "shadow (enzyme_shadow), or say that what has none carries no derivative "
                    "(adcc_runtime_activity)");
  return shadow;
}

void adcc_tape_check_integer(uint64_t exponent) {
  if (exponent)
    runtime_fail("integer arithmetic on the bits of a number that carries a derivative");
}

/* Integers below are no addresses on any system: a tag or a count is not to be taken for one. */
enum { LEAST_ADDRESS = 1 << 12 };

/* As which bits a pair of floats cannot be told from an address: see src/diff/mixed.c. */
static int is_pair(uint64_t word) { return word >> 44 == 0 || word >> 47 != 0; }

void adcc_tape_check_cut(const void *number, uint64_t bytes, uint32_t kinds) {
  const unsigned char *byte = number;
  uint64_t word, present = 0;
  for (uint64_t i = 0; i < bytes; i++)
    present |= byte[i] & 0x7f; /* minus zero is none */
  if (!present)
    return;
  if (kinds == ADCC_ANY_NUMBERS || (uintptr_t)number % sizeof word != 0)
    runtime_fail(lost);
  memcpy(&word, number, sizeof word); /* an aligned word is there as a whole */
  if (kinds == ADCC_FLOATS ? is_pair(word) : has_exponent(word))
    runtime_fail(lost);
}

/* The records of a block in which the word at `offset` is there as a whole: it may end in one. */
static uint64_t count_records(uint64_t bytes, uint64_t record, uint64_t offset) {
  return bytes / record + (bytes % record >= offset + sizeof(uint64_t));
}

void adcc_tape_check_end(const void *from, const void *primal, uint64_t bytes, uint64_t record,
                         uint64_t offset, uint32_t kinds) {
  uint64_t rest = bytes % record, word = 0, held = rest > offset ? rest - offset : 0;
  if (from == primal || held == 0 || held >= sizeof word)
    return;
  const char *pointer = (const char *)from + (bytes - rest) + offset;
  memcpy(&word, pointer, (uintptr_t)pointer % sizeof word ? held : sizeof word);
  int is_number =
      kinds == ADCC_DOUBLES ? has_exponent(word) : kinds == ADCC_FLOATS && is_pair(word);
  if (!is_number && word >= LEAST_ADDRESS)
    runtime_fail("a copy moves a part of a pointer: move whole ones");
}

/* `clears`: a pointer does not stay where the source has none. It was left in a block that is both
 * source and target, to be copied itself. */
static void copy_mixed(void *to, const void *from, uint64_t bytes, uint64_t record, uint64_t offset,
                       int is_number(uint64_t), int clears) {
  int descending = (uintptr_t)to > (uintptr_t)from; /* the blocks may overlap */
  for (uint64_t i = 0, count = count_records(bytes, record, offset); i < count; i++) {
    uint64_t at = (descending ? count - 1 - i : i) * record + offset, word, old;
    memcpy(&word, (const char *)from + at, sizeof word);
    memcpy(&old, (char *)to + at, sizeof old);
    if (is_number(word) || word < LEAST_ADDRESS)
      word = 0;
    if (word == 0 && (!clears || is_number(old)))
      continue;
    if (old != 0 && is_number(old))
      runtime_fail("a pointer replaces a number whose derivative is yet to come");
    memcpy((char *)to + at, &word, sizeof word);
  }
}

void adcc_tape_copy_mixed(void *to, const void *from, uint64_t bytes, uint64_t record,
                          uint64_t offset) {
  copy_mixed(to, from, bytes, record, offset, has_exponent, 0);
}

/* Where a program may keep what it points to: constants, heap and stack. */
void adcc_tape_check_addresses(void) {
  static const char constant = 0;
  const char variable = 0;
  uintptr_t places[] = {(uintptr_t)&constant, (uintptr_t)sbrk(0), (uintptr_t)&variable};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    if (places[i] >> 32 == 0)
      runtime_fail("floats share memory with pointers, which can be told apart in "
                   "position-independent executables only: link with -pie");
    if (is_pair(places[i]))
      runtime_fail("floats share memory with pointers, which can be told apart where addresses "
                   "have 45 to 47 bits only");
  }
}

void adcc_tape_copy_mixed_pairs(void *to, const void *from, uint64_t bytes, uint64_t record,
                                uint64_t offset) {
  adcc_tape_check_addresses();
  copy_mixed(to, from, bytes, record, offset, is_pair, 1);
}

/* The whole words of two blocks that lie alike in both: where numbers are. */
typedef struct {
  uint64_t begin, count;
} Words;

static Words words_of(const void *to, const void *from, uint64_t bytes) {
  uint64_t begin = (0 - (uintptr_t)to) % sizeof(uint64_t);
  int alike = !from || ((uintptr_t)to - (uintptr_t)from) % sizeof(uint64_t) == 0;
  return alike && begin < bytes ? (Words){begin, (bytes - begin) / sizeof(uint64_t)} : (Words){0};
}

static void check_beside(const void *shadow, const void *primal, Words words, uint64_t bytes) {
  adcc_tape_check_zero(shadow, primal, 0, words.begin);
  adcc_tape_check_zero(shadow, primal, words.begin + words.count * sizeof(uint64_t), bytes);
}

void adcc_tape_copy_words(void *to, const void *from, const void *primal, uint64_t bytes) {
  Words words = words_of(to, from, bytes);
  adcc_tape_copy_mixed((char *)to + words.begin, (const char *)from + words.begin,
                       words.count * sizeof(uint64_t), sizeof(uint64_t), 0);
  check_beside(from, primal, words, bytes);
}

/* Words of which none is a part of two numbers, as far as that can be told. */
static void check_whole(const void *shadow, const void *copied, Words words) {
  for (uint64_t i = 0; i < words.count; i++) {
    uint64_t at = words.begin + i * sizeof(uint64_t), word, other;
    memcpy(&word, (const char *)shadow + at, sizeof word);
    memcpy(&other, (const char *)copied + at, sizeof other);
    if (word && word != other && !has_exponent(word) && is_pair(word))
      runtime_fail(lost);
  }
}

static void add_words(void *to, void *from, Words words, int keeps, int loose) {
  int descending = (uintptr_t)to < (uintptr_t)from; /* each is read before one that overlaps it */
  for (uint64_t i = 0; i < words.count; i++) {
    uint64_t at = words.begin + (descending ? words.count - 1 - i : i) * sizeof(uint64_t);
    uint64_t word, old;
    double delta, sum;
    memcpy(&word, (char *)to + at, sizeof word);
    if (!has_exponent(word))
      continue;
    memset((char *)to + at, 0, sizeof word);
    if (!keeps)
      continue;
    memcpy(&old, (char *)from + at, sizeof old);
    if (loose && old << 1)
      runtime_fail(added);
    memcpy(&delta, &word, sizeof delta);
    memcpy(&sum, &old, sizeof sum);
    sum += delta;
    memcpy((char *)from + at, loose ? (void *)&word : (void *)&sum, sizeof sum);
  }
}

void adcc_tape_add_words(void *to, void *from, const void *primal_to, const void *primal_from,
                         uint64_t bytes) {
  Words words = words_of(to, from, bytes);
  if (to == primal_to)
    return;
  check_beside(to, primal_to, words, bytes);
  add_words(to, from, words, from != primal_from, 0);
}

void adcc_tape_add_loose_words(void *to, void *from, const void *primal_to, const void *primal_from,
                               uint64_t bytes) {
  Words words = words_of(to, from, bytes);
  if (to == primal_to)
    return;
  check_beside(to, primal_to, words, bytes);
  check_whole(to, from, words);
  add_words(to, from, words, from != primal_from, 1);
}

void adcc_tape_take_back_words(void *to, const void *from, uint64_t bytes) {
  Words words = words_of(to, from, bytes);
  int descending = (uintptr_t)to > (uintptr_t)from; /* in the order opposite to adding */
  for (uint64_t i = 0; i < words.count; i++) {
    uint64_t at = words.begin + (descending ? words.count - 1 - i : i) * sizeof(uint64_t);
    uint64_t word = 0, old;
    if (from)
      memcpy(&word, (const char *)from + at, sizeof word);
    memcpy(&old, (char *)to + at, sizeof old);
    if (has_exponent(word) || has_exponent(old))
      memcpy((char *)to + at, has_exponent(word) ? &word : &(uint64_t){0}, sizeof word);
  }
}

void adcc_tape_take_back_loose_words(void *to, const void *from, uint64_t bytes) {
  if (from)
    check_whole(from, to, words_of(to, from, bytes));
  adcc_tape_take_back_words(to, from, bytes);
}

/* Is there an adjoint in the numbers of up to eight bytes that `at` may be a byte of? */
static int is_number_near(const unsigned char *block, uint64_t bytes, uint64_t at) {
  enum { REACH = sizeof(double) - 1 };
  uint64_t end = bytes - at > REACH ? at + REACH + 1 : bytes;
  for (uint64_t i = at > REACH ? at - REACH : 0; i < end; i++)
    if (block[i] & 0x7f) /* minus zero is none */
      return 1;
  return 0;
}

static int is_all_zero(const unsigned char *block, uint64_t bytes) {
  return bytes == 0 || (block[0] == 0 && memcmp(block, block + 1, bytes - 1) == 0);
}

void adcc_tape_add_loose(void *to, void *from, const void *primal_to, const void *primal_from,
                         uint64_t bytes) {
  const unsigned char *source = to;
  uintptr_t distance = (uintptr_t)to > (uintptr_t)from ? (uintptr_t)to - (uintptr_t)from
                                                       : (uintptr_t)from - (uintptr_t)to;
  if (to == primal_to || from == to || is_all_zero(source, bytes))
    return;
  if (!from || from == primal_from) {
    memset(to, 0, bytes);
    return;
  }
  if (distance < bytes)
    runtime_fail("a block of packed numbers moves to a place that it overlaps");
  int onto_zeros = is_all_zero(from, bytes);
  for (uint64_t i = 0; i < bytes && !onto_zeros; i++)
    if (source[i] & 0x7f && is_number_near(from, bytes, i))
      runtime_fail(added);
  for (uint64_t i = 0; i < bytes; i++)
    if (source[i])
      ((unsigned char *)from)[i] = source[i];
  memset(to, 0, bytes);
}

void adcc_tape_add_doubles(void *to, void *from, const void *primal_to, const void *primal_from,
                           uint64_t bytes) {
  uintptr_t distance = (uintptr_t)to > (uintptr_t)from ? (uintptr_t)to - (uintptr_t)from
                                                       : (uintptr_t)from - (uintptr_t)to;
  int aligned = (uintptr_t)from % sizeof(double) == 0 || (uintptr_t)to % sizeof(double) == 0;
  int adds = aligned && from && from != primal_from && to != primal_to && distance >= bytes;
  uint64_t whole = adds ? bytes - bytes % sizeof(double) : 0;
  for (uint64_t at = 0; at < whole; at += sizeof(double)) {
    double delta, sum;
    memcpy(&delta, (char *)to + at, sizeof delta);
    memcpy(&sum, (char *)from + at, sizeof sum);
    if (delta == 0)
      continue;
    sum += delta;
    memcpy((char *)from + at, &sum, sizeof sum);
  }
  if (whole)
    memset(to, 0, whole);
  if (whole < bytes)
    adcc_tape_add_loose((char *)to + whole, from ? (char *)from + whole : NULL,
                        (const char *)primal_to + whole, (const char *)primal_from + whole,
                        bytes - whole);
}

void adcc_tape_take_back_loose(void *to, const void *from, uint64_t bytes) {
  if (from)
    memmove(to, from, bytes);
  else
    memset(to, 0, bytes);
}

static int is_address(uint64_t word) { return word != 0 && !is_pair(word); }

void adcc_tape_check_part(const void *shadow, uint64_t bytes) {
  adcc_tape_check_addresses();
  if ((uintptr_t)shadow % sizeof(uint64_t) + bytes > sizeof(uint64_t) ||
      !is_address(word_around(shadow)))
    adcc_tape_check_zero(shadow, NULL, 0, bytes);
}

void adcc_tape_check_piece(const void *shadow, const void *primal, uint64_t bytes) {
  uint64_t word, offset = (uintptr_t)shadow % sizeof word;
  if (shadow == primal)
    return;
  const char *first = (const char *)shadow - offset;
  for (uint64_t at = 0; at < offset + bytes; at += sizeof word) {
    memcpy(&word, first + at, sizeof word);
    if (is_address(word))
      runtime_fail("an address moves byte by byte in memory that holds numbers or text as well");
  }
}

void adcc_tape_clear_pointers(void *shadow, const void *primal, const void *from, uint64_t bytes) {
  if (shadow == primal)
    return;
  adcc_tape_check_addresses();
  uintptr_t begin = (uintptr_t)shadow / sizeof(uint64_t) * sizeof(uint64_t);
  uintptr_t end = (uintptr_t)shadow + bytes, source = (uintptr_t)from;
  for (uintptr_t at = begin; at < end; at += sizeof(uint64_t)) {
    uint64_t *word = (uint64_t *)at;
    int copied_from = from && at + sizeof *word > source && at < source + bytes;
    if (!copied_from && is_address(*word))
      *word = 0;
  }
}

void adcc_tape_check_half(uint32_t half) {
  if (!is_pair((uint64_t)half << 32))
    runtime_fail(
        "an address moves as two floats: copy the union from where it lies to where it goes, "
        "not through a variable whose floats are used");
}

void adcc_tape_clear_numbers(void *shadow, uint64_t bytes) {
  adcc_tape_check_addresses();
  uint64_t word, size;
  for (uint64_t at = 0; at < bytes; at += size) {
    char *place = (char *)shadow + at;
    size = (uintptr_t)place % sizeof word || bytes - at < sizeof word ? 1 : sizeof word;
    memcpy(&word, place, size == sizeof word ? sizeof word : 1);
    if (size == 1 || !is_address(word))
      memset(place, 0, size);
  }
}

void adcc_tape_check_word(uint64_t word, uint64_t put) {
  uint64_t half = UINT32_MAX >> 1; /* minus zero is none */
  int low = (word & half) == 0 || (uint32_t)word == (uint32_t)put;
  int high = (word >> 32 & half) == 0 || word >> 32 == put >> 32;
  if (!is_address(word) && !(low && high))
    adcc_tape_check_integer(word);
}

static int both_aligned(const void *to, const void *from, uint64_t at, uint64_t size) {
  return (((uintptr_t)to + at) | ((uintptr_t)from + at)) % size == 0;
}

void adcc_tape_copy_unknown(void *to, const void *from, const void *primal_to,
                            const void *primal_from, uint64_t begin, uint64_t end, int numbers,
                            const char *place) {
  (void)numbers, (void)place;
  (void)primal_from; /* the pointers of memory that is its own shadow are their own */
  if (to == primal_to || to == from || begin >= end)
    return;
  adcc_tape_check_addresses();
  int descending = (uintptr_t)to > (uintptr_t)from;
  uint64_t first = begin + (0 - ((uintptr_t)to + begin)) % sizeof(uint64_t), word, old;
  uint64_t count = first < end ? (end - first) / sizeof word : 0;
  for (uint64_t i = 0; i < count && both_aligned(to, from, first, sizeof word); i++) {
    uint64_t at = first + (descending ? count - 1 - i : i) * sizeof word;
    memcpy(&word, (const char *)from + at, sizeof word);
    memcpy(&old, (const char *)to + at, sizeof old);
    if (!is_address(word))
      word = 0; /* for an address that was left there, since it was to be copied itself */
    if (word != 0 || is_address(old))
      memcpy((char *)to + at, &word, sizeof word);
  }
}

uint64_t adcc_tape_number_of(uint64_t word) {
  adcc_tape_check_addresses();
  return is_address(word) ? 0 : word;
}

static uint32_t sum_of_floats(uint32_t bits, uint32_t other_bits) {
  float sum, other;
  memcpy(&sum, &bits, sizeof sum);
  memcpy(&other, &other_bits, sizeof other);
  sum += other;
  memcpy(&bits, &sum, sizeof bits);
  return bits;
}

uint64_t adcc_tape_sum_unknown(uint64_t word, uint64_t old, int numbers, const char *place) {
  if (is_address(old))
    old = 0;
  if (numbers == ADCC_FLOATS)
    return (uint64_t)sum_of_floats((uint32_t)(word >> 32), (uint32_t)(old >> 32)) << 32 |
           sum_of_floats((uint32_t)word, (uint32_t)old);
  int is_double = (numbers == ADCC_DOUBLES && (uint32_t)(word | old) != 0) ||
                  (numbers == ADCC_DOUBLE_ENDS && word >> 32 != 0 && old >> 32 != 0);
  is_double |= numbers == ADCC_ONLY_DOUBLES || numbers == ADCC_DOUBLES_COUNT;
  if (old != 0 && is_double) {
    double sum, other;
    memcpy(&sum, &word, sizeof sum);
    memcpy(&other, &old, sizeof other);
    sum += other;
    memcpy(&word, &sum, sizeof word);
    return word;
  }
  for (unsigned half = 0; half < 64; half += 32)
    if ((uint32_t)(word >> half) != 0 && (uint32_t)(old >> half) != 0)
      runtime_fail_at(place, added);
  return word | old;
}

/* Where the last word of a copy begins, if the copy has more than a half of it and less than all:
 * no double is there. One of which these were the first bytes would have its others in a copy that
 * begins within a word, byte by byte; that stops the program. */
static uint64_t broken_word(const void *to, const void *from, uint64_t begin, uint64_t end) {
  uint64_t rest = (end - begin) % sizeof(double);
  int broken = rest > sizeof(float) && both_aligned(to, from, begin, sizeof(double));
  return broken ? end - rest : UINT64_MAX;
}

void adcc_tape_add_unknown(void *to, void *from, const void *primal_to, const void *primal_from,
                           uint64_t begin, uint64_t end, int numbers, const char *place) {
  if (to == primal_to || to == from || begin >= end)
    return;
  adcc_tape_check_addresses();
  int keeps = from && from != primal_from;
  int descending = keeps && (uintptr_t)to < (uintptr_t)from; /* as in adcc_tape_add_words */
  int only_doubles = numbers == ADCC_ONLY_DOUBLES || numbers == ADCC_DOUBLES_COUNT;
  uint64_t broken = broken_word(to, from, begin, end);
  while (begin < end) {
    uint64_t word = 0, old = 0, size = sizeof word, at = begin;
    for (; size > 1; size /= 2) {
      at = descending ? end - size : begin;
      if (end - begin >= size && both_aligned(to, keeps ? from : to, at, size))
        break;
    }
    if (size == 1)
      at = descending ? end - 1 : begin;
    if (descending)
      end = at;
    else
      begin = at + size;
    memcpy(&word, (char *)to + at, size);
    if ((word & 0x7fffffff7fffffffu) == 0 || /* minus zero is none */
        (size < sizeof word && is_address(word_around((char *)to + at))) ||
        (only_doubles && is_copied_integer((char *)to + at, (const char *)primal_to + at)))
      continue;
    if (size < sizeof(float))
      runtime_fail_at(place, lost);
    memset((char *)to + at, 0, size);
    if (!keeps || is_address(word))
      continue;
    memcpy(&old, (char *)from + at, size);
    if (numbers == ADCC_DOUBLES_COUNT && at == broken && size == sizeof(float))
      continue;
    int whole = size == sizeof word || numbers == ADCC_FLOATS;
    old = adcc_tape_sum_unknown(word, old, whole ? numbers : ADCC_ANY_NUMBERS, place);
    memcpy((char *)from + at, &old, size);
  }
}

void adcc_tape_copy_pointers(void *to, const void *from, uint64_t bytes, uint64_t record,
                             uint64_t offset) {
  int descending = (uintptr_t)to > (uintptr_t)from; /* the blocks may overlap */
  for (uint64_t i = 0, count = count_records(bytes, record, offset); i < count; i++) {
    uint64_t at = (descending ? count - 1 - i : i) * record + offset;
    memmove((char *)to + at, (const char *)from + at, sizeof(void *));
  }
}
