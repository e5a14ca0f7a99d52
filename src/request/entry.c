/* Names by which users ask: entry points and markers, with either prefix. */
#include "reader.h"

#include <llvm-c/Comdat.h>
#include <string.h>

static const struct {
  const char *name;
  RequestMode mode;
} entries[] = {
    /* Longer names first: "autodiff" must not hide "augmentfwd", nor "fwddiff" "fwdsplit". */
    {"augmentsize", REQUEST_AUGMENT_SIZE},
    {"augmentfwd", REQUEST_AUGMENTED},
    {"autodiff", REQUEST_REVERSE},
    {"fwddiff", REQUEST_FORWARD},
    {"fwdsplit", REQUEST_FORWARD_SPLIT},
    {"reverse", REQUEST_GRADIENT},
    {"batch", REQUEST_BATCH},
};

static const char *const prefixes[] = {"__adcc_", "__enzyme_"};

bool request_entry_mode(LLVMValueRef function, RequestMode *mode) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
    const char *found = strstr(name, prefixes[p]);
    if (!found)
      continue;
    found += strlen(prefixes[p]);
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
      if (!strncmp(found, entries[i].name, strlen(entries[i].name))) {
        *mode = entries[i].mode;
        return true;
      }
  }
  return false;
}

const char *request_mode_name(RequestMode mode) {
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (entries[i].mode == mode)
      return entries[i].name;
  return "";
}

bool request_check_entries(DiagSink *sink, LLVMModuleRef module) {
  bool fine = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    LLVMUseRef use = LLVMIsDeclaration(f) ? LLVMGetFirstUse(f) : NULL;
    if (!use || !request_entry_mode(f, &(RequestMode){0}))
      continue;
    LLVMValueRef user = LLVMGetUser(use);
    diag_at(sink, LLVMIsAInstruction(user) ? user : NULL, DIAG_ENTRY_IN_HAND,
            LLVMGetValueName2(f, &(size_t){0}));
    fine = false;
  }
  return fine;
}

static const char *const marker_prefixes[] = {"adcc_", "enzyme_"};

static const char *marker_of_name(const char *name) {
  for (size_t p = 0; p < sizeof marker_prefixes / sizeof *marker_prefixes; p++) {
    const char *found = strstr(name, marker_prefixes[p]);
    /* Mangled names (_ZN…, Rust, Fortran's trailing underscore) may stand around it. */
    if (found && (found == name || found[-1] != '_'))
      return found + strlen(marker_prefixes[p]);
  }
  return NULL;
}

/* Is the global one that programs declare for use as a marker? */
static bool is_marker(LLVMValueRef global) {
  const char *word = marker_of_name(LLVMGetValueName2(global, &(size_t){0}));
  return word && marker_is_known(word) &&
         LLVMGetTypeKind(LLVMGlobalGetValueType(global)) == LLVMIntegerTypeKind;
}

typedef struct {
  const char *name; /* an optimisation may have deleted what nothing reads any more */
  LLVMValueRef initializer;
  LLVMLinkage linkage;
  LLVMComdatRef comdat;
  LLVMBool constant;
} HiddenMarker;

struct MarkerGlobals {
  Arena *arena;
  ARRAY(HiddenMarker) hidden;
};

MarkerGlobals *request_hide_markers(Arena *arena, LLVMModuleRef module) {
  MarkerGlobals *markers = ARENA_NEW(arena, MarkerGlobals);
  markers->arena = arena;
  for (LLVMValueRef global = LLVMGetFirstGlobal(module); global;
       global = LLVMGetNextGlobal(global)) {
    size_t length;
    const char *name = LLVMGetValueName2(global, &length);
    if (!marker_of_name(name) || LLVMIsDeclaration(global))
      continue;
    HiddenMarker hidden = {arena_copy_string(arena, name, length), LLVMGetInitializer(global),
                           LLVMGetLinkage(global), LLVMGetComdat(global),
                           LLVMIsGlobalConstant(global)};
    if (LLVMGetTypeKind(LLVMTypeOf(hidden.initializer)) != LLVMIntegerTypeKind)
      continue;
    ARRAY_PUSH(arena, markers->hidden, hidden);
    LLVMSetInitializer(global, NULL);
    LLVMSetComdat(global, NULL);
    LLVMSetLinkage(global, LLVMExternalLinkage);
    LLVMSetGlobalConstant(global, false);
  }
  return markers;
}

void request_restore_markers(MarkerGlobals *markers, LLVMModuleRef module) {
  for (size_t i = 0; i < markers->hidden.count; i++) {
    HiddenMarker *hidden = &markers->hidden.items[i];
    LLVMValueRef global = LLVMGetNamedGlobal(module, hidden->name);
    if (!global) /* another file may use it */
      global = LLVMAddGlobal(module, LLVMTypeOf(hidden->initializer), hidden->name);
    LLVMSetInitializer(global, hidden->initializer);
    LLVMSetComdat(global, hidden->comdat);
    LLVMSetLinkage(global, hidden->linkage);
    LLVMSetGlobalConstant(global, hidden->constant);
  }
  /* What looks at a marker's address besides, as AddressSanitizer's checks do, needs one. */
  for (LLVMValueRef global = LLVMGetFirstGlobal(module); global; global = LLVMGetNextGlobal(global))
    if (LLVMIsDeclaration(global) && LLVMGetFirstUse(global) && is_marker(global)) {
      LLVMSetLinkage(global, LLVMWeakAnyLinkage);
      LLVMSetInitializer(global, LLVMConstNull(LLVMGlobalGetValueType(global)));
    }
}

/* A marker is passed as its address or as its value. */
static LLVMValueRef marker_global(LLVMValueRef argument) {
  while (argument) {
    if (LLVMIsAGlobalVariable(argument) || LLVMIsAAllocaInst(argument))
      return argument;
    if (LLVMIsALoadInst(argument) || LLVMIsACastInst(argument) ||
        (LLVMIsAConstantExpr(argument) && LLVMGetNumOperands(argument) == 1))
      argument = LLVMGetOperand(argument, 0);
    else
      return NULL;
  }
  return NULL;
}

const char *request_marker_name(Arena *arena, LLVMValueRef argument) {
  if (LLVMGetValueKind(argument) == LLVMMetadataAsValueValueKind) {
    char *text = LLVMPrintValueToString(argument);
    const char *quote = strchr(text, '"');
    const char *name = NULL;
    if (quote) {
      char *inner = arena_copy_string(arena, quote + 1, strcspn(quote + 1, "\""));
      name = marker_of_name(inner);
    }
    LLVMDisposeMessage(text);
    return name;
  }
  LLVMValueRef global = marker_global(argument);
  if (!global)
    return NULL;
  size_t length;
  const char *name = LLVMGetValueName2(global, &length);
  /* A C++ name within namespaces has an E behind it. */
  if (length > 3 && !strncmp(name, "_ZN", 3) && name[length - 1] == 'E')
    length--;
  return marker_of_name(arena_copy_string(arena, name, length));
}

/* A marker that the module has as a string alone; NULL: there is none. */
static const char *lost_marker(Arena *arena, LLVMModuleRef module) {
  unsigned count = LLVMGetNamedMetadataNumOperands(module, MODULE_STRINGS);
  LLVMValueRef *nodes = ARENA_ARRAY(arena, LLVMValueRef, count + 1);
  LLVMGetNamedMetadataOperands(module, MODULE_STRINGS, nodes);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef string;
    unsigned length;
    LLVMGetMDNodeOperands(nodes[i], &string);
    const char *text = LLVMGetMDString(string, &length);
    const char *name = arena_copy_string(arena, text, length), *word = marker_of_name(name);
    if (word && marker_is_known(word) && !LLVMGetNamedGlobal(module, name))
      return name;
  }
  return NULL;
}

bool request_check_strings(Arena *arena, DiagSink *sink, LLVMModuleRef module) {
  const char *lost = lost_marker(arena, module);
  bridge_erase_named_metadata(module, MODULE_STRINGS);
  if (!lost)
    return true;
  bool fine = true;
  ValueArray calls = request_find_calls(arena, module);
  for (size_t i = 0; i < calls.count; i++) {
    LLVMValueRef call = calls.items[i];
    bool has_markers = !LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call));
    for (unsigned k = 0; k < call_argument_count(call) && !has_markers; k++) {
      LLVMValueRef argument = LLVMGetOperand(call, k);
      has_markers = LLVMGetValueKind(argument) != LLVMMetadataAsValueValueKind &&
                    request_marker_name(arena, argument);
    }
    if (!has_markers)
      diag_at(sink, call, DIAG_LOST_MARKERS, lost);
    fine = fine && has_markers;
  }
  return fine;
}
