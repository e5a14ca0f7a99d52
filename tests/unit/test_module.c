/* Reading, linking, optimising and writing modules: what works, and that what does not is reported.
 */
#include "../../src/ir/ir.h"
#include "unit.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder of files, a context, and the errors of one test. */
typedef struct {
  Arena *arena;
  LLVMContextRef context;
  DiagSink *sink;
  char folder[64];
} Bench;

static Bench bench_create(void) {
  Bench bench = {arena_create(), LLVMContextCreate(), NULL, "/tmp/adcc-test-module-XXXXXX"};
  bench.sink = diag_create(bench.arena, DIAG_FORMAT_TEXT);
  if (!mkdtemp(bench.folder))
    exit(1);
  return bench;
}

/* The folder must be empty but for `names`: no temporary file is left behind. */
static void bench_dispose(Bench *bench, size_t count, const char *const *names) {
  for (size_t i = 0; i < count; i++)
    CHECK(!unlink(arena_format(bench->arena, "%s/%s", bench->folder, names[i])));
  CHECK(!rmdir(bench->folder));
  LLVMContextDispose(bench->context);
  arena_destroy(bench->arena);
}

#define BENCH_DISPOSE(bench, ...)                                                                  \
  bench_dispose(bench, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *),                     \
                (const char *[]){__VA_ARGS__})

static const char *file_with(Bench *bench, const char *name, const char *bytes, size_t size) {
  const char *path = arena_format(bench->arena, "%s/%s", bench->folder, name);
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(bytes, 1, size, file) != size || fclose(file))
    exit(1);
  return path;
}

static LLVMModuleRef module_of(Bench *bench, const char *text) {
  const char *path = file_with(bench, "text.ll", text, strlen(text));
  LLVMModuleRef module = module_read(bench->sink, bench->context, path);
  CHECK(module != NULL);
  CHECK(!unlink(path));
  return module;
}

#define SQUARE "define double @square(double %x) {\n  %y = fmul double %x, %x\n  ret double %y\n}\n"

static void reads_text_bitcode_and_objects(void) {
  Bench bench = bench_create();
  LLVMModuleRef module = module_of(&bench, SQUARE);
  CHECK(LLVMGetNamedFunction(module, "square") != NULL);
  LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(module);
  const char *bytes = LLVMGetBufferStart(bitcode);
  size_t size = LLVMGetBufferSize(bitcode);
  LLVMModuleRef again =
      module_read(bench.sink, bench.context, file_with(&bench, "square.bc", bytes, size));
  CHECK(again && LLVMGetNamedFunction(again, "square") != NULL);

  /* An object that carries the bitcode in a section, as clang -fembed-bitcode makes it. */
  LLVMModuleRef carrier = LLVMModuleCreateWithNameInContext("carrier", bench.context);
  LLVMValueRef content = LLVMConstStringInContext2(bench.context, bytes, size, true);
  LLVMValueRef global = LLVMAddGlobal(carrier, LLVMTypeOf(content), "embedded");
  LLVMSetInitializer(global, content);
  LLVMSetSection(global, ".llvmbc");
  LLVMTargetMachineRef machine =
      module_target_machine(bench.sink, carrier, &(TargetOptions){.optimisation = 2});
  const char *object = arena_format(bench.arena, "%s/carrier.o", bench.folder);
  CHECK(machine && module_write(bench.sink, carrier, machine, EMIT_OBJECT, object));
  LLVMModuleRef embedded = module_read(bench.sink, bench.context, object);
  CHECK(embedded && LLVMGetNamedFunction(embedded, "square") != NULL);

  /* The same without the section. */
  LLVMDeleteGlobal(global);
  CHECK(module_write(bench.sink, carrier, machine, EMIT_OBJECT, object));
  CHECK(diag_error_count(bench.sink) == 0);
  CHECK(!module_read(bench.sink, bench.context, object));
  CHECK(diag_error_count(bench.sink) == 1);
  LLVMDisposeTargetMachine(machine);
  LLVMDisposeMemoryBuffer(bitcode);
  LLVMModuleRef modules[] = {module, again, carrier, embedded};
  for (size_t i = 0; i < 4; i++)
    LLVMDisposeModule(modules[i]);
  BENCH_DISPOSE(&bench, "square.bc", "carrier.o");
}

static void reports_what_it_cannot_read(void) {
  Bench bench = bench_create();
  LLVMModuleRef module = module_of(&bench, SQUARE);
  LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(module);
  LLVMDisposeModule(module);
  const char *bytes = LLVMGetBufferStart(bitcode);
  static const char bad_text[] = "define double @f( {\n";
  static const char elf[] = "\x7f"
                            "ELF\2\1\1\0garbage";
  static const char zeros[64];
  const char *paths[] = {
      "/nowhere/at/all.bc",
      bench.folder,
      file_with(&bench, "empty", "", 0),
      file_with(&bench, "text", bad_text, strlen(bad_text)),
      file_with(&bench, "elf", elf, sizeof elf),
      file_with(&bench, "zeros", zeros, sizeof zeros),
      file_with(&bench, "cut", bytes, LLVMGetBufferSize(bitcode) / 2),
  };
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    CHECK(!module_read(bench.sink, bench.context, paths[i]));
    CHECK(diag_error_count(bench.sink) == i + 1);
  }
  LLVMDisposeMemoryBuffer(bitcode);
  BENCH_DISPOSE(&bench, "empty", "text", "elf", "zeros", "cut");
}

static void links_or_reports(void) {
  Bench bench = bench_create();
  LLVMModuleRef target = module_of(&bench, "declare double @square(double)\n"
                                           "define double @f(double %x) {\n"
                                           "  %y = call double @square(double %x)\n"
                                           "  ret double %y\n}\n");
  CHECK(module_link(bench.sink, target, module_of(&bench, SQUARE)));
  CHECK(!LLVMIsDeclaration(LLVMGetNamedFunction(target, "square")));
  CHECK(module_verify_input(bench.sink, target, "target"));
  CHECK(diag_error_count(bench.sink) == 0);
  CHECK(!module_link(bench.sink, target, module_of(&bench, SQUARE))); /* defined twice */
  CHECK(diag_error_count(bench.sink) == 1);
  LLVMDisposeModule(target);
  bench_dispose(&bench, 0, NULL);
}

static void reports_a_broken_module(void) {
  Bench bench = bench_create();
  LLVMModuleRef module = module_of(&bench, SQUARE);
  CHECK(module_verify_stage(bench.sink, module, "read"));
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetNamedFunction(module, "square"));
  LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(entry));
  CHECK(!module_verify_stage(bench.sink, module, "derive"));
  CHECK(diag_error_count(bench.sink) == 1);
  LLVMDisposeModule(module);
  bench_dispose(&bench, 0, NULL);
}

static void takes_the_target_from_the_module_or_the_options(void) {
  Bench bench = bench_create();
  LLVMModuleRef module = module_of(&bench, SQUARE);
  LLVMTargetMachineRef machine = module_target_machine(bench.sink, module, &(TargetOptions){0});
  CHECK(machine && *LLVMGetTarget(module) && *LLVMGetDataLayoutStr(module));
  LLVMDisposeTargetMachine(machine);
  LLVMDisposeModule(module);

  module = module_of(&bench, SQUARE);
  TargetOptions options = {.triple = "aarch64-unknown-linux-gnu", .cpu = "neoverse-v1"};
  machine = module_target_machine(bench.sink, module, &options);
  CHECK(machine && !strcmp(LLVMGetTarget(module), options.triple));
  LLVMDisposeTargetMachine(machine);
  /* Once compiled for one target it cannot become another. */
  options = (TargetOptions){.triple = "wasm32-unknown-unknown"};
  CHECK(!module_target_machine(bench.sink, module, &options));
  CHECK(diag_error_count(bench.sink) == 1);
  options.triple = "no-such-machine";
  CHECK(!module_target_machine(bench.sink, module, &options));
  CHECK(diag_error_count(bench.sink) == 2);
  LLVMDisposeModule(module);
  bench_dispose(&bench, 0, NULL);
}

static void overrides_the_processor_of_functions(void) {
  Bench bench = bench_create();
  LLVMModuleRef module =
      module_of(&bench, "target triple = \"x86_64-unknown-linux-gnu\"\n"
                        "define void @f() #0 {\n  ret void\n}\nattributes #0 = { "
                        "\"target-cpu\"=\"x86-64\" \"target-features\"=\"+sse2\" }\n");
  TargetOptions options = {.cpu = "skylake", .features = "+avx2"};
  LLVMTargetMachineRef machine = module_target_machine(bench.sink, module, &options);
  char *text = LLVMPrintModuleToString(module);
  CHECK_CONTAINS(text, "\"target-cpu\"=\"skylake\"");
  CHECK_CONTAINS(text, "\"target-features\"=\"+sse2,+avx2\"");
  LLVMDisposeMessage(text);
  LLVMDisposeTargetMachine(machine);
  LLVMDisposeModule(module);
  bench_dispose(&bench, 0, NULL);
}

static void runs_passes_or_reports(void) {
  Bench bench = bench_create();
  LLVMModuleRef module = module_of(
      &bench, "target triple = \"x86_64-unknown-linux-gnu\"\n"
              "define void @f(ptr noalias %a, ptr noalias %b, i64 %n) {\nentry:\n  br label %loop\n"
              "loop:\n  %i = phi i64 [ 0, %entry ], [ %next, %loop ]\n"
              "  %p = getelementptr inbounds double, ptr %a, i64 %i\n  %x = load double, ptr %p\n"
              "  %y = fmul double %x, %x\n  %q = getelementptr inbounds double, ptr %b, i64 %i\n"
              "  store double %y, ptr %q\n  %next = add nuw nsw i64 %i, 1\n"
              "  %more = icmp slt i64 %next, %n\n  br i1 %more, label %loop, label %done\n"
              "done:\n  ret void\n}\n");
  LLVMTargetMachineRef machine =
      module_target_machine(bench.sink, module, &(TargetOptions){.optimisation = 2});
  CHECK(module_run_passes(bench.sink, module, machine, "default<O1>", (PassTuning){0}));
  char *text = LLVMPrintModuleToString(module);
  CHECK(!strstr(text, "x double>"));
  LLVMDisposeMessage(text);
  LLVMValueRef f = LLVMGetNamedFunction(module, "f");
  CHECK(function_run_passes(bench.sink, f, machine, "instcombine,simplifycfg"));
  CHECK(module_run_passes(bench.sink, module, machine, "default<O2>",
                          (PassTuning){.vectorise = true, .slp = true, .unroll = true}));
  text = LLVMPrintModuleToString(module);
  CHECK_CONTAINS(text, "x double>");
  LLVMDisposeMessage(text);
  CHECK(diag_error_count(bench.sink) == 0);
  CHECK(!module_run_passes(bench.sink, module, machine, "no-such-pass", (PassTuning){0}));
  CHECK(diag_error_count(bench.sink) == 1);
  LLVMDisposeTargetMachine(machine);
  LLVMDisposeModule(module);
  bench_dispose(&bench, 0, NULL);
}

static void writes_every_kind_or_nothing(void) {
  Bench bench = bench_create();
  LLVMModuleRef module = module_of(&bench, SQUARE);
  LLVMTargetMachineRef machine =
      module_target_machine(bench.sink, module, &(TargetOptions){.optimisation = 2});
  const char *path = file_with(&bench, "out", "previous", 8);
  static const EmitKind kinds[] = {EMIT_OBJECT, EMIT_ASSEMBLY, EMIT_IR, EMIT_BITCODE};
  for (size_t i = 0; i < 4; i++)
    CHECK(module_write(bench.sink, module, machine, kinds[i], path));
  LLVMModuleRef back = module_read(bench.sink, bench.context, path);
  CHECK(back && LLVMGetNamedFunction(back, "square") != NULL);
  LLVMDisposeModule(back);
  struct stat status;
  CHECK(!stat(path, &status) && (status.st_mode & 0600) == 0600);
  CHECK(module_write(bench.sink, module, machine, EMIT_OBJECT, "/dev/null"));
  CHECK(!stat("/dev/null", &status) && S_ISCHR(status.st_mode));
  CHECK(diag_error_count(bench.sink) == 0);

  CHECK(!module_write(bench.sink, module, machine, EMIT_OBJECT, "/nowhere/at/all.o"));
  CHECK(diag_error_count(bench.sink) == 1);
  /* Code that cannot be generated leaves what was there. */
  const char *kept = file_with(&bench, "kept", "previous", 8);
  LLVMModuleRef impossible =
      module_of(&bench, "define void @f() {\n  call void asm \"no such instruction\", \"\"()\n"
                        "  ret void\n}\n");
  LLVMSetTarget(impossible, LLVMGetTarget(module));
  LLVMSetDataLayout(impossible, LLVMGetDataLayoutStr(module));
  CHECK(!module_write(bench.sink, impossible, machine, EMIT_OBJECT, kept));
  CHECK(diag_error_count(bench.sink) == 2);
  CHECK(!stat(kept, &status) && status.st_size == 8);
  LLVMDisposeModule(impossible);
  LLVMDisposeTargetMachine(machine);
  LLVMDisposeModule(module);
  BENCH_DISPOSE(&bench, "out", "kept");
}

int main(void) {
  reads_text_bitcode_and_objects();
  reports_what_it_cannot_read();
  links_or_reports();
  reports_a_broken_module();
  takes_the_target_from_the_module_or_the_options();
  overrides_the_processor_of_functions();
  runs_passes_or_reports();
  writes_every_kind_or_nothing();
  return unit_result();
}
