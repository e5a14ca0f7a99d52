/* Requests in a readable form: the function to differentiate and the markers stand in the call, or
 * in a wrapper that becomes part of its caller. */
#include "prepare.h"

/* The function to differentiate may be the result of a call, as of the conversion of a lambda to a
 * function pointer: inlines that call. */
static bool inline_source_of_primal(LLVMValueRef request) {
  unsigned index = request_primal_index(request);
  if (call_argument_count(request) <= index)
    return false;
  LLVMValueRef source = LLVMGetOperand(request, index);
  if (!LLVMIsACallInst(source))
    return false;
  LLVMValueRef callee = call_direct_callee(source);
  return callee && !LLVMIsDeclaration(callee) && bridge_inline_call(source);
}

static bool is_private_definition(LLVMValueRef function) {
  LLVMLinkage linkage = LLVMGetLinkage(function);
  return !LLVMIsDeclaration(function) &&
         (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
          linkage == LLVMLinkOnceODRLinkage || linkage == LLVMLinkOnceAnyLinkage);
}

static bool ask_to_inline(LLVMValueRef function) {
  if (value_has_function_attribute(function, "alwaysinline"))
    return false;
  build_remove_attribute(function, "noinline");
  build_add_attribute(function, "alwaysinline");
  return true;
}

/* An integer in the place of a pointer or a number is a marker that the caller was given. */
static bool takes_marker_for_argument(const Request *request) {
  for (unsigned i = 0; i < request->argument_count; i++) {
    LLVMValueRef argument = request->arguments[i].primal;
    LLVMTypeKind wanted = LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(request->primal, i)));
    if (argument && LLVMIsAArgument(argument) &&
        LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMIntegerTypeKind &&
        wanted != LLVMIntegerTypeKind)
      return true;
  }
  return false;
}

/* Markers may come through templates: tuples of them, unpacked by calls, as in C++ interfaces that
 * are built on the C one. Where a request cannot be read, asks to inline the templates that its
 * caller calls, and the caller where it is one. True if that may help. */
static bool inline_around(Arena *arena, LLVMValueRef request) {
  enum { MAX_TEMPLATES = 512 };
  DiagSink *silent = diag_create(arena, DIAG_FORMAT_NONE);
  const Request *read = request_read(arena, silent, request);
  if (read && !takes_marker_for_argument(read))
    return false;
  LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(request));
  Map *seen = map_create(arena);
  map_set(seen, caller, caller);
  bool changed = is_private_definition(caller) && LLVMGetFirstUse(caller) && ask_to_inline(caller);
  for (size_t i = 0; i < map_count(seen) && i < MAX_TEMPLATES; i++) {
    const void *function;
    map_entry(seen, i, &function);
    FOR_EACH_BLOCK (block, (LLVMValueRef)function)
      FOR_EACH_INSTRUCTION (instruction, block) {
        bool calls = LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
        LLVMValueRef callee = calls ? call_direct_callee(instruction) : NULL;
        if (!callee || map_has(seen, callee) || !is_private_definition(callee))
          continue;
        map_set(seen, callee, callee);
        changed |= ask_to_inline(callee);
      }
  }
  return changed;
}

bool prepare_expose_requests(Arena *arena, DiagSink *sink, LLVMModuleRef module,
                             LLVMTargetMachineRef machine) {
  enum { MAX_WRAPPER_DEPTH = 16 };
  for (unsigned round = 0; round < MAX_WRAPPER_DEPTH; round++) {
    ValueArray calls = request_find_calls(arena, module);
    bool wrapped = false;
    Map *callers = map_create(arena);
    for (size_t i = 0; i < calls.count; i++)
      map_set(callers, LLVMGetBasicBlockParent(LLVMGetInstructionParent(calls.items[i])), module);
    for (size_t i = 0; i < map_count(callers); i++) {
      const void *caller;
      map_entry(callers, i, &caller);
      if (!function_run_passes(sink, (LLVMValueRef)caller, machine, "sroa,early-cse,simplifycfg"))
        return false;
    }
    request_split_choices(arena, module);
    request_split_markers(arena, module);
    calls = request_find_calls(arena, module);
    for (size_t i = 0; i < calls.count; i++) {
      LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(calls.items[i]));
      if (request_primal(calls.items[i])) {
        wrapped |= inline_around(arena, calls.items[i]);
        continue;
      }
      if (inline_source_of_primal(calls.items[i])) {
        wrapped = true;
        continue;
      }
      if (!LLVMGetFirstUse(caller))
        continue;
      build_remove_attribute(caller, "noinline");
      build_add_attribute(caller, "alwaysinline");
      wrapped = true;
    }
    if (!wrapped)
      return true;
    PassTuning none = {false, false, false};
    if (!module_run_passes(sink, module, machine, "always-inline,globaldce", none))
      return false;
  }
  return true;
}
