/* lower_blas: calls of BLAS and LAPACK go to the definitions in lib/blas.c.
 *
 * The interfaces are Fortran's, where all parameters are pointers and compilers of Fortran append
 * the lengths of texts, and C's, cblas_ and LAPACKE_, with sizes of 32 bits or, where the name has
 * a 64, of 64. Declarations in C often say that a subroutine returns an int, which nobody reads. */
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

enum { LONGEST_NAME = 64 };

/* A function of the row: its precision, size of integers, and interface. */
typedef struct {
  const char *parameters;
  char result;
  LLVMTypeRef number;
  bool wide; /* sizes have 64 bits */
  LLVMContextRef context;
  char ours[LONGEST_NAME]; /* what lib/blas.c calls it */
} Interface;

typedef struct {
  const char *prefix, *suffix; /* of the name that is found */
  const char *our_suffix;
  bool fortran, wide;
} Naming;

/* The longer suffixes first. */
static const Naming namings[] = {
    {"cblas_", "64_", "_64", false, true},   {"cblas_", "_64", "_64", false, true},
    {"cblas_", "", "", false, false},        {"LAPACKE_", "64_", "_64", false, true},
    {"LAPACKE_", "_64", "_64", false, true}, {"LAPACKE_", "", "", false, false},
    {"", "_64_", "_64_", true, true},        {"", "64_", "_64_", true, true},
    {"", "_64", "_64_", true, true},         {"", "_", "_", true, false},
};

static const BlasRow *row_named(const char *name, size_t length) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strlen(rows[i].name) == length && strncmp(rows[i].name, name, length) == 0)
      return &rows[i];
  return NULL;
}

/* The part of a name that is neither prefix nor suffix; empty if they do not fit. */
static size_t stem_of(const Lowering *l, const Naming *naming, const char **stem) {
  size_t prefix = strlen(naming->prefix), suffix = strlen(naming->suffix);
  size_t around = prefix + suffix;
  if (l->name_length <= around || strncmp(l->name, naming->prefix, prefix) != 0 ||
      strncmp(l->name + l->name_length - suffix, naming->suffix, suffix) != 0)
    return 0;
  *stem = l->name + prefix;
  return l->name_length - around;
}

static bool read_as(const Lowering *l, const Naming *naming, Interface *of) {
  const char *stem;
  size_t length = stem_of(l, naming, &stem);
  if (length < 2 || (*stem != 'd' && *stem != 's'))
    return false;
  const BlasRow *row = row_named(stem + 1, length - 1);
  if (!row || !(naming->fortran ? row->fortran : row->c))
    return false;
  of->context = LLVMGetModuleContext(l->module);
  of->number =
      *stem == 'd' ? LLVMDoubleTypeInContext(of->context) : LLVMFloatTypeInContext(of->context);
  of->wide = naming->wide;
  of->parameters = naming->fortran ? row->fortran : row->c;
  of->result = naming->fortran ? row->fortran_result : row->c_result;
  snprintf(of->ours, sizeof of->ours, "adcc_%s%.*s%s", naming->prefix, (int)length, stem,
           naming->our_suffix);
  return true;
}

static bool read_name(const Lowering *l, Interface *of) {
  for (size_t i = 0; i < sizeof namings / sizeof *namings; i++)
    if (read_as(l, &namings[i], of))
      return true;
  return false;
}

static LLVMTypeRef type_of(const Interface *interface, char letter) {
  switch (letter) {
  case 'p':
    return LLVMPointerTypeInContext(interface->context, 0);
  case 'i':
    return interface->wide ? LLVMInt64TypeInContext(interface->context)
                           : LLVMInt32TypeInContext(interface->context);
  case 'o':
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
  LLVMValueRef function = LLVMGetNamedFunction(l->module, interface.ours);
  if (!function)
    function = LLVMAddFunction(l->module, interface.ours, type);
  LLVMValueRef call = LLVMBuildCall2(l->builder, type, function, arguments, count, "");
  *l->needs_library = true;
  bool is_void = LLVMGetTypeKind(LLVMTypeOf(l->call)) == LLVMVoidTypeKind;
  lower_replace(l, is_void                   ? NULL
                   : interface.result != 'v' ? call
                                             : LLVMConstNull(LLVMTypeOf(l->call)));
  return true;
}
