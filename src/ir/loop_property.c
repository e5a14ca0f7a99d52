/* Properties of loops: the operands of the `llvm.loop` metadata on the branch at a loop's latch, by
 * which front ends make promises about a loop and passes are told what to leave alone. */
#include "ir.h"

#include <string.h>

enum { MAX_PROPERTIES = 16 };

static unsigned loop_kind(LLVMContextRef context) {
  return LLVMGetMDKindIDInContext(context, "llvm.loop", sizeof "llvm.loop" - 1);
}

/* The properties of a loop, behind the first operand, which is the node itself; 0: none, or too
 * many. */
static unsigned properties_of(LLVMValueRef branch, LLVMValueRef *properties) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(branch));
  LLVMValueRef node = LLVMGetMetadata(branch, loop_kind(context)), operands[MAX_PROPERTIES + 1];
  unsigned count = node ? (unsigned)LLVMGetMDNodeNumOperands(node) : 0;
  if (count == 0 || count > MAX_PROPERTIES + 1)
    return 0;
  LLVMGetMDNodeOperands(node, operands);
  memcpy(properties, operands + 1, (count - 1) * sizeof *operands);
  return count - 1;
}

static bool is_named(LLVMValueRef property, const char *name) {
  enum { MAX_OPERANDS = 4 };
  LLVMValueRef operands[MAX_OPERANDS];
  int count = LLVMGetMDNodeNumOperands(property);
  if (count == 0 || count > MAX_OPERANDS)
    return false;
  LLVMGetMDNodeOperands(property, operands);
  unsigned length;
  const char *text = LLVMGetMDString(operands[0], &length);
  return text && length == strlen(name) && memcmp(text, name, length) == 0;
}

bool loop_has_property(LLVMBasicBlockRef latch, const char *name) {
  LLVMValueRef properties[MAX_PROPERTIES];
  unsigned count = properties_of(LLVMGetBasicBlockTerminator(latch), properties);
  for (unsigned i = 0; i < count; i++)
    if (LLVMGetMDNodeNumOperands(properties[i]) == 1 && is_named(properties[i], name))
      return true;
  return false;
}

static const char vectorised[] = "llvm.loop.isvectorized";
static const char runtime_unrolling[] = "llvm.loop.unroll.runtime.disable";

bool loop_was_vectorised(LLVMBasicBlockRef latch) {
  LLVMValueRef properties[MAX_PROPERTIES];
  unsigned count = properties_of(LLVMGetBasicBlockTerminator(latch), properties);
  for (unsigned i = 0; i < count; i++)
    if (is_named(properties[i], vectorised))
      return true;
  return false;
}

/* A name alone, or a name with a value. */
static LLVMMetadataRef property(LLVMContextRef context, const char *name, LLVMValueRef value) {
  LLVMMetadataRef operands[2] = {LLVMMDStringInContext2(context, name, strlen(name))};
  if (value)
    operands[1] = LLVMValueAsMetadata(value);
  return LLVMMDNodeInContext2(context, operands, value ? 2 : 1);
}

static void set_properties(LLVMValueRef branch, LLVMMetadataRef const *properties, unsigned count) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(branch));
  LLVMMetadataRef all[MAX_PROPERTIES + 5];
  LLVMMetadataRef itself = LLVMTemporaryMDNode(context, NULL, 0);
  all[0] = itself;
  memcpy(all + 1, properties, count * sizeof *properties);
  LLVMMetadataRef node = LLVMMDNodeInContext2(context, all, count + 1);
  LLVMMetadataReplaceAllUsesWith(itself, node);
  LLVMSetMetadata(branch, loop_kind(context), LLVMMetadataAsValue(context, node));
}

static void add_properties(LLVMBasicBlockRef latch, LLVMMetadataRef const *added,
                           unsigned added_count) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(latch), known[MAX_PROPERTIES];
  LLVMMetadataRef all[MAX_PROPERTIES + 4];
  unsigned count = 0, known_count = properties_of(branch, known);
  for (unsigned i = 0; i < known_count; i++)
    all[count++] = LLVMValueAsMetadata(known[i]);
  for (unsigned i = 0; i < added_count; i++)
    all[count++] = added[i];
  set_properties(branch, all, count);
}

void loop_allow_vectors(LLVMBasicBlockRef latch) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(latch), known[MAX_PROPERTIES];
  LLVMMetadataRef kept[MAX_PROPERTIES];
  unsigned count = 0, known_count = properties_of(branch, known);
  for (unsigned i = 0; i < known_count; i++)
    if (!is_named(known[i], vectorised) && !is_named(known[i], runtime_unrolling))
      kept[count++] = LLVMValueAsMetadata(known[i]);
  set_properties(branch, kept, count);
}

static const char overlapping[] = "adcc.overlapping";

void loop_mark_overlapping(LLVMBasicBlockRef latch) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(LLVMGetBasicBlockTerminator(latch)));
  LLVMMetadataRef added = property(context, overlapping, NULL);
  add_properties(latch, &added, 1);
}

bool loop_runs_on_overlap(LLVMBasicBlockRef latch) { return loop_has_property(latch, overlapping); }

void loop_mark_rare(LLVMBasicBlockRef latch) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(LLVMGetBasicBlockTerminator(latch)));
  LLVMValueRef no = LLVMConstInt(LLVMInt1TypeInContext(context), 0, false);
  /* Loops of a known few iterations are still unrolled: only then are small arrays on the stack,
   * which both versions use, kept in registers. */
  LLVMMetadataRef added[] = {property(context, "llvm.loop.vectorize.enable", no),
                             property(context, "llvm.loop.unroll.runtime.disable", NULL),
                             property(context, "adcc.rare", NULL)};
  add_properties(latch, added, 3);
}

/* Does the loop read a table that is a constant? */
static bool reads_table(BridgeLoopRef loop, LLVMValueRef function, size_t *instructions) {
  bool found = false;
  FOR_EACH_BLOCK (block, function) {
    if (!bridge_loop_contains(loop, block))
      continue;
    FOR_EACH_INSTRUCTION (instruction, block) {
      ++*instructions;
      if (!LLVMIsALoadInst(instruction))
        continue;
      LLVMValueRef table = bridge_underlying_object(LLVMGetOperand(instruction, 0));
      found |= LLVMIsAGlobalVariable(table) && LLVMIsGlobalConstant(table);
    }
  }
  return found;
}

static bool is_innermost(BridgeAnalysesRef analyses, BridgeLoopRef loop, LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function)
    if (bridge_loop_contains(loop, block) && bridge_loop_of(analyses, block) != loop)
      return false;
  return true;
}

void loop_unroll_tables(LLVMValueRef function) {
  enum { MOST_ROUNDS = 16, MOST_INSTRUCTIONS = 3000 };
  BridgeAnalysesRef analyses = bridge_analyses_create(function);
  FOR_EACH_BLOCK (block, function) {
    BridgeLoopRef loop = bridge_loop_of(analyses, block);
    if (!loop || bridge_loop_latch(loop) != block)
      continue;
    int64_t last = bridge_loop_constant_count(analyses, loop);
    size_t instructions = 0;
    if (last < 1 || last >= MOST_ROUNDS || !is_innermost(analyses, loop, function) ||
        !reads_table(loop, function, &instructions) ||
        instructions * (size_t)(last + 1) > MOST_INSTRUCTIONS)
      continue;
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(LLVMBasicBlockAsValue(block)));
    LLVMMetadataRef added[] = {property(context, "llvm.loop.unroll.full", NULL)};
    add_properties(block, added, 1);
  }
  bridge_analyses_dispose(analyses);
}
