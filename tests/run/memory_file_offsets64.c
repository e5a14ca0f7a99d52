/* A table in a file, of which the place is found and read, through the names that glibc gives stdio
 * where offsets have 64 bits. */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include "oracle.h"
#include <stdio.h>

static FILE *table_of(void) {
  static const double table[] = {0.5, 1.5, 2.5, 4};
  FILE *file = tmpfile64();
  fwrite(table, sizeof *table, sizeof table / sizeof *table, file);
  return file;
}

typedef struct {
  FILE *file;
  double scale;
} Reader;

__attribute__((noinline)) static double entry(Reader *reader, long i) {
  double value = 0;
  fpos64_t start;
  if (fseeko64(reader->file, 0, SEEK_SET) || fgetpos64(reader->file, &start) ||
      fseeko64(reader->file, i * (long)sizeof value, SEEK_CUR) ||
      ftello64(reader->file) != i * (long)sizeof value ||
      fread(&value, sizeof value, 1, reader->file) != 1 || fsetpos64(reader->file, &start))
    return 0;
  return value * reader->scale;
}

PRIMAL(scaled) {
  Reader reader = {table_of(), in[0]};
  out[0] = entry(&reader, 1) + entry(&reader, 3) * in[1];
  reader.scale *= in[1];
  out[1] = entry(&reader, 2);
  fclose(reader.file);
}
ORACLE_MAIN(scaled, 2, 2, 0.5, 1.5)
