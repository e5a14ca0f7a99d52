/* Small modules given as text, and their parts by name. */
#ifndef ADCC_UNIT_PROGRAM_H
#define ADCC_UNIT_PROGRAM_H

#include "unit.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

typedef struct {
  LLVMContextRef context;
  LLVMModuleRef module;
} Program;

static inline Program program_read(const char *text) {
  Program program = {LLVMContextCreate(), NULL};
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
  char *message = NULL;
  if (LLVMParseIRInContext2(program.context, buffer, &program.module, &message)) {
    printf("%s\n", message);
    exit(1);
  }
  LLVMDisposeMemoryBuffer(buffer);
  return program;
}

static inline void program_dispose(Program program) {
  CHECK(!LLVMVerifyModule(program.module, LLVMPrintMessageAction, NULL));
  LLVMDisposeModule(program.module);
  LLVMContextDispose(program.context);
}

static inline LLVMValueRef function_named(Program program, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(program.module, name);
  if (!function) {
    printf("no function %s\n", name);
    exit(1);
  }
  return function;
}

static inline LLVMBasicBlockRef block_named(LLVMValueRef function, const char *name) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    if (!strcmp(LLVMGetBasicBlockName(block), name))
      return block;
  printf("no block %s\n", name);
  exit(1);
}

/* The instruction of that name, or, for the nameless, of that opcode (the first one). */
static inline LLVMValueRef instruction_where(LLVMValueRef function, const char *name,
                                             LLVMOpcode opcode) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
      size_t length;
      if (name ? !strcmp(LLVMGetValueName2(i, &length), name)
               : LLVMGetInstructionOpcode(i) == opcode)
        return i;
    }
  printf("no such instruction: %s\n", name ? name : "by opcode");
  exit(1);
}

static inline LLVMValueRef named(LLVMValueRef function, const char *name) {
  return instruction_where(function, name, (LLVMOpcode)0);
}

static inline LLVMValueRef first(LLVMValueRef function, LLVMOpcode opcode) {
  return instruction_where(function, NULL, opcode);
}

static inline LLVMValueRef terminator_of(LLVMValueRef function, const char *block) {
  return LLVMGetBasicBlockTerminator(block_named(function, block));
}

#endif
