/* Small helpers over the C API's builders and queries. */
#include "ir.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

LLVMValueRef build_alloca_in_entry(LLVMValueRef function, LLVMTypeRef type, const char *name) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(type));
  LLVMValueRef first = LLVMGetFirstInstruction(entry);
  if (first)
    LLVMPositionBuilderBefore(builder, first);
  else
    LLVMPositionBuilderAtEnd(builder, entry);
  LLVMValueRef result = LLVMBuildAlloca(builder, type, name);
  LLVMDisposeBuilder(builder);
  return result;
}

LLVMValueRef build_call_by_name(LLVMBuilderRef builder, const char *name, LLVMTypeRef result,
                                LLVMValueRef *arguments, unsigned count) {
  LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(builder)));
  LLVMTypeRef parameters[4];
  assert(count <= sizeof parameters / sizeof *parameters);
  for (unsigned i = 0; i < count; i++)
    parameters[i] = LLVMTypeOf(arguments[i]);
  LLVMTypeRef type = LLVMFunctionType(result, parameters, count, false);
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (!function)
    function = LLVMAddFunction(module, name, type);
  return LLVMBuildCall2(builder, type, function, arguments, count, "");
}

LLVMValueRef build_zero(LLVMTypeRef type) { return LLVMConstNull(type); }

static LLVMAttributeRef attribute_of(LLVMContextRef context, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return kind ? LLVMCreateEnumAttribute(context, kind, 0)
              : LLVMCreateStringAttribute(context, name, (unsigned)strlen(name), "", 0);
}

void build_add_attribute(LLVMValueRef function, const char *name) {
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                          attribute_of(LLVMGetTypeContext(LLVMTypeOf(function)), name));
}

void build_remove_attribute(LLVMValueRef function, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  if (kind)
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
  else
    LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name,
                                     (unsigned)strlen(name));
}

void build_set_vector_width(LLVMValueRef function, unsigned bits) {
  static const char kind[] = "min-legal-vector-width";
  char text[16];
  int length = snprintf(text, sizeof text, "%u", bits);
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                          LLVMCreateStringAttribute(LLVMGetTypeContext(LLVMTypeOf(function)), kind,
                                                    sizeof kind - 1, text, (unsigned)length));
}

static bool is_plain(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind != LLVMVectorTypeKind && kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind;
}

void build_limit_vectors(LLVMValueRef function) {
  bool plain = is_plain(LLVMGetReturnType(LLVMGlobalGetValueType(function)));
  for (LLVMValueRef p = LLVMGetFirstParam(function); p; p = LLVMGetNextParam(p))
    plain = plain && is_plain(LLVMTypeOf(p));
  if (plain)
    build_set_vector_width(function, 0);
}

void build_copy_processor(LLVMValueRef function, LLVMValueRef like) {
  static const char *const names[] = {"target-cpu", "target-features", "tune-cpu"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
        like, LLVMAttributeFunctionIndex, names[i], (unsigned)strlen(names[i]));
    if (attribute)
      LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
  }
}

bool value_has_function_attribute(LLVMValueRef value, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  unsigned length = (unsigned)strlen(name);
  if (LLVMIsAFunction(value))
    return kind ? LLVMGetEnumAttributeAtIndex(value, LLVMAttributeFunctionIndex, kind) != NULL
                : LLVMGetStringAttributeAtIndex(value, LLVMAttributeFunctionIndex, name, length) !=
                      NULL;
  if (!LLVMIsACallInst(value) && !LLVMIsAInvokeInst(value))
    return false;
  bool on_call =
      kind
          ? LLVMGetCallSiteEnumAttribute(value, LLVMAttributeFunctionIndex, kind) != NULL
          : LLVMGetCallSiteStringAttribute(value, LLVMAttributeFunctionIndex, name, length) != NULL;
  LLVMValueRef callee = call_direct_callee(value);
  return on_call || (callee && value_has_function_attribute(callee, name));
}

bool value_has_mark(LLVMValueRef value, const char *name) {
  static const char *const prefixes[] = {"adcc_", "enzyme_"};
  char marked[32];
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    snprintf(marked, sizeof marked, "%s%s", prefixes[i], name);
    if (value_has_function_attribute(value, marked))
      return true;
  }
  return false;
}

LLVMTypeRef type_scalar(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind ? LLVMGetElementType(type)
                                                                          : type;
}

bool type_is_float(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMX86_FP80TypeKind:
  case LLVMFP128TypeKind:
  case LLVMPPC_FP128TypeKind:
    return true;
  default:
    return false;
  }
}

bool type_is_float_or_vector(LLVMTypeRef type) { return type_is_float(type_scalar(type)); }

static bool any_leaf(LLVMTypeRef type, bool (*test)(LLVMTypeRef)) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      if (any_leaf(LLVMStructGetTypeAtIndex(type, i), test))
        return true;
    return false;
  case LLVMArrayTypeKind:
    return LLVMGetArrayLength2(type) && any_leaf(LLVMGetElementType(type), test);
  default:
    return test(type);
  }
}

static bool is_pointer_leaf(LLVMTypeRef type) {
  return LLVMGetTypeKind(type_scalar(type)) == LLVMPointerTypeKind;
}

bool type_contains_float(LLVMTypeRef type) { return any_leaf(type, type_is_float_or_vector); }
bool type_contains_pointer(LLVMTypeRef type) { return any_leaf(type, is_pointer_leaf); }

/* None of a scalar. */
static unsigned member_count(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind:
    return LLVMCountStructElementTypes(type);
  case LLVMArrayTypeKind:
    return (unsigned)LLVMGetArrayLength2(type);
  default:
    return 0;
  }
}

static LLVMTypeRef member_type(LLVMTypeRef type, unsigned i) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i)
                                                     : LLVMGetElementType(type);
}

void type_seed_parts(Arena *arena, LLVMTypeRef type, TypeArray *parts) {
  if (!type_contains_pointer(type)) {
    ARRAY_PUSH(arena, *parts, type);
    return;
  }
  for (unsigned i = 0; i < member_count(type); i++)
    type_seed_parts(arena, member_type(type, i), parts);
}

void build_seed_parts(Arena *arena, LLVMBuilderRef builder, LLVMValueRef value, ValueArray *parts) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (!type_contains_pointer(type)) {
    ARRAY_PUSH(arena, *parts, value);
    return;
  }
  for (unsigned i = 0; i < member_count(type); i++)
    build_seed_parts(arena, builder, LLVMBuildExtractValue(builder, value, i, ""), parts);
}

LLVMValueRef build_from_seed_parts(LLVMBuilderRef builder, LLVMTypeRef type,
                                   LLVMValueRef const **parts) {
  if (!type_contains_pointer(type))
    return *(*parts)++;
  LLVMValueRef all = LLVMConstNull(type);
  for (unsigned i = 0; i < member_count(type); i++)
    all = LLVMBuildInsertValue(builder, all,
                               build_from_seed_parts(builder, member_type(type, i), parts), i, "");
  return all;
}

LLVMTypeRef type_with_lanes_of(LLVMTypeRef scalar, LLVMTypeRef shape) {
  switch (LLVMGetTypeKind(shape)) {
  case LLVMVectorTypeKind:
    return LLVMVectorType(scalar, LLVMGetVectorSize(shape));
  case LLVMScalableVectorTypeKind:
    return LLVMScalableVectorType(scalar, LLVMGetVectorSize(shape));
  default:
    return scalar;
  }
}

bool value_is_instruction(LLVMValueRef value) { return LLVMIsAInstruction(value) != NULL; }
bool value_is_constant(LLVMValueRef value) { return LLVMIsAConstant(value) != NULL; }

bool block_ends_program(LLVMBasicBlockRef block) {
  enum { FAR = 8 };
  LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
  for (unsigned steps = 0; steps < FAR && LLVMIsABranchInst(last) && !LLVMIsConditional(last);
       steps++)
    last = LLVMGetBasicBlockTerminator(LLVMGetSuccessor(last, 0));
  return LLVMIsAUnreachableInst(last) ||
         (LLVMIsAInvokeInst(last) && block_ends_program(LLVMGetNormalDest(last)));
}

bool access_declares_char(LLVMValueRef access) {
  static const char anything[] = "omnipotent char";
  const char *name = bridge_tbaa_name(access);
  return name && strcmp(name, anything) == 0;
}

LLVMValueRef phi_incoming_from(LLVMValueRef phi, LLVMBasicBlockRef block) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
    if (LLVMGetIncomingBlock(phi, i) == block)
      return LLVMGetIncomingValue(phi, i);
  return NULL;
}

bool block_has_one_predecessor(LLVMBasicBlockRef block) {
  LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
  return use && !LLVMGetNextUse(use);
}

LLVMValueRef call_direct_callee(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  while (callee) {
    if (LLVMIsAFunction(callee))
      return callee;
    if (LLVMIsAGlobalAlias(callee))
      callee = LLVMAliasGetAliasee(callee);
    else if (LLVMIsAGlobalIFunc(callee))
      callee = ifunc_version(callee);
    else if (LLVMIsAConstantExpr(callee) && LLVMGetNumOperands(callee) == 1)
      callee = LLVMGetOperand(callee, 0);
    else
      return NULL;
  }
  return NULL;
}

bool calls_lead_to(LLVMValueRef from, LLVMValueRef to, const Map *among, Map *visited) {
  if (map_has(visited, from))
    return false;
  map_set(visited, from, from);
  FOR_EACH_BLOCK (block, from)
    FOR_EACH_INSTRUCTION (call, block) {
      bool calls = LLVMIsACallInst(call) || LLVMIsAInvokeInst(call);
      LLVMValueRef callee = calls ? call_direct_callee(call) : NULL;
      if (callee && (!among || map_has(among, callee)) &&
          (callee == to || calls_lead_to(callee, to, among, visited)))
        return true;
    }
  return false;
}

unsigned call_argument_count(LLVMValueRef call) { return LLVMGetNumArgOperands(call); }

LLVMTypeRef call_passes_in_memory(LLVMValueRef call, unsigned index) {
  LLVMAttributeRef attribute =
      LLVMGetCallSiteEnumAttribute(call, index + 1, LLVMGetEnumAttributeKindForName("byval", 5));
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

bool call_passes_signed(LLVMValueRef call, LLVMValueRef integer) {
  unsigned zeroext = LLVMGetEnumAttributeKindForName("zeroext", 7);
  for (unsigned i = 0; i < call_argument_count(call); i++)
    if (LLVMGetOperand(call, i) == integer && LLVMGetCallSiteEnumAttribute(call, i + 1, zeroext))
      return false;
  return LLVMGetIntTypeWidth(LLVMTypeOf(integer)) > 1;
}

static LLVMAttributeRef parameter_attribute(LLVMValueRef function, unsigned index,
                                            const char *name) {
  return LLVMGetEnumAttributeAtIndex(function, index + 1,
                                     LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

void call_pass_as_taken(LLVMValueRef call, LLVMValueRef function) {
  /* Of what is passed by value the alignment says where on the stack it lies. */
  static const char *const names[] = {"sret", "zeroext", "signext", "inreg", "byval", "align"};
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    bool on_stack = parameter_attribute(function, i, "byval") != NULL;
    for (size_t k = 0; k < sizeof names / sizeof *names - !on_stack; k++) {
      LLVMAttributeRef attribute = parameter_attribute(function, i, names[k]);
      if (attribute)
        LLVMAddCallSiteAttribute(call, i + 1, attribute);
    }
  }
}

void build_align_as_parameter(LLVMValueRef variable, LLVMValueRef function, unsigned index) {
  LLVMAttributeRef wanted = parameter_attribute(function, index, "align");
  if (wanted && LLVMGetEnumAttributeValue(wanted) > LLVMGetAlignment(variable))
    LLVMSetAlignment(variable, (unsigned)LLVMGetEnumAttributeValue(wanted));
}

LLVMValueRef build_entry_point(LLVMValueRef function) {
  LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  while (LLVMIsAAllocaInst(at))
    at = LLVMGetNextInstruction(at);
  return at;
}

LLVMValueRef build_point_after(LLVMValueRef instruction) {
  LLVMValueRef next = LLVMIsAInvokeInst(instruction)
                          ? LLVMGetFirstInstruction(LLVMGetNormalDest(instruction))
                          : LLVMGetNextInstruction(instruction);
  while (next && (LLVMIsAPHINode(next) || LLVMIsALandingPadInst(next)))
    next = LLVMGetNextInstruction(next);
  return next;
}

LLVMValueRef access_pointer(LLVMValueRef access) {
  return LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
}

static const char barrier_prefix[] = "adcc.barrier.";
/* LLVM must not see what the identity returns ("returned"), or it passes the argument on beside the
 * call. */
static const char *const barrier_hides[] = {"noinline", "optnone"};

/* The identity on a type that no derivative passes. */
static LLVMValueRef barrier(LLVMModuleRef module, const char *name, LLVMTypeRef type) {
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (function)
    return function;
  LLVMContextRef context = LLVMGetModuleContext(module);
  function = LLVMAddFunction(module, name, LLVMFunctionType(type, &type, 1, false));
  LLVMSetLinkage(function, LLVMInternalLinkage);
  static const char *const attributes[] = {"adcc_inactive", "nounwind", "willreturn", "nosync",
                                           "memory"};
  for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
    build_add_attribute(function, attributes[i]);
  for (size_t i = 0; i < sizeof barrier_hides / sizeof *barrier_hides; i++)
    build_add_attribute(function, barrier_hides[i]);
  build_limit_vectors(function);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
  LLVMBuildRet(builder, LLVMGetParam(function, 0));
  LLVMDisposeBuilder(builder);
  return function;
}

LLVMValueRef build_without_derivative(Arena *arena, LLVMBuilderRef builder, LLVMValueRef value) {
  LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(builder)));
  char *text = LLVMPrintTypeToString(LLVMTypeOf(value));
  const char *body = strstr(text, " = type "); /* of a structure that has a name */
  const char *name =
      arena_format(arena, "%s%s", barrier_prefix, body ? body + strlen(" = type ") : text);
  LLVMDisposeMessage(text);
  LLVMValueRef function = barrier(module, name, LLVMTypeOf(value));
  return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, &value, 1, "");
}

void build_open_barriers(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (strncmp(LLVMGetValueName2(f, &(size_t){0}), barrier_prefix, sizeof barrier_prefix - 1) != 0)
      continue;
    for (size_t i = 0; i < sizeof barrier_hides / sizeof *barrier_hides; i++)
      LLVMRemoveEnumAttributeAtIndex(
          f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
          LLVMGetEnumAttributeKindForName(barrier_hides[i], strlen(barrier_hides[i])));
  }
}

LLVMTypeRef access_type(LLVMValueRef access) {
  return LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
}

uint64_t access_bytes(LLVMValueRef access) {
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(access)));
  return LLVMStoreSizeOfType(LLVMGetModuleDataLayout(module), access_type(access));
}

bool access_is_plain(LLVMValueRef instruction) {
  return (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction)) &&
         !LLVMGetVolatile(instruction) &&
         LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic;
}

void access_add_scopes(LLVMValueRef access, const char *kind_name, LLVMMetadataRef const *scopes,
                       size_t count) {
  enum { MAX_SCOPES = 64 };
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(access));
  unsigned kind = LLVMGetMDKindIDInContext(context, kind_name, (unsigned)strlen(kind_name));
  LLVMValueRef known = LLVMGetMetadata(access, kind), operands[MAX_SCOPES];
  LLVMMetadataRef all[2 * MAX_SCOPES];
  unsigned total = known ? LLVMGetMDNodeNumOperands(known) : 0;
  if (total > MAX_SCOPES || count > MAX_SCOPES)
    return; /* saying less is always right */
  if (known)
    LLVMGetMDNodeOperands(known, operands);
  for (unsigned i = 0; i < total; i++)
    all[i] = LLVMValueAsMetadata(operands[i]);
  for (size_t i = 0; i < count; i++)
    all[total++] = scopes[i];
  LLVMSetMetadata(access, kind,
                  LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, all, total)));
}

bool call_only_calls(LLVMValueRef user, LLVMValueRef function) {
  if ((!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user)) || LLVMGetCalledValue(user) != function)
    return false;
  for (unsigned i = 0; i < call_argument_count(user); i++)
    if (LLVMGetOperand(user, i) == function)
      return false;
  return true;
}

bool call_is_unlisted(LLVMValueRef call) {
  static const char mark[] = "adcc_unlisted";
  return LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, mark, sizeof mark - 1);
}

bool call_is_unlisted_allocation(LLVMValueRef call) {
  static const char mark[] = "adcc_unlisted_allocation";
  return LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, mark, sizeof mark - 1);
}

static bool is_compared_or_called(LLVMValueRef pointer, Map *seen) {
  if (map_has(seen, pointer))
    return true;
  map_set(seen, pointer, pointer);
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool passed_on = LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
    bool called = call_only_calls(user, pointer) && call_is_unlisted(user);
    if (passed_on ? !is_compared_or_called(user, seen) : !called && !LLVMIsAICmpInst(user))
      return false;
  }
  return true;
}

bool pointer_is_union_member(LLVMValueRef address) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef phi = LLVMGetUser(use);
    bool beside_number = false;
    for (unsigned i = 0; LLVMIsAPHINode(phi) && i < LLVMCountIncoming(phi); i++) {
      LLVMValueRef other = LLVMGetIncomingValue(phi, i);
      LLVMValueRef bits = LLVMIsAIntToPtrInst(other) ? LLVMGetOperand(other, 0) : NULL;
      beside_number |= bits && LLVMIsABitCastInst(bits) &&
                       type_is_float_or_vector(LLVMTypeOf(LLVMGetOperand(bits, 0)));
    }
    if (!beside_number)
      return false;
  }
  return true;
}

bool pointer_is_code(Arena *arena, LLVMValueRef pointer) {
  return is_compared_or_called(pointer, map_create(arena));
}

static unsigned candidate_kind(LLVMValueRef value) {
  static const char name[] = "adcc.candidate";
  return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(value)), name, sizeof name - 1);
}

void branch_mark_candidate(LLVMValueRef branch) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(branch));
  LLVMSetMetadata(branch, candidate_kind(branch),
                  LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
}

bool branch_is_candidate(LLVMValueRef branch) {
  return LLVMIsABranchInst(branch) && LLVMIsConditional(branch) &&
         LLVMGetMetadata(branch, candidate_kind(branch));
}

void branch_forget_candidate(LLVMValueRef branch) {
  LLVMSetMetadata(branch, candidate_kind(branch), NULL);
}

void call_add_mark(LLVMValueRef call, const char *name) {
  LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                           attribute_of(LLVMGetTypeContext(LLVMTypeOf(call)), name));
}

bool attributes_have_mark(LLVMAttributeRef const *attributes, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (LLVMIsStringAttribute(attributes[i]))
      return true;
  return false;
}

bool call_is_marked(Arena *arena, LLVMValueRef call) {
  size_t kinds;
  LLVMDisposeValueMetadataEntries(LLVMInstructionGetAllMetadataOtherThanDebugLoc(call, &kinds));
  if (kinds > 0)
    return true;
  for (unsigned i = 0; i <= call_argument_count(call) + 1; i++) { /* the call, its result, … */
    LLVMAttributeIndex index = i ? i - 1 : (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    unsigned count = LLVMGetCallSiteAttributeCount(call, index);
    LLVMAttributeRef *attributes = ARENA_ARRAY(arena, LLVMAttributeRef, count + 1);
    LLVMGetCallSiteAttributes(call, index, attributes);
    if (attributes_have_mark(attributes, count))
      return true;
  }
  return false;
}

bool call_is_lifetime(LLVMValueRef call) {
  static const char start[] = "llvm.lifetime.start", end[] = "llvm.lifetime.end";
  LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMIsAFunction(LLVMGetCalledValue(call)) : NULL;
  unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0;
  return id && (id == LLVMLookupIntrinsicID(start, sizeof start - 1) ||
                id == LLVMLookupIntrinsicID(end, sizeof end - 1));
}

size_t function_size(LLVMValueRef function) {
  size_t size = 0;
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (instruction, block)
      size++;
  return size;
}

Map *blocks_that_return(Arena *arena, LLVMValueRef function) {
  Map *returning = map_create(arena);
  BlockArray work = {0};
  FOR_EACH_BLOCK (block, function)
    if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(block))) {
      map_set(returning, block, block);
      ARRAY_PUSH(arena, work, block);
    }
  while (work.count) {
    LLVMValueRef block = LLVMBasicBlockAsValue(work.items[--work.count]);
    for (LLVMUseRef use = LLVMGetFirstUse(block); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (!LLVMIsATerminatorInst(user) || map_has(returning, LLVMGetInstructionParent(user)))
        continue;
      map_set(returning, LLVMGetInstructionParent(user), LLVMGetInstructionParent(user));
      ARRAY_PUSH(arena, work, LLVMGetInstructionParent(user));
    }
  }
  return returning;
}
