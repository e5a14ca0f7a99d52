// Crashes of LLVM, or of adcc, and memory that is exhausted: what ends in a message.
#include "bridge.h"

#include "llvm/Support/Compiler.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"

#include <unistd.h>

using namespace llvm;

bool bridge_run_guarded(void (*run)(void *context), void *context) {
#if LLVM_ADDRESS_SANITIZER_BUILD
  run(context);
  return true;
#else
  CrashRecoveryContext::Enable();
  CrashRecoveryContext guard;
  return guard.RunSafely([&] { run(context); });
#endif
}

void bridge_report_exhaustion(void (*report)(const char *reason)) {
  auto handler = [](void *report, const char *, bool) {
    reinterpret_cast<void (*)(const char *)>(report)(
        "out of memory; an input that is damaged may ask for more than there is");
    _exit(1);
  };
  install_bad_alloc_error_handler(handler, reinterpret_cast<void *>(report));
}
