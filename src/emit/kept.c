/* Globals that point to memory from before the call (activity_kept_globals): their shadows take
 * those pointers over, which says that what they point to has no shadow. What points to a global
 * with a shadow, or is an argument that has one, points to that. */
#include "request_code.h"

static LLVMTypeRef pointer_type(const Rewriter *rewriter) {
  return LLVMPointerTypeInContext(LLVMGetModuleContext(rewriter->diff->module), 0);
}

static LLVMTypeRef i64_type(const Rewriter *rewriter) {
  return LLVMInt64TypeInContext(LLVMGetModuleContext(rewriter->diff->module));
}

/* The shadow in that lane of each global that has one: see shadow_global. */
static LLVMValueRef shadow_in_lane(const Rewriter *rewriter, LLVMValueRef global, unsigned lane) {
  LLVMValueRef shadow = global;
  for (unsigned i = 0; i <= lane && shadow; i++)
    shadow = map_get(rewriter->diff->shadow_globals, shadow);
  return shadow;
}

static bool is_shadow(const Rewriter *rewriter, const void *global) {
  const Map *shadows = rewriter->diff->shadow_globals;
  const void *of;
  for (size_t i = 0; i < map_count(shadows); i++)
    if (map_entry(shadows, i, &of) == global)
      return true;
  return false;
}

static void share(Rewriter *rewriter, LLVMValueRef primal, LLVMValueRef shadow,
                  LLVMValueRef bytes) {
  LLVMValueRef arguments[] = {primal, shadow, bytes};
  rewriter_runtime(rewriter, "adcc_kept_share", NULL, arguments, 3);
}

/* How long the memory of an argument is, where the caller has made it; else its first byte is all
 * that is known of it. */
static LLVMValueRef bytes_behind(Rewriter *rewriter, LLVMValueRef pointer) {
  LLVMTypeRef i64 = i64_type(rewriter);
  LLVMTypeRef i1 = LLVMInt1TypeInContext(LLVMGetModuleContext(rewriter->diff->module));
  LLVMValueRef yes = LLVMConstInt(i1, 1, false), no = LLVMConstInt(i1, 0, false);
  LLVMValueRef at_least[] = {pointer, yes, yes, no};
  LLVMValueRef known =
      build_call_by_name(rewriter->builder, "llvm.objectsize.i64.p0", i64, at_least, 4);
  LLVMValueRef one = LLVMConstInt(i64, 1, false);
  LLVMValueRef unknown = LLVMBuildICmp(rewriter->builder, LLVMIntEQ, known, LLVMConstNull(i64), "");
  return LLVMBuildSelect(rewriter->builder, unknown, one, known, "");
}

static void share_all(Rewriter *rewriter, unsigned lane) {
  const Map *shadows = rewriter->diff->shadow_globals;
  for (size_t i = 0; i < map_count(shadows); i++) {
    const void *key;
    map_entry(shadows, i, &key);
    LLVMValueRef global = (LLVMValueRef)key;
    LLVMValueRef shadow = is_shadow(rewriter, key) ? NULL : shadow_in_lane(rewriter, global, lane);
    if (shadow)
      share(rewriter, global, shadow,
            LLVMConstInt(i64_type(rewriter),
                         rewriter_size_of(rewriter, LLVMGlobalGetValueType(global)), false));
  }
  const Request *request = rewriter->request;
  for (size_t i = 0; i < request->argument_count; i++) {
    const RequestArgument *argument = &request->arguments[i];
    if (argument->shadows && LLVMTypeOf(argument->primal) == pointer_type(rewriter))
      share(rewriter, argument->primal, rewriter_lane_shadow(rewriter, argument, lane),
            bytes_behind(rewriter, argument->primal));
  }
}

/* The pointers of a global, as runs of words; `shadow` NULL: those that `readers` load must not
 * lead to what is shared. */
static void keep_pointers(Rewriter *rewriter, LLVMValueRef global, LLVMValueRef shadow,
                          const Map *readers) {
  enum { WORD = 8 };
  LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetModuleContext(rewriter->diff->module));
  uint64_t bytes = rewriter_size_of(rewriter, LLVMGlobalGetValueType(global));
  for (uint64_t at = 0, next; at + WORD <= bytes; at = next) {
    uint64_t end = at;
    while (end + WORD <= bytes &&
           types_of_memory(rewriter->diff->types, global, (int64_t)end).kind == BYTE_POINTER &&
           (shadow || activity_loads_pointer(rewriter->diff->types, global, end, readers)))
      end += WORD;
    next = end + WORD;
    if (end == at)
      continue;
    LLVMValueRef offset = LLVMConstInt(i64_type(rewriter), at, false);
    LLVMValueRef words = LLVMBuildGEP2(rewriter->builder, byte, global, &offset, 1, "");
    LLVMValueRef count = LLVMConstInt(i64_type(rewriter), (end - at) / WORD, false);
    if (!shadow) {
      rewriter_runtime(rewriter, "adcc_kept_apart", NULL, (LLVMValueRef[]){words, count}, 2);
      continue;
    }
    LLVMValueRef arguments[] = {LLVMBuildGEP2(rewriter->builder, byte, shadow, &offset, 1, ""),
                                words, count};
    rewriter_runtime(rewriter, "adcc_kept_pointers", NULL, arguments, 3);
  }
}

/* The functions and globals that the value names, and theirs in turn. */
static void collect_named(LLVMValueRef value, Map *named) {
  if (!LLVMIsAConstant(value) || map_has(named, value))
    return;
  map_set(named, value, value);
  for (int i = 0; !LLVMIsAGlobalValue(value) && i < LLVMGetNumOperands(value); i++)
    collect_named(LLVMGetOperand(value, (unsigned)i), named);
  if (!LLVMIsAFunction(value))
    return;
  FOR_EACH_BLOCK (block, value)
    FOR_EACH_INSTRUCTION (instruction, block)
      for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        collect_named(LLVMGetOperand(instruction, (unsigned)i), named);
}

/* An argument that a global leads to as well would have a part of its derivative lost. */
static void check_bare_globals(Rewriter *rewriter) {
  const Map *bare = rewriter->diff->bare_globals;
  bool any = false;
  for (size_t i = 0; i < rewriter->request->argument_count; i++)
    any |= rewriter->request->arguments[i].shadows != NULL;
  if (map_count(bare) == 0 || !any)
    return;
  Map *named = map_create(rewriter->diff->arena);
  collect_named(rewriter->request->primal, named);
  share_all(rewriter, 0);
  for (size_t i = 0; i < map_count(bare); i++) {
    const void *global;
    map_entry(bare, i, &global);
    if (map_has(named, global) && !map_has(rewriter->diff->shadow_globals, global))
      keep_pointers(rewriter, (LLVMValueRef)global, NULL, named);
  }
  rewriter_runtime(rewriter, "adcc_kept_done", NULL, NULL, 0);
}

void rewriter_keep_globals(Rewriter *rewriter) {
  check_bare_globals(rewriter);
  const Map *kept = rewriter->diff->kept_globals;
  for (unsigned lane = 0; lane < rewriter->request->width; lane++) {
    bool any = false;
    for (size_t i = 0; i < map_count(kept); i++) {
      const void *global;
      map_entry(kept, i, &global);
      LLVMValueRef shadow = shadow_in_lane(rewriter, (LLVMValueRef)global, lane);
      if (!shadow)
        continue;
      if (!any)
        share_all(rewriter, lane);
      any = true;
      keep_pointers(rewriter, (LLVMValueRef)global, shadow, NULL);
    }
    if (any)
      rewriter_runtime(rewriter, "adcc_kept_done", NULL, NULL, 0);
  }
}
