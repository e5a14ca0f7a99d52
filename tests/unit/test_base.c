/* Arenas, arrays, maps and diagnostics. */
#include "../../src/base/base.h"
#include "unit.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <string.h>
#include <unistd.h>

static void arena_gives_aligned_zeroed_memory(void) {
  Arena *arena = arena_create();
  for (size_t size = 0; size < 70000; size = size * 3 + 1) {
    char *memory = arena_alloc(arena, size);
    CHECK((uintptr_t)memory % 16 == 0);
    bool zero = true;
    for (size_t i = 0; i < size; i++)
      zero = zero && memory[i] == 0;
    CHECK(zero);
    memset(memory, 0xff, size);
  }
  CHECK(strcmp(arena_format(arena, "%d-%s", 42, "x"), "42-x") == 0);
  CHECK(strcmp(arena_copy_string(arena, "abcdef", 3), "abc") == 0);
  arena_destroy(arena);
}

static char order[3];
static void note_letter(void *letter) { order[strlen(order)] = *(const char *)letter; }

static void arena_runs_actions_latest_first(void) {
  Arena *arena = arena_create();
  arena_on_destroy(arena, note_letter, (void *)"a");
  arena_on_destroy(arena, note_letter, (void *)"b");
  arena_destroy(arena);
  CHECK(strcmp(order, "ba") == 0);
}

static void array_keeps_items_when_it_grows(void) {
  Arena *arena = arena_create();
  ARRAY(int) numbers = {0};
  for (int i = 0; i < 1000; i++)
    ARRAY_PUSH(arena, numbers, i * i);
  CHECK(numbers.count == 1000);
  for (int i = 0; i < 1000; i++)
    CHECK(numbers.items[i] == i * i);
  arena_destroy(arena);
}

static void map_finds_what_was_set(void) {
  Arena *arena = arena_create();
  Map *map = map_create(arena);
  static char keys[5000];
  CHECK(!map_has(map, keys) && !map_get(map, keys) && map_count(map) == 0);
  for (size_t i = 0; i < sizeof keys; i++)
    map_set(map, keys + i, &keys[sizeof keys - 1 - i]);
  map_set(map, keys + 7, NULL); /* present, though it reads as NULL */
  CHECK(map_count(map) == sizeof keys && map_has(map, keys + 7) && !map_get(map, keys + 7));
  for (size_t i = 8; i < sizeof keys; i++)
    CHECK(map_get(map, keys + i) == &keys[sizeof keys - 1 - i]);
  const void *key;
  CHECK(map_entry(map, 100, &key) == &keys[sizeof keys - 101] && key == keys + 100);
  map_set(map, NULL, keys);
  CHECK(map_get(map, NULL) == keys);
  arena_destroy(arena);
}

/* Runs `report` with a new sink and returns what it printed. */
static char *printed(DiagFormat format, void (*report)(DiagSink *, LLVMModuleRef),
                     LLVMModuleRef module) {
  static char text[8192];
  fflush(stderr);
  int original = dup(STDERR_FILENO);
  FILE *file = tmpfile();
  dup2(fileno(file), STDERR_FILENO);
  Arena *arena = arena_create();
  report(diag_create(arena, format), module);
  arena_destroy(arena);
  fflush(stderr);
  dup2(original, STDERR_FILENO);
  close(original);
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  return text;
}

static const char ir[] =
    "define double @f(double %x) {\n"
    "  %y = call double @unknown(double %x), !dbg !4\n"
    "  %z = fadd double %y, 1.0\n"
    "  ret double %z\n"
    "}\n"
    "define void @g() !dbg !3 {\n  ret void\n}\n"
    "declare double @unknown(double)\n"
    "!llvm.dbg.cu = !{!1}\n!llvm.module.flags = !{!5}\n"
    "!0 = !DIFile(filename: \"source.c\", directory: \"DIRECTORY\")\n"
    "!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !0, emissionKind: FullDebug)\n"
    "!2 = !DISubroutineType(types: !{})\n"
    "!3 = distinct !DISubprogram(name: \"g\", file: !0, line: 2, type: !2, unit: !1, "
    "spFlags: DISPFlagDefinition)\n"
    "!4 = !DILocation(line: 1, column: 3, scope: !3, inlinedAt: !6)\n"
    "!5 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
    "!6 = distinct !DILocation(line: 2, column: 1, scope: !3)\n";

static LLVMModuleRef read_module(LLVMContextRef context) {
  char folder[] = "/tmp/adcc-test-base-XXXXXX", path[64], text[sizeof ir + sizeof folder];
  CHECK(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/source.c", folder);
  FILE *source = fopen(path, "w");
  fputs("\t y = unknown(x);\nsecond line\n", source);
  fclose(source);
  const char *hole = strstr(ir, "DIRECTORY");
  snprintf(text, sizeof text, "%.*s%s%s", (int)(hole - ir), ir, folder, hole + strlen("DIRECTORY"));
  LLVMModuleRef module = NULL;
  char *message = NULL;
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
  CHECK(!LLVMParseIRInContext2(context, buffer, &module, &message));
  LLVMDisposeMemoryBuffer(buffer);
  return module;
}

static LLVMValueRef instruction_of(LLVMModuleRef module, int index) {
  LLVMValueRef instruction =
      LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(LLVMGetNamedFunction(module, "f")));
  while (index-- > 0)
    instruction = LLVMGetNextInstruction(instruction);
  return instruction;
}

static void report_all(DiagSink *sink, LLVMModuleRef module) {
  diag_at(sink, instruction_of(module, 0), DIAG_NO_RULE, "'unknown'");
  diag_note_at(sink, LLVMGetNamedFunction(module, "g"), "it is \"here\"");
  diag_note_at(sink, NULL, "a note without a place");
  diag_at(sink, instruction_of(module, 0), DIAG_NO_RULE, "'unknown'");
  diag_note_at(sink, NULL, "of a repetition");
  diag_at(sink, instruction_of(module, 1), DIAG_UNSUPPORTED, "the\x1b[31m add");
  diag_at(sink, NULL, DIAG_CANNOT_OPEN, "x.bc", "no such file");
  CHECK(diag_error_count(sink) == 3);
}

static void diagnostics_show_source_and_caret(LLVMModuleRef module) {
  char *text = printed(DIAG_FORMAT_TEXT, report_all, module);
  CHECK_STARTS(text, "source.c:1:3: error: no derivative is known for 'unknown'\n"
                     "    1 | \t y = unknown(x);\n"
                     "      | \t ^\n"
                     "source.c:2:1: note: called from here\n"
                     "    2 | second line\n"
                     "      | ^\n"
                     "source.c:2: note: it is \"here\"\n"
                     "    2 | second line\n"
                     "  note: a note without a place\n"
                     "  help: give its body to adcc");
  CHECK(!strstr(text, "repetition"));
  CHECK_CONTAINS(text, "in function 'f': error: cannot differentiate the?[31m add\n"
                       "    %z = fadd double %y, 1.0");
  CHECK_CONTAINS(text, "\nadcc: error: cannot open 'x.bc': no such file\n");
}

static void diagnostics_are_json_lines(LLVMModuleRef module) {
  char *text = printed(DIAG_FORMAT_JSON, report_all, module);
  CHECK_STARTS(text,
               "{\"severity\":\"error\",\"id\":\"NO_RULE\",\"message\":\"no derivative is known "
               "for 'unknown'\",\"file\":\"source.c\",\"line\":1,\"column\":3,\"notes\":["
               "{\"message\":\"called from here\",");
  CHECK_CONTAINS(text, "{\"message\":\"it is \\\"here\\\"\",");
  CHECK_CONTAINS(text, "the\\u001b[31m add");
  size_t lines = 0;
  for (const char *c = text; *c; c++)
    lines += *c == '\n';
  CHECK(lines == 3);
}

int main(void) {
  arena_gives_aligned_zeroed_memory();
  arena_runs_actions_latest_first();
  array_keeps_items_when_it_grows();
  map_finds_what_was_set();
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = read_module(context);
  diagnostics_show_source_and_caret(module);
  diagnostics_are_json_lines(module);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
  return unit_result();
}
