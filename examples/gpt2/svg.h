/* A chart of one curve as an SVG file. */
#ifndef GPT2_SVG_H
#define GPT2_SVG_H

/* Writes `count` values against 1, 2, ...; false when the file cannot be written. */
int svg_write_curve(const char *path, const char *title, const char *horizontal,
                    const char *vertical, const double *values, int count);

#endif
