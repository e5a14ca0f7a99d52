/* lower_blas: calls of BLAS and LAPACK go to the definitions in lib/blas.c.
 *
 * The interfaces are Fortran's, where all parameters are pointers and compilers of Fortran append
 * the lengths of texts, and C's, cblas_ and LAPACKE_. Declarations in C often say that a subroutine
 * returns an int, which nobody reads. */
#include "lower.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  const char *name, *fortran;
  char fortran_result;
  const char *c;
  char c_result;
} BlasRow;

static const BlasRow rows[] = {
#define BLAS(name, fortran, fortran_result, c, c_result)                                           \
  {name, fortran, fortran_result, c, c_result},
#include "blas.def"
#undef BLAS
};

/* A function of the row: its precision and interface. */
typedef struct {
  const char *parameters;
  char result;
  LLVMTypeRef number;
  LLVMContextRef context;
} Interface;

static const BlasRow *row_named(const char *name, size_t length) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strlen(rows[i].name) == length && strncmp(rows[i].name, name, length) == 0)
      return &rows[i];
  return NULL;
}

static bool read_name(const Lowering *l, Interface *of) {
  static const char *const prefixes[] = {"cblas_", "LAPACKE_"};
  const char *name = l->name;
  size_t length = l->name_length;
  bool fortran = length > 2 && name[length - 1] == '_';
  if (fortran)
    length--;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes && !fortran; i++) {
    size_t prefix = strlen(prefixes[i]);
    if (length > prefix && strncmp(name, prefixes[i], prefix) == 0) {
      name += prefix;
      length -= prefix;
    }
  }
  if ((!fortran && name == l->name) || (*name != 'd' && *name != 's'))
    return false;
  const BlasRow *row = row_named(name + 1, length - 1);
  of->context = LLVMGetModuleContext(l->module);
  of->number =
      *name == 'd' ? LLVMDoubleTypeInContext(of->context) : LLVMFloatTypeInContext(of->context);
  if (row) {
    of->parameters = fortran ? row->fortran : row->c;
    of->result = fortran ? row->fortran_result : row->c_result;
  }
  return row && of->parameters;
}

static LLVMTypeRef type_of(const Interface *interface, char letter) {
  switch (letter) {
  case 'p':
    return LLVMPointerTypeInContext(interface->context, 0);
  case 'i':
    return LLVMInt32TypeInContext(interface->context);
  case 'c':
    return LLVMInt8TypeInContext(interface->context);
  case 'f':
    return interface->number;
  default:
    return LLVMVoidTypeInContext(interface->context);
  }
}

/* Are what the call passes and returns of these types, but for lengths of texts? */
static bool call_fits(const Lowering *l, const Interface *interface) {
  unsigned count = call_argument_count(l->call), named = (unsigned)strlen(interface->parameters);
  if (count < named ||
      (interface->result != 'v' && LLVMTypeOf(l->call) != type_of(interface, interface->result)))
    return false;
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef type = LLVMTypeOf(lower_argument(l, i));
    if (i < named ? type != type_of(interface, interface->parameters[i])
                  : LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
      return false;
  }
  return true;
}

enum { MOST_PARAMETERS = 16 };

bool lower_blas_takes(const Lowering *l, LLVMTypeRef function) {
  Interface interface;
  LLVMTypeRef types[MOST_PARAMETERS];
  if (!read_name(l, &interface) || LLVMCountParamTypes(function) != strlen(interface.parameters) ||
      LLVMGetReturnType(function) != type_of(&interface, interface.result))
    return false;
  LLVMGetParamTypes(function, types);
  for (unsigned i = 0; i < strlen(interface.parameters); i++)
    if (types[i] != type_of(&interface, interface.parameters[i]))
      return false;
  return true;
}

bool lower_blas(const Lowering *l) {
  Interface interface;
  if (!read_name(l, &interface) || !call_fits(l, &interface))
    return false;
  LLVMTypeRef types[MOST_PARAMETERS];
  LLVMValueRef arguments[MOST_PARAMETERS];
  unsigned count = (unsigned)strlen(interface.parameters);
  for (unsigned i = 0; i < count; i++) {
    arguments[i] = lower_argument(l, i);
    types[i] = LLVMTypeOf(arguments[i]);
  }
  LLVMTypeRef type = LLVMFunctionType(type_of(&interface, interface.result), types, count, false);
  char ours[64];
  snprintf(ours, sizeof ours, "adcc_%.*s", (int)l->name_length, l->name);
  LLVMValueRef function = LLVMGetNamedFunction(l->module, ours);
  if (!function)
    function = LLVMAddFunction(l->module, ours, type);
  LLVMValueRef call = LLVMBuildCall2(l->builder, type, function, arguments, count, "");
  *l->needs_library = true;
  bool is_void = LLVMGetTypeKind(LLVMTypeOf(l->call)) == LLVMVoidTypeKind;
  lower_replace(l, is_void                   ? NULL
                   : interface.result != 'v' ? call
                                             : LLVMConstNull(LLVMTypeOf(l->call)));
  return true;
}
