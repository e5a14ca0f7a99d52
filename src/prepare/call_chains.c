/* call_chains.c: long chains of functions of which each is called once, by the one before, become
 * one function. They would be inlined all the same, by prepare and by LLVM, but from the innermost
 * outwards, with all that is inside simplified again at every step, which takes time by the square
 * of the chain's length. Here the outermost comes first, and nothing is simplified. */
#include "prepare.h"
#include <string.h>

enum { LONG_CHAIN = 8, MOST_TOGETHER = 4000 };

typedef struct {
  Arena *arena;
  const Registrations *registrations;
  Map *calls;  /* function that is called once, and may be inlined -> that call */
  Map *depths; /* such a function -> how many there are from the start of its chain to it */
} Chains;

/* What must be the same of two functions that become one. */
static const char *const alike[] = {"adcc_as_written", "target-cpu", "target-features"};

static bool is_ours(LLVMAttributeRef attribute) {
  unsigned length;
  const char *kind =
      LLVMIsStringAttribute(attribute) ? LLVMGetStringAttributeKind(attribute, &length) : "";
  return (strncmp(kind, "adcc", 4) == 0 && strcmp(kind, alike[0]) != 0) ||
         strncmp(kind, "enzyme", 6) == 0;
}

/* Is something said of the function, or of one of its parameters, that inlining would lose? */
static bool is_spoken_of(Arena *arena, LLVMValueRef function) {
  for (unsigned i = 0; i <= LLVMCountParams(function) + 1; i++) {
    LLVMAttributeIndex index = i ? i - 1 : (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    unsigned count = LLVMGetAttributeCountAtIndex(function, index);
    LLVMAttributeRef *attributes = ARENA_ARRAY(arena, LLVMAttributeRef, count + 1);
    LLVMGetAttributesAtIndex(function, index, attributes);
    for (unsigned k = 0; k < count; k++)
      if (is_ours(attributes[k]))
        return true;
  }
  return false;
}

static bool are_alike(LLVMValueRef a, LLVMValueRef b) {
  for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
    LLVMAttributeRef attributes[2];
    LLVMValueRef functions[] = {a, b};
    for (unsigned k = 0; k < 2; k++)
      attributes[k] = LLVMGetStringAttributeAtIndex(functions[k], LLVMAttributeFunctionIndex,
                                                    alike[i], (unsigned)strlen(alike[i]));
    if (attributes[0] != attributes[1])
      return false;
  }
  return true;
}

/* The one call of a function that nobody else can call; NULL if it is used otherwise. */
static LLVMValueRef only_call(LLVMValueRef function) {
  LLVMUseRef use = LLVMGetFirstUse(function);
  LLVMValueRef call = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
  return call && LLVMIsACallInst(call) && LLVMGetCalledValue(call) == function &&
                 LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(function) &&
                 LLVMGetNumOperandBundles(call) == 0
             ? call
             : NULL;
}

static LLVMValueRef caller_of(LLVMValueRef call) {
  return LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
}

static bool may_join(const Chains *chains, LLVMValueRef function, LLVMValueRef call) {
  static const char *const kept[] = {"noinline", "optnone", "returns_twice", "naked"};
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    if (value_has_function_attribute(function, kept[i]) ||
        value_has_function_attribute(caller_of(call), kept[i]))
      return false;
  return !value_has_function_attribute(call, "noinline") && bridge_may_be_inlined(function) &&
         !call_is_marked(chains->arena, call) &&
         !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) &&
         !rule_exists_for_function(function) && !library_function(function) &&
         !registration_of(chains->registrations, function) &&
         !is_spoken_of(chains->arena, function) && !is_spoken_of(chains->arena, caller_of(call)) &&
         are_alike(function, caller_of(call));
}

static void collect(Chains *chains, LLVMModuleRef module) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function)) {
    LLVMLinkage linkage = LLVMGetLinkage(function);
    if (LLVMIsDeclaration(function) ||
        (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage))
      continue;
    LLVMValueRef call = only_call(function);
    if (call && may_join(chains, function, call))
      map_set(chains->calls, function, call);
  }
}

/* What calls itself, by way of others, belongs to no chain. */
static uintptr_t depth_of(Chains *chains, LLVMValueRef function) {
  LLVMValueRef call = map_get(chains->calls, function);
  if (!call)
    return 0;
  if (!map_has(chains->depths, function)) {
    map_set(chains->depths, function, NULL);
    LLVMValueRef caller = caller_of(call);
    uintptr_t before = depth_of(chains, caller);
    bool starts = !map_has(chains->calls, caller);
    map_set(chains->depths, function, (void *)(before || starts ? before + 1 : 0));
  }
  return (uintptr_t)map_get(chains->depths, function);
}

/* All of a long chain that ends in the function, unless that is too much for one. */
static void add_chain(Chains *chains, LLVMValueRef function, Map *joined) {
  size_t size = 0;
  ValueArray chain = {0};
  if (depth_of(chains, function) < LONG_CHAIN)
    return;
  for (LLVMValueRef one = function; depth_of(chains, one);
       one = caller_of(map_get(chains->calls, one))) {
    size += function_size(one);
    ARRAY_PUSH(chains->arena, chain, one);
  }
  for (size_t i = chain.count; i > 0 && size <= MOST_TOGETHER; i--)
    map_set(joined, chain.items[i - 1], chain.items[i - 1]);
}

void prepare_join_chains(Arena *arena, const Registrations *registrations, LLVMModuleRef module) {
  Chains chains = {arena, registrations, map_create(arena), map_create(arena)};
  Map *joined = map_create(arena); /* callers before what they call */
  Map *callers = map_create(arena);
  collect(&chains, module);
  for (size_t i = 0; i < map_count(chains.calls); i++) {
    LLVMValueRef caller = caller_of(map_entry(chains.calls, i, &(const void *){NULL}));
    map_set(callers, caller, caller);
  }
  for (size_t i = 0; i < map_count(chains.calls); i++) {
    const void *function;
    map_entry(chains.calls, i, &function);
    if (!map_has(callers, function))
      add_chain(&chains, (LLVMValueRef)function, joined);
  }
  for (size_t i = 0; i < map_count(joined); i++) {
    const void *key;
    map_entry(joined, i, &key);
    LLVMValueRef function = (LLVMValueRef)key;
    if (only_call(function) && bridge_inline_call(only_call(function)))
      LLVMDeleteFunction(function);
  }
}
