/* Library functions that read numbers into memory (scanf, fread, >> of a stream): what stands there
 * afterwards carries no derivative, whatever stood there before. A number is stored once more, as
 * one that no derivative passes; a block is read into memory of its own and copied. Functions that
 * read a number from text (strtod) store where it ends: that becomes a place in the text. Rows of
 * rules/libfn.def say which functions these are.
 * Requires: nothing. Invalidates: every analysis of the function. */
#include "prepare.h"

#include <ctype.h>
#include <string.h>

static LLVMContextRef context_of(LLVMValueRef call) {
  return LLVMGetTypeContext(LLVMTypeOf(LLVMGetCalledValue(call)));
}

/* Behind the call, where it has returned. */
static LLVMBuilderRef builder_behind(LLVMValueRef call) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context_of(call));
  LLVMPositionBuilderBefore(builder, build_point_after(call));
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  return builder;
}

/* What is there is new, unless `was_read` (or NULL) says that nothing was stored. */
static void renew_number(Arena *arena, LLVMBuilderRef builder, LLVMValueRef place, LLVMTypeRef type,
                         LLVMValueRef was_read) {
  LLVMValueRef there = LLVMBuildLoad2(builder, type, place, "");
  LLVMValueRef renewed = build_without_derivative(arena, builder, there);
  if (was_read)
    renewed = LLVMBuildSelect(builder, was_read, renewed, there, "");
  LLVMBuildStore(builder, renewed, place);
}

static LLVMTypeRef long_double(LLVMValueRef call) {
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  const char *triple = LLVMGetTarget(module);
  bool x86 = !strncmp(triple, "x86_64", 6) || (triple[0] == 'i' && !strncmp(triple + 2, "86", 2));
  return x86 ? LLVMX86FP80TypeInContext(context_of(call))
             : LLVMFP128TypeInContext(context_of(call));
}

/* The text behind a pointer, if it is a literal. */
static const char *literal(LLVMValueRef pointer, size_t *length) {
  LLVMValueRef global = LLVMIsAGlobalVariable(pointer);
  LLVMValueRef text = global && LLVMIsGlobalConstant(global) ? LLVMGetInitializer(global) : NULL;
  return text && LLVMIsAConstantDataArray(text) && LLVMIsConstantString(text)
             ? LLVMGetAsString(text, length)
             : NULL;
}

/* What a conversion of a format does. */
typedef struct {
  LLVMTypeRef number; /* that it stores, or NULL */
  bool stores, counts;
} Conversion;

/* The conversion at `*at`, behind its %; moves behind it. */
static Conversion convert(LLVMValueRef call, const char **at) {
  const char *p = *at;
  unsigned longs = 0;
  Conversion conversion = {.stores = *p != '%' && *p != '*'};
  p += *p == '*';
  while (isdigit((unsigned char)*p))
    p++;
  for (; *p && strchr("hljztLqm", *p); p++)
    longs += *p == 'L' || *p == 'q' ? 2 : *p == 'l';
  bool number = *p && strchr("aAeEfFgG", *p);
  conversion.counts = conversion.stores && *p != 'n';
  if (*p == '[') { /* a set of characters, in which the first may be ] */
    p += 1 + (p[1] == '^');
    p = *p ? strchr(p + 1, ']') : NULL;
  }
  *at = p && *p ? p + 1 : "";
  LLVMContextRef context = context_of(call);
  if (number)
    conversion.number = longs == 0   ? LLVMFloatTypeInContext(context)
                        : longs == 1 ? LLVMDoubleTypeInContext(context)
                                     : long_double(call);
  return conversion;
}

/* False: the format is no literal, or it names its arguments by position. */
static bool is_followed(const char *format, size_t length) {
  if (!format || length == 0 || format[length - 1] != 0)
    return false;
  for (const char *at = format; (at = strchr(at, '%')); at += *at == '%') {
    at++;
    if (at[strspn(at, "0123456789")] == '$')
      return false;
  }
  return true;
}

static void renew_scanned(Arena *arena, LLVMValueRef call, unsigned format) {
  size_t length;
  const char *at = literal(LLVMGetOperand(call, format), &length);
  unsigned next = format + 1;
  if (!is_followed(at, length)) {
    call_add_mark(call, SCAN_UNKNOWN);
    return;
  }
  LLVMBuilderRef builder = builder_behind(call);
  unsigned counted = 0;
  while ((at = strchr(at, '%')) && next < call_argument_count(call)) {
    at++;
    Conversion conversion = convert(call, &at);
    LLVMValueRef place = LLVMGetOperand(call, next);
    LLVMValueRef before = LLVMConstInt(LLVMTypeOf(call), counted, false);
    next += conversion.stores;
    counted += conversion.counts;
    if (conversion.stores && conversion.number &&
        LLVMGetTypeKind(LLVMTypeOf(place)) == LLVMPointerTypeKind)
      renew_number(arena, builder, place, conversion.number,
                   LLVMBuildICmp(builder, LLVMIntSGT, call, before, ""));
  }
  LLVMDisposeBuilder(builder);
}

/* A tail call uses no variables of the function around it: with one for what it reads it is none.
 */
static void set_place(LLVMValueRef call, unsigned argument, LLVMValueRef variable) {
  LLVMSetOperand(call, argument, variable);
  if (!LLVMIsAInvokeInst(call))
    LLVMSetTailCallKind(call, LLVMTailCallKindNone);
}

/* The block that is read: `size` bytes an item (NULL: one), `count` of them at most. */
static void renew_block(LLVMValueRef call, unsigned block, LLVMValueRef size, LLVMValueRef count,
                        bool of_stream) {
  LLVMContextRef context = context_of(call);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0), word = LLVMTypeOf(count);
  LLVMTypeRef nothing = LLVMVoidTypeInContext(context);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef place = LLVMGetOperand(call, block);
  LLVMValueRef bytes = size ? LLVMBuildMul(builder, size, count, "") : count;
  LLVMValueRef fresh = build_call_by_name(builder, "malloc", pointer, &bytes, 1);
  LLVMValueRef checked[] = {fresh, size ? size : LLVMConstInt(word, 1, false), count};
  build_call_by_name(builder, "adcc_check_room", nothing, checked, 3);
  LLVMSetOperand(call, block, fresh);
  LLVMDisposeBuilder(builder);
  builder = builder_behind(call);
  LLVMValueRef zero = LLVMConstInt(word, 0, false), stream = LLVMGetOperand(call, 0);
  LLVMValueRef got =
      of_stream ? build_call_by_name(builder, "_ZNKSi6gcountEv", word, &stream, 1) : call;
  LLVMValueRef none = LLVMBuildICmp(builder, LLVMIntSLT, got, zero, "");
  got = LLVMBuildSelect(builder, none, zero, got, "");
  if (size)
    got = LLVMBuildMul(builder, got, size, "");
  LLVMBuildMemCpy(builder, place, 1, fresh, 1, got);
  build_call_by_name(builder, "free", nothing, &fresh, 1);
  LLVMDisposeBuilder(builder);
}

/* At the end of a stream, or where there is no number, what was there stays: the number is read
 * into a variable that holds what nobody writes in a text. */
static const double untouched = -0x1.9e2d5cp+101; /* fits a float */

static void renew_one(Arena *arena, LLVMValueRef call, const LibraryFunction *row) {
  LLVMContextRef context = context_of(call);
  LLVMTypeRef type = row->alignment_argument == sizeof(double)  ? LLVMDoubleTypeInContext(context)
                     : row->alignment_argument == sizeof(float) ? LLVMFloatTypeInContext(context)
                                                                : long_double(call);
  unsigned argument = (unsigned)row->size_argument;
  LLVMValueRef place = LLVMGetOperand(call, argument), nothing = LLVMConstReal(type, untouched);
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  LLVMValueRef read = build_alloca_in_entry(function, type, "read");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, call);
  LLVMBuildStore(builder, nothing, read);
  set_place(call, argument, read);
  LLVMDisposeBuilder(builder);
  builder = builder_behind(call);
  LLVMValueRef number =
      build_without_derivative(arena, builder, LLVMBuildLoad2(builder, type, read, ""));
  LLVMValueRef stays = LLVMBuildFCmp(builder, LLVMRealOEQ, number, nothing, "");
  LLVMValueRef there = LLVMBuildLoad2(builder, type, place, "");
  LLVMBuildStore(builder, LLVMBuildSelect(builder, stays, there, number, ""), place);
  LLVMDisposeBuilder(builder);
}

/* Where the text ended is a place in it, to its shadow as well. */
static void store_end(Arena *arena, LLVMValueRef call, unsigned argument) {
  LLVMContextRef context = context_of(call);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0), i8 = LLVMInt8TypeInContext(context);
  LLVMValueRef text = LLVMGetOperand(call, 0), place = LLVMGetOperand(call, argument);
  if (LLVMIsNull(place))
    return;
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  LLVMValueRef unwanted = build_alloca_in_entry(function, pointer, "end");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, call);
  LLVMValueRef none = LLVMBuildIsNull(builder, place, "");
  place = LLVMBuildSelect(builder, none, unwanted, place, "");
  LLVMDisposeBuilder(builder);
  set_place(call, argument, place);
  builder = builder_behind(call);
  LLVMValueRef end = LLVMBuildLoad2(builder, pointer, place, "");
  /* A number: the shadow of the end, which is found by it, is not yet as far away. */
  LLVMValueRef length =
      build_without_derivative(arena, builder, LLVMBuildPtrDiff2(builder, i8, end, text, ""));
  LLVMBuildStore(builder, LLVMBuildGEP2(builder, i8, text, &length, 1, ""), place);
  LLVMDisposeBuilder(builder);
}

static void renew(Arena *arena, LLVMValueRef call, const LibraryFunction *row) {
  unsigned first = (unsigned)row->size_argument;
  switch (row->kind) {
  case LIBFN_SCANS:
    renew_scanned(arena, call, first);
    break;
  case LIBFN_READS_ITEMS:
    renew_block(call, first, LLVMGetOperand(call, first + 1), LLVMGetOperand(call, first + 2),
                false);
    break;
  case LIBFN_READS_BYTES:
    renew_block(call, first, NULL, LLVMGetOperand(call, first + 1), false);
    break;
  case LIBFN_READS_STREAM:
    renew_block(call, first, NULL, LLVMGetOperand(call, first + 1), true);
    break;
  case LIBFN_READS_TEXT:
    if (row->size_argument >= 0)
      store_end(arena, call, first);
    break;
  default:
    renew_one(arena, call, row);
  }
}

void prepare_lower_reads(Arena *arena, LLVMValueRef function) {
  ValueArray calls = {0};
  bool unwinds = false;
  FOR_EACH_BLOCK (block, function)
    FOR_EACH_INSTRUCTION (call, block) {
      const LibraryFunction *row = library_function_called(call);
      if (!row || row->kind < LIBFN_SCANS || row->kind > LIBFN_READS_TEXT)
        continue;
      unwinds |= LLVMIsAInvokeInst(call) != NULL;
      ARRAY_PUSH(arena, calls, call);
    }
  if (unwinds)
    prepare_split_invokes(function);
  for (size_t i = 0; i < calls.count; i++)
    renew(arena, calls.items[i], library_function(call_direct_callee(calls.items[i])));
}
