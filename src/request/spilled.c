/* Structures that the call of an entry point passes in memory and the primal takes in registers.
 *
 * The calling convention of x86-64 passes a structure of up to 16 bytes as one or two numbers or
 * pointers while there are registers, and else in memory. The call has more arguments than the
 * primal and runs out of registers earlier: its structures are taken apart as the primal takes
 * them. The primal runs out of registers as well where it has many: what it takes in memory comes
 * last. Requires: a known primal. Invalidates: the calls rewritten. */
#include "request.h"

#include <string.h>

enum { WORD = 8, MOST_BYTES = 16, MOST_ARGUMENTS = 256 };

typedef struct {
  LLVMTypeRef scalar; /* the only member in the word, or NULL */
  unsigned members;
  bool all_floats;
} Word;

static void read_words(LLVMTargetDataRef layout, LLVMTypeRef type, uint64_t offset, Word words[2]) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      read_words(layout, LLVMStructGetTypeAtIndex(type, i),
                 offset + LLVMOffsetOfElement(layout, type, i), words);
    return;
  case LLVMArrayTypeKind: {
    LLVMTypeRef element = LLVMGetElementType(type);
    for (uint64_t i = 0; i < LLVMGetArrayLength2(type); i++)
      read_words(layout, element, offset + i * LLVMABISizeOfType(layout, element), words);
    return;
  }
  default: {
    Word *word = &words[offset / WORD];
    word->scalar = word->members == 0 && offset % WORD == 0 ? type : NULL;
    word->all_floats =
        (word->members == 0 || word->all_floats) && LLVMGetTypeKind(type) == LLVMFloatTypeKind;
    word->members++;
  }
  }
}

/* The types in which registers hold a structure; 0 if they cannot. */
static unsigned register_types(LLVMTargetDataRef layout, LLVMTypeRef structure,
                               LLVMTypeRef types[2]) {
  uint64_t bytes = LLVMABISizeOfType(layout, structure);
  if (bytes == 0 || bytes > MOST_BYTES)
    return 0;
  Word words[2] = {{0}};
  read_words(layout, structure, 0, words);
  LLVMContextRef context = LLVMGetTypeContext(structure);
  unsigned count = (unsigned)((bytes + WORD - 1) / WORD);
  for (unsigned i = 0; i < count; i++) {
    uint64_t rest = bytes - i * WORD;
    types[i] = words[i].scalar ? words[i].scalar
               : words[i].all_floats && words[i].members == 2
                   ? LLVMVectorType(LLVMFloatTypeInContext(context), 2)
                   : LLVMIntTypeInContext(context, (unsigned)(rest < WORD ? rest : WORD) * 8);
  }
  return count;
}

/* Does the function take such words in a row? */
static bool takes_words(LLVMValueRef function, const LLVMTypeRef *types, unsigned count) {
  for (unsigned i = 0; i + count <= LLVMCountParams(function); i++) {
    unsigned same = 0;
    while (same < count && LLVMTypeOf(LLVMGetParam(function, i + same)) == types[same])
      same++;
    if (same == count)
      return true;
  }
  return false;
}

static LLVMTypeRef structure_in_memory(LLVMAttributeRef attribute) {
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static unsigned byval(void) { return LLVMGetEnumAttributeKindForName("byval", 5); }

/* How many of its parameters does a function take so? */
static unsigned count_in_memory(LLVMValueRef function, LLVMTypeRef structure) {
  unsigned count = 0;
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    count +=
        structure_in_memory(LLVMGetEnumAttributeAtIndex(function, i + 1, byval())) == structure;
  return count;
}

static bool passes_in_memory(LLVMValueRef call, unsigned index, LLVMTypeRef structure) {
  return index < call_argument_count(call) && call_passes_in_memory(call, index) == structure;
}

static const char *marker_at(Arena *arena, LLVMValueRef call, unsigned index) {
  return request_marker_name(arena, LLVMGetOperand(call, index));
}

/* The marker of an argument's own, not one of the call. */
static const char *activity_at(Arena *arena, LLVMValueRef call, unsigned index) {
  static const char *const names[] = {"const", "dup", "dupnoneed", "out"};
  const char *marker = marker_at(arena, call, index);
  for (size_t i = 0; marker && i < sizeof names / sizeof *names; i++)
    if (!strcmp(marker, names[i]))
      return marker;
  return NULL;
}

static unsigned width_of(Arena *arena, LLVMValueRef call) {
  for (unsigned i = 0; i + 1 < call_argument_count(call); i++) {
    const char *marker = marker_at(arena, call, i);
    if (marker && !strcmp(marker, "width") && LLVMIsAConstantInt(LLVMGetOperand(call, i + 1)))
      return (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, i + 1));
  }
  return 1;
}

/* How many structures in a row belong to one parameter: itself and its shadows, if it has any. */
static unsigned group_size(Arena *arena, LLVMValueRef call, LLVMTypeRef structure,
                           const char *marker) {
  RequestMode mode = REQUEST_REVERSE;
  request_entry_mode(call_direct_callee(call), &mode);
  bool forward = mode == REQUEST_FORWARD || mode == REQUEST_FORWARD_SPLIT;
  bool shadowed =
      marker ? !strcmp(marker, "dup") || !strcmp(marker, "dupnoneed")
             : type_contains_pointer(structure) || (forward && type_contains_float(structure));
  return shadowed ? 1 + width_of(arena, call) : 1;
}

/* From which argument of the call on does the primal take such structures in memory, too? A group
 * whose first members still found registers goes on in memory. */
static unsigned first_in_memory(Arena *arena, LLVMValueRef call, LLVMValueRef primal,
                                LLVMTypeRef structure) {
  unsigned starts[MOST_ARGUMENTS], groups = 0, end = 0, count = call_argument_count(call);
  unsigned expected = count_in_memory(primal, structure);
  unsigned usual = group_size(arena, call, structure, NULL);
  for (unsigned i = 1; i < count; i = end + 1) {
    for (end = i; passes_in_memory(call, end, structure);)
      end++;
    const char *marker = activity_at(arena, call, i - 1);
    unsigned size = marker ? group_size(arena, call, structure, marker) : usual;
    for (unsigned at = marker ? i : i + (end - i) % usual; at < end; at += size, size = usual)
      starts[groups++] = at;
  }
  return expected == 0 ? count : expected <= groups ? starts[groups - expected] : 0;
}

/* The call's arguments as they will be, and the attributes of each. */
typedef struct {
  LLVMValueRef values[MOST_ARGUMENTS];
  LLVMTypeRef types[MOST_ARGUMENTS];
  int from[MOST_ARGUMENTS]; /* the argument that it was, or -1 */
  unsigned count;
} Arguments;

static void push(Arguments *all, LLVMValueRef value, int from) {
  all->values[all->count] = value;
  all->types[all->count] = LLVMTypeOf(value);
  all->from[all->count++] = from;
}

static void push_words(LLVMBuilderRef builder, Arguments *all, LLVMValueRef pointer,
                       const LLVMTypeRef *types, unsigned count) {
  LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(types[0]));
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef offset =
        LLVMConstInt(LLVMInt64TypeInContext(LLVMGetTypeContext(types[0])), i * WORD, false);
    LLVMValueRef place =
        i == 0 ? pointer : LLVMBuildInBoundsGEP2(builder, byte, pointer, &offset, 1, "");
    LLVMValueRef value = LLVMBuildLoad2(builder, types[i], place, "");
    LLVMSetAlignment(value, 1);
    push(all, value, -1);
  }
}

static void copy_attributes(LLVMValueRef to, unsigned to_index, LLVMValueRef from,
                            unsigned from_index) {
  LLVMAttributeRef attributes[32];
  unsigned count = LLVMGetCallSiteAttributeCount(from, from_index);
  if (count > sizeof attributes / sizeof *attributes)
    return;
  LLVMGetCallSiteAttributes(from, from_index, attributes);
  for (unsigned i = 0; i < count; i++)
    LLVMAddCallSiteAttribute(to, to_index, attributes[i]);
}

static void replace_call(LLVMBuilderRef builder, LLVMValueRef call, Arguments *all) {
  LLVMTypeRef type = LLVMGetCalledFunctionType(call);
  unsigned named = LLVMIsFunctionVarArg(type) ? LLVMCountParamTypes(type) : all->count;
  LLVMTypeRef changed =
      LLVMFunctionType(LLVMGetReturnType(type), all->types, named, LLVMIsFunctionVarArg(type));
  LLVMValueRef callee = LLVMGetCalledValue(call);
  LLVMValueRef made = LLVMIsAInvokeInst(call)
                          ? LLVMBuildInvoke2(builder, changed, callee, all->values, all->count,
                                             LLVMGetNormalDest(call), LLVMGetUnwindDest(call), "")
                          : LLVMBuildCall2(builder, changed, callee, all->values, all->count, "");
  LLVMSetInstructionCallConv(made, LLVMGetInstructionCallConv(call));
  copy_attributes(made, LLVMAttributeReturnIndex, call, LLVMAttributeReturnIndex);
  for (unsigned i = 0; i < all->count; i++)
    if (all->from[i] >= 0)
      copy_attributes(made, i + 1, call, (unsigned)all->from[i] + 1);
  LLVMReplaceAllUsesWith(call, made);
  LLVMInstructionEraseFromParent(call);
}

static void take_apart(Arena *arena, LLVMBuilderRef builder, LLVMValueRef call) {
  LLVMValueRef primal = request_primal(call);
  if (!primal || call_argument_count(call) > MOST_ARGUMENTS / 2)
    return;
  LLVMModuleRef module = LLVMGetGlobalParent(primal);
  Arguments all = {.count = 0};
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    LLVMTypeRef types[2];
    LLVMTypeRef structure = call_passes_in_memory(call, i);
    unsigned count = structure && i < first_in_memory(arena, call, primal, structure)
                         ? register_types(LLVMGetModuleDataLayout(module), structure, types)
                         : 0;
    if (count && takes_words(primal, types, count))
      push_words(builder, &all, LLVMGetOperand(call, i), types, count);
    else
      push(&all, LLVMGetOperand(call, i), (int)i);
  }
  bool changed = false;
  for (unsigned i = 0; i < all.count; i++)
    changed |= all.from[i] < 0;
  if (changed)
    replace_call(builder, call, &all);
}

void request_take_structures_apart(Arena *arena, LLVMModuleRef module) {
  ValueArray calls = request_find_calls(arena, module);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (size_t i = 0; i < calls.count; i++)
    take_apart(arena, builder, calls.items[i]);
  LLVMDisposeBuilder(builder);
}
