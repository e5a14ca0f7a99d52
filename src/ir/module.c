/* Modules: reading, linking, verifying, optimising and writing them. No failure of LLVM ends the
 * process: all become diagnostics. */
#include "ir.h"

#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Collects the text of LLVM's errors while one operation runs; remarks and warnings are not ours.
 */
typedef struct {
  char text[2048];
} Collected;

static void collect(LLVMDiagnosticInfoRef info, void *context) {
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
    return;
  char *text = LLVMGetDiagInfoDescription(info);
  Collected *collected = context;
  snprintf(collected->text, sizeof collected->text, "%s", text);
  LLVMDisposeMessage(text);
}

/* LLVM without a handler would print an error and exit. */
static void collect_errors(LLVMContextRef context, Collected *collected) {
  *collected->text = '\0';
  LLVMContextSetDiagnosticHandler(context, collect, collected);
}

static LLVMMemoryBufferRef read_file(DiagSink *sink, const char *path) {
  struct stat status;
  const char *reason = NULL;
  if (stat(path, &status))
    reason = strerror(errno);
  else if (S_ISDIR(status.st_mode))
    reason = "it is a directory";
  LLVMMemoryBufferRef buffer = NULL;
  char *message = NULL;
  if (!reason && LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message))
    reason = message;
  if (reason)
    diag_at(sink, NULL, DIAG_CANNOT_OPEN, path, reason);
  LLVMDisposeMessage(message);
  return buffer;
}

/* Text has no zero bytes; whatever has is some other kind of file. */
static bool is_text(const char *start, size_t size) { return size && !memchr(start, 0, size); }

/* Keeps what may be left of markers; the module is NULL if it cannot be read. */
static bool keep_strings(LLVMModuleRef module, const char *bitcode, size_t size) {
  static const char *const prefixes[] = {"adcc_", "enzyme_"};
  bool any = false;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    any |= bridge_keep_strings(module, bitcode, size, prefixes[i], MODULE_STRINGS);
  return any;
}

/* How much a reader may need: what a file says of its own sizes is not to be believed, and what
 * an allocator takes beyond the memory there is ends in a kill. False if nothing is limited. */
static bool limit_memory(size_t input_size, struct rlimit *before) {
  enum { ANY_INPUT = 1 << 30, A_BYTE = 1 << 10 };
  unsigned long pages = 0;
  FILE *usage = fopen("/proc/self/statm", "r");
  bool known = usage && fscanf(usage, "%lu", &pages) == 1;
  if (usage)
    fclose(usage);
  if (!known || input_size > SIZE_MAX / 2 / A_BYTE || getrlimit(RLIMIT_AS, before))
    return false;
  struct rlimit limit = *before;
  rlim_t most = pages * (rlim_t)sysconf(_SC_PAGESIZE) + ANY_INPUT + input_size * A_BYTE;
  limit.rlim_cur = before->rlim_cur < most ? before->rlim_cur : most;
  return !setrlimit(RLIMIT_AS, &limit);
}

LLVMModuleRef module_read(DiagSink *sink, LLVMContextRef context, const char *path) {
  LLVMMemoryBufferRef buffer = read_file(sink, path);
  if (!buffer)
    return NULL;
  const char *bytes = LLVMGetBufferStart(buffer), *bitcode;
  size_t size = LLVMGetBufferSize(buffer), bitcode_size;
  Collected collected;
  collect_errors(context, &collected);
  LLVMModuleRef module = NULL;
  char *message = NULL;
  const char *reason = NULL;
  struct rlimit before;
  bool limited = limit_memory(size, &before);
  if (bridge_find_bitcode(bytes, size, &bitcode, &bitcode_size)) {
    LLVMMemoryBufferRef part =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(bitcode, bitcode_size, path);
    if (LLVMParseBitcodeInContext2(context, part, &module))
      reason = keep_strings(NULL, bitcode, bitcode_size)
                   ? "bitcode does not hold metadata among the variable arguments of a call, as in "
                     "'metadata !\"enzyme_const\"'; give adcc the text (.ll)"
               : *collected.text ? collected.text
                                 : "unreadable bitcode";
    else
      keep_strings(module, bitcode, bitcode_size);
    LLVMDisposeMemoryBuffer(part);
  } else if (is_text(bytes, size)) {
    if (LLVMParseIRInContext2(context, buffer, &module, &message))
      reason = message;
  } else
    reason = size ? "neither LLVM IR nor an object with embedded bitcode" : "the file is empty";
  if (limited)
    setrlimit(RLIMIT_AS, &before);
  LLVMContextSetDiagnosticHandler(context, NULL, NULL);
  LLVMDisposeMemoryBuffer(buffer);
  if (reason) {
    diag_at(sink, NULL, DIAG_INVALID_INPUT, path, reason);
    module = NULL;
  }
  LLVMDisposeMessage(message);
  return module;
}

bool module_link(DiagSink *sink, LLVMModuleRef target, LLVMModuleRef source) {
  size_t length;
  char *name = LLVMCreateMessage(LLVMGetModuleIdentifier(source, &length));
  Collected collected;
  LLVMContextRef context = LLVMGetModuleContext(target);
  collect_errors(context, &collected);
  bool failed = LLVMLinkModules2(target, source);
  LLVMContextSetDiagnosticHandler(context, NULL, NULL);
  if (failed)
    diag_at(sink, NULL, DIAG_LINK_FAILED, name, collected.text);
  LLVMDisposeMessage(name);
  return !failed;
}

static bool verify(DiagSink *sink, LLVMModuleRef module, DiagId id, const char *subject) {
  char *message = NULL;
  bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
  if (broken)
    diag_at(sink, NULL, id, subject, message);
  LLVMDisposeMessage(message);
  return !broken;
}

bool module_verify_input(DiagSink *sink, LLVMModuleRef module, const char *path) {
  return verify(sink, module, DIAG_INVALID_INPUT, path);
}

bool module_verify_stage(DiagSink *sink, LLVMModuleRef module, const char *stage) {
  return verify(sink, module, DIAG_INTERNAL, stage);
}

#define FOR_EACH_ASSEMBLED_TARGET(TARGET)                                                          \
  TARGET(X86) TARGET(AArch64) TARGET(RISCV) TARGET(AMDGPU) TARGET(WebAssembly)
#define FOR_EACH_TARGET(TARGET) FOR_EACH_ASSEMBLED_TARGET(TARGET) TARGET(NVPTX)

static void register_targets(void) {
#define REGISTER(name)                                                                             \
  LLVMInitialize##name##TargetInfo();                                                              \
  LLVMInitialize##name##Target();                                                                  \
  LLVMInitialize##name##TargetMC();                                                                \
  LLVMInitialize##name##AsmPrinter();
  FOR_EACH_TARGET(REGISTER)
#undef REGISTER
  /* For inline assembly; NVPTX passes it through as text. */
#define REGISTER_PARSER(name) LLVMInitialize##name##AsmParser();
  FOR_EACH_ASSEMBLED_TARGET(REGISTER_PARSER)
#undef REGISTER_PARSER
}

/* Code for another processor than the module was compiled for: its functions name theirs, and what
 * they name would win over the target machine. */
static void override_processor(LLVMModuleRef module, const char *cpu, const char *features) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (*cpu) {
      LLVMAddTargetDependentFunctionAttr(f, "target-cpu", cpu);
      LLVMRemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, "tune-cpu", 8);
    }
    if (*features) {
      LLVMAttributeRef own =
          LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, "target-features", 15);
      unsigned length = 0;
      const char *text = own ? LLVMGetStringAttributeValue(own, &length) : "";
      size_t size = length + strlen(features) + 2;
      char *joined = malloc(size);
      if (!joined)
        abort();
      snprintf(joined, size, "%.*s%s%s", (int)length, text, length ? "," : "", features);
      LLVMAddTargetDependentFunctionAttr(f, "target-features", joined);
      free(joined);
    }
  }
}

/* The layout that code is generated for. A module that was compiled for another one is refused: its
 * offsets and sizes are wrong there. Without an explicit target, spellings of other front ends for
 * what matters no further are accepted. */
static bool set_layout(DiagSink *sink, LLVMModuleRef module, LLVMTargetMachineRef machine,
                       bool target_is_explicit) {
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
  LLVMTargetDataRef own = LLVMGetModuleDataLayout(module);
  char *text = LLVMCopyStringRepOfTargetData(layout);
  bool fits = true;
  if (!*LLVMGetDataLayoutStr(module))
    LLVMSetModuleDataLayout(module, layout);
  else if (LLVMPointerSize(own) != LLVMPointerSize(layout) ||
           LLVMByteOrder(own) != LLVMByteOrder(layout) ||
           (target_is_explicit && strcmp(text, LLVMGetDataLayoutStr(module)))) {
    diag_at(sink, NULL, DIAG_BAD_TARGET, LLVMGetTarget(module),
            "the input was compiled for a target with another data layout");
    fits = false;
  }
  LLVMDisposeMessage(text);
  LLVMDisposeTargetData(layout);
  return fits;
}

LLVMTargetMachineRef module_target_machine(DiagSink *sink, LLVMModuleRef module,
                                           const TargetOptions *options) {
  register_targets();
  if (options->triple)
    LLVMSetTarget(module, options->triple);
  if (!*LLVMGetTarget(module)) {
    char *triple = LLVMGetDefaultTargetTriple();
    LLVMSetTarget(module, triple);
    LLVMDisposeMessage(triple);
  }
  const char *triple = LLVMGetTarget(module);
  LLVMTargetRef target;
  char *message = NULL;
  if (LLVMGetTargetFromTriple(triple, &target, &message)) {
    diag_at(sink, NULL, DIAG_BAD_TARGET, triple, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  bool native = options->cpu && !strcmp(options->cpu, "native");
  char *cpu = native ? LLVMGetHostCPUName() : LLVMCreateMessage(options->cpu ? options->cpu : "");
  char *features = native && !options->features
                       ? LLVMGetHostCPUFeatures()
                       : LLVMCreateMessage(options->features ? options->features : "");
  LLVMTargetMachineRef machine = LLVMCreateTargetMachine(target, triple, cpu, features,
                                                         (LLVMCodeGenOptLevel)options->optimisation,
                                                         LLVMRelocPIC, LLVMCodeModelDefault);
  override_processor(module, cpu, features);
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
  if (!machine)
    diag_at(sink, NULL, DIAG_BAD_TARGET, triple, "no code generator for it");
  else if (!set_layout(sink, module, machine, options->triple != NULL)) {
    LLVMDisposeTargetMachine(machine);
    machine = NULL;
  }
  return machine;
}

static bool report_passes(DiagSink *sink, LLVMErrorRef error, const Collected *collected) {
  char *message = error ? LLVMGetErrorMessage(error) : NULL;
  const char *reason = message ? message : *collected->text ? collected->text : NULL;
  if (reason)
    diag_at(sink, NULL, DIAG_INTERNAL, "passes", reason);
  if (message)
    LLVMDisposeErrorMessage(message);
  return !reason;
}

static LLVMPassBuilderOptionsRef tuning_options(PassTuning tuning) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMPassBuilderOptionsSetLoopVectorization(options, tuning.vectorise);
  LLVMPassBuilderOptionsSetLoopInterleaving(options, tuning.vectorise);
  LLVMPassBuilderOptionsSetSLPVectorization(options, tuning.slp);
  LLVMPassBuilderOptionsSetLoopUnrolling(options, tuning.unroll);
  return options;
}

bool module_run_passes(DiagSink *sink, LLVMModuleRef module, LLVMTargetMachineRef machine,
                       const char *pipeline, PassTuning tuning) {
  LLVMPassBuilderOptionsRef options = tuning_options(tuning);
  LLVMContextRef context = LLVMGetModuleContext(module);
  Collected collected;
  collect_errors(context, &collected);
  LLVMErrorRef error = LLVMRunPasses(module, pipeline, machine, options);
  LLVMContextSetDiagnosticHandler(context, NULL, NULL);
  LLVMDisposePassBuilderOptions(options);
  return report_passes(sink, error, &collected);
}

bool module_optimise(DiagSink *sink, LLVMModuleRef module, LLVMTargetMachineRef machine,
                     unsigned level, bool vector_math, ModulePipeline pipeline) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  Collected collected;
  collect_errors(context, &collected);
  LLVMErrorRef error = pipeline(module, machine, level, vector_math);
  LLVMContextSetDiagnosticHandler(context, NULL, NULL);
  return report_passes(sink, error, &collected);
}

bool function_run_passes(DiagSink *sink, LLVMValueRef function, LLVMTargetMachineRef machine,
                         const char *pipeline) {
  LLVMPassBuilderOptionsRef options = tuning_options((PassTuning){false, false, false});
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  Collected collected;
  collect_errors(context, &collected);
  LLVMErrorRef error = LLVMRunPassesOnFunction(function, pipeline, machine, options);
  LLVMContextSetDiagnosticHandler(context, NULL, NULL);
  LLVMDisposePassBuilderOptions(options);
  return report_passes(sink, error, &collected);
}

static LLVMMemoryBufferRef generate(DiagSink *sink, LLVMModuleRef module,
                                    LLVMTargetMachineRef machine, EmitKind kind, const char *path) {
  if (kind == EMIT_BITCODE)
    return LLVMWriteBitcodeToMemoryBuffer(module);
  if (kind == EMIT_IR) {
    char *text = LLVMPrintModuleToString(module);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "ir");
    LLVMDisposeMessage(text);
    return buffer;
  }
  LLVMMemoryBufferRef buffer = NULL;
  char *message = NULL;
  LLVMCodeGenFileType type = kind == EMIT_ASSEMBLY ? LLVMAssemblyFile : LLVMObjectFile;
  Collected collected;
  LLVMContextRef context = LLVMGetModuleContext(module);
  collect_errors(context, &collected);
  bool failed = LLVMTargetMachineEmitToMemoryBuffer(machine, module, type, &message, &buffer);
  LLVMContextSetDiagnosticHandler(context, NULL, NULL);
  if (!failed && !*collected.text)
    return buffer;
  diag_at(sink, NULL, DIAG_CANNOT_WRITE, path, message ? message : collected.text);
  LLVMDisposeMessage(message);
  if (!failed)
    LLVMDisposeMemoryBuffer(buffer);
  return NULL;
}

static bool write_all(int file, const char *bytes, size_t size) {
  while (size) {
    ssize_t written = write(file, bytes, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes += written;
    size -= (size_t)written;
  }
  return true;
}

/* A new file beside the target, renamed over it when complete. */
static bool replace_file(const char *path, const char *bytes, size_t size) {
  size_t length = strlen(path) + sizeof ".XXXXXX";
  char *temporary = malloc(length);
  if (!temporary)
    return false;
  snprintf(temporary, length, "%s.XXXXXX", path);
  int file = mkstemp(temporary);
  bool fine = file >= 0;
  if (fine) {
    mode_t mask = umask(0);
    umask(mask);
    fine = write_all(file, bytes, size) && !fchmod(file, 0666 & ~mask);
    fine = !close(file) && fine;
    fine = fine && !rename(temporary, path);
    if (!fine) {
      int reason = errno;
      unlink(temporary);
      errno = reason;
    }
  }
  free(temporary);
  return fine;
}

/* A device or a pipe is written to; a new file in its place would be something else. */
static bool write_special(const char *path, const char *bytes, size_t size) {
  int file = open(path, O_WRONLY);
  if (file < 0)
    return false;
  bool fine = write_all(file, bytes, size);
  return !close(file) && fine;
}

bool module_write(DiagSink *sink, LLVMModuleRef module, LLVMTargetMachineRef machine, EmitKind kind,
                  const char *path) {
  LLVMMemoryBufferRef buffer = generate(sink, module, machine, kind, path);
  if (!buffer)
    return false;
  const char *bytes = LLVMGetBufferStart(buffer);
  size_t size = LLVMGetBufferSize(buffer);
  struct stat status;
  bool fine;
  if (!strcmp(path, "-"))
    fine = write_all(STDOUT_FILENO, bytes, size);
  else if (!stat(path, &status) && !S_ISREG(status.st_mode))
    fine = write_special(path, bytes, size);
  else
    fine = replace_file(path, bytes, size);
  if (!fine)
    diag_at(sink, NULL, DIAG_CANNOT_WRITE, path, strerror(errno));
  LLVMDisposeMemoryBuffer(buffer);
  return fine;
}
