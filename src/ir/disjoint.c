/* Two versions of a loop nest whose pointers might overlap: before an outermost loop the byte
 * ranges that it reads and writes behind each pointer are compared, and where they are apart a copy
 * of the nest runs whose accesses say so by alias scopes. LLVM then keeps in registers what the
 * source leaves in memory only because it might be overwritten, and the derivative is made of that:
 * of the nest as it would be if its pointers were declared `restrict`.
 *
 * The same goes for the rows of a matrix that the nest changes in place. Where the bounds of its
 * columns, known at run time only, are within a row, the copy runs, and that branch tells that
 * elements in different rows are apart. */
#include "ir.h"

#include <string.h>

enum { MAX_ACCESSES = 96, MAX_GROUPS = 12 };

/* All accesses of a nest behind one pointer. */
typedef struct {
  LLVMValueRef base;      /* the same throughout the nest */
  bool written, is_range; /* is_range: low and high are known */
  LLVMValueRef low, high;
  LLVMMetadataRef scope;
  bool apart[MAX_GROUPS]; /* from which other groups, where the copy runs */
} Group;

typedef struct {
  LLVMValueRef instruction, copy;
  size_t group;
} Access;

typedef struct {
  Arena *arena;
  BridgeAnalysesRef analyses;
  BridgeLoopRef nest;
  bool by_object;         /* one group for each object; else one for each pointer into it */
  LLVMBuilderRef builder; /* at the end of the nest's preheader */
  LLVMContextRef context;
  Group groups[MAX_GROUPS];
  Access accesses[MAX_ACCESSES];
  size_t group_count, access_count;
} Nest;

static bool is_write(LLVMValueRef access) { return LLVMIsAStoreInst(access) != NULL; }

static bool is_within(const Nest *nest, LLVMValueRef value) {
  return LLVMIsAInstruction(value) &&
         bridge_loop_contains(nest->nest, LLVMGetInstructionParent(value));
}

/* The pointer that the nest's own arithmetic starts from: arrays that lie side by side in one
 * allocation have one each. */
static LLVMValueRef root_of(const Nest *nest, LLVMValueRef pointer) {
  LLVMValueRef base = bridge_pointer_base(nest->analyses, pointer);
  if (!base || nest->by_object)
    return base;
  while (is_within(nest, pointer) && LLVMIsAGetElementPtrInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return is_within(nest, pointer) ? base : pointer;
}

/* False where there are too many pointers to compare. */
static bool add_access(Nest *nest, LLVMValueRef access) {
  LLVMValueRef base = root_of(nest, access_pointer(access));
  if (!base || is_within(nest, base))
    return true; /* a pointer that varies: nothing is said of it */
  size_t group = 0;
  while (group < nest->group_count && nest->groups[group].base != base)
    group++;
  if (group == MAX_GROUPS || nest->access_count == MAX_ACCESSES)
    return false;
  if (group == nest->group_count)
    nest->groups[nest->group_count++] = (Group){.base = base, .is_range = true};
  nest->groups[group].written |= is_write(access);
  nest->accesses[nest->access_count++] = (Access){.instruction = access, .group = group};
  return true;
}

/* False if the nest does more than compute and access memory: calls make copies costly, and what
 * they access is not known. */
static bool collect(Nest *nest, LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function) {
    if (!bridge_loop_contains(nest->nest, block))
      continue;
    FOR_EACH_INSTRUCTION (instruction, block) {
      if (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction)) {
        if (!access_is_plain(instruction) || !add_access(nest, instruction))
          return false;
      } else if (bridge_may_write_memory(instruction) && !LLVMIsAIntrinsicInst(instruction)) {
        if (!LLVMIsACallInst(instruction) ||
            !bridge_writes_errno_at_most(nest->analyses, instruction))
          return false;
      }
    }
  }
  return nest->group_count > 0;
}

static bool may_meet(const Nest *nest, size_t a, size_t b) {
  if (!nest->groups[a].written && !nest->groups[b].written)
    return false;
  for (size_t i = 0; i < nest->access_count; i++)
    for (size_t k = 0; k < nest->access_count && nest->accesses[i].group == a; k++) {
      LLVMValueRef x = nest->accesses[i].instruction, y = nest->accesses[k].instruction;
      if (nest->accesses[k].group == b && (is_write(x) || is_write(y)) &&
          bridge_alias_instructions(nest->analyses, x, y) != BRIDGE_NO_ALIAS)
        return true;
    }
  return false;
}

static LLVMValueRef extreme(LLVMBuilderRef builder, LLVMIntPredicate predicate, LLVMValueRef a,
                            LLVMValueRef b) {
  if (!a)
    return b;
  return LLVMBuildSelect(builder, LLVMBuildICmp(builder, predicate, a, b, ""), a, b, "");
}

static void expand_range(Nest *nest, size_t group) {
  Group *range = &nest->groups[group];
  if (range->low)
    return;
  LLVMValueRef at = LLVMGetBasicBlockTerminator(bridge_loop_preheader(nest->nest));
  for (size_t i = 0; i < nest->access_count && range->is_range; i++) {
    const Access *access = &nest->accesses[i];
    LLVMValueRef low, high;
    if (access->group != group)
      continue;
    range->is_range =
        bridge_expand_cover(nest->analyses, access->instruction, nest->nest, at, &low, &high);
    if (!range->is_range)
      break;
    range->low = extreme(nest->builder, LLVMIntULT, range->low, low);
    range->high = extreme(nest->builder, LLVMIntUGT, range->high, high);
  }
}

/* Whether any two groups overlap that are better apart; NULL if that cannot be told, or need not.
 */
static LLVMValueRef any_overlap(Nest *nest) {
  LLVMValueRef any = NULL;
  for (size_t a = 0; a < nest->group_count; a++)
    for (size_t b = a + 1; b < nest->group_count; b++) {
      if (!may_meet(nest, a, b))
        continue;
      expand_range(nest, a);
      expand_range(nest, b);
      const Group *x = &nest->groups[a], *y = &nest->groups[b];
      if (!x->is_range || !y->is_range ||
          expect_overlap((ByteRange){x->low, x->high}, (ByteRange){y->low, y->high}, NULL))
        continue;
      LLVMBuilderRef builder = nest->builder;
      LLVMValueRef before = LLVMBuildICmp(builder, LLVMIntULT, x->low, y->high, "");
      LLVMValueRef behind = LLVMBuildICmp(builder, LLVMIntULT, y->low, x->high, "");
      LLVMValueRef overlap = LLVMBuildAnd(builder, before, behind, "");
      any = any ? LLVMBuildOr(builder, any, overlap, "overlap") : overlap;
      nest->groups[a].apart[b] = nest->groups[b].apart[a] = true;
    }
  return any;
}

/* Whether a matrix that the nest changes in place is left, row by row, by its indices; NULL if that
 * cannot be told, or need not. */
static LLVMValueRef any_crossing(Nest *nest) {
  LLVMValueRef any = NULL;
  for (size_t group = 0; group < nest->group_count; group++) {
    LLVMValueRef accesses[MAX_ACCESSES];
    size_t count = 0;
    bool is_read = false;
    for (size_t i = 0; i < nest->access_count; i++)
      if (nest->accesses[i].group == group) {
        accesses[count++] = nest->accesses[i].instruction;
        is_read |= !is_write(nest->accesses[i].instruction);
      }
    if (!is_read || !nest->groups[group].written)
      continue;
    LLVMValueRef at = LLVMGetBasicBlockTerminator(bridge_loop_preheader(nest->nest));
    LLVMValueRef crossing =
        bridge_expand_leaving_rows(nest->analyses, accesses, count, nest->nest, at);
    if (crossing)
      any = any ? LLVMBuildOr(nest->builder, any, crossing, "crossing") : crossing;
  }
  return any;
}

static void note_copy(void *context, LLVMValueRef instruction, LLVMValueRef copy) {
  Nest *nest = context;
  for (size_t i = 0; i < nest->access_count; i++)
    if (nest->accesses[i].instruction == instruction)
      nest->accesses[i].copy = copy;
}

/* A node that is equal to no other: its first operand is itself. */
static LLVMMetadataRef distinct_node(LLVMContextRef context, LLVMMetadataRef second) {
  LLVMMetadataRef itself = LLVMTemporaryMDNode(context, NULL, 0);
  LLVMMetadataRef operands[] = {itself, second};
  LLVMMetadataRef node = LLVMMDNodeInContext2(context, operands, 2);
  LLVMMetadataReplaceAllUsesWith(itself, node);
  return node;
}

static const char domain_name[] = "adcc: apart in a nest";

static LLVMMetadataRef create_domain(LLVMContextRef context) {
  return distinct_node(context,
                       LLVMMDStringInContext2(context, domain_name, sizeof domain_name - 1));
}

static void create_scopes(Nest *nest) {
  LLVMMetadataRef domain = create_domain(nest->context);
  for (size_t i = 0; i < nest->group_count; i++)
    nest->groups[i].scope = distinct_node(nest->context, domain);
}

/* The domain of a scope that a version of a nest made, or NULL. */
static LLVMValueRef domain_of(LLVMValueRef scope) {
  LLVMValueRef parts[2], names[2];
  if (LLVMGetMDNodeNumOperands(scope) != 2)
    return NULL;
  LLVMGetMDNodeOperands(scope, parts);
  if (!parts[1] || !LLVMIsAMDNode(parts[1]) || LLVMGetMDNodeNumOperands(parts[1]) != 2)
    return NULL;
  LLVMGetMDNodeOperands(parts[1], names);
  unsigned length;
  const char *name = names[1] ? LLVMGetMDString(names[1], &length) : NULL;
  bool named = name && length == sizeof domain_name - 1 && memcmp(name, domain_name, length) == 0;
  return named ? parts[1] : NULL;
}

static LLVMMetadataRef twin(Map *twins, LLVMContextRef context, LLVMMetadataRef node,
                            LLVMMetadataRef domain) {
  LLVMMetadataRef known = map_get(twins, node);
  if (!known) {
    known = domain ? distinct_node(context, domain) : create_domain(context);
    map_set(twins, node, known);
  }
  return known;
}

void disjoint_mirror(Map *twins, LLVMValueRef access, LLVMValueRef like) {
  static const char *const kinds[] = {"alias.scope", "noalias"};
  enum { MAX_SCOPES = 32 };
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(access));
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    unsigned kind = LLVMGetMDKindIDInContext(context, kinds[k], (unsigned)strlen(kinds[k]));
    LLVMValueRef list = LLVMGetMetadata(like, kind), scopes[MAX_SCOPES];
    unsigned count = list ? (unsigned)LLVMGetMDNodeNumOperands(list) : 0, mirrored = 0;
    LLVMMetadataRef mirror[MAX_SCOPES];
    if (count == 0 || count > MAX_SCOPES)
      continue;
    LLVMGetMDNodeOperands(list, scopes);
    for (unsigned i = 0; i < count; i++) {
      LLVMValueRef domain = domain_of(scopes[i]);
      if (domain)
        mirror[mirrored++] = twin(twins, context, LLVMValueAsMetadata(scopes[i]),
                                  twin(twins, context, LLVMValueAsMetadata(domain), NULL));
    }
    if (mirrored)
      access_add_scopes(access, kinds[k], mirror, mirrored);
  }
}

static void mark(const Nest *nest, const Access *access) {
  const Group *group = &nest->groups[access->group];
  LLVMMetadataRef others[MAX_GROUPS], scope = group->scope;
  size_t count = 0;
  for (size_t i = 0; i < nest->group_count; i++)
    if (group->apart[i])
      others[count++] = nest->groups[i].scope;
  if (count == 0)
    return;
  access_add_scopes(access->copy, "alias.scope", &scope, 1);
  access_add_scopes(access->copy, "noalias", others, count);
}

static bool version_nest(Arena *arena, BridgeAnalysesRef analyses, BridgeLoopRef loop) {
  LLVMBasicBlockRef header = bridge_loop_header(loop), preheader = bridge_loop_preheader(loop);
  LLVMValueRef function = LLVMGetBasicBlockParent(header);
  if (!preheader || !bridge_loop_is_simplified(loop) || !bridge_loop_latch(loop))
    return false;
  Nest nest = {.arena = arena,
               .analyses = analyses,
               .nest = loop,
               .context = LLVMGetModuleContext(LLVMGetGlobalParent(function))};
  if (!collect(&nest, function)) {
    nest.by_object = true;
    nest.group_count = nest.access_count = 0;
    if (!collect(&nest, function))
      return false;
  }
  nest.builder = LLVMCreateBuilderInContext(nest.context);
  LLVMPositionBuilderBefore(nest.builder, LLVMGetBasicBlockTerminator(preheader));
  LLVMValueRef overlap = any_overlap(&nest);
  LLVMValueRef crossing = any_crossing(&nest), either = overlap;
  if (crossing)
    either = overlap ? LLVMBuildOr(nest.builder, overlap, crossing, "") : crossing;
  LLVMDisposeBuilder(nest.builder);
  if (!either || LLVMIsAConstant(either) ||
      !bridge_version_loop(analyses, loop, either, note_copy, &nest))
    return false;
  loop_mark_overlapping(bridge_loop_latch(loop));
  create_scopes(&nest);
  for (size_t i = 0; i < nest.access_count; i++)
    if (nest.accesses[i].copy)
      mark(&nest, &nest.accesses[i]);
  return true;
}

bool disjoint_version_nests(Arena *arena, LLVMValueRef function) {
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  ARRAY(LLVMBasicBlockRef) headers = {0};
  FOR_EACH_BLOCK (block, function) {
    BridgeLoopRef loop = bridge_loop_of(analyses, block);
    if (loop && bridge_loop_header(loop) == block && !bridge_loop_parent(loop))
      ARRAY_PUSH(arena, headers, block);
  }
  bool changed = false;
  for (size_t i = 0; i < headers.count && !bridge_is_irreducible(analyses); i++)
    changed |= version_nest(arena, analyses, bridge_loop_of(analyses, headers.items[i]));
  bridge_analyses_dispose(analyses);
  return changed;
}
