/* Shadow values in the forward sweep: for every pointer that reaches active memory, the pointer to
 * the same place in the shadow; in forward mode also the tangent of every active value. Structural
 * instructions (moves, selections, address arithmetic) act on shadows as they do on primals, so one
 * table-like function serves both modes. */
#include "diff.h"
#include <string.h>

bool deriver_is_active(const Deriver *deriver, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) && !LLVMIsAArgument(value))
    return false;
  return activity_of_value(deriver->sweep.activity, value);
}

bool deriver_has_shadow(const Deriver *deriver, LLVMValueRef value) {
  return activity_has_shadow(deriver->sweep.activity, value);
}

LLVMValueRef deriver_clone_of(const Deriver *deriver, LLVMValueRef value) {
  LLVMValueRef clone = map_get(deriver->sweep.clone, value);
  return clone ? clone : value;
}

void deriver_replace_clone(Deriver *deriver, LLVMValueRef primal, LLVMValueRef replacement) {
  LLVMValueRef old = deriver_clone_of(deriver, primal);
  /* LLVM reuses the memory of erased instructions: no map may keep their addresses. */
  map_set(deriver->sweep.origin, old, NULL);
  map_set(deriver->sweep.clone, primal, replacement);
  if (replacement) {
    LLVMReplaceAllUsesWith(old, replacement);
    if (LLVMIsAInstruction(replacement))
      map_set(deriver->sweep.origin, replacement, primal);
  }
  for (size_t i = 0; i < deriver->sweep.loops.count; i++) {
    SweepLoop *loop = deriver->sweep.loops.items[i];
    if (loop->count == old)
      loop->count = replacement;
    if (loop->condition == old)
      loop->condition = replacement;
  }
  LLVMInstructionEraseFromParent(old);
}

LLVMValueRef deriver_call_runtime(Deriver *deriver, const char *name, LLVMTypeRef result,
                                  LLVMValueRef *arguments, unsigned count) {
  LLVMTypeRef *types = ARENA_ARRAY(deriver->sweep.arena, LLVMTypeRef, count + 1);
  for (unsigned i = 0; i < count; i++)
    types[i] = LLVMTypeOf(arguments[i]);
  if (!result)
    result = LLVMVoidTypeInContext(LLVMGetModuleContext(deriver->diff->module));
  LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
  LLVMValueRef function = LLVMGetNamedFunction(deriver->diff->module, name);
  if (!function) {
    function = LLVMAddFunction(deriver->diff->module, name, type);
    build_add_attribute(function, "nounwind");
  }
  return LLVMBuildCall2(deriver->builder, type, function, arguments, count, "");
}

void deriver_position_after(Deriver *deriver, LLVMValueRef instruction) {
  LLVMPositionBuilderBefore(deriver->builder, build_point_after(instruction));
  LLVMSetCurrentDebugLocation2(deriver->builder, LLVMInstructionGetDebugLoc(instruction));
}

void deriver_set_shadow(Deriver *deriver, LLVMValueRef value, unsigned lane, LLVMValueRef shadow) {
  LLVMValueRef *lanes = map_get(deriver->shadow, value);
  if (!lanes) {
    lanes = ARENA_ARRAY(deriver->sweep.arena, LLVMValueRef, deriver->width);
    map_set(deriver->shadow, value, lanes);
  }
  lanes[lane] = shadow;
  if (LLVMIsAInstruction(shadow) && LLVMIsAInstruction(value)) {
    map_set(deriver->sweep.origin, shadow, value);
    map_set(deriver->sweep.is_shadow, shadow, shadow);
  }
}

LLVMValueRef deriver_shadow(Deriver *deriver, LLVMValueRef value, unsigned lane) {
  LLVMValueRef *lanes = map_get(deriver->shadow, value);
  if (lanes && lanes[lane])
    return lanes[lane];
  LLVMValueRef of_vector = woven_lane(deriver, value, lane);
  if (of_vector)
    return of_vector;
  if (LLVMIsAConstant(value))
    return deriver_shadow_of_constant(deriver, value, lane);
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind || LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
    return deriver_is_active(deriver, value) && !deriver_has_shadow(deriver, value)
               ? LLVMConstNull(type)
               : member_without_numbers(deriver, value);
  if (type_contains_pointer(type))
    return member_without_numbers(deriver, value);
  return LLVMConstNull(type);
}

/* The type in which the derivative of an access is moved: integers that carry floating point are
 * accessed as that; unknown stays as it is. */
static LLVMTypeRef float_type_of_bytes(LLVMTypeRef type, ByteType first, uint64_t size) {
  if ((first.kind != BYTE_FLOAT && first.kind != BYTE_MIXED) || first.offset != 0)
    return type;
  LLVMTypeRef element = type_scalar(first.type);
  uint64_t element_size;
  switch (LLVMGetTypeKind(element)) {
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
    element_size = 2;
    break;
  case LLVMFloatTypeKind:
    element_size = 4;
    break;
  case LLVMDoubleTypeKind:
    element_size = 8;
    break;
  default:
    element_size = 16;
  }
  if (element_size == size)
    return element;
  if (size % element_size == 0 && element_size <= 8)
    return LLVMVectorType(element, (unsigned)(size / element_size));
  return type;
}

static LLVMTypeRef byte_carrier(const Deriver *deriver, LLVMTypeRef type, LLVMValueRef value,
                                bool access) {
  LLVMTypeRef scalar = type_scalar(type);
  if (member_is_aggregate(type)) {
    LLVMTypeRef numbers = member_carrier(deriver, type, value, 0, access);
    return numbers ? numbers : type;
  }
  if (LLVMGetTypeKind(scalar) != LLVMIntegerTypeKind)
    return type;
  unsigned lanes = LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
  uint64_t bits = (uint64_t)LLVMGetIntTypeWidth(scalar) * lanes;
  if (bits % 8)
    return type;
  if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind) {
    LLVMTypeRef numbers = byte_move_carrier(deriver, type, value, 0, access);
    return numbers ? numbers : type;
  }
  ByteType first = access ? types_of_access(deriver->sweep.types, value, 0)
                          : types_of_value(deriver->sweep.types, value, 0);
  LLVMTypeRef carrier = float_type_of_bytes(type, first, bits / 8);
  bool one_lane = LLVMGetTypeKind(type) == LLVMVectorTypeKind && lanes == 1;
  return one_lane && type_is_float_or_vector(carrier) &&
                 LLVMGetTypeKind(carrier) != LLVMVectorTypeKind
             ? LLVMVectorType(carrier, 1)
             : carrier;
}

LLVMTypeRef deriver_adjoint_type(const Deriver *deriver, LLVMValueRef value) {
  return byte_carrier(deriver, LLVMTypeOf(value), value, false);
}

LLVMTypeRef deriver_access_type(const Deriver *deriver, LLVMValueRef access, LLVMTypeRef type) {
  return byte_carrier(deriver, type, access, true);
}

/* Allocators align to so many bytes, and so does adcc variables that are as large, and their
 * shadows: what a program aligns by hand within one of them is as well aligned in the other. */
enum { OF_ALLOCATORS = 16 };

/* Shadows of variables are aligned as these are. Of a block that the program aligns by hand within
 * what an allocator gave, the shadow lies in it at the same distance, and is aligned as allocators
 * do it. */
static unsigned shadow_alignment(LLVMValueRef like) {
  unsigned alignment = LLVMGetAlignment(like);
  LLVMValueRef pointer = access_pointer(like);
  while (LLVMIsAGetElementPtrInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  bool variable = (LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer)) &&
                  LLVMGetAlignment(pointer) >= alignment;
  return variable || alignment < OF_ALLOCATORS ? alignment : OF_ALLOCATORS;
}

/* May numbers of another type, or pointers, have the same place at another time? */
static bool shares_place(const Deriver *deriver, LLVMValueRef access) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMTypeRef type = LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
  uint64_t size = LLVMStoreSizeOfType(layout, type);
  for (uint64_t at = 0; at < size; at++)
    if (types_of_memory(deriver->sweep.types, access_pointer(access), (int64_t)at).kind >=
        BYTE_MIXED)
      return true;
  return false;
}

/* Facts that hold for the access hold for its shadow: TBAA (shadows have the primal's layout), and
 * what a nest that was versioned is apart from; invariance does not. The reverse sweep of what is
 * stored to a place clears it for the adjoint of what was there before, which may be of another
 * type: there TBAA, by which the two would be apart, holds for the primal alone; as it does where
 * it speaks of integers, and a hint of numbers. */
static void copy_access_facts(Deriver *deriver, LLVMValueRef access, LLVMValueRef like) {
  if (!like) {
    LLVMSetAlignment(access, 1);
    return;
  }
  LLVMSetAlignment(access, shadow_alignment(like));
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  unsigned tbaa = LLVMGetMDKindIDInContext(context, "tbaa", 4);
  LLVMValueRef node = LLVMGetMetadata(like, tbaa);
  if (node && !types_calls_it_integer(deriver->sweep.types, like) && !shares_place(deriver, like))
    LLVMSetMetadata(access, tbaa, node);
  if (deriver->sweep.scope[SCOPE_SHADOW][0])
    disjoint_mirror(deriver->sweep.twin_scopes, access, like);
}

LLVMValueRef deriver_load(Deriver *deriver, LLVMTypeRef type, LLVMValueRef pointer,
                          LLVMValueRef like) {
  LLVMValueRef load = LLVMBuildLoad2(deriver->builder, type, pointer, "");
  copy_access_facts(deriver, load, like);
  scope_mark(&deriver->sweep, load, SCOPE_SHADOW);
  return load;
}

LLVMValueRef deriver_store(Deriver *deriver, LLVMValueRef value, LLVMValueRef pointer,
                           LLVMValueRef like) {
  LLVMValueRef store = LLVMBuildStore(deriver->builder, value, pointer);
  copy_access_facts(deriver, store, like);
  scope_mark(&deriver->sweep, store, SCOPE_SHADOW);
  return store;
}

/* A clone of the forward instruction with every operand that has a shadow replaced by it. */
static LLVMValueRef clone_on_shadows(Deriver *deriver, LLVMValueRef instruction, unsigned lane,
                                     unsigned first, unsigned count) {
  LLVMValueRef copy = LLVMInstructionClone(deriver_clone_of(deriver, instruction));
  for (unsigned i = first; i < first + count; i++)
    LLVMSetOperand(copy, i, deriver_shadow(deriver, LLVMGetOperand(instruction, i), lane));
  LLVMInsertIntoBuilder(deriver->builder, copy);
  bridge_set_value_name_like(copy, instruction, "'");
  return copy;
}

static void align_as_allocators(LLVMModuleRef module, LLVMValueRef variable) {
  bool large = LLVMABISizeOfType(LLVMGetModuleDataLayout(module), LLVMGetAllocatedType(variable)) >=
               OF_ALLOCATORS;
  bool single = LLVMIsAConstantInt(LLVMGetOperand(variable, 0)) &&
                LLVMConstIntGetZExtValue(LLVMGetOperand(variable, 0)) == 1;
  if ((large || !single) && LLVMGetAlignment(variable) < OF_ALLOCATORS)
    LLVMSetAlignment(variable, OF_ALLOCATORS);
}

static void shadow_alloca(Deriver *deriver, LLVMValueRef instruction, unsigned lane) {
  LLVMTypeRef type = LLVMGetAllocatedType(instruction);
  LLVMValueRef size = LLVMSizeOf(type);
  LLVMValueRef number = deriver_clone_of(deriver, LLVMGetOperand(instruction, 0));
  if (!(LLVMIsAConstantInt(number) && LLVMConstIntGetZExtValue(number) == 1))
    size = LLVMBuildMul(deriver->builder, size,
                        LLVMBuildZExtOrBitCast(deriver->builder, number, LLVMTypeOf(size), ""), "");
  if (replay_knows_variable(deriver, instruction)) {
    deriver_set_shadow(deriver, instruction, lane, replay_shadow(deriver, size, NULL, lane));
    return;
  }
  align_as_allocators(deriver->diff->module, deriver_clone_of(deriver, instruction));
  LLVMValueRef copy = LLVMInstructionClone(deriver_clone_of(deriver, instruction));
  LLVMInsertIntoBuilder(deriver->builder, copy);
  bridge_set_value_name_like(copy, instruction, "'");
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMBuildMemSet(deriver->builder, copy, LLVMConstInt(LLVMInt8TypeInContext(context), 0, false),
                  size, LLVMGetAlignment(instruction));
  deriver_set_shadow(deriver, instruction, lane, copy);
}

/* Without one, the shadow of an address would be the address itself. */
static bool any_operand_has_shadow(Deriver *deriver, LLVMValueRef instruction) {
  for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
    if (deriver_has_shadow(deriver, operand) || deriver_is_active(deriver, operand))
      return true;
  }
  return false;
}

/* Too short for an address: a member of a structure of small ones, in memory where pointers may
 * lie.
 */
static bool is_short(const Deriver *deriver, LLVMValueRef value) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(type) < 8 * LLVMPointerSize(layout);
}

/* The optimiser may leave out the check of a shadow that nothing is reached through. */
static void set_droppable(LLVMValueRef call) {
  static const char *const names[] = {"memory", "nounwind", "willreturn"};
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(context, kind, 0));
  }
}

/* The pointer, or if that is null the shadow that the runtime has for the primal's block. */
static LLVMValueRef workspace_shadow(Deriver *deriver, LLVMValueRef load, LLVMValueRef slot,
                                     unsigned lane) {
  LLVMContextRef context = LLVMGetModuleContext(deriver->diff->module);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  LLVMValueRef primal =
      LLVMBuildPtrToInt(deriver->builder, deriver_clone_of(deriver, load), i64, "");
  LLVMValueRef arguments[] = {primal, slot,
                              LLVMConstInt(LLVMInt32TypeInContext(context), lane, false)};
  return deriver_call_runtime(deriver, "adcc_workspace_shadow", LLVMTypeOf(slot), arguments, 3);
}

/* A function's, by what is done with it here and where it is passed on: called and compared. */
static bool is_only_called(LLVMValueRef pointer, unsigned depth) {
  enum { MOST_DEPTH = 4 };
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAICmpInst(user))
      continue;
    LLVMValueRef callee =
        LLVMIsACallInst(user) || LLVMIsAInvokeInst(user) ? LLVMGetCalledValue(user) : NULL;
    if (!callee || depth == MOST_DEPTH)
      return false;
    for (unsigned i = 0; i < call_argument_count(user); i++)
      if (LLVMGetOperand(user, i) == pointer &&
          (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) || i >= LLVMCountParams(callee) ||
           !is_only_called(LLVMGetParam(callee, i), depth + 1)))
        return false;
  }
  return true;
}

/* The global's name, for a message of the runtime. */
static LLVMValueRef name_of(Deriver *deriver, LLVMValueRef global) {
  const char *name = LLVMGetValueName2(global, &(size_t){0});
  const char *constant = arena_format(deriver->sweep.arena, "adcc.name.%s", name);
  LLVMValueRef known = LLVMGetNamedGlobal(deriver->diff->module, constant);
  return known ? known
               : LLVMBuildGlobalString(deriver->builder,
                                       diag_readable_name(deriver->sweep.arena, name), constant);
}

/* A global whose shadow adcc makes starts anew in every call. A pointer that it held before came
 * from elsewhere, and what it points to has no shadow: the program stops where that is used, or by
 * the user's word it carries no derivative. A function needs none. */
static LLVMValueRef check_pointer_in_global(Deriver *deriver, LLVMValueRef load,
                                            LLVMValueRef shadow, unsigned lane) {
  LLVMValueRef global = LLVMGetOperand(load, 0);
  while (LLVMIsAGetElementPtrInst(global) ||
         (LLVMIsAConstantExpr(global) && LLVMGetConstOpcode(global) == LLVMGetElementPtr))
    global = LLVMGetOperand(global, 0);
  if (!LLVMIsAGlobalVariable(global) || LLVMIsGlobalConstant(global) ||
      request_shadow_of_global(global) || map_has(deriver->diff->kept_globals, global) ||
      LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMPointerTypeKind || is_only_called(load, 0))
    return shadow;
  const Workspace *workspace = map_get(deriver->diff->workspaces, global);
  if (workspace && !workspace->allocator)
    return workspace_shadow(deriver, load, deriver_shadow(deriver, LLVMGetOperand(load, 0), lane),
                            lane);
  LLVMValueRef primal = deriver_clone_of(deriver, load);
  if (deriver->key->runtime_activity && !deriver->key->checked_activity)
    return LLVMBuildSelect(deriver->builder, LLVMBuildIsNull(deriver->builder, shadow, ""), primal,
                           shadow, "");
  LLVMValueRef arguments[] = {shadow, primal, name_of(deriver, global)};
  LLVMValueRef checked =
      deriver_call_runtime(deriver, "adcc_tape_check_shadow", LLVMTypeOf(shadow), arguments, 3);
  set_droppable(checked);
  return checked;
}

/* What a part without a derivative leaves in the shadow of the word that it is joined to: nothing
 * where that holds a number, as in one that two floats are packed into. */
static LLVMValueRef joined_part(Deriver *deriver, LLVMValueRef word, unsigned part,
                                LLVMValueRef shadow) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(deriver->diff->module);
  LLVMTypeRef type = LLVMTypeOf(word);
  unsigned size = (unsigned)LLVMStoreSizeOfType(layout, type);
  bool numbers[BYTE_MOVE_CLEARED] = {0};
  if (deriver_is_active(deriver, LLVMGetOperand(word, part)) ||
      LLVMGetTypeKind(type) != LLVMIntegerTypeKind || size > BYTE_MOVE_CLEARED)
    return shadow;
  for (unsigned i = 0; i < size; i++)
    numbers[i] = types_of_value(deriver->sweep.types, word, i).kind == BYTE_FLOAT;
  return byte_move_clear(deriver, shadow, numbers);
}

/* The shadow of what a PHI or select may choose. An integer beside addresses, as the number of
 * items that an address is moved by, is its own: it may be added to the shadow of another one. */
static LLVMValueRef chosen_shadow(Deriver *deriver, LLVMValueRef choice, LLVMValueRef value,
                                  unsigned lane) {
  bool beside_addresses = LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 64;
  for (unsigned i = 0; i < 8 && beside_addresses; i++)
    beside_addresses = types_of_value(deriver->sweep.types, choice, i).kind == BYTE_POINTER;
  return beside_addresses ? value : deriver_shadow(deriver, value, lane);
}

bool shadow_instruction(Deriver *deriver, LLVMValueRef instruction) {
  if (woven_instruction(deriver, instruction))
    return true;
  unsigned operand_count = (unsigned)LLVMGetNumOperands(instruction);
  deriver_position_after(deriver, deriver_clone_of(deriver, instruction));
  for (unsigned lane = 0; lane < deriver->width; lane++) {
    LLVMValueRef result = NULL;
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAlloca:
      shadow_alloca(deriver, instruction, lane);
      continue;
    case LLVMPHI:
      LLVMPositionBuilderBeforeInstrAndDbgRecords(deriver->builder,
                                                  deriver_clone_of(deriver, instruction));
      result = LLVMBuildPhi(deriver->builder, LLVMTypeOf(instruction), "");
      bridge_set_value_name_like(result, instruction, "'");
      break; /* incoming values: shadow_finish_phis */
    case LLVMGetElementPtr:
      result = clone_on_shadows(deriver, instruction, lane, 0, 1);
      for (unsigned i = 1; i < operand_count; i++)
        LLVMSetOperand(result, i, distance_shadow(deriver, LLVMGetOperand(instruction, i), lane));
      break;
    case LLVMSelect: {
      LLVMValueRef product = product_guarded(deriver, instruction), condition = NULL;
      if (product)
        condition = product_condition(deriver, instruction,
                                      deriver_clone_of(deriver, LLVMGetOperand(instruction, 0)),
                                      deriver_clone_of(deriver, product));
      result = clone_on_shadows(deriver, instruction, lane, 1, 2);
      for (unsigned i = 1; i <= 2; i++)
        LLVMSetOperand(result, i,
                       chosen_shadow(deriver, instruction, LLVMGetOperand(instruction, i), lane));
      if (condition)
        LLVMSetOperand(result, 0, condition);
      break;
    }
    case LLVMLoad: {
      LLVMValueRef primal = LLVMGetOperand(instruction, 0);
      LLVMTypeRef type = LLVMTypeOf(instruction);
      LLVMValueRef pointer = deriver_shadow(deriver, primal, lane);
      result =
          deriver_load(deriver, type, guard_load_place(deriver, instruction, pointer), instruction);
      LLVMSetVolatile(result, LLVMGetVolatile(instruction));
      bridge_set_value_name_like(result, instruction, "'");
      result = check_pointer_in_global(deriver, instruction, result, lane);
      result = guard_loaded(deriver, instruction, result, pointer);
      break;
    }
    case LLVMInsertElement:
    case LLVMInsertValue:
    case LLVMShuffleVector:
      result = clone_on_shadows(deriver, instruction, lane, 0, 2);
      break;
    case LLVMIntToPtr: {
      LLVMValueRef word = LLVMGetOperand(instruction, 0);
      bool bare = !LLVMIsAConstant(word) && !deriver_has_shadow(deriver, word);
      if (address_is_narrow(deriver, word) ||
          (bare && pointer_is_code(deriver->sweep.arena, instruction))) {
        result = deriver_clone_of(deriver, instruction);
        break;
      }
      if (bare && pointer_is_union_member(instruction)) {
        result = LLVMConstNull(LLVMTypeOf(instruction)); /* who asked for it would get no further */
        break;
      }
      if (bare)
        return false; /* the shadow of an address that is not known for one */
      result = clone_on_shadows(deriver, instruction, lane, 0, 1);
      break;
    }
    case LLVMExtractElement:
    case LLVMExtractValue:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMPtrToInt:
    case LLVMFreeze:
    case LLVMFPExt:
    case LLVMFPTrunc:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
      result = clone_on_shadows(deriver, instruction, lane, 0, 1);
      break;
    case LLVMAdd:
    case LLVMSub:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: { /* address arithmetic on an integer, or its packing */
      bool any = any_operand_has_shadow(deriver, instruction);
      if (!any && (is_short(deriver, instruction) || integer_is_counted(instruction))) {
        result = deriver_clone_of(deriver, instruction);
        break;
      }
      if (!any)
        deriver_error(deriver, instruction, DIAG_UNSUPPORTED, "an address computed this way");
      else if (!mixed_is_computed(deriver, instruction) &&
               byte_move_changes_numbers(deriver, instruction))
        deriver_error_unsupported(deriver, instruction);
      LLVMValueRef copy = LLVMInstructionClone(deriver_clone_of(deriver, instruction));
      bool joins = LLVMGetInstructionOpcode(instruction) == LLVMOr;
      for (unsigned i = 0; i < operand_count; i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, i);
        if (!LLVMIsAConstant(operand))
          LLVMSetOperand(copy, i,
                         joins ? address_part(deriver, operand, lane)
                               : deriver_shadow(deriver, operand, lane));
      }
      deriver_position_after(deriver, deriver_clone_of(deriver, instruction));
      for (unsigned i = 0; i < operand_count && joins; i++)
        LLVMSetOperand(copy, i, joined_part(deriver, instruction, i, LLVMGetOperand(copy, i)));
      LLVMInsertIntoBuilder(deriver->builder, copy);
      result = copy;
      break;
    }
    default:
      return false;
    }
    deriver_set_shadow(deriver, instruction, lane, result);
  }
  return true;
}

void shadow_atomic(Deriver *deriver, LLVMValueRef instruction) {
  if (!deriver_has_shadow(deriver, LLVMGetOperand(instruction, 0)))
    return;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, 1));
  ByteType byte = types_of_access(deriver->sweep.types, instruction, 0);
  bool moves = LLVMGetInstructionOpcode(instruction) == LLVMAtomicCmpXchg ||
               LLVMGetAtomicRMWBinOp(instruction) == LLVMAtomicRMWBinOpXchg;
  /* Integer arithmetic is of an integer, whatever else shares the place (a counter in an object of
   * one of several kinds). */
  if (LLVMIsAAtomicCmpXchgInst(instruction))
    moves = !LLVMIsABinaryOperator(LLVMGetOperand(instruction, 2));
  bool is_integer = LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
                    (byte.kind == BYTE_INTEGER ||
                     (!moves && (byte.kind != BYTE_FLOAT || mixed_is_part(deriver, type, byte))));
  if (!is_integer) {
    deriver_error(deriver, instruction, DIAG_UNSUPPORTED, "an atomic operation on active memory");
    return;
  }
  deriver_position_after(deriver, deriver_clone_of(deriver, instruction));
  for (unsigned lane = 0; lane < deriver->width && byte.kind != BYTE_INTEGER; lane++) {
    LLVMValueRef primal = LLVMGetOperand(instruction, 0);
    LLVMValueRef place = deriver_shadow(deriver, primal, lane);
    LLVMValueRef inactive = guard_inactive(deriver, deriver_clone_of(deriver, primal), place);
    if (deriver->key->mode == REQUEST_FORWARD)
      deriver_store(deriver, build_zero(type), guard_address(deriver, inactive, place, type),
                    instruction);
  }
}

void shadow_finish_phis(Deriver *deriver) {
  FOR_EACH_BLOCK (block, deriver->sweep.primal) {
    FOR_EACH_INSTRUCTION (phi, block) {
      if (LLVMGetInstructionOpcode(phi) != LLVMPHI)
        break;
      LLVMValueRef *lanes = map_get(deriver->shadow, phi);
      if (woven_finish_phi(deriver, phi) || distance_finish_phi(deriver, phi) || !lanes)
        continue;
      for (unsigned lane = 0; lane < deriver->width; lane++) {
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
          LLVMValueRef value = chosen_shadow(deriver, phi, LLVMGetIncomingValue(phi, i), lane);
          LLVMValueRef from = LLVMBasicBlockAsValue(LLVMGetIncomingBlock(phi, i));
          LLVMBasicBlockRef block_clone =
              LLVMValueAsBasicBlock(map_get(deriver->sweep.clone, from));
          LLVMAddIncoming(lanes[lane], &value, &block_clone, 1);
        }
      }
    }
  }
}
