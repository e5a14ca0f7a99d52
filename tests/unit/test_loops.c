/* Passes of LLVM that adcc does not leave to themselves. */
#include "../../src/ir/ir.h"
#include "../../src/loops/loops.h"
#include "program.h"

/* Two reductions beside each other over adjoints that a loop carries: the vectoriser of straight
 * code in LLVM 22 puts a vector behind those that use it. */
static const char *const twin_reductions =
    "target triple = \"x86_64-pc-linux-gnu\"\n"
    "declare ptr @next()\n"
    "define i1 @f(double %v0, double %v1, ptr %x, ptr %dx, double %v2, i1 %if) {\n"
    "entry:\n"
    "  %v3 = fcmp oeq double %v0, 0.000000e+00\n"
    "  %v4 = select i1 %v3, double 0.000000e+00, double 1.000000e+00\n"
    "  %v5 = fadd double %v4, 1.000000e+00\n"
    "  %v6 = fsub double 0.000000e+00, %v4\n"
    "  %v7 = fcmp oeq double %v2, 0.000000e+00\n"
    "  %v8 = select i1 %v7, double 0.000000e+00, double 1.000000e+00\n"
    "  %v9 = fcmp oeq double %v1, 0.000000e+00\n"
    "  %v10 = select i1 %v9, double 0.000000e+00, double 1.000000e+00\n"
    "  %v11 = fadd double %v6, %v10\n"
    "  %v12 = fmul double %v0, 0.000000e+00\n"
    "  %v13 = fadd double %v12, %v8\n"
    "  br i1 %if, label %slow, label %sweep\n"
    "sweep:\n"
    "  %a0 = phi double [ %v18, %again ], [ %v5, %slow ], [ %v5, %entry ]\n"
    "  %a1 = phi double [ %v19, %again ], [ %v5, %slow ], [ %v5, %entry ]\n"
    "  %b0 = phi double [ %v22, %again ], [ %v11, %slow ], [ %v11, %entry ]\n"
    "  %b1 = phi double [ %v25, %again ], [ %v11, %slow ], [ %v11, %entry ]\n"
    "  %c0 = phi double [ %v26, %again ], [ %v13, %slow ], [ %v13, %entry ]\n"
    "  %c1 = phi double [ %v27, %again ], [ %v13, %slow ], [ %v13, %entry ]\n"
    "  %v14 = fcmp oeq double %c0, 0.000000e+00\n"
    "  %v15 = fcmp oeq double %c1, 0.000000e+00\n"
    "  %v16 = load double, ptr %x\n"
    "  %v17 = fmul double %v16, 0.000000e+00\n"
    "  %v18 = fadd double %v17, %a0\n"
    "  %v19 = fadd double %v17, %a1\n"
    "  %v20 = select i1 %v14, double 0.000000e+00, double 0x7FF8000000000000\n"
    "  %v21 = fmul double %v20, 0.000000e+00\n"
    "  %v22 = fadd double %v21, %b0\n"
    "  %v23 = select i1 %v15, double 0.000000e+00, double 0x7FF8000000000000\n"
    "  %v24 = fmul double %v23, 0.000000e+00\n"
    "  %v25 = fadd double %v24, %b1\n"
    "  %v26 = fsub double 0.000000e+00, %v20\n"
    "  %v27 = fsub double 0.000000e+00, %v23\n"
    "  br i1 %if, label %done, label %again\n"
    "slow:\n"
    "  %v28 = load volatile ptr, ptr null\n"
    "  br label %sweep\n"
    "again:\n"
    "  %v29 = call ptr @next()\n"
    "  br label %sweep\n"
    "done:\n"
    "  %v30 = fsub double %v25, %v19\n"
    "  %v31 = fsub double %v22, %v18\n"
    "  %v32 = fadd double %v26, %v31\n"
    "  store double %v32, ptr %dx\n"
    "  %v33 = fadd double %v27, %v30\n"
    "  store double %v33, ptr %x\n"
    "  ret i1 false\n"
    "}\n";

/* What is optimised verifies; program_dispose looks. */
static void vectors_that_do_not_verify(void) {
  Program program = program_read(twin_reductions);
  Arena *arena = arena_create();
  DiagSink *sink = diag_create(arena, DIAG_FORMAT_TEXT);
  TargetOptions target = {.optimisation = 2};
  LLVMTargetMachineRef machine = module_target_machine(sink, program.module, &target);
  LLVMErrorRef error = machine ? loops_optimise(program.module, machine, 2, true) : NULL;
  CHECK(machine && !error);
  CHECK(function_named(program, "f"));
  if (error)
    LLVMConsumeError(error);
  LLVMDisposeTargetMachine(machine);
  program_dispose(program);
  arena_destroy(arena);
}

/* The outer loop adds to a place before it comes to the inner one, which adds to it, too: only the
 * inner sum stays in a register. */
static const char *const nested_sums = "define void @f(ptr %sum, i64 %n) {\n"
                                       "entry:\n"
                                       "  br label %outer\n"
                                       "outer:\n"
                                       "  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]\n"
                                       "  %a = load double, ptr %sum\n"
                                       "  %b = fmul double %a, 5.0e-1\n"
                                       "  store double %b, ptr %sum\n"
                                       "  br label %inner\n"
                                       "inner:\n"
                                       "  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]\n"
                                       "  %c = load double, ptr %sum\n"
                                       "  %d = fadd double %c, 1.0\n"
                                       "  store double %d, ptr %sum\n"
                                       "  %j.next = add i64 %j, 1\n"
                                       "  %j.done = icmp eq i64 %j.next, %n\n"
                                       "  br i1 %j.done, label %latch, label %inner\n"
                                       "latch:\n"
                                       "  %i.next = add i64 %i, 1\n"
                                       "  %i.done = icmp eq i64 %i.next, %n\n"
                                       "  br i1 %i.done, label %done, label %outer\n"
                                       "done:\n"
                                       "  ret void\n"
                                       "}\n";

static void sums_of_the_innermost_loop(void) {
  Program program = program_read(nested_sums);
  Arena *arena = arena_create();
  LLVMValueRef function = function_named(program, "f");
  CHECK(accumulate_in_registers(arena, function));
  CHECK(instruction_where(function, "a", LLVMLoad));
  unsigned slots = 0;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i))
    slots += LLVMIsAAllocaInst(i) != NULL;
  CHECK(slots == 1);
  program_dispose(program);
  arena_destroy(arena);
}

int main(void) {
  vectors_that_do_not_verify();
  sums_of_the_innermost_loop();
  return unit_result();
}
