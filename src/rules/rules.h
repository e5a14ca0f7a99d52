/* rules: what is known of operations and library functions, as tables.
 *   ops.def   LLVM instructions that compute floating point: partial derivatives
 *   inverses.def  … how to have an operand back from the result
 *   math.def  libm, LLVM intrinsics and device names: one row a function with all its aliases
 *   libfn.def allocation, memory, I/O: effects and activity
 *   lib/ *.c  C functions, compiled to bitcode at build time and embedded
 * Comparing a callee's name anywhere but in lookup.c is a defect. */
#ifndef ADCC_RULES_H
#define ADCC_RULES_H

#include "../ir/ir.h"

/* A rule's partial derivatives are built on demand. Asking for an operand or the result is what
 * makes it needed, so need is inferred from the formula and not declared a second time. */
typedef struct RuleBuild {
  LLVMBuilderRef builder;
  LLVMModuleRef module;
  LLVMValueRef operation; /* the primal instruction or call */
  LLVMTypeRef type;       /* its floating-point type, possibly a vector */
  void *context;
  LLVMValueRef (*operand)(void *context,
                          unsigned index); /* value of operand `index` at this point */
  LLVMValueRef (*result)(void *context);   /* the primal result */
} RuleBuild;

typedef struct Rule {
  const char *name; /* "sin"; unique */
  unsigned arity;   /* operands that may be active: 0..arity-1 */
  /* The partial derivative with respect to operand `index`; NULL value means identically zero,
   * the constant one is returned as such so that callers can skip the product. */
  LLVMValueRef (*partial)(RuleBuild *build, unsigned index);
  double cost; /* of evaluating the function again, in multiplications: sin 20, sqrt 8 … */
} Rule;

/* What least.def says of how small a function's value can be. */
typedef enum { LEAST_UNKNOWN, LEAST_ZERO, LEAST_ROOT, LEAST_PRODUCT } RuleLeast;

/* How an instruction's operand is had back from its result and its other operand. */
typedef struct {
  LLVMValueRef (*formula)(RuleBuild *build); /* asks for the result and operand 1 - `operand` */
  LLVMValueRef other;                        /* primal: what the formula is to take for that */
} RuleInverse;

/* lookup.c */
/* The rule of a call to a known mathematical function (libm, intrinsic, __nv_, …), honouring the
 * `enzyme_math`/`adcc_math` attribute; NULL if none. A function with a body in the module that is
 * named like a libm one uses the rule only if the name is that of the C library for the target. */
const Rule *rule_of_call(LLVMValueRef call);
const Rule *rule_by_name(const char *canonical_name);
RuleLeast rule_least(const Rule *);
/* The rule of an arithmetic instruction (fadd fsub fmul fdiv frem fneg; vector ones too). */
const Rule *rule_of_instruction(LLVMValueRef instruction);
/* False if the operand cannot be had back, or the instruction's fast-math flags do not allow that.
 */
bool rule_inverse(LLVMValueRef instruction, unsigned operand, RuleInverse *inverse);
/* Is `function` (declaration or definition) one that rule_of_call would match? Used to keep such
 * definitions from being inlined before differentiation. */
bool rule_exists_for_function(LLVMValueRef function);
/* Reports functions that the user said are like one that is not known. */
bool rules_check_likeness(DiagSink *, LLVMModuleRef module);

typedef enum {
  LIBFN_NONE,
  /* Up to LIBFN_OUTSIDE: calls that a derivative leaves as they are. */
  LIBFN_INACTIVE,       /* no derivative flows through: printf, puts, exit, strlen, rand, clock … */
  LIBFN_COMPARES,       /* the same, of the blocks arguments 0 and 1 */
  LIBFN_COUNTS_TEXT,    /* the same, of the letters of argument 0 */
  LIBFN_KEEPS_TEXT,     /* the same, and keeps what it is passed in the text, argument 0 */
  LIBFN_WRITES_TEXT,    /* the same, in the stream, argument 0 */
  LIBFN_MEMORY_STREAM,  /* the same, and that stream is in memory */
  LIBFN_WRITES_NUMBERS, /* the same, and writes the numbers that it is passed, or those in the list
                           `alignment_argument`, as text to memory, argument `size_argument` or 0 */
  LIBFN_STREAMS_NUMBERS, /* … to the stream, argument 0 */
  LIBFN_SPELLS_NUMBERS,  /* … to a text of the library's, argument 0 */
  LIBFN_INACTIVE_READS,  /* the same, and it stores nothing: hashes, what watches the program */
  LIBFN_CHECKS_ROOM,     /* as that, and stops the program unless the block, argument 0, is there */
  LIBFN_SCANS, /* the same, and stores numbers as the format, argument `size_argument`, says */
  LIBFN_READS_ITEMS,  /* a block, argument `size_argument`: items of the next argument's size */
  LIBFN_READS_BYTES,  /* a block, argument `size_argument`; both return how many were read */
  LIBFN_READS_STREAM, /* the same, of a stream, which knows how many */
  LIBFN_READS_NUMBER, /* of `alignment_argument` bytes, behind argument `size_argument` */
  LIBFN_READS_TEXT,   /* argument 0, and stores where it ended behind `size_argument`, if any */
  LIBFN_EXCEPTION,    /* returns fresh memory, of argument 0 bytes, for an exception to throw */
  LIBFN_THROW,        /* throws the exception in that memory, argument 0, of the type argument 1 */
  LIBFN_RETHROW,      /* throws what was caught last */
  LIBFN_THROW_KEPT,   /* throws what a std::exception_ptr has kept */
  LIBFN_LONGJMP,  /* leaves by a jump: setjmp is refused, so it is for a caller of the derivative */
  LIBFN_UNTHROWN, /* gives back the memory of an exception that was not thrown after all */
  LIBFN_CATCH,    /* returns where the exception is that the unwinder calls argument 0 */
  LIBFN_EXCEPTION_TEXT, /* what() of an exception of the library */
  LIBFN_OUTSIDE,        /* returns argument 0, an exception from outside; see lower_throw.c */
  LIBFN_MALLOC,         /* returns fresh memory of argument `size_argument` bytes */
  LIBFN_CALLOC,         /* arguments 0 * 1 bytes, zeroed */
  LIBFN_REALLOC,        /* argument 0 pointer, 1 new size */
  LIBFN_ALIGNED_ALLOC,  /* alignment in `alignment_argument` */
  LIBFN_POSIX_MEMALIGN,
  LIBFN_FREE,            /* frees argument `freed_argument` */
  LIBFN_TAPE_PUSH,       /* our own tape calls, when differentiating a derivative */
  LIBFN_TAPE_LIST_BEGIN, /* acts on the list, argument 0 */
  LIBFN_TAPE_LIST_PUSH,  /* a record of argument 2 bytes on the list, argument 0 */
  LIBFN_TAPE_LIST_POP,   /* the latest record of the list, argument 0 */
  LIBFN_TAPE_RELEASE,    /* frames go: pop */
  LIBFN_TAPE_END,        /* a whole tape goes, its struct stays */
  LIBFN_TAPE_DESTROY,    /* with its struct */
  LIBFN_TAPE_REALLOC,    /* argument 0 pointer, 1 new size, 2 the tape that keeps the old block */
  LIBFN_TAPE_CLEAR,      /* zeroes the block, argument 0 */
  LIBFN_TAPE_DEFER_FREE, /* of the block, argument 1 */
  LIBFN_TAPE_COMMON_BYTES,
  LIBFN_TAPE_COPY_POINTERS, /* some of what argument 1 points to goes to argument 0 */
  LIBFN_TAPE_ADD,           /* adds numbers behind argument 0 to those behind 1, clears them */
  LIBFN_TAPE_LIKEWISE,      /* clears or checks words of argument 0, a shadow */
  LIBFN_TAPE_CHECK_SHADOW,  /* argument 0, a shadow: returns it */
  LIBFN_TAPE_OTHER,
  LIBFN_TAPE_WORD, /* a function of words that may be numbers, see diff/word.c */
  LIBFN_NEIGHBOUR, /* returns the start of something like what argument 0 is the start of */
  LIBFN_REFUSED    /* setjmp, swapcontext, qsort with … : cannot be differentiated, see `reason` */
} LibraryKind;

typedef struct {
  const char *name;
  LibraryKind kind;
  int size_argument, alignment_argument; /* -1: none */
  const char *release; /* what frees what this returns; of a release with more arguments, the form
                          with one; of LIBFN_TAPE_ADD, what takes back what was added; or NULL */
  const char *reason;  /* for LIBFN_REFUSED */
  unsigned freed_argument; /* for LIBFN_FREE: the pointer */
  bool declared_only;      /* not where the function has a body */
  bool of_numbers;         /* its type has numbers in it */
} LibraryFunction;

/* The row of a callee by name (C and mangled C++ names: _Znwm, _ZdlPv, std::ostream members …), or
 * NULL. */
const LibraryFunction *library_function(LLVMValueRef function);
/* That of what the instruction calls directly; NULL too where it is no call. */
const LibraryFunction *library_function_called(LLVMValueRef instruction);
/* A variable of the library, such as stderr, that leads to no number of the user's. */
bool library_variable_is_inactive(LLVMValueRef variable);

/* Is the variable a library's table of the bits of 2/pi, by which it reduces numbers in integers?
 * By how much what remains, as an integer, grows with the number; 0 if it is none. */
double library_reduction_table(LLVMValueRef variable);

/* Does no derivative flow through the function? It may store new values all the same. */
bool library_is_inactive(const LibraryFunction *);
/* Nor does it. */
bool library_only_reads(const LibraryFunction *);
/* Does it give a block that free() and realloc() of C take? */
bool library_gives_block_of_c(const LibraryFunction *);

/* The functions of the library that a virtual call of this type and slot may reach although the
 * module does not name them: `visit` gets a declaration of each. */
void library_visit_virtual(LLVMModuleRef, LLVMTypeRef type, int slot,
                           void (*visit)(void *context, LLVMValueRef function), void *context);
/* word_name.c: the numbers of LIBFN_TAPE_WORD, double, float or a pair of floats, by which the name
 * of such a function ends. */
const char *word_suffix(LLVMTypeRef number);
LLVMTypeRef word_number(LLVMValueRef function);

/* lower.c: before differentiation, rewrites calls in `function` that have several floating-point
 * results into calls that have one: sincos, modf, llvm.sincos, llvm.modf, llvm.frexp,
 * llvm.fptosi.sat untouched …, llvm.fmuladd to fmul+fadd untouched. Semantics are kept. */
bool rules_lower(DiagSink *, LLVMValueRef function);
/* Would it rewrite calls of this function, which is no member of a class? */
bool rules_lower_function(LLVMValueRef function);

/* embed.c: links the definitions of embedded C rules (complex multiply, …) that the module calls
 * and lacks. */
bool rules_link_library(DiagSink *, LLVMModuleRef module);
/* The same where there is something new in one function only. */
bool rules_link_library_for(DiagSink *, LLVMValueRef function);

#endif
