#include "CMallocCount.h"

__attribute__((noinline)) void bench_counted(void (*work)(void *context), void *context) {
    work(context);
    /* Something is left to do, so that the call is no jump. */
    __asm__ volatile("" ::: "memory");
}
