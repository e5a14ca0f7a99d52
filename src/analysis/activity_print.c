/* --dump=activity: what every value and every piece of memory is to the derivative, and the chain
 * of uses back to the active argument that makes it so. */
#include "activity_flow.h"

#include <stdio.h>
#include <string.h>

enum { MOST_STEPS = 8, LONGEST_TEXT = 70 };

/* As the module's text names it: "%5", "%x"; what has no result is shown as a whole. */
static void print_reference(LLVMValueRef value) {
  char *text = LLVMPrintValueToString(value);
  const char *start = text + strspn(text, " ");
  const char *name = strrchr(start, '%');
  size_t length;
  if (LLVMIsAArgument(value) && name)
    fprintf(stderr, "argument %s", name);
  else if (LLVMIsAGlobalValue(value))
    fprintf(stderr, "@%s", LLVMGetValueName2(value, &length));
  else {
    const char *end = *start == '%' ? strstr(start, " = ") : strstr(start, ", align");
    length = end ? (size_t)(end - start) : strcspn(start, "\n");
    fprintf(stderr, "%.*s", (int)(length < LONGEST_TEXT ? length : LONGEST_TEXT), start);
  }
  LLVMDisposeMessage(text);
}

static void print_chain(const Activity *activity, LLVMValueRef because) {
  const char *separator = "    because of ";
  for (unsigned step = 0; because && step < MOST_STEPS; step++) {
    fputs(separator, stderr);
    print_reference(because);
    separator = ", of ";
    const ValueFact *fact = value_fact_known(activity, because);
    because = fact->varied ? fact->because : NULL;
  }
}

static const char *state_of(const Activity *activity, bool varied, bool useful) {
  if (!varied)
    return "inactive";
  return useful || activity->query.forward_mode ? "active"
                                                : "unused"; /* no active output needs it */
}

static void print_value(const Activity *activity, LLVMValueRef value) {
  const ValueFact *fact = value_fact_known(activity, value);
  bool is_void = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVoidTypeKind;
  bool is_pointer = value_carries_pointer(activity, value);
  if (LLVMIsATerminatorInst(value) ||
      (!is_pointer && !is_void && !value_may_be_float(activity, value)))
    return;
  const char *state = is_void ? activity_of_instruction(activity, value) ? "active" : "inactive"
                      : is_pointer ? activity_has_shadow(activity, value) ? "shadow" : "inactive"
                                   : state_of(activity, fact->varied, fact->useful);
  char *text = LLVMPrintValueToString(value);
  const char *start = text + strspn(text, " ");
  const char *metadata = strstr(start, ", !");
  size_t length = metadata ? (size_t)(metadata - start) : strcspn(start, "\n");
  fprintf(stderr, "  %-8s  %.*s", state, (int)(length < LONGEST_TEXT ? length : LONGEST_TEXT),
          start);
  LLVMDisposeMessage(text);
  if (fact->varied)
    print_chain(activity, fact->because);
  fputc('\n', stderr);
}

/* The memory that an argument, an allocation or a global points to. */
static void print_memory(const Activity *activity, LLVMValueRef pointer, Map *seen) {
  Location location;
  if (!types_locate(activity->types, pointer, &location))
    return;
  const MemoryFact *memory = &activity->memory[location.object->id];
  if (map_has(seen, memory))
    return;
  map_set(seen, memory, (void *)memory);
  MemoryEntry all = memory_summary(activity, (Location){location.object, 0, 1}, INT64_MAX);
  fprintf(stderr, "  %-8s  memory behind ", state_of(activity, all.varied, all.useful));
  print_reference(pointer);
  if (all.varied)
    print_chain(activity, all.because);
  fputc('\n', stderr);
}

static bool begins_object(LLVMValueRef value) {
  return LLVMIsAAllocaInst(value) ||
         (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind && LLVMIsACallInst(value));
}

void activity_print(const Activity *activity) {
  fprintf(stderr, "activity of %s, %s mode\n", LLVMGetValueName2(activity->function, &(size_t){0}),
          activity->query.forward_mode ? "forward" : "reverse");
  Map *seen = map_create(activity->arena);
  for (unsigned i = 0; i < LLVMCountParams(activity->function); i++)
    print_value(activity, LLVMGetParam(activity->function, i));
  FOR_EACH_BLOCK (block, activity->function)
    FOR_EACH_INSTRUCTION (instruction, block)
      print_value(activity, instruction);
  for (unsigned i = 0; i < LLVMCountParams(activity->function); i++)
    print_memory(activity, LLVMGetParam(activity->function, i), seen);
  FOR_EACH_BLOCK (block, activity->function)
    FOR_EACH_INSTRUCTION (instruction, block)
      if (begins_object(instruction))
        print_memory(activity, instruction, seen);
  for (LLVMValueRef global = LLVMGetFirstGlobal(activity->types->module); global;
       global = LLVMGetNextGlobal(global))
    if (activity_has_shadow(activity, global))
      print_memory(activity, global, seen);
}
