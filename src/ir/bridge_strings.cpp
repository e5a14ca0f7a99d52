// Strings of metadata that bitcode holds and nothing in it uses. The writer of bitcode numbers the
// metadata among the variable arguments of a call as if they were values, and its reader takes
// other values for them: all that is left of `metadata !"marker"` there is its string.
#include "bridge.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/LLVMBitCodes.h"
#include "llvm/Bitstream/BitstreamReader.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

// A record with the strings' lengths, six bits at a time, and behind them their characters.
void readStrings(ArrayRef<uint64_t> record, StringRef blob, StringSet<> &strings) {
  if (record.size() != 2 || record[1] > blob.size())
    return;
  SimpleBitstreamCursor lengths(blob.take_front(record[1]));
  StringRef characters = blob.drop_front(record[1]);
  for (uint64_t i = 0; i < record[0] && !lengths.AtEndOfStream(); i++) {
    Expected<uint32_t> length = lengths.ReadVBR(6);
    if (!length) {
      consumeError(length.takeError());
      return;
    }
    if (*length > characters.size())
      return;
    strings.insert(characters.take_front(*length));
    characters = characters.drop_front(*length);
  }
}

Error readBlock(BitstreamCursor &stream, unsigned id, BitstreamBlockInfo &info,
                StringSet<> &strings);

Error enterBlock(BitstreamCursor &stream, unsigned id, BitstreamBlockInfo &info,
                 StringSet<> &strings) {
  if (id == bitc::BLOCKINFO_BLOCK_ID) {
    Expected<std::optional<BitstreamBlockInfo>> read = stream.ReadBlockInfoBlock();
    if (!read)
      return read.takeError();
    if (*read)
      info = std::move(**read);
    return Error::success();
  }
  if (id != bitc::MODULE_BLOCK_ID && id != bitc::FUNCTION_BLOCK_ID && id != bitc::METADATA_BLOCK_ID)
    return stream.SkipBlock();
  if (Error failed = stream.EnterSubBlock(id))
    return failed;
  return readBlock(stream, id, info, strings);
}

Error readBlock(BitstreamCursor &stream, unsigned id, BitstreamBlockInfo &info,
                StringSet<> &strings) {
  while (!stream.AtEndOfStream()) {
    Expected<BitstreamEntry> entry = stream.advance();
    if (!entry)
      return entry.takeError();
    if (entry->Kind == BitstreamEntry::EndBlock || entry->Kind == BitstreamEntry::Error)
      return Error::success();
    if (entry->Kind == BitstreamEntry::SubBlock) {
      if (Error failed = enterBlock(stream, entry->ID, info, strings))
        return failed;
      continue;
    }
    SmallVector<uint64_t, 64> record;
    StringRef blob;
    Expected<unsigned> code = id == bitc::METADATA_BLOCK_ID
                                  ? stream.readRecord(entry->ID, record, &blob)
                                  : stream.skipRecord(entry->ID);
    if (!code)
      return code.takeError();
    if (id == bitc::METADATA_BLOCK_ID && *code == bitc::METADATA_STRINGS)
      readStrings(record, blob, strings);
  }
  return Error::success();
}

// Strings that the module's metadata uses, as the names of variables in its debug information.
void eraseUsed(Module &module, StringSet<> &strings) {
  SmallVector<const Metadata *, 64> pending;
  SmallPtrSet<const Metadata *, 32> seen;
  auto add = [&](const Metadata *metadata) {
    if (metadata && seen.insert(metadata).second)
      pending.push_back(metadata);
  };
  auto addAttached = [&](auto &value) {
    SmallVector<std::pair<unsigned, MDNode *>, 4> attached;
    value.getAllMetadata(attached);
    for (const auto &[kind, node] : attached)
      add(node);
  };
  for (const NamedMDNode &named : module.named_metadata())
    for (const MDNode *node : named.operands())
      add(node);
  for (const GlobalVariable &variable : module.globals())
    addAttached(variable);
  for (const Function &function : module) {
    addAttached(function);
    for (const Instruction &instruction : instructions(function)) {
      addAttached(instruction);
      for (const DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange()))
        add(record.getVariable());
    }
  }
  while (!pending.empty() && !strings.empty()) {
    const Metadata *metadata = pending.pop_back_val();
    if (auto *string = dyn_cast<MDString>(metadata))
      strings.erase(string->getString());
    else if (auto *node = dyn_cast<MDNode>(metadata))
      for (const MDOperand &operand : node->operands())
        add(operand.get());
  }
}

} // namespace

extern "C" bool bridge_keep_strings(LLVMModuleRef module, const char *bitcode, size_t size,
                                    const char *prefix, const char *name) {
  const auto *start = reinterpret_cast<const unsigned char *>(bitcode), *end = start + size;
  if (StringRef(bitcode, size).find(prefix) == StringRef::npos ||
      (isBitcodeWrapper(start, end) && SkipBitcodeWrapperHeader(start, end, true)))
    return false;
  StringSet<> strings;
  BitstreamBlockInfo info;
  BitstreamCursor stream(ArrayRef<uint8_t>(start, end).drop_front(sizeof(uint32_t))); // the magic
  stream.setBlockInfo(&info);
  consumeError(readBlock(stream, bitc::IDENTIFICATION_BLOCK_ID, info, strings));
  StringSet<> wanted;
  for (const auto &string : strings)
    if (string.getKey().starts_with(prefix))
      wanted.insert(string.getKey());
  if (module)
    eraseUsed(*unwrap(module), wanted);
  for (const auto &string : wanted) {
    if (!module)
      break;
    LLVMContext &context = unwrap(module)->getContext();
    unwrap(module)->getOrInsertNamedMetadata(name)->addOperand(
        MDNode::get(context, MDString::get(context, string.getKey())));
  }
  return !wanted.empty();
}

extern "C" void bridge_erase_named_metadata(LLVMModuleRef module, const char *name) {
  if (NamedMDNode *named = unwrap(module)->getNamedMetadata(name))
    named->eraseFromParent();
}
