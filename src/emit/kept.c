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

static void share(Rewriter *rewriter, LLVMValueRef primal, LLVMValueRef shadow, uint64_t bytes) {
  LLVMValueRef arguments[] = {primal, shadow, LLVMConstInt(i64_type(rewriter), bytes, false)};
  rewriter_runtime(rewriter, "adcc_kept_share", NULL, arguments, 3);
}

static void share_all(Rewriter *rewriter, unsigned lane) {
  const Map *shadows = rewriter->diff->shadow_globals;
  for (size_t i = 0; i < map_count(shadows); i++) {
    const void *key;
    map_entry(shadows, i, &key);
    LLVMValueRef global = (LLVMValueRef)key;
    LLVMValueRef shadow = is_shadow(rewriter, key) ? NULL : shadow_in_lane(rewriter, global, lane);
    if (shadow)
      share(rewriter, global, shadow, rewriter_size_of(rewriter, LLVMGlobalGetValueType(global)));
  }
  const Request *request = rewriter->request;
  for (size_t i = 0; i < request->argument_count; i++) {
    const RequestArgument *argument = &request->arguments[i];
    if (argument->shadows && LLVMTypeOf(argument->primal) == pointer_type(rewriter))
      share(rewriter, argument->primal, rewriter_lane_shadow(rewriter, argument, lane), 1);
  }
}

/* The pointers of a global, as runs of words. */
static void keep_pointers(Rewriter *rewriter, LLVMValueRef global, LLVMValueRef shadow) {
  enum { WORD = 8 };
  LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetModuleContext(rewriter->diff->module));
  uint64_t bytes = rewriter_size_of(rewriter, LLVMGlobalGetValueType(global));
  for (uint64_t at = 0, next; at + WORD <= bytes; at = next) {
    uint64_t end = at;
    while (end + WORD <= bytes &&
           types_of_memory(rewriter->diff->types, global, (int64_t)end).kind == BYTE_POINTER)
      end += WORD;
    next = end + WORD;
    if (end == at)
      continue;
    LLVMValueRef offset = LLVMConstInt(i64_type(rewriter), at, false);
    LLVMValueRef arguments[] = {LLVMBuildGEP2(rewriter->builder, byte, shadow, &offset, 1, ""),
                                LLVMBuildGEP2(rewriter->builder, byte, global, &offset, 1, ""),
                                LLVMConstInt(i64_type(rewriter), (end - at) / WORD, false)};
    rewriter_runtime(rewriter, "adcc_kept_pointers", NULL, arguments, 3);
  }
}

void rewriter_keep_globals(Rewriter *rewriter) {
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
      keep_pointers(rewriter, (LLVMValueRef)global, shadow);
    }
    if (any)
      rewriter_runtime(rewriter, "adcc_kept_done", NULL, NULL, 0);
  }
}
