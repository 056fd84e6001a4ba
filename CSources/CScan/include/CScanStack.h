/* Calls on a stack of their own, for recursion that goes deeper than the caller's stack may be. */
#ifndef YODEL_CSCAN_STACK_H
#define YODEL_CSCAN_STACK_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Calls a function on another thread with a stack of that many bytes, and waits for it. Returns 1, or 0 if there is no memory for the stack; the
 * function has not been called then. */
int yodel_call_on_stack(size_t bytes, void (*body)(void *), void *context);

#ifdef __cplusplus
}
#endif

#endif
