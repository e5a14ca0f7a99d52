// Facts beside the instructions: library functions, alignment, TBAA, names from debug information,
// bitcode inside object files.
#include "bridge_analyses.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

const char *bridge_library_name(LLVMValueRef function) {
  auto *callee = dyn_cast_or_null<Function>(unwrap(function));
  if (!callee)
    return nullptr;
  TargetLibraryInfoImpl table{Triple(callee->getParent()->getTargetTriple())};
  TargetLibraryInfo library(table);
  LibFunc name;
  if (!library.getLibFunc(*callee, name) || !library.has(name))
    return nullptr;
  return TargetLibraryInfo::getStandardName(name).data();
}

uint64_t bridge_pointer_alignment(LLVMValueRef pointer) {
  Value *value = unwrap(pointer);
  const Function *function = nullptr;
  if (auto *instruction = dyn_cast<Instruction>(value))
    function = instruction->getFunction();
  else if (auto *argument = dyn_cast<Argument>(value))
    function = argument->getParent();
  if (function)
    return getKnownAlignment(value, function->getDataLayout()).value();
  if (auto *global = dyn_cast<GlobalValue>(value->stripPointerCasts()))
    return value->getPointerAlignment(global->getDataLayout()).value();
  return 1;
}

uint64_t bridge_zero_bits(LLVMValueRef integer) {
  Value *value = unwrap(integer);
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !value->getType()->isIntegerTy() ||
      value->getType()->getIntegerBitWidth() > 64)
    return 0;
  return computeKnownBits(value, instruction->getDataLayout()).Zero.getZExtValue();
}

LLVMValueRef bridge_constant_base(LLVMValueRef pointer, int64_t *offset) {
  Value *value = unwrap(pointer);
  *offset = 0;
  auto *global = dyn_cast<GlobalValue>(value->stripInBoundsOffsets());
  if (!global)
    return pointer;
  const DataLayout &layout = global->getDataLayout();
  APInt bytes(layout.getIndexTypeSizeInBits(value->getType()), 0);
  Value *base = value->stripAndAccumulateConstantOffsets(layout, bytes, true);
  *offset = bytes.getSExtValue();
  return wrap(base);
}

LLVMValueRef bridge_without_offset(LLVMTargetDataRef targetData, LLVMValueRef pointer,
                                   int64_t *offset) {
  const DataLayout &layout = *unwrap(targetData);
  Value *value = unwrap(pointer);
  APInt bytes(layout.getIndexTypeSizeInBits(value->getType()), 0);
  Value *base = value->stripAndAccumulateConstantOffsets(layout, bytes, true);
  *offset = bytes.getSExtValue();
  return wrap(base);
}

namespace {

// The name in a TBAA type node: (name, …), or (parent, size, name, …) in the newer format.
const char *typeName(const Metadata *node) {
  auto *type = dyn_cast_or_null<MDNode>(node);
  if (!type)
    return nullptr;
  for (unsigned i : {0u, 2u})
    if (i < type->getNumOperands())
      if (auto *name = dyn_cast_or_null<MDString>(type->getOperand(i)))
        return name->getString().data();
  return nullptr;
}

// The type that is accessed: (base, access, offset …), or the type node itself in the oldest
// format.
const char *accessName(const Metadata *node) {
  auto *tag = dyn_cast_or_null<MDNode>(node);
  if (!tag || tag->getNumOperands() == 0)
    return nullptr;
  if (tag->getNumOperands() >= 3 && isa_and_nonnull<MDNode>(tag->getOperand(0)) &&
      isa_and_nonnull<MDNode>(tag->getOperand(1)))
    return typeName(tag->getOperand(1));
  return typeName(tag);
}

bool namesFloat(const MDNode *type, unsigned depth) {
  const char *name = typeName(type);
  if (name && is_contained({"float", "double", "long double"}, StringRef(name)))
    return true;
  return depth > 0 && any_of(type->operands(), [&](const Metadata *member) {
           auto *node = dyn_cast_or_null<MDNode>(member);
           return node && namesFloat(node, depth - 1);
         });
}

} // namespace

bool bridge_tbaa_names_float(LLVMValueRef access) {
  enum { DEEPEST = 6 };
  auto *tag =
      dyn_cast_or_null<MDNode>(unwrapInstruction(access)->getMetadata(LLVMContext::MD_tbaa));
  auto *base = tag && tag->getNumOperands() >= 3 ? dyn_cast<MDNode>(tag->getOperand(0)) : nullptr;
  return base && base != tag->getOperand(1) && namesFloat(base, DEEPEST);
}

const char *bridge_tbaa_name(LLVMValueRef instruction) {
  return accessName(unwrapInstruction(instruction)->getMetadata(LLVMContext::MD_tbaa));
}

bool bridge_tbaa_is_member(LLVMValueRef instruction) {
  MDNode *tag = unwrapInstruction(instruction)->getMetadata(LLVMContext::MD_tbaa);
  return tag && tag->getNumOperands() >= 3 && tag->getOperand(0) != tag->getOperand(1);
}

bool bridge_tbaa_is_ours(LLVMValueRef instruction) {
  MDNode *tag = unwrapInstruction(instruction)->getMetadata(LLVMContext::MD_tbaa);
  for (MDNode *node = tag; node && node->getNumOperands() > 0;) {
    if (auto *name = dyn_cast_or_null<MDString>(node->getOperand(0)); name && node != tag)
      if (name->getString().starts_with("adcc "))
        return true;
    node = node->getNumOperands() > 1 ? dyn_cast_or_null<MDNode>(node->getOperand(1)) : nullptr;
  }
  return false;
}

size_t bridge_tbaa_struct(LLVMValueRef memcpy_call, uint64_t *offsets, uint64_t *sizes,
                          const char **names, size_t capacity) {
  MDNode *fields = unwrapInstruction(memcpy_call)->getMetadata(LLVMContext::MD_tbaa_struct);
  size_t count = fields ? fields->getNumOperands() / 3 : 0;
  for (size_t i = 0; i < count && i < capacity; i++) {
    auto number = [&](unsigned operand) {
      return mdconst::extract<ConstantInt>(fields->getOperand(unsigned(3 * i) + operand))
          ->getZExtValue();
    };
    offsets[i] = number(0);
    sizes[i] = number(1);
    names[i] = accessName(fields->getOperand(unsigned(3 * i) + 2));
  }
  return count;
}

namespace {

template <typename T> std::optional<T> valueOf(Expected<T> expected) {
  if (expected)
    return std::move(*expected);
  consumeError(expected.takeError());
  return std::nullopt;
}

// `isBitcode` knows the sections for link-time optimisation, the names those of -fembed-bitcode.
bool holdsBitcode(const object::SectionRef &section) {
  StringRef name = valueOf(section.getName()).value_or("");
  return section.isBitcode() || name == ".llvmbc" || name == "__bitcode";
}

} // namespace

unsigned bridge_source_parameter(LLVMValueRef argument) {
  SmallVector<DbgVariableRecord *, 4> records;
  findDbgUsers(unwrap(argument), records);
  for (DbgVariableRecord *record : records)
    if (!record->getDebugLoc().getInlinedAt() && record->getVariable()->getArg())
      return record->getVariable()->getArg();
  return 0;
}

bool bridge_read_body(LLVMValueRef function) {
  return !errorToBool(unwrap<Function>(function)->materialize());
}

void bridge_name_parameters(LLVMValueRef function) {
  for (Argument &argument : unwrap<Function>(function)->args()) {
    if (argument.hasName())
      continue;
    SmallVector<DbgVariableRecord *, 4> records;
    findDbgUsers(&argument, records);
    for (User *user : argument.users()) // unoptimised code stores it to a variable
      if (auto *store = dyn_cast<StoreInst>(user); store && store->getValueOperand() == &argument)
        findDbgUsers(store->getPointerOperand(), records);
    for (DbgVariableRecord *record : records)
      if (!record->getDebugLoc().getInlinedAt() && record->getVariable()->getArg() &&
          !record->getExpression()->getFragmentInfo()) {
        argument.setName(record->getVariable()->getName());
        break;
      }
  }
}

// The parameters that a mangled C++ name lists, as the source has them; none: it is no such name.
static std::optional<SmallVector<std::string, 8>> listedParameters(const char *name) {
  ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(name) || !demangler.isFunction())
    return std::nullopt;
  char *text = demangler.getFunctionParameters(nullptr, nullptr);
  if (!text)
    return std::nullopt;
  SmallVector<std::string, 8> parameters;
  StringRef inner = StringRef(text).drop_front().drop_back();
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i < inner.size(); i++) {
    depth += StringRef("(<[{").contains(inner[i]);
    depth -= StringRef(")>]}").contains(inner[i]);
    if (inner[i] == ',' && depth == 0) {
      parameters.push_back(inner.slice(start, i).trim().str());
      start = i + 1;
    }
  }
  if (!inner.empty())
    parameters.push_back(inner.drop_front(start).trim().str());
  std::free(text);
  return parameters;
}

int bridge_mangled_parameter_count(const char *name) {
  auto parameters = listedParameters(name);
  return parameters ? int(parameters->size()) : -1;
}

bool bridge_mangled_passes_class(const char *name, unsigned index) {
  auto parameters = listedParameters(name);
  if (!parameters || index >= parameters->size())
    return false;
  StringRef parameter = (*parameters)[index];
  return !parameter.ends_with("*") && !parameter.ends_with("&") && !parameter.contains("(*") &&
         !parameter.contains("(&") && !parameter.contains("::*");
}

bool bridge_mangled_passes_text(const char *name, unsigned index) {
  auto parameters = listedParameters(name);
  return parameters && index < parameters->size() && (*parameters)[index] == "char const*";
}

bool bridge_find_bitcode(const char *bytes, size_t size, const char **start, size_t *length) {
  StringRef found(bytes, size);
  if (identify_magic(found) != file_magic::bitcode) {
    auto object = valueOf(object::ObjectFile::createObjectFile(MemoryBufferRef(found, "")));
    if (!object)
      return false;
    found = "";
    for (const object::SectionRef &section : (*object)->sections())
      if (holdsBitcode(section))
        if (auto contents = valueOf(section.getContents()); contents && contents->size() > 1)
          found = *contents;
  }
  *start = found.data();
  *length = found.size();
  return !found.empty();
}

static bool describesVariables(const Module &module) {
  for (const Function &function : module)
    for (const BasicBlock &block : function)
      for (const Instruction &instruction : block)
        if (instruction.hasDbgRecords())
          return true;
  return false;
}

void bridge_spare_variable_locations(LLVMModuleRef module) {
  auto &options = cl::getRegisteredOptions();
  auto option = options.find("experimental-debug-variable-locations");
  if (option != options.end() && !describesVariables(*unwrap(module)))
    static_cast<cl::opt<cl::boolOrDefault> *>(option->second)->setValue(cl::BOU_FALSE);
}

bool bridge_is_mask(LLVMValueRef value) {
  const Value *mask = unwrap(value);
  auto *instruction = dyn_cast<Instruction>(mask);
  return instruction && mask->getType()->isIntOrIntVectorTy() &&
         ComputeNumSignBits(mask, instruction->getDataLayout(), nullptr, instruction) ==
             mask->getType()->getScalarSizeInBits();
}
