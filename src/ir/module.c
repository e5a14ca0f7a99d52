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
#include <llvm-c/Object.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Collects the text of LLVM's errors while one operation runs; remarks and warnings are not ours. */
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

static bool is_bitcode(const char *start, size_t size) {
  return size >= 4 && (!memcmp(start, "BC\xC0\xDE", 4) || !memcmp(start, "\xDE\xC0\x17\x0B", 4));
}

static bool is_elf(const char *start, size_t size) {
  return size >= 4 && !memcmp(start, "\x7F" "ELF", 4);
}

/* The bitcode that `clang -fembed-bitcode` puts into an object's .llvmbc section, or NULL. */
static LLVMMemoryBufferRef embedded_bitcode(LLVMContextRef context, LLVMMemoryBufferRef object) {
  char *message = NULL;
  LLVMBinaryRef binary = LLVMCreateBinary(object, context, &message);
  if (!binary) {
    LLVMDisposeMessage(message);
    return NULL;
  }
  LLVMMemoryBufferRef found = NULL;
  LLVMSectionIteratorRef section = LLVMObjectFileCopySectionIterator(binary);
  for (; !LLVMObjectFileIsSectionIteratorAtEnd(binary, section) && !found;
       LLVMMoveToNextSection(section)) {
    const char *name = LLVMGetSectionName(section);
    if (name && !strcmp(name, ".llvmbc"))
      found = LLVMCreateMemoryBufferWithMemoryRangeCopy(
          LLVMGetSectionContents(section), LLVMGetSectionSize(section), ".llvmbc");
  }
  LLVMDisposeSectionIterator(section);
  LLVMDisposeBinary(binary);
  return found;
}

LLVMModuleRef module_read(DiagSink *sink, LLVMContextRef context, const char *path) {
  struct stat status;
  if (stat(path, &status) || S_ISDIR(status.st_mode)) {
    diag_at(sink, NULL, DIAG_CANNOT_OPEN, path, errno ? strerror(errno) : "is a directory");
    return NULL;
  }
  LLVMMemoryBufferRef buffer;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
    diag_at(sink, NULL, DIAG_CANNOT_OPEN, path, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  if (is_elf(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer))) {
    LLVMMemoryBufferRef bitcode = embedded_bitcode(context, buffer);
    LLVMDisposeMemoryBuffer(buffer);
    if (!bitcode) {
      diag_at(sink, NULL, DIAG_INVALID_INPUT, path, "the object has no embedded bitcode");
      return NULL;
    }
    buffer = bitcode;
  }
  Collected collected = {""};
  LLVMContextSetDiagnosticHandler(context, collect, &collected);
  LLVMModuleRef module = NULL;
  bool failed;
  if (is_bitcode(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer))) {
    failed = LLVMParseBitcodeInContext2(context, buffer, &module);
    LLVMDisposeMemoryBuffer(buffer);
  } else {
    failed = LLVMParseIRInContext2(context, buffer, &module, &message);
    LLVMDisposeMemoryBuffer(buffer);
  }
  LLVMContextSetDiagnosticHandler(context, NULL, NULL);
  if (failed) {
    diag_at(sink, NULL, DIAG_INVALID_INPUT, path,
            message           ? message
            : *collected.text ? collected.text
                              : "unreadable bitcode");
    LLVMDisposeMessage(message);
    return NULL;
  }
  return module;
}

bool module_link(DiagSink *sink, LLVMModuleRef target, LLVMModuleRef source) {
  size_t length;
  char *name = LLVMCreateMessage(LLVMGetModuleIdentifier(source, &length));
  Collected collected = {""};
  LLVMContextRef context = LLVMGetModuleContext(target);
  LLVMContextSetDiagnosticHandler(context, collect, &collected);
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

#define FOR_EACH_TARGET(TARGET) TARGET(X86) TARGET(AArch64) TARGET(RISCV) TARGET(NVPTX) TARGET(AMDGPU) TARGET(WebAssembly)

static void register_targets(void) {
#define REGISTER(name)                                                                             \
  LLVMInitialize##name##TargetInfo();                                                              \
  LLVMInitialize##name##Target();                                                                  \
  LLVMInitialize##name##TargetMC();                                                                \
  LLVMInitialize##name##AsmPrinter();
  FOR_EACH_TARGET(REGISTER)
#undef REGISTER
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
  LLVMTargetMachineRef machine = LLVMCreateTargetMachine(
      target, triple, cpu, features, (LLVMCodeGenOptLevel)options->optimisation, LLVMRelocPIC,
      LLVMCodeModelDefault);
  if (native) /* functions that name a processor of their own keep it */
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
      LLVMAddTargetDependentFunctionAttr(f, "target-cpu", cpu);
      LLVMAddTargetDependentFunctionAttr(f, "target-features", features);
    }
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
  if (!machine) {
    diag_at(sink, NULL, DIAG_BAD_TARGET, triple, "no code generator for it");
    return NULL;
  }
  if (!*LLVMGetDataLayoutStr(module)) {
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
    LLVMSetModuleDataLayout(module, layout);
    LLVMDisposeTargetData(layout);
  }
  return machine;
}

static bool report_passes(DiagSink *sink, LLVMErrorRef error) {
  if (!error)
    return true;
  char *message = LLVMGetErrorMessage(error);
  diag_at(sink, NULL, DIAG_INTERNAL, "passes", message);
  LLVMDisposeErrorMessage(message);
  return false;
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
  LLVMErrorRef error = LLVMRunPasses(module, pipeline, machine, options);
  LLVMDisposePassBuilderOptions(options);
  return report_passes(sink, error);
}

bool function_run_passes(DiagSink *sink, LLVMValueRef function, LLVMTargetMachineRef machine,
                         const char *pipeline) {
  LLVMPassBuilderOptionsRef options = tuning_options((PassTuning){false, false, false});
  LLVMErrorRef error = LLVMRunPassesOnFunction(function, pipeline, machine, options);
  LLVMDisposePassBuilderOptions(options);
  return report_passes(sink, error);
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
  Collected collected = {""};
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMContextSetDiagnosticHandler(context, collect, &collected);
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
static bool replace_file(DiagSink *sink, const char *path, const char *bytes, size_t size) {
  size_t length = strlen(path) + sizeof ".XXXXXX";
  char *temporary = malloc(length);
  if (!temporary) {
    diag_at(sink, NULL, DIAG_CANNOT_WRITE, path, strerror(ENOMEM));
    return false;
  }
  snprintf(temporary, length, "%s.XXXXXX", path);
  int file = mkstemp(temporary);
  bool fine = file >= 0;
  if (fine) {
    mode_t mask = umask(0);
    umask(mask);
    fine = write_all(file, bytes, size) && !fchmod(file, 0666 & ~mask);
    fine = !close(file) && fine;
    fine = fine && !rename(temporary, path);
  }
  if (!fine) {
    diag_at(sink, NULL, DIAG_CANNOT_WRITE, path, strerror(errno));
    if (file >= 0)
      unlink(temporary);
  }
  free(temporary);
  return fine;
}

bool module_write(DiagSink *sink, LLVMModuleRef module, LLVMTargetMachineRef machine, EmitKind kind,
                  const char *path) {
  LLVMMemoryBufferRef buffer = generate(sink, module, machine, kind, path);
  if (!buffer)
    return false;
  const char *bytes = LLVMGetBufferStart(buffer);
  size_t size = LLVMGetBufferSize(buffer);
  bool fine;
  struct stat status;
  if (!strcmp(path, "-"))
    fine = write_all(STDOUT_FILENO, bytes, size);
  else if (!stat(path, &status) && !S_ISREG(status.st_mode)) { /* /dev/null, a pipe */
    int file = open(path, O_WRONLY);
    fine = file >= 0 && write_all(file, bytes, size);
    if (file >= 0)
      close(file);
    if (!fine)
      diag_at(sink, NULL, DIAG_CANNOT_WRITE, path, strerror(errno));
  } else
    fine = replace_file(sink, path, bytes, size);
  LLVMDisposeMemoryBuffer(buffer);
  return fine;
}
