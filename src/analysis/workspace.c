/* workspace.c: variables that keep blocks of memory to work in from one call to the next,
 * `static double *work` or `static std::vector<double> work`. Where they alone lead to these
 * blocks, one from before the call can have a shadow, if it is known at run time where it ends:
 * what an allocator of C gave knows it, and a vector does. */
#include "variable_flow.h"

#include <string.h>

bool variable_is_hidden(LLVMValueRef global) {
  LLVMValueRef contents = LLVMGetInitializer(global);
  if (!contents || !LLVMIsNull(contents) || LLVMIsGlobalConstant(global) ||
      request_shadow_of_global(global))
    return false;
  switch (LLVMGetLinkage(global)) {
  case LLVMInternalLinkage:
  case LLVMPrivateLinkage:
    return true;
  case LLVMLinkOnceODRLinkage:
  case LLVMWeakODRLinkage: /* of an inline function, which alone uses it, whoever has a copy */
    return !strncmp(LLVMGetValueName2(global, &(size_t){0}), "_ZZ", 3);
  case LLVMExternalLinkage:
    return program_may_keep(global);
  default:
    return false;
  }
}

/* A row of a C allocator, for what its functions know of the blocks. */
static bool is_of_c(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  const LibraryFunction *row = library_function(callee);
  if (value_has_function_attribute(callee, "adcc_allocation"))
    return false;
  bool made =
      row->kind == LIBFN_MALLOC || row->kind == LIBFN_CALLOC || row->kind == LIBFN_ALIGNED_ALLOC;
  return row->kind == LIBFN_REALLOC || row->kind == LIBFN_TAPE_REALLOC ||
         (made && library_gives_block_of_c(row));
}

static bool all_of_c(const VariableFlow *flow) {
  for (size_t i = 0; i < flow->allocations.count; i++)
    if (!is_of_c(flow->allocations.items[i]))
      return false;
  return true;
}

/* The function of a size that gives all the blocks, or NULL. */
static LLVMValueRef only_allocator(const VariableFlow *flow) {
  LLVMValueRef allocator = NULL;
  for (size_t i = 0; i < flow->allocations.count; i++) {
    LLVMValueRef callee = call_direct_callee(flow->allocations.items[i]);
    if ((allocator && callee != allocator) || library_function(callee)->kind != LIBFN_MALLOC ||
        !library_function(callee)->release || LLVMCountParams(callee) != 1 ||
        value_has_function_attribute(callee, "adcc_allocation"))
      return NULL;
    allocator = callee;
  }
  return allocator;
}

/* std::vector<T>: three pointers, to where its elements begin and end, and to the block's end. */
static bool is_vector(LLVMTargetDataRef layout, LLVMTypeRef type) {
  static const char *const names[] = {"class.std::vector", "class.std::__1::vector"};
  const char *name = LLVMGetStructName(type);
  for (size_t i = 0; name && i < sizeof names / sizeof *names; i++) {
    size_t length = strlen(names[i]);
    if (!strncmp(name, names[i], length) && (name[length] == 0 || name[length] == '.'))
      return LLVMABISizeOfType(layout, type) == 3 * (uint64_t)LLVMPointerSize(layout);
  }
  return false;
}

/* A vector that the compiler initialises itself has a type without a name; what destroys it at the
 * end of the program, or of the thread, has that of the class. */
static bool is_destroyed_as_vector(LLVMTargetDataRef layout, LLVMValueRef global) {
  static const char *const classes[] = {"_ZNSt6vectorI", "_ZNSt3__16vectorI"};
  if (LLVMABISizeOfType(layout, LLVMGlobalGetValueType(global)) !=
      3 * (uint64_t)LLVMPointerSize(layout))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(global); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    LLVMValueRef callee = LLVMIsACallInst(call) ? call_direct_callee(call) : NULL;
    const LibraryFunction *row = callee ? library_function(callee) : NULL;
    if (!row || !library_is_inactive(row) || call_argument_count(call) != 3 ||
        LLVMGetOperand(call, 1) != global)
      continue;
    const char *destroys = LLVMGetValueName2(LLVMGetOperand(call, 0), &(size_t){0});
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
      if (!strncmp(destroys, classes[i], strlen(classes[i])) && strstr(destroys, "ED"))
        return true;
  }
  return false;
}

typedef struct {
  const TypeFacts *types;
  Workspace *workspace;
  bool has_other_pointer;
} VectorSearch;

static void find_vectors(VectorSearch *search, LLVMTypeRef type, uint64_t offset) {
  LLVMTargetDataRef layout = search->types->layout;
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
    search->has_other_pointer = true;
  else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind && type_contains_pointer(type)) {
    LLVMTypeRef element = LLVMGetElementType(type);
    for (uint64_t i = 0; i < LLVMGetArrayLength2(type); i++)
      find_vectors(search, element, offset + i * LLVMABISizeOfType(layout, element));
  } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind && is_vector(layout, type))
    ARRAY_PUSH(search->types->arena, search->workspace->vectors, offset);
  else if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      find_vectors(search, LLVMStructGetTypeAtIndex(type, i),
                   offset + LLVMOffsetOfElement(layout, type, i));
}

/* Where the pointers in a block lead is not known. */
static bool blocks_hold_pointers(const TypeFacts *types, const Object *variable) {
  for (size_t i = 0; i < variable->slots.count; i++) {
    Object *block = types_slot_target(types, variable, i);
    for (size_t k = 0; block && k < block->slots.count; k++)
      if (types_slot_target(types, block, k))
        return true;
  }
  return false;
}

static Workspace *workspace_of(const TypeFacts *types, LLVMValueRef global) {
  Location location;
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  if (!type_contains_pointer(type) || !variable_is_hidden(global) ||
      !types_locate(types, global, &location) || blocks_hold_pointers(types, location.object))
    return NULL;
  VariableFlow flow = {0};
  if (!variable_flow_is_closed(types, global, &flow) || flow.in_memory)
    return NULL;
  Workspace *workspace = ARENA_NEW(types->arena, Workspace);
  workspace->givers = flow.givers;
  workspace->sharers = flow.sharers;
  if (!flow.inside && all_of_c(&flow))
    return workspace;
  VectorSearch search = {types, workspace, false};
  if (is_destroyed_as_vector(types->layout, global))
    ARRAY_PUSH(types->arena, workspace->vectors, 0);
  else
    find_vectors(&search, type, 0);
  workspace->allocator = only_allocator(&flow);
  return search.has_other_pointer || !workspace->allocator ? NULL : workspace;
}

/* What another variable leads to before the call would count as constant. */
static bool is_shared_with_others(const Map *workspaces, const Workspace *workspace) {
  for (size_t i = 0; i < map_count(workspace->sharers); i++) {
    const void *global;
    map_entry(workspace->sharers, i, &global);
    const Workspace *other = map_get(workspaces, global);
    if (!other || !other->allocator != !workspace->allocator)
      return true;
  }
  return false;
}

Map *types_find_workspaces(const TypeFacts *types) {
  Map *found = map_create(types->arena), *workspaces;
  for (LLVMValueRef global = LLVMGetFirstGlobal(types->module); global;
       global = LLVMGetNextGlobal(global)) {
    Workspace *workspace = workspace_of(types, global);
    if (workspace)
      map_set(found, global, workspace);
  }
  for (;; found = workspaces) {
    workspaces = map_create(types->arena);
    for (size_t i = 0; i < map_count(found); i++) {
      const void *global;
      Workspace *workspace = map_entry(found, i, &global);
      if (!is_shared_with_others(found, workspace))
        map_set(workspaces, global, workspace);
    }
    if (map_count(workspaces) == map_count(found))
      return workspaces;
  }
}
