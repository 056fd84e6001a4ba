/* Where the plain part of a JSON string ends, looked for sixteen bytes a step.
 *
 * Plain is what stands for itself: everything but the quote, the backslash and what is below 0x20. The same look tells whether all of it is
 * ASCII, which a string that is made of it has to know.
 *
 *     block                 a  b  C3 A9  "  ,  "  ...
 *     quote, backslash, …   .  .  .  .   1  .  1
 *     top bits              .  .  1  1   .  .  .      those before the first of the row above count
 *
 * Nothing beyond `count` is read: of fewer than sixteen bytes two words that share bytes in the middle are put together as one block.
 */
#ifndef YODEL_CSCAN_STRING_H
#define YODEL_CSCAN_STRING_H

#include "CScanEscape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A plain run: its length, and whether a byte of it is not ASCII (then `high` is not zero). */
typedef struct {
    size_t length;
    unsigned high;
} yodel_run;

/* The run that ends at the first bit of `found`, or after all `count` bytes. `top` has the bytes that are not ASCII. */
YODEL_ESCAPE_INLINE yodel_run yodel_run_of(unsigned found, unsigned top, size_t count) {
    if (found == 0) return (yodel_run){count, top};
    return (yodel_run){(size_t)__builtin_ctz(found), top & (found - 1) & ~found};
}

/* The run at the start of fewer than sixteen bytes. */
static __attribute__((noinline, unused)) yodel_run yodel_plain_run_short(const uint8_t *bytes, size_t count) {
    if (count >= 8) {
        uint64_t first, last;
        memcpy(&first, bytes, 8);
        memcpy(&last, bytes + count - 8, 8);
        const yodel_block block = yodel_joined(first, last);
        const unsigned found = yodel_found_mask(yodel_find_escaped(block, 0)), top = yodel_mask_high(block);
        return yodel_run_of((found & 0xFF) | found >> 8 << (count - 8), (top & 0xFF) | top >> 8 << (count - 8), count);
    }
    if (count >= 4) {
        uint32_t first, last;
        memcpy(&first, bytes, 4);
        memcpy(&last, bytes + count - 4, 4);
        const yodel_block block = yodel_joined(first, last);
        const unsigned found = yodel_found_mask(yodel_find_escaped(block, 0)), top = yodel_mask_high(block);
        return yodel_run_of((found & 0xF) | (found >> 8 & 0xF) << (count - 4), (top & 0xF) | (top >> 8 & 0xF) << (count - 4), count);
    }
    yodel_run run = {0, 0};
    for (; run.length < count; run.length++) {
        const uint8_t byte = bytes[run.length];
        if (byte < 0x20 || byte == '"' || byte == '\\') break;
        run.high |= byte & 0x80;
    }
    return run;
}

/* The plain run at the start of `count` bytes: it ends before the first quote, backslash or control character, or after all of them. */
YODEL_ESCAPE_INLINE yodel_run yodel_plain_run(const uint8_t *bytes, size_t count) {
    size_t index = 0;
    unsigned high = 0;
    for (; count - index >= 16; index += 16) {
        const yodel_block block = yodel_load(bytes + index);
        const unsigned found = yodel_found_mask(yodel_find_escaped(block, 0));
        const unsigned top = yodel_mask_high(block);
        if (found != 0) return (yodel_run){index + (size_t)__builtin_ctz(found), high | (top & (found - 1) & ~found)};
        high |= top;
    }
    const yodel_run rest = yodel_plain_run_short(bytes + index, count - index);
    return (yodel_run){index + rest.length, high | rest.high};
}

/* The ASCII at the start of a plain run: it ends before the first byte that is not ASCII too. */
YODEL_ESCAPE_INLINE size_t yodel_ascii_run(const uint8_t *bytes, size_t count) {
    const uint8_t *next = bytes;
    const uint8_t *const end = bytes + count;
    if (count >= 16) {
        do {
            const unsigned found = yodel_found_mask(yodel_find_escaped(yodel_load(next), YODEL_ESCAPE_NOT_ASCII));
            if (found != 0) return (size_t)(next - bytes) + (size_t)__builtin_ctz(found);
            next += 16;
        } while (next <= end - 16);
    }
    const yodel_run rest = yodel_plain_run_short(next, (size_t)(end - next));
    if (rest.high == 0) return (size_t)(next - bytes) + rest.length;
    while (*next < 0x80) next++;
    return (size_t)(next - bytes);
}

#ifdef __cplusplus
}
#endif

#endif
