/* Rewrites the call that asked for a derivative into a call of it: arguments are converted to what
 * the primal takes (variadic calls promote float to double), results to what the caller declared.
 */
#include "request_code.h"

#include <string.h>

const char *rewriter_type_text(Rewriter *rewriter, LLVMTypeRef type) {
  char *text = LLVMPrintTypeToString(type);
  const char *body = strstr(text, " = type "); /* of a structure that has a name */
  const char *copy =
      arena_format(rewriter->diff->arena, "%s", body ? body + strlen(" = type ") : text);
  LLVMDisposeMessage(text);
  return copy;
}

uint64_t rewriter_size_of(Rewriter *rewriter, LLVMTypeRef type) {
  return LLVMABISizeOfType(LLVMGetModuleDataLayout(rewriter->diff->module), type);
}

LLVMValueRef rewriter_slot(Rewriter *rewriter, LLVMTypeRef type) {
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(rewriter->request->call));
  return build_alloca_in_entry(function, type, "adcc.argument");
}

/* Reinterprets a value as another type of the same size, through memory. */
LLVMValueRef rewriter_through_memory(Rewriter *rewriter, LLVMValueRef value, LLVMTypeRef type) {
  LLVMTypeRef from = LLVMTypeOf(value);
  LLVMValueRef slot = rewriter_slot(
      rewriter, rewriter_size_of(rewriter, from) >= rewriter_size_of(rewriter, type) ? from : type);
  LLVMBuildStore(rewriter->builder, value, slot);
  return LLVMBuildLoad2(rewriter->builder, type, slot, "");
}

/* What lies where the pointer leads: a structure that the call passes in memory, as only some
 * calling conventions say; else what is expected there ('byref'). */
static LLVMTypeRef passed_in_memory(Rewriter *rewriter, LLVMValueRef value, LLVMTypeRef expected) {
  LLVMValueRef call = rewriter->request->call;
  for (unsigned i = 0; i < call_argument_count(call); i++)
    if (LLVMGetOperand(call, i) == value && call_passes_in_memory(call, i))
      return call_passes_in_memory(call, i);
  return expected;
}

LLVMValueRef rewriter_convert(Rewriter *rewriter, LLVMValueRef value, LLVMTypeRef type,
                              unsigned number) {
  LLVMTypeRef from = LLVMTypeOf(value);
  if (from == type)
    return value;
  LLVMTypeKind kind = LLVMGetTypeKind(type), from_kind = LLVMGetTypeKind(from);
  bool to_float = type_is_float_or_vector(type) && kind != LLVMVectorTypeKind;
  bool is_float = type_is_float_or_vector(from) && from_kind != LLVMVectorTypeKind;
  if (to_float && is_float)
    return LLVMBuildFPCast(rewriter->builder, value, type, "");
  if (kind == LLVMIntegerTypeKind && from_kind == LLVMIntegerTypeKind)
    return LLVMBuildIntCast2(rewriter->builder, value, type,
                             call_passes_signed(rewriter->request->call, value), "");
  LLVMTypeRef in_memory = from_kind == LLVMPointerTypeKind && kind != LLVMPointerTypeKind
                              ? passed_in_memory(rewriter, value, type)
                              : NULL;
  if (in_memory && rewriter_size_of(rewriter, in_memory) == rewriter_size_of(rewriter, type))
    return LLVMBuildLoad2(rewriter->builder, type, value, "");
  /* In the place of a shadow, say, or an integer as a tangent, whatever their sizes. */
  bool is_number = (is_float && (kind == LLVMPointerTypeKind || kind == LLVMIntegerTypeKind)) ||
                   (to_float && from_kind == LLVMIntegerTypeKind);
  if (!is_number && rewriter_size_of(rewriter, from) == rewriter_size_of(rewriter, type))
    return rewriter_through_memory(rewriter, value, type);
  diag_at(rewriter->diff->sink, rewriter->request->call, DIAG_ARGUMENT_MISMATCH, number,
          rewriter_type_text(rewriter, in_memory ? in_memory : from),
          rewriter_type_text(rewriter, type));
  rewriter->failed = true;
  return LLVMGetPoison(type);
}

LLVMValueRef rewriter_lane_shadow(Rewriter *rewriter, const RequestArgument *argument,
                                  unsigned lane) {
  if (!argument->stride)
    return argument->shadows[lane];
  LLVMContextRef context = LLVMGetModuleContext(rewriter->diff->module);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  LLVMValueRef stride = LLVMBuildIntCast2(rewriter->builder, argument->stride, i64, false, "");
  LLVMValueRef offset = LLVMBuildMul(rewriter->builder, stride, LLVMConstInt(i64, lane, false), "");
  return LLVMBuildGEP2(rewriter->builder, LLVMInt8TypeInContext(context), argument->shadows[0],
                       &offset, 1, "");
}

static uint64_t alignment_of(LLVMAttributeRef align) {
  return align ? LLVMGetEnumAttributeValue(align) : 1;
}

/* Where the caller wants {primal?, tangents} of such a result, if that is their layout: what points
 * into itself (the end of a list) must be made in its place. */
static LLVMValueRef callers_result(Rewriter *rewriter) {
  const Request *request = rewriter->request;
  if (!request->has_sret || request->mode != REQUEST_FORWARD || request->result == RETURN_INACTIVE)
    return NULL;
  unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
  unsigned align = LLVMGetEnumAttributeKindForName("align", 5);
  LLVMTypeRef wanted =
      LLVMGetTypeAttributeValue(LLVMGetCallSiteEnumAttribute(request->call, 1, sret));
  uint64_t bytes = (request->width + (request->primal_return ? 1 : 0)) *
                   rewriter_size_of(rewriter, request->result_in_memory);
  bool fits = rewriter_size_of(rewriter, wanted) == bytes &&
              alignment_of(LLVMGetCallSiteEnumAttribute(request->call, 1, align)) >=
                  alignment_of(LLVMGetEnumAttributeAtIndex(request->primal, 1, align));
  return fits ? LLVMGetOperand(request->call, 0) : NULL;
}

LLVMValueRef rewriter_result_slot(Rewriter *rewriter) {
  LLVMValueRef slot = rewriter_slot(rewriter, rewriter->request->result_in_memory);
  build_align_as_parameter(slot, rewriter->request->primal, 0);
  return slot;
}

/* Memory for a result that the primal leaves in memory, and its shadows: zero tangents, or the
 * seed. */
static void push_memory_result(Rewriter *rewriter, Arguments *arguments) {
  const Request *request = rewriter->request;
  LLVMTypeRef type = request->result_in_memory;
  LLVMValueRef callers = callers_result(rewriter);
  bool zero = request->mode != REQUEST_REVERSE || request->result == RETURN_INACTIVE;
  for (unsigned slot = 0; slot <= request->width; slot++) {
    bool in_frame = rewriter->result_frame != NULL;
    unsigned at = request->primal_return ? slot : slot - 1; /* in what the caller gets */
    LLVMValueRef memory =
        in_frame ? tape_offset(rewriter->builder, rewriter->result_frame,
                               slot * split_result_stride(rewriter))
        : callers && (slot > 0 || request->primal_return)
            ? tape_offset(rewriter->builder, callers, at * rewriter_size_of(rewriter, type))
            : rewriter_result_slot(rewriter);
    if (slot > 0 && !in_frame)
      LLVMBuildStore(rewriter->builder,
                     zero ? LLVMConstNull(type) : derivative_ones(rewriter->diff->arena, type),
                     memory);
    ARRAY_PUSH(rewriter->diff->arena, *arguments, memory);
  }
}

/* {primal?, tangents or adjoints}, where the first and the tangents were left in memory. */
LLVMValueRef rewriter_memory_results(Rewriter *rewriter, const Arguments *arguments,
                                     LLVMValueRef returned) {
  const Request *request = rewriter->request;
  LLVMBuilderRef b = rewriter->builder;
  LLVMTypeRef type = request->result_in_memory;
  LLVMValueRef parts[2];
  unsigned count = 0;
  if (request->primal_return)
    parts[count++] = LLVMBuildLoad2(b, type, arguments->items[0], "");
  if (request->mode == REQUEST_REVERSE) {
    if (LLVMGetTypeKind(LLVMTypeOf(returned)) != LLVMVoidTypeKind)
      parts[count++] = returned;
  } else if (request->result != RETURN_INACTIVE) {
    LLVMValueRef all = LLVMGetUndef(derivative_lanes(request->width, type));
    for (unsigned lane = 0; lane < request->width; lane++) {
      LLVMValueRef tangent = LLVMBuildLoad2(b, type, arguments->items[1 + lane], "");
      all = request->width == 1 ? tangent : LLVMBuildInsertValue(b, all, tangent, lane, "");
    }
    parts[count++] = all;
  }
  if (count == 0)
    return returned;
  if (count == 1)
    return parts[0];
  LLVMTypeRef types[] = {LLVMTypeOf(parts[0]), LLVMTypeOf(parts[1])};
  LLVMValueRef both = LLVMGetUndef(
      LLVMStructTypeInContext(LLVMGetModuleContext(rewriter->diff->module), types, 2, false));
  both = LLVMBuildInsertValue(b, both, parts[0], 0, "");
  return LLVMBuildInsertValue(b, both, parts[1], 1, "");
}

/* Zeroed memory for the adjoint of a structure that is passed in memory. */
static void push_memory_adjoints(Rewriter *rewriter, const RequestArgument *argument,
                                 Arguments *arguments) {
  for (unsigned lane = 0; lane < rewriter->request->width; lane++) {
    LLVMValueRef memory = rewriter_slot(rewriter, argument->in_memory);
    build_align_as_parameter(memory, rewriter->request->primal,
                             (unsigned)(argument - rewriter->request->arguments));
    LLVMBuildStore(rewriter->builder, LLVMConstNull(argument->in_memory), memory);
    ARRAY_PUSH(rewriter->diff->arena, *arguments, memory);
  }
}

static LLVMValueRef memory_lanes(Rewriter *rewriter, const RequestArgument *argument,
                                 LLVMValueRef const *memory) {
  unsigned width = rewriter->request->width;
  LLVMValueRef lanes = LLVMGetUndef(derivative_lanes(width, argument->in_memory));
  for (unsigned lane = 0; lane < width; lane++) {
    LLVMValueRef one = LLVMBuildLoad2(rewriter->builder, argument->in_memory, memory[lane], "");
    lanes = width == 1 ? one : LLVMBuildInsertValue(rewriter->builder, lanes, one, lane, "");
  }
  return lanes;
}

/* Adds to {primal?, adjoints} those that were left in memory, each at its place. */
static LLVMValueRef insert_memory_adjoints(Rewriter *rewriter, const Arguments *arguments,
                                           LLVMValueRef returned, bool has_primal) {
  const Request *request = rewriter->request;
  LLVMBuilderRef b = rewriter->builder;
  unsigned in_registers = has_primal, taken = 0, next = 0;
  bool any = false;
  for (size_t i = 0; i < request->argument_count; i++) {
    in_registers += request->arguments[i].activity == ACTIVITY_OUT;
    any |= request->arguments[i].in_memory != NULL;
  }
  if (!any)
    return returned;
  Arguments parts = {0};
  Arena *arena = rewriter->diff->arena;
  if (has_primal)
    ARRAY_PUSH(arena, parts,
               in_registers == 1 ? returned : LLVMBuildExtractValue(b, returned, taken++, ""));
  for (size_t i = 0; i < request->argument_count; i++) {
    const RequestArgument *argument = &request->arguments[i];
    next++;
    if (argument->activity == ACTIVITY_OUT) {
      ARRAY_PUSH(arena, parts,
                 in_registers == 1 ? returned : LLVMBuildExtractValue(b, returned, taken, ""));
      taken++;
    } else if (argument->in_memory)
      ARRAY_PUSH(arena, parts, memory_lanes(rewriter, argument, &arguments->items[next]));
    if (argument->activity == ACTIVITY_DUP || argument->activity == ACTIVITY_DUP_NO_NEED)
      next += request->width;
  }
  if (parts.count == 1)
    return parts.items[0];
  LLVMTypeRef *types = ARENA_ARRAY(arena, LLVMTypeRef, parts.count);
  for (size_t i = 0; i < parts.count; i++)
    types[i] = LLVMTypeOf(parts.items[i]);
  LLVMValueRef all = LLVMGetUndef(LLVMStructTypeInContext(
      LLVMGetModuleContext(rewriter->diff->module), types, (unsigned)parts.count, false));
  for (size_t i = 0; i < parts.count; i++)
    all = LLVMBuildInsertValue(b, all, parts.items[i], (unsigned)i, "");
  return all;
}

void rewriter_push_arguments(Rewriter *rewriter, Arguments *arguments) {
  const Request *request = rewriter->request;
  if (request->result_in_memory)
    push_memory_result(rewriter, arguments);
  for (unsigned i = request->result_in_memory ? 1 : 0; i < request->argument_count; i++) {
    const RequestArgument *argument = &request->arguments[i];
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(request->primal, i));
    ARRAY_PUSH(rewriter->diff->arena, *arguments,
               rewriter_convert(rewriter, argument->primal, type, i + 1));
    if (argument->in_memory)
      push_memory_adjoints(rewriter, argument, arguments);
    else if (argument->activity == ACTIVITY_DUP || argument->activity == ACTIVITY_DUP_NO_NEED)
      for (unsigned lane = 0; lane < request->width; lane++)
        ARRAY_PUSH(rewriter->diff->arena, *arguments,
                   rewriter_convert(rewriter, rewriter_lane_shadow(rewriter, argument, lane), type,
                                    i + 1));
  }
}

/* An exception that leaves the derivative lands where one of the request would have. */
static void unwind_like_request(LLVMValueRef request, LLVMValueRef call) {
  LLVMBasicBlockRef unwind = LLVMGetUnwindDest(request);
  LLVMBasicBlockRef from = LLVMGetInstructionParent(call);
  bridge_call_to_invoke(call, unwind);
  LLVMBasicBlockRef rest = LLVMGetInstructionParent(request);
  FOR_EACH_INSTRUCTION (phi, unwind) {
    if (LLVMGetInstructionOpcode(phi) != LLVMPHI)
      break;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
      if (LLVMGetIncomingBlock(phi, i) == rest) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        LLVMAddIncoming(phi, &value, &from, 1);
        break;
      }
  }
}

static void remove_call(Rewriter *rewriter, LLVMValueRef call) {
  if (LLVMGetInstructionOpcode(call) == LLVMInvoke) {
    for (size_t i = 0; i < rewriter->calls.count; i++)
      unwind_like_request(call, rewriter->calls.items[i]);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(call)));
    LLVMPositionBuilderBefore(builder, call);
    LLVMBasicBlockRef unwind = LLVMGetUnwindDest(call);
    FOR_EACH_INSTRUCTION (phi, unwind) {
      if (LLVMGetInstructionOpcode(phi) != LLVMPHI)
        break;
      bridge_phi_remove_incoming(phi, LLVMGetInstructionParent(call));
    }
    LLVMBuildBr(builder, LLVMGetNormalDest(call));
    LLVMDisposeBuilder(builder);
  }
  LLVMInstructionEraseFromParent(call);
}

LLVMValueRef rewriter_call(Rewriter *rewriter, LLVMValueRef function, Arguments *arguments) {
  LLVMValueRef call = LLVMBuildCall2(rewriter->builder, LLVMGlobalGetValueType(function), function,
                                     arguments->items, (unsigned)arguments->count, "");
  ARRAY_PUSH(rewriter->diff->arena, rewriter->calls, call);
  return call;
}

LLVMTypeRef rewriter_pointer(Rewriter *rewriter) {
  return LLVMPointerTypeInContext(LLVMGetModuleContext(rewriter->diff->module), 0);
}

LLVMValueRef rewriter_runtime(Rewriter *rewriter, const char *name, LLVMTypeRef result,
                              LLVMValueRef *arguments, unsigned count) {
  LLVMTypeRef types[4];
  for (unsigned i = 0; i < count; i++)
    types[i] = LLVMTypeOf(arguments[i]);
  if (!result)
    result = LLVMVoidTypeInContext(LLVMGetModuleContext(rewriter->diff->module));
  LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
  LLVMValueRef function = LLVMGetNamedFunction(rewriter->diff->module, name);
  if (!function) {
    function = LLVMAddFunction(rewriter->diff->module, name, type);
    build_add_attribute(function, "nounwind");
  }
  return LLVMBuildCall2(rewriter->builder, type, function, arguments, count, "");
}

static bool has_workspaces(const DiffContext *diff) {
  for (size_t i = 0; i < map_count(diff->workspaces); i++) {
    const void *global;
    map_entry(diff->workspaces, i, &global);
    if (map_get(diff->shadow_globals, global))
      return true;
  }
  return false;
}

static LLVMValueRef releasing(Rewriter *rewriter, const char *name) {
  LLVMModuleRef module = rewriter->diff->module;
  LLVMValueRef found = LLVMGetNamedFunction(module, name);
  LLVMTypeRef pointer = rewriter_pointer(rewriter);
  LLVMTypeRef nothing = LLVMVoidTypeInContext(LLVMGetModuleContext(module));
  return found ? found
               : LLVMAddFunction(module, name, LLVMFunctionType(nothing, &pointer, 1, false));
}

/* The blocks of vectors that earlier calls left get shadows in every lane. */
static void open_vectors(Rewriter *rewriter, LLVMValueRef global, const Workspace *workspace) {
  if (!workspace->allocator)
    return;
  const DiffContext *diff = rewriter->diff;
  LLVMContextRef context = LLVMGetModuleContext(diff->module);
  LLVMValueRef release = releasing(rewriter, library_function(workspace->allocator)->release);
  for (LLVMValueRef shadow = map_get(diff->shadow_globals, global); shadow;
       shadow = map_get(diff->shadow_globals, shadow))
    for (size_t i = 0; i < workspace->vectors.count; i++) {
      LLVMTypeRef byte = LLVMInt8TypeInContext(context);
      LLVMValueRef at =
          LLVMConstInt(LLVMInt64TypeInContext(context), workspace->vectors.items[i], false);
      LLVMValueRef arguments[] = {LLVMConstInBoundsGEP2(byte, global, &at, 1),
                                  LLVMConstInBoundsGEP2(byte, shadow, &at, 1), workspace->allocator,
                                  release};
      rewriter_runtime(rewriter, "adcc_workspace_open", NULL, arguments, 4);
    }
}

/* Other files are not to come by its blocks. */
static void keep_workspace(LLVMValueRef global, const Workspace *workspace) {
  program_keep(global);
  for (size_t i = 0; i < map_count(workspace->givers); i++) {
    const void *function;
    map_entry(workspace->givers, i, &function);
    program_keep((LLVMValueRef)function);
  }
}

/* Derivatives of global variables' first contents are not asked for: their shadows start from
 * scratch in every call, whatever an earlier one left there. */
static void reset_shadow_globals(Rewriter *rewriter) {
  if (has_workspaces(rewriter->diff))
    rewriter_runtime(rewriter, "adcc_workspace_renew", NULL, NULL, 0);
  LLVMContextRef context = LLVMGetModuleContext(rewriter->diff->module);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  for (size_t i = 0; i < map_count(rewriter->diff->shadow_globals); i++) {
    const void *global;
    LLVMValueRef shadow = map_entry(rewriter->diff->shadow_globals, i, &global);
    if (!shadow || !LLVMIsAGlobalVariable(shadow) || LLVMIsGlobalConstant(shadow))
      continue;
    LLVMValueRef contents = LLVMGetInitializer(shadow);
    LLVMValueRef bytes =
        LLVMConstInt(i64, rewriter_size_of(rewriter, LLVMGlobalGetValueType(shadow)), false);
    if (contents && !LLVMIsNull(contents)) {
      LLVMValueRef source =
          LLVMAddGlobal(rewriter->diff->module, LLVMTypeOf(contents), "adcc.shadow.contents");
      LLVMSetInitializer(source, contents);
      LLVMSetGlobalConstant(source, true);
      LLVMSetLinkage(source, LLVMPrivateLinkage);
      LLVMBuildMemCpy(rewriter->builder, shadow, 1, source, 1, bytes);
    } else
      LLVMBuildMemSet(rewriter->builder, shadow,
                      LLVMConstInt(LLVMInt8TypeInContext(context), 0, false), bytes, 1);
  }
  for (size_t i = 0; i < map_count(rewriter->diff->workspaces); i++) {
    const void *global;
    const Workspace *workspace = map_entry(rewriter->diff->workspaces, i, &global);
    open_vectors(rewriter, (LLVMValueRef)global, workspace);
    if (map_get(rewriter->diff->shadow_globals, global))
      keep_workspace((LLVMValueRef)global, workspace);
  }
  rewriter_keep_globals(rewriter);
}

/* batch: the function itself, once for each lane; LLVM makes vectors of it. */
static void rewrite_batch(Rewriter *rewriter) {
  const Request *request = rewriter->request;
  LLVMBuilderRef b = rewriter->builder;
  LLVMTypeRef in_memory = request->result_in_memory;
  LLVMTypeRef result =
      in_memory ? in_memory : LLVMGetReturnType(LLVMGlobalGetValueType(request->primal));
  bool has_result = LLVMGetTypeKind(result) != LLVMVoidTypeKind;
  LLVMValueRef all = has_result ? LLVMGetUndef(derivative_lanes(request->width, result)) : NULL;
  LLVMValueRef called = NULL, slot = in_memory ? rewriter_result_slot(rewriter) : NULL;
  for (unsigned lane = 0; lane < request->width; lane++) {
    Arguments arguments = {0};
    if (slot)
      ARRAY_PUSH(rewriter->diff->arena, arguments, slot);
    for (unsigned i = slot ? 1 : 0; i < request->argument_count; i++) {
      const RequestArgument *argument = &request->arguments[i];
      LLVMValueRef value =
          argument->shadows ? rewriter_lane_shadow(rewriter, argument, lane) : argument->primal;
      ARRAY_PUSH(
          rewriter->diff->arena, arguments,
          rewriter_convert(rewriter, value, LLVMTypeOf(LLVMGetParam(request->primal, i)), i + 1));
    }
    called = rewriter_call(rewriter, request->primal, &arguments);
    call_pass_as_taken(called, request->primal);
    LLVMSetInstructionCallConv(called, LLVMGetFunctionCallConv(request->primal));
    if (slot)
      called = LLVMBuildLoad2(b, in_memory, slot, "");
    if (has_result)
      all = request->width == 1 ? called : LLVMBuildInsertValue(b, all, called, lane, "");
  }
  rewriter_replace_result(rewriter, has_result ? all : called);
}

static bool has_result(const Request *request) {
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(request->primal));
  return LLVMGetTypeKind(type) != LLVMVoidTypeKind;
}

/* In whatever integer type the caller declares, if the size fits. */
static LLVMValueRef tape_size(const Request *request) {
  LLVMTypeRef type = LLVMTypeOf(request->call);
  uint64_t bytes = split_tape_bytes(request);
  bool fits = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) >= 16 &&
              bytes <= INT16_MAX;
  if (!fits)
    type = LLVMInt64TypeInContext(LLVMGetTypeContext(type));
  return LLVMConstInt(type, bytes, false);
}

/* What a buffer has room for may be known at run time alone. */
static void check_room(Rewriter *rewriter) {
  const Request *request = rewriter->request;
  LLVMContextRef context = LLVMGetModuleContext(rewriter->diff->module);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  if (!request->allocated || !request->tape || LLVMIsAConstantInt(request->allocated) ||
      LLVMGetTypeKind(LLVMTypeOf(request->allocated)) != LLVMIntegerTypeKind)
    return;
  LLVMValueRef sizes[] = {LLVMBuildIntCast2(rewriter->builder, request->allocated, i64, false, ""),
                          LLVMConstInt(i64, split_tape_bytes(request), false)};
  build_call_by_name(rewriter->builder, "adcc_check_tape", LLVMVoidTypeInContext(context), sizes,
                     2);
}

bool request_rewrite(DiffContext *diff, const Request *request, const Derivative *derivative,
                     LLVMValueRef recorded) {
  Rewriter rewriter = {.diff = diff,
                       .request = request,
                       .builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(diff->module))};
  LLVMPositionBuilderBefore(rewriter.builder, request->call);
  LLVMSetCurrentDebugLocation2(rewriter.builder, LLVMInstructionGetDebugLoc(request->call));
  if (request->mode != REQUEST_GRADIENT && request->mode != REQUEST_AUGMENT_SIZE)
    reset_shadow_globals(&rewriter);
  check_room(&rewriter);
  if (request->allocated && LLVMIsAConstantInt(request->allocated) &&
      LLVMConstIntGetZExtValue(request->allocated) < split_tape_bytes(request) && request->tape) {
    diag_at(diff->sink, request->call, DIAG_TAPE_TOO_SMALL,
            (unsigned)LLVMConstIntGetZExtValue(request->allocated),
            (unsigned)split_tape_bytes(request));
    rewriter.failed = true;
  } else if (request->mode == REQUEST_AUGMENT_SIZE)
    rewriter_replace_result(&rewriter, tape_size(request));
  else if (request->mode == REQUEST_BATCH)
    rewrite_batch(&rewriter);
  else if (recorded)
    rewrite_recorded(&rewriter, recorded);
  else if (request->mode == REQUEST_FORWARD_SPLIT)
    rewrite_forward_split(&rewriter, derivative);
  else if (request->mode == REQUEST_AUGMENTED)
    rewrite_augmented(&rewriter, derivative);
  else if (request->mode == REQUEST_GRADIENT)
    rewrite_gradient(&rewriter, derivative);
  else {
    Arguments arguments = {0};
    rewriter_push_arguments(&rewriter, &arguments);
    LLVMValueRef result = rewriter_call(&rewriter, derivative->function, &arguments);
    result = insert_memory_adjoints(&rewriter, &arguments, result,
                                    derivative->key.keep_primal_result && has_result(request));
    if (request->result_in_memory)
      result = rewriter_memory_results(&rewriter, &arguments, result);
    rewriter_replace_result(&rewriter, result);
  }
  bool ends = request->mode == REQUEST_REVERSE || request->mode == REQUEST_FORWARD ||
              request->mode == REQUEST_GRADIENT || request->mode == REQUEST_FORWARD_SPLIT;
  if (ends && has_workspaces(diff))
    rewriter_runtime(&rewriter, "adcc_workspace_close", NULL, NULL, 0);
  LLVMDisposeBuilder(rewriter.builder);
  if (!rewriter.failed)
    remove_call(&rewriter, request->call);
  return !rewriter.failed;
}
