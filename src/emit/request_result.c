/* What the derivative returns as what the caller declares: the same scalars at the same places,
 * whatever types and registers C chose for them. */
#include "request_code.h"

/* Structures of one member, nested or not, and arrays of one element are their content. */
static LLVMTypeRef unwrapped(LLVMTypeRef type) {
  for (;;) {
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type) == 1)
      type = LLVMStructGetTypeAtIndex(type, 0);
    else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMGetArrayLength2(type) == 1)
      type = LLVMGetElementType(type);
    else
      return type;
  }
}

typedef struct {
  uint64_t offset;
  LLVMTypeRef type;
} Leaf;
typedef ARRAY(Leaf) LeafArray;

enum { MOST_LEAVES = 4096 }; /* 64 lanes of as many results */

/* The scalars of a type with their places. */
static void collect_leaves(Rewriter *rewriter, LLVMTypeRef type, uint64_t offset,
                           LeafArray *leaves) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (leaves->count > MOST_LEAVES)
    return;
  if (kind == LLVMStructTypeKind) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(rewriter->diff->module);
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      collect_leaves(rewriter, LLVMStructGetTypeAtIndex(type, i),
                     offset + LLVMOffsetOfElement(layout, type, i), leaves);
    return;
  }
  if (kind != LLVMArrayTypeKind && kind != LLVMVectorTypeKind) {
    Leaf leaf = {offset, type};
    ARRAY_PUSH(rewriter->diff->arena, *leaves, leaf);
    return;
  }
  LLVMTypeRef element = LLVMGetElementType(type);
  uint64_t count = kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(type) : LLVMGetVectorSize(type);
  for (uint64_t i = 0; i < count && leaves->count <= MOST_LEAVES; i++)
    collect_leaves(rewriter, element, offset + i * rewriter_size_of(rewriter, element), leaves);
}

/* Structures that are aligned by hand have bytes between their members that belong to none. */
static void drop_bytes(LeafArray *leaves) {
  size_t kept = 0;
  for (size_t i = 0; i < leaves->count; i++)
    if (LLVMGetTypeKind(leaves->items[i].type) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(leaves->items[i].type) != 8)
      leaves->items[kept++] = leaves->items[i];
  leaves->count = kept;
}

static void collect(Rewriter *rewriter, LLVMTypeRef type, bool bytes, LeafArray *leaves) {
  collect_leaves(rewriter, type, 0, leaves);
  if (!bytes && leaves->count <= MOST_LEAVES)
    drop_bytes(leaves);
}

/* { <2 x float>, float } is how C returns three floats: larger than they are, but the same leaves
 * in the same order; several of them lie farther apart. */
static bool same_leaves(Rewriter *rewriter, LLVMTypeRef a, LLVMTypeRef b, bool bytes,
                        bool *same_places) {
  LeafArray of_a = {0}, of_b = {0};
  collect(rewriter, a, bytes, &of_a);
  collect(rewriter, b, bytes, &of_b);
  *same_places = true;
  if (of_a.count != of_b.count || of_a.count > MOST_LEAVES)
    return false;
  for (size_t i = 0; i < of_a.count; i++) {
    if (of_a.items[i].type != of_b.items[i].type)
      return false;
    *same_places = *same_places && of_a.items[i].offset == of_b.items[i].offset;
  }
  return true;
}

/* The value's leaves as those of another type. */
static LLVMValueRef by_leaves(Rewriter *rewriter, LLVMValueRef value, LLVMTypeRef type,
                              bool bytes) {
  LLVMBuilderRef builder = rewriter->builder;
  LeafArray from = {0}, to = {0};
  collect(rewriter, LLVMTypeOf(value), bytes, &from);
  collect(rewriter, type, bytes, &to);
  LLVMValueRef source = rewriter_slot(rewriter, LLVMTypeOf(value));
  LLVMValueRef target = rewriter_slot(rewriter, type);
  LLVMBuildStore(builder, value, source);
  for (size_t i = 0; i < from.count; i++) {
    LLVMValueRef place = tape_offset(builder, source, from.items[i].offset);
    LLVMBuildStore(builder, LLVMBuildLoad2(builder, from.items[i].type, place, ""),
                   tape_offset(builder, target, to.items[i].offset));
  }
  return LLVMBuildLoad2(builder, type, target, "");
}

/* { i64, i32 } is how C returns three integers. */
static bool only_integers(Rewriter *rewriter, LLVMTypeRef type, uint64_t *bytes) {
  LeafArray leaves = {0};
  collect_leaves(rewriter, type, 0, &leaves);
  *bytes = 0;
  for (size_t i = 0; i < leaves.count; i++) {
    const Leaf *leaf = &leaves.items[i];
    if (LLVMGetTypeKind(leaf->type) != LLVMIntegerTypeKind || leaf->offset != *bytes)
      return false;
    *bytes += rewriter_size_of(rewriter, leaf->type);
  }
  return leaves.count <= MOST_LEAVES;
}

static bool same_integers(Rewriter *rewriter, LLVMTypeRef a, LLVMTypeRef b) {
  uint64_t of_a, of_b;
  return only_integers(rewriter, a, &of_a) && only_integers(rewriter, b, &of_b) && of_a == of_b;
}

static bool is_integer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMIntegerTypeKind; }

static bool holds_integer(Rewriter *rewriter, const LeafArray *leaves, const Leaf *word) {
  uint64_t end = word->offset + rewriter_size_of(rewriter, word->type);
  for (size_t i = 0; i < leaves->count; i++)
    if (is_integer(leaves->items[i].type) && leaves->items[i].offset >= word->offset &&
        leaves->items[i].offset < end)
      return true;
  return false;
}

/* Is each of the result's leaves one of the declared type's, or within an integer of it? C returns
 * a float beside an integer in the register of both, but floats alone in one of their own. */
static bool in_words(Rewriter *rewriter, LLVMTypeRef result, LLVMTypeRef declared) {
  LeafArray leaves = {0}, words = {0};
  collect_leaves(rewriter, result, 0, &leaves);
  collect_leaves(rewriter, declared, 0, &words);
  size_t word = 0, used = 0;
  for (size_t i = 0; i < leaves.count; i++) {
    const Leaf *leaf = &leaves.items[i];
    uint64_t end = leaf->offset + rewriter_size_of(rewriter, leaf->type);
    while (word < words.count &&
           words.items[word].offset + rewriter_size_of(rewriter, words.items[word].type) <=
               leaf->offset)
      word++;
    if (word == words.count)
      return false;
    const Leaf *at = &words.items[word];
    bool within = is_integer(at->type) && at->offset <= leaf->offset &&
                  end <= at->offset + rewriter_size_of(rewriter, at->type) &&
                  holds_integer(rewriter, &leaves, at);
    if (!within && (at->offset != leaf->offset || at->type != leaf->type))
      return false;
    used = word + 1;
  }
  return used == words.count && leaves.count <= MOST_LEAVES && words.count <= MOST_LEAVES;
}

/* Is a number of the one type another number of the other, a part of one, or what lies between? */
static bool numbers_clash(Rewriter *rewriter, LLVMTypeRef one, LLVMTypeRef other) {
  LeafArray numbers = {0}, leaves = {0};
  collect_leaves(rewriter, one, 0, &numbers);
  collect_leaves(rewriter, other, 0, &leaves);
  size_t at = 0;
  for (size_t i = 0; i < numbers.count; i++) {
    const Leaf *number = &numbers.items[i];
    while (at < leaves.count &&
           leaves.items[at].offset + rewriter_size_of(rewriter, leaves.items[at].type) <=
               number->offset)
      at++;
    const Leaf *leaf = at < leaves.count ? &leaves.items[at] : NULL;
    uint64_t end = number->offset + rewriter_size_of(rewriter, number->type);
    bool same = leaf && leaf->offset == number->offset && leaf->type == number->type;
    if (type_is_float(number->type) &&
        (!leaf || leaf->offset >= end || (!is_integer(leaf->type) && !same)))
      return true;
  }
  return numbers.count > MOST_LEAVES || leaves.count > MOST_LEAVES;
}

/* Do two types have the same scalars at the same places? Only then may one be read as the other. */
static bool same_layout(Rewriter *rewriter, LLVMTypeRef result, LLVMTypeRef declared) {
  LLVMTypeRef from = unwrapped(result), to = unwrapped(declared);
  if ((type_is_float(from) && is_integer(to)) || (is_integer(from) && type_is_float(to)))
    return false; /* whatever their sizes */
  if (rewriter_size_of(rewriter, result) == rewriter_size_of(rewriter, declared))
    return !numbers_clash(rewriter, result, declared) && !numbers_clash(rewriter, declared, result);
  return same_integers(rewriter, result, declared) || in_words(rewriter, result, declared);
}

/* Is the caller's structure aligned to more than its members are? */
static bool is_aligned_by_hand(Rewriter *rewriter, LLVMTypeRef declared) {
  unsigned align = LLVMGetEnumAttributeKindForName("align", 5);
  LLVMAttributeRef alignment = rewriter->request->has_sret
                                   ? LLVMGetCallSiteEnumAttribute(rewriter->request->call, 1, align)
                                   : NULL;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(rewriter->diff->module);
  return alignment &&
         LLVMGetEnumAttributeValue(alignment) > LLVMABIAlignmentOfType(layout, declared);
}

/* The result as what the caller declares, NULL after reporting that it cannot be. */
static LLVMValueRef as_declared(Rewriter *rewriter, LLVMValueRef result, LLVMTypeRef declared) {
  LLVMTypeRef type = LLVMTypeOf(result);
  bool is_void = LLVMGetTypeKind(type) == LLVMVoidTypeKind, same_places;
  if (!is_void && same_leaves(rewriter, type, declared, true, &same_places))
    return same_places ? result : by_leaves(rewriter, result, declared, true);
  if (!is_void && same_layout(rewriter, type, declared))
    return result;
  if (!is_void && is_aligned_by_hand(rewriter, declared) &&
      same_leaves(rewriter, type, declared, false, &same_places))
    return by_leaves(rewriter, result, declared, false);
  diag_at(rewriter->diff->sink, rewriter->request->call, DIAG_RESULT_MISMATCH,
          rewriter_type_text(rewriter, declared), rewriter_type_text(rewriter, type));
  rewriter->failed = true;
  return NULL;
}

void rewriter_replace_result(Rewriter *rewriter, LLVMValueRef result) {
  const Request *request = rewriter->request;
  LLVMValueRef call = request->call;
  LLVMTypeRef declared = LLVMTypeOf(call);
  if (request->has_sret) {
    unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
    LLVMTypeRef wanted = LLVMGetTypeAttributeValue(LLVMGetCallSiteEnumAttribute(call, 1, sret));
    result = as_declared(rewriter, result, wanted);
    if (result)
      LLVMBuildStore(rewriter->builder, result, LLVMGetOperand(call, 0));
    return;
  }
  if (LLVMGetTypeKind(declared) == LLVMVoidTypeKind || !LLVMGetFirstUse(call))
    return;
  result = as_declared(rewriter, result, declared);
  if (result)
    LLVMReplaceAllUsesWith(call, LLVMTypeOf(result) == declared
                                     ? result
                                     : rewriter_through_memory(rewriter, result, declared));
}
