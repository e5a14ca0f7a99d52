/* Which values and pointers of small functions carry a derivative. */
#include "../../src/analysis/analysis.h"
#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

typedef struct {
  Arena *arena;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMValueRef function;
  DiagSink *sink;
  Activity *activity;
} Fixture;

typedef struct {
  const char *arguments; /* a letter each: d dup, c const, o out */
  bool forward, runtime, inactive_result;
} Question;

static Fixture fixture_open(const char *text, Question question) {
  Fixture fixture = {.arena = arena_create(), .context = LLVMContextCreate()};
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
  char *message = NULL;
  if (LLVMParseIRInContext(fixture.context, buffer, &fixture.module, &message)) {
    fprintf(stderr, "test_activity: %s\n", message);
    exit(1);
  }
  fixture.function = LLVMGetNamedFunction(fixture.module, "f");
  fixture.sink = diag_create(fixture.arena, DIAG_FORMAT_TEXT);
  size_t count = strlen(question.arguments);
  ArgumentActivity *arguments = ARENA_ARRAY(fixture.arena, ArgumentActivity, count + 1);
  for (size_t i = 0; i < count; i++)
    arguments[i] = question.arguments[i] == 'd'   ? ACTIVITY_DUP
                   : question.arguments[i] == 'o' ? ACTIVITY_OUT
                                                  : ACTIVITY_CONST;
  ActivityQuery query = {.forward_mode = question.forward,
                         .runtime_activity = question.runtime,
                         .result = question.inactive_result ? RETURN_INACTIVE : RETURN_ACTIVE,
                         .argument_count = count,
                         .arguments = arguments,
                         .summaries = callee_summaries_create(fixture.arena)};
  fixture.activity = activity_compute(fixture.arena, fixture.sink,
                                      types_compute(fixture.arena, fixture.sink, fixture.module),
                                      fixture.function, &query);
  return fixture;
}

static void fixture_close(Fixture *fixture) {
  LLVMDisposeModule(fixture->module);
  LLVMContextDispose(fixture->context);
  arena_destroy(fixture->arena);
}

static LLVMValueRef value_named(const Fixture *fixture, const char *wanted) {
  for (unsigned i = 0; i < LLVMCountParams(fixture->function); i++)
    if (strcmp(LLVMGetValueName(LLVMGetParam(fixture->function, i)), wanted) == 0)
      return LLVMGetParam(fixture->function, i);
  FOR_EACH_BLOCK (block, fixture->function)
    FOR_EACH_INSTRUCTION (value, block)
      if (strcmp(LLVMGetValueName(value), wanted) == 0)
        return value;
  LLVMValueRef global = LLVMGetNamedGlobal(fixture->module, wanted);
  if (!global) {
    fprintf(stderr, "test_activity: no value '%s'\n", wanted);
    exit(1);
  }
  return global;
}

static LLVMValueRef instruction_of(const Fixture *fixture, LLVMOpcode opcode, unsigned skip) {
  FOR_EACH_BLOCK (block, fixture->function)
    FOR_EACH_INSTRUCTION (value, block)
      if (LLVMGetInstructionOpcode(value) == opcode && skip-- == 0)
        return value;
  fprintf(stderr, "test_activity: no such instruction\n");
  exit(1);
}

static void check(int line, bool condition, const char *text) {
  if (condition)
    return;
  fprintf(stderr, "test_activity:%d: not true: %s\n", line, text);
  failures++;
}
#define EXPECT(condition) check(__LINE__, condition, #condition)
#define ACTIVE(name) activity_of_value(f.activity, value_named(&f, name))
#define SHADOW(name) activity_has_shadow(f.activity, value_named(&f, name))
#define ACTS(opcode, skip) activity_of_instruction(f.activity, instruction_of(&f, opcode, skip))

static const char gather[] = "define double @f(ptr %table, ptr %index, double %unused) {\n"
                             "  %i = load i32, ptr %index\n"
                             "  %j = sext i32 %i to i64\n"
                             "  %p = getelementptr double, ptr %table, i64 %j\n"
                             "  %x = load double, ptr %p\n"
                             "  %floor = call double @llvm.floor.f64(double %x)\n"
                             "  %y = fmul double %x, %floor\n"
                             "  %dead = fmul double %x, %x\n"
                             "  %k = fptosi double %x to i32\n"
                             "  %z = sitofp i32 %k to double\n"
                             "  %r = fadd double %y, %z\n"
                             "  ret double %r\n"
                             "}\n"
                             "declare double @llvm.floor.f64(double)\n";

static void values(void) {
  Fixture f = fixture_open(gather, (Question){.arguments = "ddo"});
  EXPECT(ACTIVE("x") && ACTIVE("y") && ACTIVE("r"));
  EXPECT(SHADOW("table") && SHADOW("p"));
  EXPECT(!SHADOW("index") && !ACTIVE("i") && !ACTIVE("j"));
  EXPECT(!ACTIVE("floor") && !ACTIVE("k") && !ACTIVE("z"));
  EXPECT(!ACTIVE("dead") && !ACTIVE("unused"));
  fixture_close(&f);
  f = fixture_open(gather, (Question){.arguments = "ccc"});
  EXPECT(!ACTIVE("x") && !ACTIVE("r") && !SHADOW("table") && !SHADOW("p"));
  fixture_close(&f);
  f = fixture_open(gather, (Question){.arguments = "dcc", .forward = true});
  EXPECT(ACTIVE("dead") && ACTIVE("x") && !ACTIVE("floor"));
  fixture_close(&f);
}

static void memory_between(void) {
  Fixture f = fixture_open("define double @f(ptr %a, ptr %b) {\n"
                           "  %pair = alloca { ptr, ptr, double, double }\n"
                           "  %second = getelementptr i8, ptr %pair, i64 8\n"
                           "  %third = getelementptr i8, ptr %pair, i64 16\n"
                           "  %fourth = getelementptr i8, ptr %pair, i64 24\n"
                           "  store ptr %a, ptr %pair\n"
                           "  store ptr %b, ptr %second\n"
                           "  %p = load ptr, ptr %pair\n"
                           "  %q = load ptr, ptr %second\n"
                           "  %x = load double, ptr %p\n"
                           "  %y = load double, ptr %q\n"
                           "  store double %x, ptr %third\n"
                           "  store double %y, ptr %fourth\n"
                           "  %x2 = load double, ptr %third\n"
                           "  %y2 = load double, ptr %fourth\n"
                           "  %r = fmul double %x2, %y2\n"
                           "  ret double %r\n"
                           "}\n",
                           (Question){.arguments = "dc"});
  EXPECT(SHADOW("p") && !SHADOW("q") && SHADOW("pair"));
  EXPECT(ACTIVE("x2") && !ACTIVE("y2") && ACTIVE("r"));
  EXPECT(ACTS(LLVMStore, 0)); /* a pointer with a shadow */
  EXPECT(ACTS(LLVMStore, 2) && !ACTS(LLVMStore, 3));
  EXPECT(diag_error_count(f.sink) == 0);
  fixture_close(&f);
}

static const char through_copy[] =
    "define double @f(double %x, ptr %out) {\n"
    "  %one = alloca [4 x double]\n"
    "  %two = alloca [4 x double]\n"
    "  %junk = alloca double\n"
    "  store double 0.0, ptr %one\n"
    "  store double %x, ptr %one\n"
    "  store double %x, ptr %junk\n"
    "  call void @llvm.memcpy.p0.p0.i64(ptr %two, ptr %one, i64 32, i1 false)\n"
    "  %y = load double, ptr %two\n"
    "  ret double %y\n"
    "}\n"
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n";

static void copies(void) {
  Fixture f = fixture_open(through_copy, (Question){.arguments = "oc"});
  EXPECT(ACTIVE("x") && ACTIVE("y") && SHADOW("one") && SHADOW("two"));
  EXPECT(ACTS(LLVMStore, 0)); /* overwrites what was active */
  EXPECT(!SHADOW("junk") && !ACTS(LLVMStore, 2));
  EXPECT(ACTS(LLVMCall, 0));
  fixture_close(&f);
  f = fixture_open(through_copy, (Question){.arguments = "oc", .inactive_result = true});
  EXPECT(!ACTIVE("y") && !SHADOW("two") && !ACTIVE("x"));
  fixture_close(&f);
}

static void integers_that_carry_bits(void) {
  Fixture f = fixture_open("define void @f(ptr %from, ptr %to) {\n"
                           "  %bits = load i64, ptr %from\n"
                           "  store i64 %bits, ptr %to\n"
                           "  %x = load double, ptr %to\n"
                           "  %pn = getelementptr i8, ptr %from, i64 8\n"
                           "  %n = load i32, ptr %pn\n"
                           "  %m = add i32 %n, 1\n"
                           "  ret void\n"
                           "}\n",
                           (Question){.arguments = "dd", .inactive_result = true});
  EXPECT(ACTIVE("bits") && ACTS(LLVMStore, 0));
  EXPECT(!ACTIVE("n") && !ACTIVE("m"));
  fixture_close(&f);
}

static const char store_to_const[] = "define void @f(ptr %x, ptr %out) {\n"
                                     "  %v = load double, ptr %x\n"
                                     "  %s = fmul double %v, %v\n"
                                     "  store double %s, ptr %out\n"
                                     "  ret void\n"
                                     "}\n";
static const char mixture[] = "define double @f(ptr %x, ptr %y, i1 %c) {\n"
                              "  %p = select i1 %c, ptr %x, ptr %y\n"
                              "  %n = getelementptr i8, ptr %p, i64 8\n"
                              "  %v = load double, ptr %n\n"
                              "  ret double %v\n"
                              "}\n";

static void mistakes(void) {
  Fixture f = fixture_open(store_to_const, (Question){.arguments = "dc"});
  EXPECT(diag_error_count(f.sink) == 1);
  fixture_close(&f);
  f = fixture_open(store_to_const, (Question){.arguments = "cc"});
  EXPECT(diag_error_count(f.sink) == 0);
  fixture_close(&f);
  f = fixture_open(mixture, (Question){.arguments = "dcc"});
  EXPECT(diag_error_count(f.sink) == 1 && SHADOW("p") && !SHADOW("y"));
  fixture_close(&f);
  f = fixture_open(mixture, (Question){.arguments = "dcc", .runtime = true});
  EXPECT(diag_error_count(f.sink) == 0 && SHADOW("n") && ACTIVE("v"));
  fixture_close(&f);
  f = fixture_open(mixture, (Question){.arguments = "ddc"});
  EXPECT(diag_error_count(f.sink) == 0 && SHADOW("y"));
  fixture_close(&f);
}

static void globals(void) {
  Fixture f = fixture_open("@state = internal global double 1.0\n"
                           "@scale = internal global double 1.0\n"
                           "@zeros = internal constant [2 x double] zeroinitializer\n"
                           "@log = internal global double 0.0\n"
                           "@__enzyme_inactive_global_log = global [1 x ptr] [ptr @log]\n"
                           "define double @f(double %x, ptr %y, i1 %c) {\n"
                           "  %s = load double, ptr @state\n"
                           "  %k = load double, ptr @scale\n"
                           "  %t = fmul double %s, %x\n"
                           "  store double %t, ptr @state\n"
                           "  store double %t, ptr @log\n"
                           "  %u = load double, ptr @log\n"
                           "  %p = select i1 %c, ptr @zeros, ptr %y\n"
                           "  %v = load double, ptr %p\n"
                           "  %r1 = fadd double %t, %k\n"
                           "  %r2 = fadd double %r1, %u\n"
                           "  %r = fadd double %r2, %v\n"
                           "  ret double %r\n"
                           "}\n",
                           (Question){.arguments = "odc"});
  EXPECT(SHADOW("state") && ACTIVE("s") && !SHADOW("scale") && !ACTIVE("k"));
  EXPECT(!ACTIVE("u") && !SHADOW("log"));
  EXPECT(SHADOW("zeros")); /* stands beside y: needs a shadow of zeros */
  EXPECT(diag_error_count(f.sink) == 0);
  fixture_close(&f);
}

static void calls_with_a_body(void) {
  Fixture f = fixture_open("define internal void @square(ptr %o, ptr %i, ptr %count) {\n"
                           "  %v = load double, ptr %i\n"
                           "  %w = fmul double %v, %v\n"
                           "  store double %w, ptr %o\n"
                           "  store i32 1, ptr %count\n"
                           "  ret void\n"
                           "}\n"
                           "define double @f(ptr %x, ptr %k) {\n"
                           "  %a = alloca double\n"
                           "  %b = alloca double\n"
                           "  %n = alloca i32\n"
                           "  call void @square(ptr %a, ptr %x, ptr %n)\n"
                           "  %r = load double, ptr %a\n"
                           "  %m = load i32, ptr %n\n"
                           "  ret double %r\n"
                           "}\n"
                           "declare double @outside(double) memory(none)\n"
                           "define double @g(double %x) {\n"
                           "  %r = call double @outside(double %x)\n"
                           "  ret double %r\n"
                           "}\n",
                           (Question){.arguments = "dc"});
  EXPECT(ACTIVE("r") && SHADOW("a") && !SHADOW("n") && !SHADOW("b"));
  EXPECT(ACTS(LLVMCall, 0));
  fixture_close(&f);
}

static void user_says_inactive(void) {
  Fixture f = fixture_open("declare double @probe(ptr) #0\n"
                           "define double @f(ptr %x, ptr \"enzyme_inactive\" %y) {\n"
                           "  %p = call double @probe(ptr %x)\n"
                           "  %a = load double, ptr %x\n"
                           "  %b = load double, ptr %y\n"
                           "  %c = fmul double %a, %a, !enzyme_inactive !0\n"
                           "  %s = fadd double %p, %b\n"
                           "  %t = fadd double %s, %c\n"
                           "  ret double %t\n"
                           "}\n"
                           "attributes #0 = { \"enzyme_inactive\" }\n"
                           "!0 = !{}\n",
                           (Question){.arguments = "dd"});
  EXPECT(!ACTIVE("p") && !ACTIVE("b") && !ACTIVE("c") && !ACTIVE("t"));
  EXPECT(!ACTS(LLVMCall, 0));
  fixture_close(&f);
}

static void allocation(void) {
  Fixture f = fixture_open("declare ptr @malloc(i64)\n"
                           "declare void @free(ptr)\n"
                           "define double @f(ptr %x, i64 %n) {\n"
                           "  %a = call ptr @malloc(i64 %n)\n"
                           "  %b = call ptr @malloc(i64 %n)\n"
                           "  %v = load double, ptr %x\n"
                           "  store double %v, ptr %a\n"
                           "  store double 1.0, ptr %b\n"
                           "  %r = load double, ptr %a\n"
                           "  %s = load double, ptr %b\n"
                           "  %t = fmul double %r, %s\n"
                           "  call void @free(ptr %a)\n"
                           "  call void @free(ptr %b)\n"
                           "  ret double %t\n"
                           "}\n",
                           (Question){.arguments = "dc"});
  EXPECT(SHADOW("a") && !SHADOW("b") && ACTIVE("r") && !ACTIVE("s"));
  EXPECT(ACTS(LLVMCall, 2) && !ACTS(LLVMCall, 3));
  fixture_close(&f);
}

int main(void) {
  values();
  memory_between();
  copies();
  integers_that_carry_bits();
  mistakes();
  globals();
  calls_with_a_body();
  user_says_inactive();
  allocation();
  if (failures == 0)
    printf("test_activity: ok\n");
  return failures != 0;
}
