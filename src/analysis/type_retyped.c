/* type_retyped.c: memory that is used for one type after the other.
 *
 * Memory that was allocated has the type of what was stored there last: a work array that serves
 * for floats, then for doubles, or a node that an allocator of the program's own keeps in a list of
 * those that are free. That a load and a store are of types that are none of one another says that
 * they do not meet at the time of the load; what was read may be gone later all the same. It is
 * there for good if other memory is written, or other places of it.
 *
 * A caller may hand over one block under several pointers, as floats and as doubles, to be used for
 * one after the other. What two pointers from outside lead to is taken for different memory here,
 * so that such numbers are compared at run time, as those of one type are. Integers and pointers
 * are not: every table of indices would be compared with all that is stored. */
#include "type_walk.h"

/* The type of the number that is loaded or stored; NULL if it is none. */
static LLVMTypeRef number_accessed(const TypeFacts *facts, LLVMValueRef access) {
  ByteType byte = types_of_access(facts, access, 0);
  return byte.kind == BYTE_FLOAT ? type_scalar(byte.type) : NULL;
}

static bool are_numbers_of_two_types(const TypeFacts *facts, LLVMValueRef writer,
                                     LLVMValueRef load) {
  LLVMTypeRef written = number_accessed(facts, writer), read = number_accessed(facts, load);
  return written && read && written != read;
}

bool types_may_retype(const TypeFacts *facts, LLVMValueRef writer, LLVMValueRef load) {
  Location written, read;
  if (!LLVMIsAStoreInst(writer) || !types_locate(facts, access_pointer(writer), &written) ||
      !types_locate(facts, access_pointer(load), &read))
    return true;
  if (written.object != read.object)
    return are_numbers_of_two_types(facts, writer, load);
  return written.object->blurred ||
         location_overlaps(written, access_bytes(writer), read, access_bytes(load));
}

/* LLVM joins the stores that clear a vector's pointers to one memset, of which it forgets the
 * types. Of what a source promises to access as numbers, such bytes are none if they hold pointers
 * at all times. */
bool types_clears_pointers(const TypeFacts *facts, LLVMValueRef writer, LLVMValueRef load) {
  enum { MOST_BYTES = 128 };
  if (!types_is_memory_set(facts, writer) || !type_is_float_or_vector(LLVMTypeOf(load)) ||
      !bridge_tbaa_name(load) || bridge_tbaa_is_ours(load))
    return false;
  uint64_t bytes = types_length_of(writer);
  for (uint64_t i = 0; i < bytes && bytes <= MOST_BYTES; i++)
    if (types_of_memory(facts, LLVMGetOperand(writer, 0), (int64_t)i).kind != BYTE_POINTER)
      return false;
  return bytes <= MOST_BYTES;
}
