/* Members of a structure that are read as an array, (&v.x)[i], as many a class of vectors does:
 * clang says that each such access is of the first member, and LLVM goes by that where it moves
 * stores to the others across it. Compilers get away with it where they unroll the loop over i
 * first. Here such an access is one of any number of its type, so that the derivative does what the
 * source means. */
#include "prepare.h"

enum { BASE, ACCESS, OFFSET, TAG_OPERANDS };
enum { MOST_OPERANDS = 8 };

/* Does the address step from one scalar to another of the access's size? */
static bool steps_by_scalars(LLVMTargetDataRef layout, LLVMValueRef pointer, LLVMTypeRef accessed) {
  if (!LLVMIsAGetElementPtrInst(pointer) || LLVMGetNumOperands(pointer) != 2)
    return false;
  LLVMTypeRef element = LLVMGetGEPSourceElementType(pointer);
  LLVMTypeKind kind = LLVMGetTypeKind(element);
  if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind)
    return false;
  LLVMValueRef index = LLVMGetOperand(pointer, 1);
  if (LLVMIsAConstantInt(index) && LLVMIsNull(index))
    return false;
  return element == accessed && LLVMStoreSizeOfType(layout, element) > 1;
}

/* The tag of a member becomes that of its type alone. */
static void widen(LLVMValueRef access, unsigned tbaa) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(access));
  LLVMValueRef tag = LLVMGetMetadata(access, tbaa), operands[MOST_OPERANDS];
  int count = tag ? LLVMGetMDNodeNumOperands(tag) : 0;
  if (count < TAG_OPERANDS || count > MOST_OPERANDS)
    return;
  LLVMGetMDNodeOperands(tag, operands);
  if (operands[BASE] == operands[ACCESS] || !operands[OFFSET])
    return;
  operands[BASE] = operands[ACCESS];
  operands[OFFSET] = LLVMConstNull(LLVMTypeOf(operands[OFFSET]));
  LLVMMetadataRef parts[MOST_OPERANDS];
  for (int i = 0; i < count; i++)
    parts[i] = LLVMValueAsMetadata(operands[i]);
  LLVMMetadataRef node = LLVMMDNodeInContext2(context, parts, (size_t)count);
  LLVMSetMetadata(access, tbaa, LLVMMetadataAsValue(context, node));
}

void prepare_widen_members(LLVMModuleRef module) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
  unsigned tbaa = LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), "tbaa", 4);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    FOR_EACH_BLOCK (block, f)
      FOR_EACH_INSTRUCTION (access, block) {
        bool store = LLVMIsAStoreInst(access) != NULL;
        if ((store || LLVMIsALoadInst(access)) && LLVMHasMetadata(access) &&
            steps_by_scalars(layout, access_pointer(access),
                             LLVMTypeOf(store ? LLVMGetOperand(access, 0) : access)))
          widen(access, tbaa);
      }
}
