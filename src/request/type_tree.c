/* Reads type trees. */
#include "request.h"

#include <stdlib.h>
#include <string.h>

static void skip_blanks(const char **text) { *text += strspn(*text, " \t\n"); }

static bool take(const char **text, const char *token) {
  skip_blanks(text);
  size_t length = strlen(token);
  if (strncmp(*text, token, length))
    return false;
  *text += length;
  return true;
}

static bool parse_path(const char **text, TypeTreeEntry *entry) {
  if (!take(text, "["))
    return false;
  do {
    char *end;
    long long index = strtoll(*text, &end, 10);
    if (end == *text || index < -1 || entry->depth == TYPE_TREE_DEPTH)
      return false;
    entry->path[entry->depth++] = index;
    *text = end;
  } while (take(text, ","));
  return take(text, "]") && take(text, ":");
}

static bool parse_kind(LLVMContextRef context, const char **text, TypeTreeEntry *entry) {
  static const struct {
    const char *name;
    TypeTreeKind kind;
    LLVMTypeRef (*type)(LLVMContextRef);
  } kinds[] = {{"Integer", TYPE_TREE_INTEGER, NULL},
               {"Pointer", TYPE_TREE_POINTER, NULL},
               {"Anything", TYPE_TREE_OTHER, NULL},
               {"Unknown", TYPE_TREE_OTHER, NULL},
               {"Float@half", TYPE_TREE_FLOAT, LLVMHalfTypeInContext},
               {"Float@bfloat16", TYPE_TREE_FLOAT, LLVMBFloatTypeInContext},
               {"Float@float", TYPE_TREE_FLOAT, LLVMFloatTypeInContext},
               {"Float@double", TYPE_TREE_FLOAT, LLVMDoubleTypeInContext},
               {"Float@fp80", TYPE_TREE_FLOAT, LLVMX86FP80TypeInContext},
               {"Float@fp128", TYPE_TREE_FLOAT, LLVMFP128TypeInContext}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (take(text, kinds[i].name)) {
      entry->kind = kinds[i].kind;
      entry->type = kinds[i].type ? kinds[i].type(context) : NULL;
      return true;
    }
  return false;
}

bool type_tree_parse(Arena *arena, LLVMContextRef context, const char *text, TypeTree *tree) {
  *tree = (TypeTree){0};
  if (!take(&text, "{"))
    return false;
  while (!take(&text, "}")) {
    TypeTreeEntry entry = {0};
    if ((tree->count && !take(&text, ",")) || !parse_path(&text, &entry) ||
        !parse_kind(context, &text, &entry))
      return false;
    ARRAY_PUSH(arena, *tree, entry);
  }
  skip_blanks(&text);
  return !*text;
}
