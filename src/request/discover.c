/* Reads requests from calls in the source: markers, primal arguments and their shadows. */
#include "reader.h"
#include "signature.h"

#include <string.h>

ValueArray request_find_calls(Arena *arena, LLVMModuleRef module) {
  ValueArray calls = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (instruction, block) {
        LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
        if (opcode != LLVMCall && opcode != LLVMInvoke)
          continue;
        LLVMValueRef callee = call_direct_callee(instruction);
        RequestMode mode;
        if (callee && request_entry_mode(callee, &mode))
          ARRAY_PUSH(arena, calls, instruction);
      }
  return calls;
}

static bool call_has_sret(LLVMValueRef call) {
  unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
  return LLVMGetCallSiteEnumAttribute(call, 1, sret) != NULL;
}

/* A variable with a value that nothing changes: a constant, or one that is loaded from alone. */
static bool keeps_its_value(LLVMValueRef variable) {
  if (!LLVMIsAGlobalVariable(variable) || !LLVMGetInitializer(variable))
    return false;
  LLVMLinkage linkage = LLVMGetLinkage(variable);
  bool keeps = LLVMIsGlobalConstant(variable) || linkage == LLVMInternalLinkage ||
               linkage == LLVMPrivateLinkage;
  LLVMUseRef use = LLVMIsGlobalConstant(variable) ? NULL : LLVMGetFirstUse(variable);
  for (; use && keeps; use = LLVMGetNextUse(use))
    keeps = LLVMIsALoadInst(LLVMGetUser(use)) != NULL;
  return keeps;
}

static LLVMValueRef strip_casts(LLVMValueRef value) {
  while (value) {
    if (LLVMIsAFunction(value))
      return value;
    if (LLVMIsAGlobalAlias(value))
      value = LLVMAliasGetAliasee(value);
    else if (LLVMIsAGlobalIFunc(value))
      value = ifunc_version(value);
    else if (LLVMIsALoadInst(value)) {
      LLVMValueRef from = LLVMGetOperand(value, 0);
      if (!keeps_its_value(from))
        return NULL;
      value = LLVMGetInitializer(from);
    } else if (LLVMIsACastInst(value) ||
               (LLVMIsAConstantExpr(value) && LLVMGetNumOperands(value) == 1))
      value = LLVMGetOperand(value, 0);
    else
      return NULL;
  }
  return NULL;
}

unsigned request_primal_index(LLVMValueRef call) { return call_has_sret(call) ? 1 : 0; }

LLVMValueRef request_primal(LLVMValueRef call) {
  unsigned index = request_primal_index(call);
  if (call_argument_count(call) <= index)
    return NULL;
  return strip_casts(LLVMGetOperand(call, index));
}

static LLVMTypeRef parameter_type(const Request *request, size_t index) {
  LLVMTypeRef types[256];
  LLVMTypeRef function = LLVMGlobalGetValueType(request->primal);
  if (LLVMCountParamTypes(function) > 256)
    return LLVMTypeOf(LLVMGetParam(request->primal, (unsigned)index));
  LLVMGetParamTypes(function, types);
  return types[index];
}

/* What a parameter passed by value in memory holds; NULL if it is not. */
static LLVMTypeRef content_in_memory(const Request *request, size_t index) {
  LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(
      request->primal, (LLVMAttributeIndex)index + 1, LLVMGetEnumAttributeKindForName("byval", 5));
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static ArgumentActivity default_activity(const Request *request, LLVMTypeRef type) {
  if (type_contains_pointer(type))
    return ACTIVITY_DUP;
  if (type_contains_float(type))
    return request->mode == REQUEST_FORWARD || request->mode == REQUEST_FORWARD_SPLIT
               ? ACTIVITY_DUP
               : ACTIVITY_OUT;
  return ACTIVITY_CONST;
}

static bool is_duplicated(const RequestArgument *argument) {
  return argument->activity == ACTIVITY_DUP || argument->activity == ACTIVITY_DUP_NO_NEED;
}

/* Is the next argument an integer that may hold a pointer, as a structure of one that the call
 * passes in memory comes? */
static bool is_next_word(const Reader *reader) {
  LLVMValueRef call = reader->request->call;
  LLVMValueRef next = reader->next < reader->count ? LLVMGetOperand(call, reader->next) : NULL;
  LLVMModuleRef module = LLVMGetGlobalParent(reader->request->primal);
  return next && LLVMGetTypeKind(LLVMTypeOf(next)) == LLVMIntegerTypeKind &&
         !LLVMIsAConstantInt(next) &&
         LLVMGetIntTypeWidth(LLVMTypeOf(next)) ==
             8 * LLVMPointerSize(LLVMGetModuleDataLayout(module));
}

/* augmentfwd may precede fwdsplit, which takes tangents. */
static bool adds_into_shadows(const Request *request) {
  return request->mode == REQUEST_REVERSE || request->mode == REQUEST_GRADIENT;
}

/* A class that has more to its copies than bytes goes through a typed entry point as a pointer to a
 * copy. Where that owns what it holds, as a std::vector does, no adjoint gets out of it. */
static void warn_of_copy(const Reader *reader, unsigned index, unsigned operand) {
  const Request *request = reader->request;
  LLVMValueRef callee = call_direct_callee(request->call);
  const char *name = callee ? LLVMGetValueName2(callee, &(size_t){0}) : "";
  unsigned first = call_has_sret(request->call) ? 1 : 0;
  if (bridge_mangled_parameter_count(name) == (int)(call_argument_count(request->call) - first) &&
      bridge_mangled_passes_class(name, operand - first))
    diag_at(reader->sink, request->call, DIAG_COPIED_SHADOW, index + 1,
            LLVMGetValueName2(request->primal, &(size_t){0}));
}

static void take_shadows(Reader *reader, RequestArgument *argument) {
  Request *request = reader->request;
  argument->shadows = ARENA_ARRAY(reader->arena, LLVMValueRef, request->width);
  unsigned count = argument->strided ? 1 : request->width;
  unsigned index = (unsigned)(argument - request->arguments);
  const char *what = arena_format(reader->arena, "the %s of argument %u of '%s'",
                                  request->mode == REQUEST_BATCH ? "value for each lane" : "shadow",
                                  index + 1, LLVMGetValueName2(request->primal, &(size_t){0}));
  bool points = LLVMGetTypeKind(parameter_type(request, index)) == LLVMPointerTypeKind;
  for (unsigned lane = 0; lane < count; lane++) {
    bool may_be_word = points && !argument->strided && is_next_word(reader);
    argument->shadows[lane] = argument->strided || (points && !may_be_word)
                                  ? reader_take_kind(reader, LLVMPointerTypeKind, what)
                                  : reader_take(reader, what);
  }
  if (points && adds_into_shadows(request) && !reader->failed)
    warn_of_copy(reader, index, reader->next - 1);
}

/* batch: does the argument have one value for all lanes? */
static bool is_shared(const Request *request, size_t index, const Pending *pending) {
  LLVMTypeKind kind = LLVMGetTypeKind(parameter_type(request, index));
  return pending->lanes == LANES_SHARED ||
         (pending->lanes == LANES_DEFAULT && kind == LLVMIntegerTypeKind);
}

/* Else one for each, or memory from which each lane has its part. */
static void read_batch_argument(Reader *reader, size_t index, const Pending *pending) {
  Request *request = reader->request;
  RequestArgument *argument = &request->arguments[index];
  bool scalar = is_shared(request, index, pending);
  argument->strided = pending->lanes == LANES_BUFFER;
  if (argument->strided)
    argument->stride = reader_take_kind(reader, LLVMIntegerTypeKind, "the stride behind 'buffer'");
  if (scalar)
    argument->primal = reader_take(reader, "an argument of the function");
  else
    take_shadows(reader, argument);
}

/* Is the next argument a structure that travels as two? */
static bool is_split_structure(Reader *reader, size_t index, const Pending *pending) {
  const Request *request = reader->request;
  bool batch = request->mode == REQUEST_BATCH;
  if (reader->interleaved || pending->strided || (batch && pending->lanes == LANES_BUFFER))
    return false;
  Structure structure =
      batch ? structure_read_lanes(reader->arena, request, index, reader->next,
                                   is_shared(request, index, pending) ? 1 : request->width)
            : structure_read(reader->arena, request, index, reader->next,
                             pending->has_activity ? &pending->activity : NULL);
  if (structure == STRUCTURE_UNCLEAR) {
    diag_at(reader->sink, request->call, DIAG_UNCLEAR_STRUCTURE, (unsigned)index + 1,
            (unsigned)index + 2, LLVMGetValueName2(request->primal, &(size_t){0}));
    reader->failed = true;
  }
  return structure == STRUCTURE_SPLIT;
}

static void read_batch_structure(Reader *reader, size_t index, const Pending *pending) {
  Request *request = reader->request;
  bool shared = is_shared(request, index, pending);
  for (unsigned lane = 0; lane < (shared ? 1 : request->width); lane++)
    for (unsigned i = 0; i < 2; i++) {
      RequestArgument *part = &request->arguments[index + i];
      LLVMValueRef value = reader_take(reader, "a part of a structure");
      if (shared)
        part->primal = value;
      else if (lane == 0)
        part->shadows = ARENA_ARRAY(reader->arena, LLVMValueRef, request->width);
      if (!shared)
        part->shadows[lane] = value;
    }
}

/* The part that is not the pointer has a tangent, but no adjoint: its shadow is a copy. */
static void read_split_structure(Reader *reader, size_t index, const Pending *pending) {
  Request *request = reader->request;
  bool is_const = pending->has_activity && pending->activity == ACTIVITY_CONST;
  bool forward = request->mode == REQUEST_FORWARD || request->mode == REQUEST_FORWARD_SPLIT;
  bool has_number = type_contains_float(parameter_type(request, index)) ||
                    type_contains_float(parameter_type(request, index + 1));
  if (adds_into_shadows(request) && !is_const && has_number)
    diag_at(reader->sink, request->call, DIAG_LOST_ADJOINT, (unsigned)index + 1);
  for (unsigned lane = 0; lane <= (is_const ? 0 : request->width); lane++)
    for (unsigned i = 0; i < 2; i++) {
      RequestArgument *part = &request->arguments[index + i];
      LLVMTypeRef type = parameter_type(request, index + i);
      LLVMValueRef value = reader_take(reader, "a part of a structure");
      if (lane == 0) {
        bool shadowed = type_contains_pointer(type) || forward; /* an integer may hold a float */
        part->primal = value;
        part->activity = shadowed && !is_const ? ACTIVITY_DUP : ACTIVITY_CONST;
        part->shadows = ARENA_ARRAY(reader->arena, LLVMValueRef, request->width);
      } else
        part->shadows[lane - 1] = value;
    }
}

/* byref: what the function takes by value lies where the argument leads. */
static void check_reference(Reader *reader, LLVMValueRef argument, LLVMTypeRef type,
                            LLVMValueRef bytes) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(reader->request->primal));
  uint64_t size = LLVMABISizeOfType(layout, type);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
    reader_fail(reader, "'byref' stands before an argument that the function takes as a pointer: "
                        "pass it without");
  else if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind)
    reader_fail(reader, "the argument behind 'byref' must be a pointer");
  else if (!LLVMIsAConstantInt(bytes) || LLVMConstIntGetZExtValue(bytes) != size)
    reader_fail(reader,
                arena_format(reader->arena,
                             "the size behind 'byref' must be the constant %llu, as the "
                             "function takes '%s' there",
                             (unsigned long long)size, signature_type_text(reader->arena, type)));
}

/* A number of which no calling convention passes the address, as some do of structures. */
static bool is_scalar(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ||
         (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64);
}

/* A second result that is not wanted, as the gradient of an objective for NLopt: where it would be
 * written the function asks whether there is one, and so does its derivative. */
static bool is_null_constant(const RequestArgument *argument, LLVMTypeRef type) {
  return argument->activity == ACTIVITY_CONST && LLVMGetTypeKind(type) == LLVMPointerTypeKind &&
         LLVMIsAConstantPointerNull(argument->primal);
}

static void read_argument(Reader *reader, size_t index, const Pending *pending) {
  Request *request = reader->request;
  RequestArgument *argument = &request->arguments[index];
  if (request->mode == REQUEST_BATCH) {
    read_batch_argument(reader, index, pending);
    return;
  }
  LLVMTypeRef memory = content_in_memory(request, index);
  LLVMTypeRef type = memory ? memory : parameter_type(request, index);
  argument->activity = pending->has_activity ? pending->activity : default_activity(request, type);
  if (pending->has_activity && argument->activity == ACTIVITY_OUT && type_contains_pointer(type)) {
    diag_at(reader->sink, request->call, DIAG_BAD_ACTIVITY, (unsigned)index + 1, "out",
            memory
                ? "it holds a pointer, and the adjoint of what that leads to lives in memory: use "
                  "'dup' with a shadow"
                : "it is a pointer; its adjoint lives in memory: use 'dup' with a shadow");
    reader->failed = true;
  }
  bool forward = request->mode == REQUEST_FORWARD || request->mode == REQUEST_FORWARD_SPLIT;
  if (argument->activity == ACTIVITY_OUT && forward) {
    diag_at(reader->sink, request->call, DIAG_BAD_ACTIVITY, (unsigned)index + 1, "out",
            "forward mode takes a tangent: use 'dup'");
    reader->failed = true;
  }
  if (adds_into_shadows(request) && is_duplicated(argument) && type_contains_float(type)) {
    if (!type_contains_pointer(type)) {
      diag_at(reader->sink, request->call, DIAG_BAD_ACTIVITY, (unsigned)index + 1,
              argument->activity == ACTIVITY_DUP ? "dup" : "dupnoneed",
              memory && request->mode == REQUEST_GRADIENT
                  ? "it is passed by value, and nothing can be added into a shadow that is: pass a "
                    "pointer to it"
                  : "it is passed by value, and nothing can be added into a shadow that is: use "
                    "'out', which returns its adjoint");
      reader->failed = true;
    } else if (memory)
      diag_at(reader->sink, request->call, DIAG_LOST_ADJOINT, (unsigned)index + 1);
  }
  if (pending->strided)
    argument->stride = reader_take_kind(reader, LLVMIntegerTypeKind, "the stride behind 'dupv'");
  argument->primal = reader_take(reader, "an argument of the function");
  if (pending->by_reference)
    check_reference(reader, argument->primal, type, pending->by_reference);
  else if (is_scalar(type) &&
           LLVMGetTypeKind(LLVMTypeOf(argument->primal)) == LLVMPointerTypeKind) {
    diag_at(reader->sink, request->call, DIAG_ARGUMENT_MISMATCH, (unsigned)index + 1, "ptr",
            signature_type_text(reader->arena, type));
    reader->failed = true;
  }
  if (memory && argument->activity == ACTIVITY_OUT) {
    if (request->mode != REQUEST_REVERSE) {
      diag_at(reader->sink, request->call, DIAG_BAD_ACTIVITY, (unsigned)index + 1, "out",
              "it is passed in memory; in split mode pass a pointer to it, as 'dup'");
      reader->failed = true;
    }
    argument->activity = ACTIVITY_DUP; /* of memory that the rewritten call provides */
    argument->in_memory = memory;
    return;
  }
  if (is_null_constant(argument, type)) {
    argument->activity = ACTIVITY_DUP;
    argument->shadows = ARENA_ARRAY(reader->arena, LLVMValueRef, request->width);
    for (unsigned lane = 0; lane < request->width; lane++)
      argument->shadows[lane] = argument->primal;
    return;
  }
  if (!is_duplicated(argument))
    return;
  argument->strided = pending->strided;
  if (!reader->interleaved)
    take_shadows(reader, argument);
}

/* 'interleave' may stand where the shadows begin. */
static void skip_separator(Reader *reader) {
  if (reader->next >= reader->count)
    return;
  const char *name =
      request_marker_name(reader->arena, LLVMGetOperand(reader->request->call, reader->next));
  if (name && !strcmp(name, "interleave"))
    reader->next++;
}

/* A primal that returns a large structure through its argument 0: the caller passes none. What the
 * derivative needs there, the rewriting of the call provides. */
static bool read_memory_result(Reader *reader) {
  Request *request = reader->request;
  LLVMAttributeRef hidden =
      LLVMGetEnumAttributeAtIndex(request->primal, 1, LLVMGetEnumAttributeKindForName("sret", 4));
  if (!hidden)
    return false;
  LLVMTypeRef type = LLVMGetTypeAttributeValue(hidden);
  bool pointers = type_contains_pointer(type) && request->mode != REQUEST_FORWARD;
  if (pointers && request->mode != REQUEST_BATCH) {
    diag_at(reader->sink, request->call, DIAG_UNSUPPORTED_REQUEST,
            "a function that returns a structure in memory, in this mode");
    reader->failed = true;
  }
  request->result_in_memory = type;
  request->arguments[0].activity = ACTIVITY_DUP;
  return true;
}

static uint64_t size_of(const Request *request, LLVMTypeRef type) {
  return LLVMABISizeOfType(LLVMGetModuleDataLayout(LLVMGetGlobalParent(request->primal)), type);
}

/* The bytes of a structure that the call passes in memory; 0 if the argument is none. */
static uint64_t bytes_in_memory(const Reader *reader, unsigned index) {
  LLVMTypeRef structure =
      index < reader->count ? call_passes_in_memory(reader->request->call, index) : NULL;
  return structure ? size_of(reader->request, structure) : 0;
}

/* Is the argument one result? C promotes a float among variable arguments. */
static bool is_seed(const Reader *reader, unsigned index, LLVMTypeRef result) {
  if (index >= reader->count)
    return false;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(reader->request->call, index));
  return type == result ||
         (LLVMGetTypeKind(result) == LLVMFloatTypeKind &&
          LLVMGetTypeKind(type) == LLVMDoubleTypeKind) ||
         bytes_in_memory(reader, index) == size_of(reader->request, result);
}

/* Floats for an odd or even number of lanes, in pairs as C passes them in a structure. */
static bool are_pairs(const Reader *reader, unsigned lanes, LLVMTypeRef result) {
  LLVMTypeRef pair = LLVMVectorType(result, 2);
  for (unsigned lane = 0; lane < lanes; lane += 2) {
    unsigned index = reader->next + lane / 2;
    if (index >= reader->count || LLVMTypeOf(LLVMGetOperand(reader->request->call, index)) !=
                                      (lane + 1 < lanes ? pair : result))
      return false;
  }
  return true;
}

/* The seeds of several lanes: one by one, or in a structure. */
static bool read_seeds(Reader *reader, LLVMTypeRef result) {
  Request *request = reader->request;
  unsigned lanes = 0, first = reader->next;
  while (lanes < request->width && is_seed(reader, first + lanes, result))
    lanes++;
  if (lanes == request->width) {
    request->seed_of_lanes = first;
    reader->next += lanes;
  } else if (LLVMGetTypeKind(result) == LLVMFloatTypeKind &&
             are_pairs(reader, request->width, result)) {
    request->seed_in_pairs = first;
    reader->next += (request->width + 1) / 2;
  } else if (bytes_in_memory(reader, first) == request->width * size_of(request, result)) {
    request->lanes_in_seed = true;
    reader->next++;
  } else
    return false;
  request->seed = LLVMGetOperand(request->call, first);
  return true;
}

/* One for all lanes, or one for each. C passes a structure as such, as another type of its size, or
 * member by member. */
static void read_seed(Reader *reader, LLVMTypeRef result) {
  Request *request = reader->request;
  if (request->width > 1 && read_seeds(reader, result))
    return;
  unsigned first = reader->next, members = LLVMGetTypeKind(result) == LLVMStructTypeKind
                                               ? LLVMCountStructElementTypes(result)
                                               : 0;
  bool in_parts = members > 1;
  for (unsigned i = 0; i < members && in_parts; i++)
    in_parts = first + i < reader->count && LLVMTypeOf(LLVMGetOperand(request->call, first + i)) ==
                                                LLVMStructGetTypeAtIndex(result, i);
  request->seed = reader_take(reader, "the seed");
  if (!in_parts)
    return;
  request->seed_in_parts = first;
  reader->next = first + members;
}

/* Adjoints of several lanes come back by argument, each [lanes x type]: of a structure in several
 * registers they would not lie as the caller has it. */
static void check_lanes(Reader *reader) {
  const Request *request = reader->request;
  for (size_t i = 0; i < request->argument_count && request->width > 1; i++)
    if (!reader->failed && structure_is_out_in_parts(request, i)) {
      diag_at(reader->sink, request->call, DIAG_BAD_ACTIVITY, (unsigned)i + 1, "out",
              "with several lanes (width) the adjoints of a structure that is passed in registers "
              "would not lie together: pass it by its address, with a shadow for each lane");
      reader->failed = true;
    }
}

/* augmentsize: a marker stands for the argument that it would describe. */
static void describe_alone(Reader *reader, size_t *filled, Pending *pending) {
  Request *request = reader->request;
  if (*filled == request->argument_count) {
    reader_fail(reader, arena_format(reader->arena,
                                     "'augmentsize' is given more markers than '%s' has parameters",
                                     LLVMGetValueName2(request->primal, &(size_t){0})));
    return;
  }
  if (pending->strided)
    reader_take_kind(reader, LLVMIntegerTypeKind, "the stride behind 'dupv'");
  request->arguments[(*filled)++].activity = pending->activity;
  *pending = (Pending){0};
}

Request *request_read(Arena *arena, DiagSink *sink, LLVMValueRef call) {
  Request *request = ARENA_NEW(arena, Request);
  *request = (Request){.call = call, .width = 1};
  request_entry_mode(call_direct_callee(call), &request->mode);
  request->has_sret = call_has_sret(call);
  request->primal = request_primal(call);
  Reader reader = {.arena = arena,
                   .sink = sink,
                   .request = request,
                   .next = request->has_sret ? 2 : 1,
                   .count = call_argument_count(call)};
  if (!request->primal) {
    diag_at(sink, call, DIAG_UNKNOWN_PRIMAL);
    return NULL;
  }
  LLVMTypeRef function = LLVMGlobalGetValueType(request->primal);
  LLVMTypeRef result = LLVMGetReturnType(function);
  LLVMAttributeRef hidden =
      LLVMGetEnumAttributeAtIndex(request->primal, 1, LLVMGetEnumAttributeKindForName("sret", 4));
  if (hidden)
    result = LLVMGetTypeAttributeValue(hidden);
  request->argument_count = LLVMCountParamTypes(function);
  request->arguments = ARENA_ARRAY(arena, RequestArgument, request->argument_count + 1);
  request->result = LLVMGetTypeKind(result) == LLVMVoidTypeKind ? RETURN_INACTIVE
                    : type_contains_pointer(result)             ? RETURN_DUP
                    : type_contains_float(result)               ? RETURN_ACTIVE
                                                                : RETURN_INACTIVE;
  size_t filled = read_memory_result(&reader) ? 1 : 0;
  Pending pending = {0};
  bool second_part = false; /* the next argument is that of the structure before */
  marker_read_layout(&reader);
  while (!reader.failed) {
    if (reader.next >= reader.count) {
      if (filled < request->argument_count && request->mode != REQUEST_AUGMENT_SIZE)
        reader_take(&reader, arena_format(arena, "argument %u of '%s'", (unsigned)filled + 1,
                                          LLVMGetValueName2(request->primal, &(size_t){0})));
      else if ((pending.marker && !second_part) || pending.by_reference)
        reader_take(&reader, "the argument that the last marker is for");
      break;
    }
    const char *marker = request_marker_name(arena, LLVMGetOperand(call, reader.next));
    if (marker) {
      reader.next++;
      marker_read(&reader, marker, &pending);
      if (request->mode == REQUEST_AUGMENT_SIZE && pending.has_activity && !reader.failed)
        describe_alone(&reader, &filled, &pending);
      continue;
    }
    if (request->mode == REQUEST_AUGMENT_SIZE) {
      reader_fail(&reader, "'augmentsize' takes the function and markers alone, as the size of a "
                           "tape does not depend on the arguments");
      break;
    }
    if (filled == request->argument_count && (pending.marker || pending.by_reference)) {
      reader_fail(&reader,
                  arena_format(arena, "the marker '%s' stands before what is no argument of '%s'",
                               pending.marker ? pending.marker : "byref",
                               LLVMGetValueName2(request->primal, &(size_t){0})));
      break;
    }
    if (filled == request->argument_count) {
      bool only_tape = reader.no_return && !request->tape && reader.next + 1 == reader.count;
      if (request->mode == REQUEST_GRADIENT && !request->seed && request->result == RETURN_ACTIVE &&
          !reader.constant_return && !only_tape) {
        read_seed(&reader, result);
        continue;
      }
      if ((request->mode == REQUEST_GRADIENT || request->mode == REQUEST_FORWARD_SPLIT) &&
          !request->tape) {
        reader_take_tape(&reader, "the tape");
        continue;
      }
      if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(request->primal)))
        diag_at(sink, call, DIAG_VARIABLE_ARGUMENTS,
                LLVMGetValueName2(request->primal, &(size_t){0}));
      else
        diag_at(sink, call, DIAG_TOO_MANY_ARGUMENTS, (unsigned)request->argument_count);
      reader.failed = true;
      break;
    }
    if (is_split_structure(&reader, filled, &pending)) {
      if (request->mode == REQUEST_BATCH)
        read_batch_structure(&reader, filled, &pending);
      else
        read_split_structure(&reader, filled, &pending);
      filled += 2;
    } else if (!reader.failed)
      read_argument(&reader, filled++, &pending);
    bool is_out = pending.has_activity && pending.activity == ACTIVITY_OUT;
    second_part =
        is_out && !second_part && structure_goes_on(arena, request, filled - 1, reader.next);
    if (!second_part)
      pending = (Pending){0};
    if (reader.interleaved && filled == request->argument_count)
      skip_separator(&reader);
    for (size_t i = 0; reader.interleaved && filled == request->argument_count && i < filled; i++)
      if (is_duplicated(&request->arguments[i]) && !request->arguments[i].shadows &&
          !request->arguments[i].in_memory && !(i == 0 && request->result_in_memory))
        take_shadows(&reader, &request->arguments[i]);
  }
  if (request->mode == REQUEST_REVERSE || request->mode == REQUEST_GRADIENT)
    check_lanes(&reader);
  if (request->mode != REQUEST_BATCH)
    marker_settle_result(&reader, result);
  return reader.failed ? NULL : request;
}
