/* Counts heap allocations of the calling thread, in a program that links this target, and marks what others count.
 *
 * The target defines malloc and its relatives itself, in front of glibc's; they count, if the thread has counting switched on, and hand on
 * to glibc. Calls made inside shared libraries (the Swift runtime, Foundation, libyajl) are counted too. Linux with glibc only. */
#ifndef YODEL_CMALLOCCOUNT_H
#define YODEL_CMALLOCCOUNT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 1 if allocations can be counted; 0 in a build with a sanitizer, which needs malloc for itself. */
int bench_allocations_available(void);

/* Sets the calling thread's count to zero and starts counting. */
void bench_allocations_start(void);

/* Stops counting. The answer is the number of blocks the calling thread asked for since the start: each malloc, calloc, aligned
 * allocation and each realloc counts as one. */
uint64_t bench_allocations_stop(void);

/* Calls `work`. A tool that counts instructions counts those of this function and of what it calls; it finds it by its name. */
void bench_counted(void (*_Nonnull work)(void *_Nonnull context), void *_Nonnull context);

#ifdef __cplusplus
}
#endif

#endif
