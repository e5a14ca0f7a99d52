/* Calls of variadic functions with a body: each becomes a call of a copy with fixed parameters, in
 * which va_start hands out those that were variable. All of them go to what the ABI of x86-64 calls
 * the overflow area, in which they follow each other, as if the registers had been used up; what
 * clang makes of va_arg reads them from there, and LLVM folds the question where they are. */
#include "prepare.h"
#include <string.h>

/* The va_list of x86-64: bytes of the register area that are used up, of general and of
 * floating-point registers, then where the overflow area and the register area are. */
enum { GENERAL_USED = 48, FLOAT_USED = 176, OVERFLOW_AT = 8, REGISTERS_AT = 16, LIST_SIZE = 24 };

static bool is_supported_target(LLVMModuleRef module) {
  const char *triple = LLVMGetTarget(module);
  return strncmp(triple, "x86_64", 6) == 0 && !strstr(triple, "windows");
}

/* How the overflow area holds a value; size 0: otherwise. */
typedef struct {
  uint64_t size, alignment;
} Place;

enum { WORD = 8, AREA_ALIGNMENT = 16 };

static Place place_of_type(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type) <= 64 ? (Place){WORD, WORD} : (Place){0};
  case LLVMHalfTypeKind:
  case LLVMFloatTypeKind: /* structures of one */
  case LLVMDoubleTypeKind:
  case LLVMPointerTypeKind:
    return (Place){WORD, WORD};
  case LLVMX86_FP80TypeKind:
    return (Place){2 * WORD, 2 * WORD};
  case LLVMVectorTypeKind: /* a pair of floats out of a structure */
    return LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMFloatTypeKind &&
                   LLVMGetVectorSize(type) == 2
               ? (Place){WORD, WORD}
               : (Place){0};
  default:
    return (Place){0};
  }
}

static unsigned byval(void) { return LLVMGetEnumAttributeKindForName("byval", 5); }
static unsigned align(void) { return LLVMGetEnumAttributeKindForName("align", 5); }

/* A structure that is passed by value in memory lies there whole. */
static Place place_of_structure(LLVMModuleRef module, LLVMAttributeRef structure,
                                LLVMAttributeRef alignment) {
  uint64_t size =
      LLVMABISizeOfType(LLVMGetModuleDataLayout(module), LLVMGetTypeAttributeValue(structure));
  Place place = {(size + WORD - 1) / WORD * WORD, WORD};
  if (alignment && LLVMGetEnumAttributeValue(alignment) > WORD)
    place.alignment = LLVMGetEnumAttributeValue(alignment);
  return place.alignment <= AREA_ALIGNMENT ? place : (Place){0};
}

static Place place_of_argument(LLVMValueRef call, unsigned index) {
  LLVMAttributeRef structure = LLVMGetCallSiteEnumAttribute(call, index + 1, byval());
  return structure ? place_of_structure(LLVMGetGlobalParent(call_direct_callee(call)), structure,
                                        LLVMGetCallSiteEnumAttribute(call, index + 1, align()))
                   : place_of_type(LLVMTypeOf(LLVMGetOperand(call, index)));
}

static Place place_of_parameter(LLVMValueRef function, unsigned index) {
  LLVMAttributeRef structure = LLVMGetEnumAttributeAtIndex(function, index + 1, byval());
  return structure ? place_of_structure(LLVMGetGlobalParent(function), structure,
                                        LLVMGetEnumAttributeAtIndex(function, index + 1, align()))
                   : place_of_type(LLVMTypeOf(LLVMGetParam(function, index)));
}

static bool can_lower(LLVMValueRef call) {
  LLVMValueRef callee = call_direct_callee(call);
  if (!callee || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) ||
      !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(callee)) ||
      LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(callee))
    return false;
  for (unsigned i = LLVMCountParams(callee); i < call_argument_count(call); i++)
    if (!place_of_argument(call, i).size)
      return false;
  return true;
}

static LLVMTypeRef type_with_arguments(Arena *arena, LLVMValueRef call) {
  unsigned count = call_argument_count(call);
  LLVMTypeRef *parameters = ARENA_ARRAY(arena, LLVMTypeRef, count + 1);
  for (unsigned i = 0; i < count; i++)
    parameters[i] = LLVMTypeOf(LLVMGetOperand(call, i));
  return LLVMFunctionType(LLVMGetReturnType(LLVMGetCalledFunctionType(call)), parameters, count,
                          false);
}

static LLVMValueRef member(LLVMBuilderRef builder, LLVMValueRef pointer, uint64_t offset) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(pointer));
  LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(context), offset, false);
  return LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(context), pointer, &index, 1, "");
}

static uint64_t round_up(uint64_t offset, uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

/* The overflow area, with the parameters from `first` on. */
static LLVMValueRef build_area(LLVMBuilderRef builder, LLVMValueRef function, unsigned first) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  uint64_t size = 0;
  for (unsigned i = first; i < LLVMCountParams(function); i++) {
    Place place = place_of_parameter(function, i);
    size = round_up(size, place.alignment) + place.size;
  }
  LLVMValueRef area = build_alloca_in_entry(
      function, LLVMArrayType2(LLVMInt8TypeInContext(context), size ? size : WORD), "variable");
  LLVMSetAlignment(area, AREA_ALIGNMENT);
  uint64_t at = 0;
  for (unsigned i = first; i < LLVMCountParams(function); i++) {
    LLVMValueRef parameter = LLVMGetParam(function, i);
    LLVMAttributeRef structure = LLVMGetEnumAttributeAtIndex(function, i + 1, byval());
    Place place = place_of_parameter(function, i);
    at = round_up(at, place.alignment);
    LLVMValueRef where = member(builder, area, at);
    if (structure)
      LLVMBuildMemCpy(builder, where, WORD, parameter, 1,
                      LLVMSizeOf(LLVMGetTypeAttributeValue(structure)));
    else
      LLVMBuildStore(builder, parameter, where);
    at += place.size;
  }
  return area;
}

static void start_list(LLVMBuilderRef builder, LLVMValueRef list, LLVMValueRef area) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(list));
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  LLVMBuildStore(builder, LLVMConstInt(i32, GENERAL_USED, false), list);
  LLVMBuildStore(builder, LLVMConstInt(i32, FLOAT_USED, false), member(builder, list, 4));
  LLVMBuildStore(builder, area, member(builder, list, OVERFLOW_AT));
  LLVMBuildStore(builder, LLVMConstNull(LLVMTypeOf(area)), member(builder, list, REGISTERS_AT));
}

/* In a copy with fixed parameters, of which `first` is the first that was variable; in any other
 * function, which has no list of its own, but may copy one, `first` is NO_LIST. */
enum { NO_LIST = ~0U };

/* As an integer: LLVM 22's GVN takes an aligned place in the list for the place before it, and
 * reads undefined bytes there. */
static void lower_mask(LLVMBuilderRef builder, LLVMValueRef call) {
  LLVMValueRef mask = LLVMGetOperand(call, 1);
  LLVMValueRef place = LLVMBuildPtrToInt(builder, LLVMGetOperand(call, 0), LLVMTypeOf(mask), "");
  LLVMValueRef masked = LLVMBuildAnd(builder, place, mask, "");
  LLVMReplaceAllUsesWith(call, LLVMBuildIntToPtr(builder, masked, LLVMTypeOf(call), ""));
}

static void lower_list_calls(Arena *arena, LLVMValueRef function, unsigned first) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
  ValueArray calls = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block)
      if (LLVMIsACallInst(call) && call_direct_callee(call))
        ARRAY_PUSH(arena, calls, call);
  unsigned start = LLVMLookupIntrinsicID("llvm.va_start", 13);
  unsigned copy = LLVMLookupIntrinsicID("llvm.va_copy", 12);
  unsigned end = LLVMLookupIntrinsicID("llvm.va_end", 11);
  unsigned aligns = LLVMLookupIntrinsicID("llvm.ptrmask", 12);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  for (size_t i = 0; i < calls.count; i++) {
    LLVMValueRef call = calls.items[i];
    unsigned id = LLVMGetIntrinsicID(call_direct_callee(call));
    if (!id || (id != start && id != copy && id != end && id != aligns) ||
        ((id == start || id == aligns) && first == NO_LIST))
      continue;
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef list = LLVMGetOperand(call, 0);
    if (id == start)
      start_list(builder, list, build_area(builder, function, first));
    else if (id == aligns)
      lower_mask(builder, call);
    else if (id == copy)
      LLVMBuildMemCpy(builder, list, 8, LLVMGetOperand(call, 1), 8,
                      LLVMConstInt(LLVMInt64TypeInContext(context), LIST_SIZE, false));
    LLVMInstructionEraseFromParent(call);
  }
  LLVMDisposeBuilder(builder);
}

static void ignore_visit(void *context, LLVMValueRef source, LLVMValueRef copy) {
  (void)context, (void)source, (void)copy;
}

/* The structures that a call passes in memory among its variable arguments, in words. */
static const char *describe_structures(Arena *arena, LLVMValueRef call, unsigned first) {
  const char *description = "";
  for (unsigned i = first; i < call_argument_count(call); i++) {
    LLVMAttributeRef structure = LLVMGetCallSiteEnumAttribute(call, i + 1, byval());
    if (!structure)
      continue;
    char *type = LLVMPrintTypeToString(LLVMGetTypeAttributeValue(structure));
    description = arena_format(arena, "%s %u: %s align %u", description, i, type,
                               (unsigned)place_of_argument(call, i).alignment);
    LLVMDisposeMessage(type);
  }
  return description;
}

/* The copy of the callee for arguments of these types; one serves all calls. */
static LLVMValueRef fixed_copy(Arena *arena, LLVMValueRef call, LLVMTypeRef type) {
  LLVMValueRef callee = call_direct_callee(call);
  unsigned first = LLVMCountParams(callee);
  char *types = LLVMPrintTypeToString(type);
  const char *name = arena_format(arena, "%s.%s%s", LLVMGetValueName2(callee, &(size_t){0}), types,
                                  describe_structures(arena, call, first));
  LLVMDisposeMessage(types);
  LLVMValueRef copy = LLVMGetNamedFunction(LLVMGetGlobalParent(callee), name);
  if (copy)
    return copy;
  copy = bridge_clone_function(callee, type, name, NULL, ignore_visit, NULL);
  for (unsigned i = first; i < LLVMCountParams(copy); i++) {
    LLVMAttributeRef structure = LLVMGetCallSiteEnumAttribute(call, i + 1, byval());
    LLVMAttributeRef alignment = LLVMGetCallSiteEnumAttribute(call, i + 1, align());
    if (structure)
      LLVMAddAttributeAtIndex(copy, i + 1, structure);
    if (structure && alignment)
      LLVMAddAttributeAtIndex(copy, i + 1, alignment);
  }
  lower_list_calls(arena, copy, first);
  return copy;
}

/* Front ends expand what reads an argument; the instruction for it knows no list but the machine's.
 */
static void refuse_instructions(DiagSink *sink, LLVMValueRef function) {
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (LLVMIsAVAArgInst(instruction))
        diag_at(sink, instruction, DIAG_UNSUPPORTED, "the instruction va_arg");
}

void prepare_lower_variadic(DiagSink *sink, Arena *arena, LLVMValueRef function) {
  refuse_instructions(sink, function);
  if (!is_supported_target(LLVMGetGlobalParent(function)))
    return;
  lower_list_calls(arena, function, NO_LIST);
  ValueArray calls = {0};
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block)
      if ((LLVMIsACallInst(call) || LLVMIsAInvokeInst(call)) && can_lower(call))
        ARRAY_PUSH(arena, calls, call);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  for (size_t i = 0; i < calls.count; i++) {
    LLVMValueRef call = calls.items[i];
    LLVMTypeRef type = type_with_arguments(arena, call);
    LLVMValueRef copy = fixed_copy(arena, call, type);
    unsigned count = call_argument_count(call);
    LLVMValueRef *arguments = ARENA_ARRAY(arena, LLVMValueRef, count + 1);
    for (unsigned k = 0; k < count; k++)
      arguments[k] = LLVMGetOperand(call, k);
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef fixed =
        LLVMIsAInvokeInst(call)
            ? LLVMBuildInvoke2(builder, type, copy, arguments, count, LLVMGetNormalDest(call),
                               LLVMGetUnwindDest(call), "")
            : LLVMBuildCall2(builder, type, copy, arguments, count, "");
    LLVMInstructionSetDebugLoc(fixed, LLVMInstructionGetDebugLoc(call));
    call_copy_attributes(call, fixed);
    LLVMReplaceAllUsesWith(call, fixed);
    LLVMInstructionEraseFromParent(call);
  }
  LLVMDisposeBuilder(builder);
}
