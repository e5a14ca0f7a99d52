/* The number type of the whole example: float unless built with -DREAL=double. */
#ifndef GPT2_REAL_H
#define GPT2_REAL_H

#include <tgmath.h>

#ifndef REAL
#define REAL float
#endif
typedef REAL real;

/* The layers promise nothing about overlap by default, as code addressed through pointer tables
 * into two allocations cannot; the benchmark builds them a second time with -DRESTRICT=restrict. */
#ifndef RESTRICT
#define RESTRICT
#endif

#endif
