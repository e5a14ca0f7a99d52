/* loops: the order in which the loops of derivatives run. The reverse sweep adds to memory, and
 * additions commute: what a person would do about that by hand, LLVM's own loop passes may not.
 * C++, since LLVM's pass manager takes nothing else; in the style of LLVM-C from outside. */
#ifndef ADCC_LOOPS_H
#define ADCC_LOOPS_H

#include <llvm-c/Error.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The whole pipeline that a compiler runs at a level. Between simplification and the passes over
 * loops, nests that are alike become one (share.cpp) and rare ones go apart (rare.cpp); from level
 * 2 on, this folder adds ahead of LLVM's vectoriser: quotients by what a reciprocal is known of
 * made products (reciprocal.cpp), ends of loops that differ from the rest taken apart (peel.cpp),
 * the place of a maximum looked for apart from it (winner.cpp), passes of loops beside one another
 * over the same memory put together (fuse.cpp), iterations of outer loops interleaved (jam.cpp),
 * what neighbouring iterations add to one place added there at once (gather.cpp), nests in the
 * order in which memory lies (reorder.cpp), the iteration that comes to a place which all use taken
 * apart (split.cpp), adjoints that an iteration clears and adds to kept in registers where the
 * guards of its loop allow it (within.cpp), loops that run downwards turned round (ascend.cpp),
 * what one iteration hands to the next loaded again where that allows it (reload.cpp), places that
 * neighbouring iterations share kept in registers (window.cpp), stores of what an iteration took
 * over from the one before moved behind the load for the next (settle.cpp), sums and products
 * ordered by what an iteration waits for (chain.cpp), loops along more rows than a cache has ways
 * made several (narrow.cpp). What the vectoriser of straight code breaks
 * is undone (vouch.cpp), with `vector_math` it may call vector versions of exp and its like
 * (vector_math.cpp), and sums that go along by less than a vector are kept from it (hold.cpp); what
 * its combiner of instructions would move behind a store is kept from that (masked.cpp). */
LLVMErrorRef loops_optimise(LLVMModuleRef, LLVMTargetMachineRef, unsigned level, bool vector_math);

#ifdef __cplusplus
}
#endif
#endif
