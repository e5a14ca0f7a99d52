/* variable_flow.c: where the address of one variable and the memory that it keeps go: which
 * pointers a value or a local variable may hold, as sets that grow until nothing changes
 * (Andersen's analysis), of the functions that come into touch with them alone, and apart for every
 * combination of what a function is passed: the methods of a container are called for others too.
 */
#include "variable_flow.h"

#include <string.h>

/* What a pointer may point to. Memory that is not followed is one thing. */
enum {
  OTHER,  /* memory that is not followed */
  INSIDE, /* no thing: that some bytes were added to the start of a block */
  FIRST_FOLLOWED,
  SET_WORDS = 32,
  MOST_THINGS = 64 * SET_WORDS,
  MOST_CONTEXTS = 1000,
};

typedef struct {
  uint64_t words[SET_WORDS];
} Set;

typedef struct Context {
  LLVMValueRef function;
  const struct Context *caller; /* in which `call` made it, or NULL */
  LLVMValueRef call;
  Set *arguments;
  Map *values; /* value -> Set */
  Set result;
  bool outer; /* what calls it is not followed, nor what it is passed */
} Context;

typedef struct {
  LLVMValueRef made_by; /* an alloca, the call of an allocator, or a global variable */
  const Context *context;
  Set contents;
} Thing;

typedef struct {
  const TypeFacts *types;
  Arena *arena;
  Map *variables; /* global -> itself if it is followed, or NULL */
  Map *givers;    /* functions that return what is followed, and that are kept from other files */
  ARRAY(Thing) things;
  ARRAY(Context *) contexts;
  Set escaped;        /* what memory that is not followed may point to */
  bool follow_others; /* other variables, too */
  bool changed, failed;
} Flow;

static bool set_has(const Set *set, size_t thing) {
  return set->words[thing / 64] >> thing % 64 & 1;
}

static Set set_of(size_t thing) {
  Set set = {{0}};
  set.words[thing / 64] = (uint64_t)1 << thing % 64;
  return set;
}

/* The first thing in the set from `thing` on, or MOST_THINGS. */
static size_t set_next(const Set *set, size_t thing) {
  while (thing < MOST_THINGS && !set_has(set, thing))
    thing += set->words[thing / 64] >> thing % 64 ? 1 : 64 - thing % 64;
  return thing;
}

#define FOR_EACH_THING(thing, set)                                                                 \
  for (size_t thing = set_next((set), FIRST_FOLLOWED); thing < MOST_THINGS;                        \
       thing = set_next((set), thing + 1))

static bool set_is_empty(const Set *set) {
  for (unsigned i = 0; i < SET_WORDS; i++)
    if (set->words[i])
      return false;
  return true;
}

static void set_add(Set *set, const Set *more) {
  for (unsigned i = 0; i < SET_WORDS; i++)
    set->words[i] |= more->words[i];
}

/* The same, of a set that others were made of. */
static void grow(Flow *flow, Set *set, const Set *more) {
  Set before = *set;
  set_add(set, more);
  if (memcmp(&before, set, sizeof before) != 0)
    flow->changed = true;
}

static bool is_block(const Flow *flow, size_t thing) {
  LLVMValueRef made_by = flow->things.items[thing].made_by;
  return !LLVMIsAAllocaInst(made_by) && !LLVMIsAGlobalVariable(made_by);
}

static bool has_block(const Flow *flow, const Set *set) {
  FOR_EACH_THING (thing, set)
    if (is_block(flow, thing))
      return true;
  return false;
}

/* Does it point to anything that is followed? */
static bool is_followed(const Set *set) { return set_next(set, FIRST_FOLLOWED) < MOST_THINGS; }

static void add_thing(Flow *flow, LLVMValueRef made_by, const Context *context) {
  if (flow->things.count == MOST_THINGS) {
    flow->failed = true;
    return;
  }
  Thing thing = {.made_by = made_by, .context = context};
  ARRAY_PUSH(flow->arena, flow->things, thing);
  flow->changed = true;
}

static Set thing_made_by(Flow *flow, LLVMValueRef made_by, const Context *context) {
  for (size_t i = FIRST_FOLLOWED; i < flow->things.count; i++)
    if (flow->things.items[i].made_by == made_by && flow->things.items[i].context == context)
      return set_of(i);
  add_thing(flow, made_by, context);
  return set_of(flow->things.count - 1);
}

/* May a value of the type hold a pointer? */
static bool may_carry(const Flow *flow, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMPointerTypeKind:
    return true;
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type) >= 8 * LLVMPointerSize(flow->types->layout);
  case LLVMVectorTypeKind:
  case LLVMArrayTypeKind:
    return may_carry(flow, LLVMGetElementType(type));
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      if (may_carry(flow, LLVMStructGetTypeAtIndex(type, i)))
        return true;
    return false;
  default:
    return false;
  }
}

/* Does the load or store move pointers, or integers that may be some? */
static bool moves_pointers(const Flow *flow, LLVMValueRef access, LLVMTypeRef type) {
  if (!may_carry(flow, type))
    return false;
  if (type_contains_pointer(type))
    return true;
  uint64_t size = LLVMStoreSizeOfType(flow->types->layout, type);
  for (uint64_t at = 0; at < size; at += LLVMPointerSize(flow->types->layout)) {
    ByteKind kind = types_of_access(flow->types, access, at).kind;
    if (kind != BYTE_INTEGER && kind != BYTE_FLOAT)
      return true;
  }
  return false;
}

static void value_grow(Flow *flow, Context *context, LLVMValueRef value, const Set *more) {
  if (set_is_empty(more))
    return;
  Set *known = map_get(context->values, value);
  if (!known) {
    known = ARENA_NEW(flow->arena, Set);
    map_set(context->values, value, known);
  }
  grow(flow, known, more);
}

/* A recursion that hands on what it makes would be another one at every depth: from the second on
 * all are one. */
static Context *deeper_context(const Context *caller, LLVMValueRef function) {
  const Context *nearest = NULL;
  for (; caller; caller = caller->caller)
    if (caller->function == function) {
      if (nearest)
        return (Context *)nearest;
      nearest = caller;
    }
  return NULL;
}

/* What the call has made of the function while its arguments were fewer, as in a loop that hands on
 * what the function returned before. */
static Context *context_made_by(const Flow *flow, LLVMValueRef function, const Context *caller,
                                LLVMValueRef call) {
  for (size_t i = 0; caller && i < flow->contexts.count; i++) {
    Context *context = flow->contexts.items[i];
    if (context->function == function && context->caller == caller && context->call == call)
      return context;
  }
  return NULL;
}

static Context *context_get(Flow *flow, LLVMValueRef function, const Set *arguments,
                            const Context *caller, LLVMValueRef call) {
  unsigned count = LLVMCountParams(function);
  for (size_t i = 0; i < flow->contexts.count; i++)
    if (flow->contexts.items[i]->function == function &&
        memcmp(flow->contexts.items[i]->arguments, arguments, count * sizeof *arguments) == 0)
      return flow->contexts.items[i];
  Context *context = deeper_context(caller, function);
  if (!context)
    context = context_made_by(flow, function, caller, call);
  bool is_new = !context;
  if (is_new) {
    context = ARENA_NEW(flow->arena, Context);
    *context = (Context){.function = function, .caller = caller, .call = call};
    context->arguments = ARENA_ARRAY(flow->arena, Set, count + 1);
    context->values = map_create(flow->arena);
    flow->failed = flow->failed || flow->contexts.count == MOST_CONTEXTS;
    flow->changed = true;
    ARRAY_PUSH(flow->arena, flow->contexts, context);
  }
  for (unsigned i = 0; i < count; i++) {
    grow(flow, &context->arguments[i], &arguments[i]);
    value_grow(flow, context, LLVMGetParam(function, i), &arguments[i]);
  }
  return context;
}

static Context *outer_context(Flow *flow, LLVMValueRef function) {
  unsigned count = LLVMCountParams(function);
  Set *arguments = ARENA_ARRAY(flow->arena, Set, count + 1);
  for (unsigned i = 0; i < count; i++)
    if (may_carry(flow, LLVMTypeOf(LLVMGetParam(function, i))))
      arguments[i] = set_of(OTHER);
  Context *context = context_get(flow, function, arguments, NULL, NULL);
  context->outer = true;
  return context;
}

/* The functions that use a variable or an expression of its address; false if something else does.
 */
static bool find_users(Flow *flow, LLVMValueRef constant) {
  for (LLVMUseRef use = LLVMGetFirstUse(constant); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAInstruction(user))
      outer_context(flow, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
    else if (!LLVMIsAConstantExpr(user) || !find_users(flow, user))
      return false;
  }
  return true;
}

/* Others that a function which is followed uses are followed as well where `follow_others`, since
 * they may give and take blocks: `hidden.swap(next)`. */
static bool is_followed_variable(Flow *flow, LLVMValueRef global) {
  if (!map_has(flow->variables, global)) {
    bool asked = flow->follow_others || global == flow->things.items[FIRST_FOLLOWED].made_by;
    bool follows = asked && variable_is_hidden(global) &&
                   type_contains_pointer(LLVMGlobalGetValueType(global));
    map_set(flow->variables, global, follows ? global : NULL);
    if (follows && !find_users(flow, global))
      map_set(flow->variables, global, NULL);
  }
  return map_get(flow->variables, global);
}

static Set value_set(Flow *flow, const Context *context, LLVMValueRef value) {
  Set none = {{0}};
  if (LLVMIsAConstant(value)) {
    while (LLVMIsAConstantExpr(value) && LLVMGetNumOperands(value) > 0)
      value = LLVMGetOperand(value, 0);
    if (LLVMIsAGlobalVariable(value) && is_followed_variable(flow, value))
      return thing_made_by(flow, value, NULL);
    return LLVMIsAGlobalValue(value) ? set_of(OTHER) : none;
  }
  const Set *known = map_get(context->values, value);
  return known ? *known : none;
}

static Set operands_set(Flow *flow, const Context *context, LLVMValueRef instruction) {
  Set all = {{0}};
  for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
    Set one = value_set(flow, context, LLVMGetOperand(instruction, (unsigned)i));
    set_add(&all, &one);
  }
  return all;
}

static Set contents_behind(const Flow *flow, const Set *addresses) {
  Set contents = {{0}};
  if (set_has(addresses, OTHER))
    contents = set_of(OTHER);
  FOR_EACH_THING (thing, addresses)
    set_add(&contents, &flow->things.items[thing].contents);
  return contents;
}

static void store_behind(Flow *flow, const Set *addresses, const Set *stored) {
  if (set_has(addresses, OTHER))
    grow(flow, &flow->escaped, stored);
  FOR_EACH_THING (thing, addresses)
    grow(flow, &flow->things.items[thing].contents, stored);
}

static void walk_call_to(Flow *flow, Context *context, LLVMValueRef call, LLVMValueRef callee) {
  unsigned count = LLVMCountParams(callee);
  Set *arguments = ARENA_ARRAY(flow->arena, Set, count + 1);
  bool followed = may_carry(flow, LLVMTypeOf(call));
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    Set argument = value_set(flow, context, LLVMGetOperand(call, i));
    followed = followed || is_followed(&argument);
    if (i < count)
      arguments[i] = argument;
    else
      grow(flow, &flow->escaped, &argument);
  }
  if (!followed)
    return;
  const Context *inner = context_get(flow, callee, arguments, context, call);
  value_grow(flow, context, call, &inner->result);
}

/* What is not known may keep the address of a variable that it is passed. To a block it may keep
 * pointers as well, but if it uses them later on, then not in what is differentiated. */
static void walk_unknown_call(Flow *flow, Context *context, LLVMValueRef call, bool may_keep) {
  Set all = {{0}};
  for (unsigned i = 0; i < call_argument_count(call); i++) {
    Set argument = value_set(flow, context, LLVMGetOperand(call, i));
    set_add(&all, &argument);
    FOR_EACH_THING (thing, &argument)
      if (may_keep || !is_block(flow, thing)) {
        Set kept = set_of(thing);
        grow(flow, &flow->escaped, &kept);
      }
  }
  Set result = set_of(OTHER);
  set_add(&result, &all);
  if (has_block(flow, &all)) {
    Set inside = set_of(INSIDE);
    set_add(&result, &inside);
  }
  if (may_carry(flow, LLVMTypeOf(call)))
    value_grow(flow, context, call, &result);
}

/* Does the intrinsic leave memory as it is? */
static bool is_marker(LLVMValueRef call, LLVMValueRef callee) {
  unsigned id = LLVMGetIntrinsicID(callee);
  return id && (!bridge_may_write_memory(call) || call_is_lifetime(call));
}

static void walk_call(Flow *flow, Context *context, LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  if (!callee) {
    const FunctionList *targets = types_indirect_callees(flow->types, call);
    for (size_t i = 0; targets && i < targets->functions.count; i++)
      if (!LLVMIsDeclaration(targets->functions.items[i]))
        walk_call_to(flow, context, call, targets->functions.items[i]);
    walk_unknown_call(flow, context, call, !targets);
    return;
  }
  if (types_is_memory_copy(flow->types, call)) {
    Set to = value_set(flow, context, LLVMGetOperand(call, 0));
    Set from = value_set(flow, context, LLVMGetOperand(call, 1));
    Set moved = contents_behind(flow, &from);
    if (has_block(flow, &to)) /* where numbers are, by the types of their bytes */
      moved.words[0] &= ~((uint64_t)1 << OTHER);
    store_behind(flow, &to, &moved);
    return;
  }
  if (types_is_memory_set(flow->types, call) || request_runs_at_end(callee))
    return;
  RequestMode mode;
  const LibraryFunction *row = library_function(callee);
  Set made = {{0}};
  if (is_marker(call, callee)) {
    for (unsigned i = 0; i < call_argument_count(call); i++) {
      Set argument = value_set(flow, context, LLVMGetOperand(call, i));
      set_add(&made, &argument);
    }
    if (may_carry(flow, LLVMTypeOf(call)))
      value_grow(flow, context, call, &made);
  } else if (row && row->kind >= LIBFN_MALLOC && row->kind <= LIBFN_ALIGNED_ALLOC) {
    made = thing_made_by(flow, call, context);
    value_grow(flow, context, call, &made);
  } else if (row && row->kind == LIBFN_TAPE_REALLOC) {
    made = thing_made_by(flow, call, context);
    value_grow(flow, context, call, &made);
  } else if (request_entry_mode(callee, &mode)) {
    walk_unknown_call(flow, context, call, true);
  } else if (!LLVMIsDeclaration(callee) && !row) {
    walk_call_to(flow, context, call, callee);
  } else if (!row || row->kind != LIBFN_FREE) {
    walk_unknown_call(flow, context, call, false);
  }
}

static void walk_instruction(Flow *flow, Context *context, LLVMValueRef instruction) {
  Set set = {{0}};
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMAlloca:
    if (!may_carry(flow, LLVMGetAllocatedType(instruction)) &&
        LLVMGetTypeKind(LLVMGetAllocatedType(instruction)) != LLVMArrayTypeKind)
      return; /* too small for a pointer */
    set = thing_made_by(flow, instruction, context);
    break;
  case LLVMLoad:
    if (!moves_pointers(flow, instruction, LLVMTypeOf(instruction)))
      return;
    set = value_set(flow, context, LLVMGetOperand(instruction, 0));
    set = contents_behind(flow, &set);
    break;
  case LLVMStore: {
    LLVMValueRef value = LLVMGetOperand(instruction, 0);
    if (!moves_pointers(flow, instruction, LLVMTypeOf(value)))
      return;
    Set address = value_set(flow, context, LLVMGetOperand(instruction, 1));
    set = value_set(flow, context, value);
    store_behind(flow, &address, &set);
    return;
  }
  case LLVMGetElementPtr:
    set = value_set(flow, context, LLVMGetOperand(instruction, 0));
    if (has_block(flow, &set)) {
      Set inside = set_of(INSIDE);
      set_add(&set, &inside);
    }
    break;
  case LLVMSub: { /* of two addresses it is a number */
    Set left = value_set(flow, context, LLVMGetOperand(instruction, 0));
    Set right = value_set(flow, context, LLVMGetOperand(instruction, 1));
    if (!set_is_empty(&left) && !set_is_empty(&right))
      return;
    set = operands_set(flow, context, instruction);
    break;
  }
  case LLVMCall:
  case LLVMInvoke:
    walk_call(flow, context, instruction);
    return;
  case LLVMRet:
    set = operands_set(flow, context, instruction);
    grow(flow, &context->result, &set);
    return;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMVAArg:
    set = operands_set(flow, context, instruction);
    grow(flow, &flow->escaped, &set);
    set = set_of(OTHER);
    break;
  case LLVMICmp:
    return;
  case LLVMLandingPad:
    set = set_of(OTHER);
    break;
  case LLVMIntToPtr:
    set = operands_set(flow, context, instruction);
    if (set_is_empty(&set))
      set = set_of(OTHER);
    break;
  default:
    set = operands_set(flow, context, instruction);
    if (LLVMIsABinaryOperator(instruction) && has_block(flow, &set)) {
      Set inside = set_of(INSIDE);
      set_add(&set, &inside);
    }
  }
  if (may_carry(flow, LLVMTypeOf(instruction)))
    value_grow(flow, context, instruction, &set);
}

/* May functions of other files call it? Beside main those are kept from it that could be kept from
 * a variable, too. A copy of an inline function is theirs where they call it: above -O0 it is gone
 * from here. */
static bool is_called_elsewhere(Flow *flow, LLVMValueRef function) {
  switch (LLVMGetLinkage(function)) {
  case LLVMInternalLinkage:
  case LLVMPrivateLinkage:
    return false;
  case LLVMLinkOnceODRLinkage:
    return !program_is_here(LLVMGetGlobalParent(function));
  default:
    if (program_may_keep(function))
      map_set(flow->givers, function, function);
    return !program_may_keep(function);
  }
}

/* Of a function that gives away a pointer when it is called from outside, all callers take part. */
static void give_to_callers(Flow *flow, LLVMValueRef function) {
  const Context *context = outer_context(flow, function);
  if (!is_followed(&context->result))
    return;
  if (is_called_elsewhere(flow, function))
    grow(flow, &flow->escaped, &context->result);
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if ((!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user)) ||
        call_direct_callee(user) != function)
      grow(flow, &flow->escaped, &context->result);
    else
      outer_context(flow, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
  }
}

static void settle(Flow *flow) {
  do {
    flow->changed = false;
    for (size_t i = 0; i < flow->contexts.count && !flow->failed; i++) {
      Context *context = flow->contexts.items[i];
      FOR_EACH_BLOCK (block, context->function)
        FOR_EACH_INSTRUCTION (instruction, block)
          walk_instruction(flow, context, instruction);
      if (context->outer)
        give_to_callers(flow, context->function);
    }
    Set other = set_of(OTHER);
    Set escaped = flow->escaped;
    FOR_EACH_THING (thing, &escaped) {
      Set contents = flow->things.items[thing].contents;
      grow(flow, &flow->escaped, &contents);
      grow(flow, &flow->things.items[thing].contents, &other);
    }
  } while (flow->changed && !flow->failed);
}

static bool is_variable(const Flow *flow, size_t thing) {
  return LLVMIsAGlobalVariable(flow->things.items[thing].made_by) != NULL;
}

static bool has_any(const Set *set, const Set *others) {
  for (unsigned i = 0; i < SET_WORDS; i++)
    if (set->words[i] & others->words[i])
      return true;
  return false;
}

/* Other variables that come to have one of the blocks; and does memory that a variable leads to? */
static void find_sharers(const Flow *flow, const Set *blocks, VariableFlow *result) {
  Set led_to = {{0}}, before;
  for (size_t i = FIRST_FOLLOWED; i < flow->things.count; i++)
    if (is_variable(flow, i))
      set_add(&led_to, &flow->things.items[i].contents);
  do {
    before = led_to;
    FOR_EACH_THING (thing, &before)
      set_add(&led_to, &flow->things.items[thing].contents);
  } while (memcmp(&before, &led_to, sizeof led_to) != 0);
  for (size_t i = FIRST_FOLLOWED + 1; i < flow->things.count; i++) {
    const Thing *thing = &flow->things.items[i];
    if (!has_any(&thing->contents, blocks))
      continue;
    if (is_variable(flow, i))
      map_set(result->sharers, thing->made_by, thing->made_by);
    else if (set_has(&led_to, i))
      result->in_memory = true;
  }
}

static bool is_closed(const TypeFacts *types, LLVMValueRef variable, bool follow_others,
                      VariableFlow *result) {
  Arena *arena = arena_create();
  Flow flow = {.types = types,
               .arena = arena,
               .variables = map_create(arena),
               .givers = map_create(types->arena),
               .follow_others = follow_others};
  while (flow.things.count <= FIRST_FOLLOWED)
    add_thing(&flow, variable, NULL);
  bool closed = is_followed_variable(&flow, variable);
  if (closed)
    settle(&flow);
  const Set kept = flow.things.items[FIRST_FOLLOWED].contents;
  closed =
      closed && !flow.failed && !set_has(&flow.escaped, FIRST_FOLLOWED) && !set_has(&kept, OTHER);
  FOR_EACH_THING (thing, &kept) {
    closed = closed && is_block(&flow, thing) && !set_has(&flow.escaped, thing) &&
             set_is_empty(&flow.things.items[thing].contents);
    if (closed)
      ARRAY_PUSH(types->arena, result->allocations, flow.things.items[thing].made_by);
  }
  result->givers = flow.givers;
  result->inside = set_has(&kept, INSIDE);
  result->sharers = map_create(types->arena);
  find_sharers(&flow, &kept, result);
  arena_destroy(arena);
  return closed;
}

/* Most variables exchange no blocks with others, and a program may have many of these. */
bool variable_flow_is_closed(const TypeFacts *types, LLVMValueRef variable, VariableFlow *result) {
  VariableFlow alone = {0};
  if (is_closed(types, variable, false, &alone)) {
    *result = alone;
    return true;
  }
  return is_closed(types, variable, true, result);
}
