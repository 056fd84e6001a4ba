#include "CMallocCount.h"

#include <errno.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define BENCH_SANITIZED 1
#endif
#endif

/* Thread-local, so that counting needs no atomic and another thread's work is not counted. The initial-exec model makes an access one
 * instruction and, unlike the general one, never allocates itself: this target always stands in the executable. */
#define BENCH_THREAD_LOCAL static _Thread_local __attribute__((tls_model("initial-exec")))

BENCH_THREAD_LOCAL uint64_t allocations;
BENCH_THREAD_LOCAL int is_counting;

int bench_allocations_available(void) {
#ifdef BENCH_SANITIZED
    return 0;
#else
    return 1;
#endif
}

void bench_allocations_start(void) {
    allocations = 0;
    is_counting = 1;
}

uint64_t bench_allocations_stop(void) {
    is_counting = 0;
    return allocations;
}

#ifndef BENCH_SANITIZED

/* glibc's own entry points. They need no dlsym, which may itself allocate before a wrapper is ready. `free` is left alone: every block
 * below comes from glibc's heap. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

/* Nothing is written while nobody counts: what is timed pays one load and one branch. */
#define COUNT() do { if (__builtin_expect(is_counting, 0)) allocations++; } while (0)

/* Counted before the call, so that the call can be a jump. */

void *malloc(size_t size) {
    COUNT();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    COUNT();
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    COUNT();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    COUNT();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    COUNT();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    COUNT();
    int saved = errno; /* POSIX: the answer is the error, errno stays. */
    void *block = __libc_memalign(alignment, size);
    errno = saved;
    if (block == NULL) return ENOMEM;
    *result = block;
    return 0;
}

#endif
