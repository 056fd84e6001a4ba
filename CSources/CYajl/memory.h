/* yajl's memory, and the way out of yajl when there is none.
 *
 * yajl never looks at what its allocator answers: it writes through it. So ours does not answer without memory. It jumps out of yajl, back
 * into the call that is under way, which then ends with `yajl_status_client_canceled`; `yodel_yajl_memory.state` says why.
 *
 * Why the jump is safe. Between the call and the allocator there are frames of yajl alone, which own nothing that a jump would lose: yajl asks
 * for memory before a callback (the text of a split or escaped token) or after it (the stack of its states), never below one. What a callback
 * does meanwhile, another document included, has its own memory and its own way out, and is over by then.
 *
 * After a jump the handle is in no state that one could rely on. It is not parsed with again, and not freed either: all blocks are given
 * back by the list of them.
 *
 *     lent    handle · lexer · buffer · buffer · states      the five blocks of every document: no call of malloc
 *     heap    block <-> block                                what does not fit, chained
 */
#ifndef YODEL_CYAJL_MEMORY_H
#define YODEL_CYAJL_MEMORY_H

#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { YODEL_YAJL_ALIVE = 0, YODEL_YAJL_OVER_BUDGET = 1, YODEL_YAJL_NO_MEMORY = 2 };

/* Stands in front of a block. Of a lent one only the second half is there. 32 bytes, so that blocks lie at 16 bytes, as malloc's do. */
typedef struct yodel_yajl_block {
    struct yodel_yajl_block *next;
    struct yodel_yajl_block **link; /* what points here */
    size_t size;
    size_t unused;
} yodel_yajl_block;

/* The memory of one handle. Stays in place while the handle lives. */
typedef struct yodel_yajl_memory {
    yajl_alloc_funcs functions;
    char *lent;               /* memory of the caller's, at 16 bytes; may be none */
    char *lent_end;
    char *lent_next;          /* its first free byte */
    yodel_yajl_block *blocks; /* those of the heap */
    size_t budget;            /* bytes that may still be taken from the heap */
    size_t allowance;         /* times that memory may still be asked for; a test lets each one fail */
    yajl_handle handle;       /* NULL before the first parse */
    const yajl_callbacks *callbacks;
    void *context;            /* what the callbacks get */
    void *exit;               /* the jmp_buf of the call that is under way */
    int state;                /* YODEL_YAJL_…; once it is not ALIVE, the handle is dead */
} yodel_yajl_memory;

enum { YODEL_YAJL_HEADER = sizeof(yodel_yajl_block), YODEL_YAJL_LENT_HEADER = 16 };

static inline void yodel_yajl_leave(yodel_yajl_memory *memory, int state) {
    memory->state = state;
    if (memory->exit == NULL) abort(); /* yajl is only called by the functions below */
    longjmp(*(jmp_buf *)memory->exit, 1);
}

static inline int yodel_yajl_is_lent(const yodel_yajl_memory *memory, const void *block) {
    return (const char *)block >= memory->lent && (const char *)block < memory->lent_end;
}

static inline size_t *yodel_yajl_size(void *block) { return (size_t *)((char *)block - YODEL_YAJL_LENT_HEADER); }

/* Takes a block into the list, in the place of one that has moved or at its head. */
static inline void *yodel_yajl_chain(yodel_yajl_block *block, yodel_yajl_block **link, size_t size) {
    block->link = link;
    block->size = size;
    *link = block;
    if (block->next != NULL) block->next->link = &block->next;
    return (char *)block + YODEL_YAJL_HEADER;
}

/* Pays for a block before it is taken. */
static inline void yodel_yajl_pay(yodel_yajl_memory *memory, size_t size) {
    if (memory->allowance == 0) yodel_yajl_leave(memory, YODEL_YAJL_NO_MEMORY);
    memory->allowance--;
    if (size > memory->budget) yodel_yajl_leave(memory, YODEL_YAJL_OVER_BUDGET);
}

static inline void *yodel_yajl_malloc(void *context, size_t size) {
    yodel_yajl_memory *memory = (yodel_yajl_memory *)context;
    yodel_yajl_pay(memory, size);
    const size_t free_bytes = (size_t)(memory->lent_end - memory->lent_next);
    if (size <= 4096 && YODEL_YAJL_LENT_HEADER + ((size + 15) & ~(size_t)15) <= free_bytes) {
        char *block = memory->lent_next + YODEL_YAJL_LENT_HEADER;
        memory->lent_next = block + ((size + 15) & ~(size_t)15);
        *yodel_yajl_size(block) = size;
        return block;
    }
    yodel_yajl_block *block = (yodel_yajl_block *)malloc(YODEL_YAJL_HEADER + size);
    if (block == NULL) yodel_yajl_leave(memory, YODEL_YAJL_NO_MEMORY);
    memory->budget -= size;
    block->next = memory->blocks;
    return yodel_yajl_chain(block, &memory->blocks, size);
}

static inline void yodel_yajl_free(void *context, void *freed) {
    yodel_yajl_memory *memory = (yodel_yajl_memory *)context;
    /* What was lent goes back as a whole. */
    if (freed == NULL || yodel_yajl_is_lent(memory, freed)) return;
    yodel_yajl_block *block = (yodel_yajl_block *)((char *)freed - YODEL_YAJL_HEADER);
    memory->budget += block->size;
    *block->link = block->next;
    if (block->next != NULL) block->next->link = block->link;
    free(block);
}

static inline void *yodel_yajl_realloc(void *context, void *old, size_t size) {
    yodel_yajl_memory *memory = (yodel_yajl_memory *)context;
    if (old == NULL) return yodel_yajl_malloc(context, size);
    const size_t old_size = *yodel_yajl_size(old);
    if (yodel_yajl_is_lent(memory, old)) {
        void *larger = yodel_yajl_malloc(context, size);
        memcpy(larger, old, size < old_size ? size : old_size);
        return larger;
    }
    yodel_yajl_pay(memory, size > old_size ? size - old_size : 0);
    yodel_yajl_block *block = (yodel_yajl_block *)realloc((char *)old - YODEL_YAJL_HEADER, YODEL_YAJL_HEADER + size);
    if (block == NULL) yodel_yajl_leave(memory, YODEL_YAJL_NO_MEMORY);
    memory->budget -= size - old_size; /* modulo 2^64: a smaller block gives back */
    return yodel_yajl_chain(block, block->link, size);
}

/* ---- The calls of yajl. Each is the way out for the allocator below it. ---- */

/* Says what the handle will call. It is made by the first parse, so that a document has one way out and not two. */
static inline void yodel_yajl_prepare(yodel_yajl_memory *memory, const yajl_callbacks *callbacks, void *context) {
    memory->functions.malloc = yodel_yajl_malloc;
    memory->functions.realloc = yodel_yajl_realloc;
    memory->functions.free = yodel_yajl_free;
    memory->functions.ctx = memory;
    memory->callbacks = callbacks;
    memory->context = context;
}

/* yajl_parse; cancelled if there is no memory, now or before. UTF-8, and what follows the root, are left to the caller. */
static inline yajl_status yodel_yajl_parse(yodel_yajl_memory *memory, const unsigned char *bytes, size_t count) {
    jmp_buf exit;
    yajl_status status = yajl_status_client_canceled;
    if (memory->state != YODEL_YAJL_ALIVE) return status;
    memory->exit = &exit;
    if (setjmp(exit) == 0) {
        if (memory->handle == NULL) {
            memory->handle = yajl_alloc(memory->callbacks, &memory->functions, memory->context);
            yajl_config(memory->handle, yajl_dont_validate_strings, 1);
            yajl_config(memory->handle, yajl_allow_trailing_garbage, 1);
        }
        status = yajl_parse(memory->handle, bytes, count);
    } else {
        status = yajl_status_client_canceled;
    }
    memory->exit = NULL;
    return status;
}

/* yajl_get_error in its short form; NULL if there is no memory. The text is the memory's, and goes with it. */
static inline const unsigned char *yodel_yajl_get_error(yodel_yajl_memory *memory) {
    jmp_buf exit;
    const unsigned char *text = NULL;
    if (memory->state != YODEL_YAJL_ALIVE) return text;
    memory->exit = &exit;
    if (setjmp(exit) == 0) {
        text = yajl_get_error(memory->handle, 0, NULL, 0);
    } else {
        text = NULL;
    }
    memory->exit = NULL;
    return text;
}

/* yajl_get_bytes_consumed; 0 before the first parse. */
static inline size_t yodel_yajl_consumed(const yodel_yajl_memory *memory) {
    return memory->handle == NULL ? 0 : yajl_get_bytes_consumed(memory->handle);
}

/* Gives everything back, the handle too. */
static inline void yodel_yajl_end(yodel_yajl_memory *memory) {
    yodel_yajl_block *block = memory->blocks;
    while (block != NULL) {
        yodel_yajl_block *next = block->next;
        free(block);
        block = next;
    }
    memory->blocks = NULL;
}

#ifdef __cplusplus
}
#endif

#endif
