/* Bytes at sixteen a step: what Swift's own code does not reach.
 *
 * The prevalidator. yajl lets some bytes pass that JSON does not have. The prevalidator reads the raw bytes before yajl does and stops at the first one
 * that shows a fault:
 *   - a raw vertical tab or form feed, anywhere;
 *   - UTF-8 that is none by RFC 3629: overlong, surrogate, above U+10FFFF, stray or broken off;
 *   - an escaped surrogate without its partner: a high one (\uD800 to \uDBFF) must be followed at once by a low one (\uDC00 to \uDFFF).
 * It does not know strings from what is between them. It need not: outside of a string a backslash and a byte above 0x7F are faults that
 * the parser finds at the byte itself, which it has been given by then.
 *
 * Two readers give one verdict. The state machine (yodel_prevalidator_step) takes a byte at a time and can stop between any two: it is what the
 * prevalidator means. The blocks only pass bytes over, sixteen at a time, where it is certain that the machine would pass them: they never find a
 * fault and keep no state. What a block does not pass (a fault, or what the end of the chunk cuts) is left to the machine. So neither the
 * verdict nor its position depends on where the chunks end.
 *
 * A block is compared as a whole; each comparison gives a mask with one bit a byte. No bit set in the first of them: sixteen plain bytes,
 * on to the next block. Else UTF-8 is checked by shifting masks: a lead byte says which of the bytes after it must be continuations, and
 * these must be exactly the continuations that there are.
 *
 *     bytes               a  C3 A9  E6 97 A5  b    (bit 0 on the left)
 *     leads               .  1  .   1  .  .   .
 *     of three or more    .  .  .   1  .  .   .
 *     due                 .  .  1   .  1  1   .    leads << 1 | of three or more << 2 | of four << 3
 *     continuations       .  .  1   .  1  1   .    the same: sound
 *
 * Which byte shows a fault:
 *   - of UTF-8, the first byte that cannot go on with the sequence;
 *   - of an escape that is a lone low surrogate or no low one after a high one, its last hex digit;
 *   - of anything else after a high surrogate, the first byte that is not as in \uXXXX.
 */
#ifndef YODEL_CSCAN_H
#define YODEL_CSCAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CScanBase64.h"
#include "CScanBlock.h"
#include "CScanEscape.h"
#include "CScanNumber.h"
#include "CScanStack.h"
#include "CScanStorage.h"
#include "CScanString.h"
#include "CScanUnicode.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The prevalidator's state machine ---- */

enum { YODEL_PREVALIDATOR_OK = 0, YODEL_PREVALIDATOR_CONTROL = 1, YODEL_PREVALIDATOR_UTF8 = 2, YODEL_PREVALIDATOR_SURROGATE = 3 };

/* What the next byte is read as. */
enum {
    YODEL_PREVALIDATOR_PLAIN = 0,
    YODEL_PREVALIDATOR_ESCAPE,      /* after a backslash */
    YODEL_PREVALIDATOR_HEX,         /* in the digits of \u */
    YODEL_PREVALIDATOR_LOW_SLASH,   /* after a high surrogate: a backslash must follow, */
    YODEL_PREVALIDATOR_LOW_U,       /* then a u, */
    YODEL_PREVALIDATOR_LOW_HEX,     /* then the digits of a low one */
    YODEL_PREVALIDATOR_CONTINUATION /* inside a UTF-8 sequence */
};

/* The state between two bytes. All zero at the start of a document. */
typedef struct {
    uint8_t mode;
    uint8_t digits;     /* hex digits read */
    uint8_t needed;     /* continuation bytes still due */
    uint8_t low, high;  /* range of the next continuation byte */
    uint8_t fault;      /* YODEL_PREVALIDATOR_…, once a fault has been found */
    uint8_t special; /* set once a byte has come that is not ASCII, or a backslash: without it every string is plain ASCII */
    uint16_t unit;      /* value of the hex digits */
    uint32_t length;    /* bytes of the UTF-8 sequence under way that have been passed */
    uint32_t fault_back;/* bytes from the start of the faulty sequence to the byte that showed the fault; may reach into earlier chunks */
} yodel_prevalidator;

/* The value of a hex digit, or -1. */
static inline int yodel_hex_value(uint8_t byte) {
    if (byte >= '0' && byte <= '9') return byte - '0';
    const uint8_t lower = byte | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Ends with a fault; always 0. */
static inline int yodel_prevalidator_fail(yodel_prevalidator *prevalidator, uint8_t fault, uint32_t back) {
    prevalidator->fault = fault;
    prevalidator->fault_back = back;
    return 0;
}

/* Begins a UTF-8 sequence: its length and the range of its second byte, which alone excludes overlong forms, surrogates and what is above
 * U+10FFFF. RFC 3629 section 4. Returns the number of continuation bytes, 0 if no sequence begins with the byte. */
static inline uint8_t yodel_utf8_lead(uint8_t byte, uint8_t *low, uint8_t *high) {
    *low = 0x80;
    *high = 0xBF;
    if (byte < 0xC2) return 0;
    if (byte < 0xE0) return 1;
    if (byte < 0xF0) {
        if (byte == 0xE0) *low = 0xA0;
        if (byte == 0xED) *high = 0x9F;
        return 2;
    }
    if (byte > 0xF4) return 0;
    if (byte == 0xF0) *low = 0x90;
    if (byte == 0xF4) *high = 0x8F;
    return 3;
}

/* Takes one byte. Returns 0 if it shows a fault. */
static inline int yodel_prevalidator_step(yodel_prevalidator *prevalidator, uint8_t byte) {
    switch (prevalidator->mode) {
    case YODEL_PREVALIDATOR_ESCAPE:
        prevalidator->mode = YODEL_PREVALIDATOR_PLAIN;
        if (byte == 'u') {
            prevalidator->mode = YODEL_PREVALIDATOR_HEX;
            prevalidator->digits = 0;
            prevalidator->unit = 0;
            return 1;
        }
        /* A backslash takes the next one with it. Any other byte is read as if the backslash were not there. */
        if (byte == '\\') return 1;
        break;
    case YODEL_PREVALIDATOR_HEX:
    case YODEL_PREVALIDATOR_LOW_HEX: {
        const int value = yodel_hex_value(byte);
        if (value >= 0) {
            prevalidator->unit = (uint16_t)(prevalidator->unit << 4 | value);
            prevalidator->digits++;
            if (prevalidator->digits < 4) return 1;
            const int is_low = prevalidator->unit >= 0xDC00 && prevalidator->unit <= 0xDFFF;
            if (prevalidator->mode == YODEL_PREVALIDATOR_LOW_HEX) {
                if (!is_low) return yodel_prevalidator_fail(prevalidator, YODEL_PREVALIDATOR_SURROGATE, 11);
                prevalidator->mode = YODEL_PREVALIDATOR_PLAIN;
                return 1;
            }
            if (is_low) return yodel_prevalidator_fail(prevalidator, YODEL_PREVALIDATOR_SURROGATE, 5);
            prevalidator->mode = prevalidator->unit >= 0xD800 && prevalidator->unit <= 0xDBFF ? YODEL_PREVALIDATOR_LOW_SLASH : YODEL_PREVALIDATOR_PLAIN;
            return 1;
        }
        if (prevalidator->mode == YODEL_PREVALIDATOR_LOW_HEX) return yodel_prevalidator_fail(prevalidator, YODEL_PREVALIDATOR_SURROGATE, 8u + prevalidator->digits);
        /* No escape that JSON has: the parser says so. The byte is read as any other. */
        prevalidator->mode = YODEL_PREVALIDATOR_PLAIN;
        break;
    }
    case YODEL_PREVALIDATOR_LOW_SLASH:
        if (byte != '\\') return yodel_prevalidator_fail(prevalidator, YODEL_PREVALIDATOR_SURROGATE, 6);
        prevalidator->mode = YODEL_PREVALIDATOR_LOW_U;
        return 1;
    case YODEL_PREVALIDATOR_LOW_U:
        if (byte != 'u') return yodel_prevalidator_fail(prevalidator, YODEL_PREVALIDATOR_SURROGATE, 7);
        prevalidator->mode = YODEL_PREVALIDATOR_LOW_HEX;
        prevalidator->digits = 0;
        prevalidator->unit = 0;
        return 1;
    case YODEL_PREVALIDATOR_CONTINUATION:
        if (byte < prevalidator->low || byte > prevalidator->high) return yodel_prevalidator_fail(prevalidator, YODEL_PREVALIDATOR_UTF8, prevalidator->length);
        prevalidator->low = 0x80;
        prevalidator->high = 0xBF;
        prevalidator->length++;
        if (--prevalidator->needed == 0) prevalidator->mode = YODEL_PREVALIDATOR_PLAIN;
        return 1;
    default:
        break;
    }
    if (byte == '\\') {
        prevalidator->mode = YODEL_PREVALIDATOR_ESCAPE;
        return 1;
    }
    if (byte == 0x0B || byte == 0x0C) return yodel_prevalidator_fail(prevalidator, YODEL_PREVALIDATOR_CONTROL, 0);
    if (byte >= 0x80) {
        prevalidator->needed = yodel_utf8_lead(byte, &prevalidator->low, &prevalidator->high);
        if (prevalidator->needed == 0) return yodel_prevalidator_fail(prevalidator, YODEL_PREVALIDATOR_UTF8, 0);
        prevalidator->length = 1;
        prevalidator->mode = YODEL_PREVALIDATOR_CONTINUATION;
    }
    return 1;
}

/* ---- The prevalidator's blocks ---- */

/* The value of four hex digits, or -1. */
static inline int yodel_hex_unit(const uint8_t *digits) {
    const int a = yodel_hex_value(digits[0]), b = yodel_hex_value(digits[1]);
    const int c = yodel_hex_value(digits[2]), d = yodel_hex_value(digits[3]);
    /* One that is -1 makes the whole negative. */
    return (a | b | c | d) < 0 ? -1 : a << 12 | b << 8 | c << 4 | d;
}

/* Length of the escape, or pair of them, that begins with the backslash at `bytes`; 0 if it is cut or only the machine can tell. */
static inline size_t yodel_escape_length(const uint8_t *bytes, size_t count) {
    if (count < 2) return 0;
    if (bytes[1] == '\\') return 2;
    /* The backslash is passed alone: what it takes with it is checked like any other byte. */
    if (bytes[1] != 'u') return 1;
    if (count < 6) return 0;
    const int unit = yodel_hex_unit(bytes + 2);
    if (unit < 0) return 0;
    if ((unit & 0xF800) != 0xD800) return 6;
    if (unit >= 0xDC00 || count < 12 || bytes[6] != '\\' || bytes[7] != 'u') return 0;
    const int low = yodel_hex_unit(bytes + 8);
    return low >= 0xDC00 && low <= 0xDFFF ? 12 : 0;
}

/* Passes over what is sound in a block, between sequences and never inside one. Returns how far; 0 if the first byte is not passed.
 *
 * `block` holds the bytes at `bytes`, padded with zeros if `count`, which goes to the end of the chunk, is less than sixteen. */
static inline size_t yodel_prevalidator_block(yodel_block block, const uint8_t *bytes, size_t count) {
    const unsigned width = count < 16 ? (unsigned)count : 16;
    const unsigned within = (1u << width) - 1;
    const unsigned high = yodel_mask_high(block);
    unsigned leads = 0, due = 0, wrong = 0;
    if (high != 0) {
        leads = yodel_mask_above(block, 0xBF) & high;
        due = leads << 1 | (yodel_mask_above(block, 0xDF) & high) << 2 | (yodel_mask_above(block, 0xEF) & high) << 3;
        const unsigned continuations = high & ~leads;
        /* C0 and C1 only begin overlong forms; above F4 nothing begins. */
        wrong = (due ^ continuations) | (leads & ~yodel_mask_above(block, 0xC1)) | (yodel_mask_above(block, 0xF4) & high);
        /* The four leads that narrow the range of their second byte: no overlong forms, no surrogates, nothing above U+10FFFF. */
        const unsigned from_a0 = yodel_mask_above(block, 0x9F);
        wrong |= yodel_mask_equal(block, 0xE0) << 1 & ~from_a0;
        wrong |= yodel_mask_equal(block, 0xED) << 1 & from_a0;
        if ((due & due >> 2) != 0) {
            const unsigned from_90 = yodel_mask_above(block, 0x8F);
            wrong |= yodel_mask_equal(block, 0xF0) << 1 & ~from_90;
            wrong |= yodel_mask_equal(block, 0xF4) << 1 & from_90;
        }
    }
    unsigned special = yodel_mask_special(block);
    const unsigned slashes = special == 0 ? 0 : yodel_mask_equal(block, '\\');
    const unsigned stops = (special & ~slashes) | wrong;
    /* Where no two backslashes are neighbours, one that is not followed by u takes a byte with it that is read as ever: nothing to do. */
    if ((slashes & slashes << 1) == 0) special &= ~slashes | yodel_mask_equal(block, 'u') >> 1 | 1u << (width - 1);
    special = (special | wrong) & within;
    unsigned end = width;
    while (special != 0) {
        const unsigned at = (unsigned)__builtin_ctz(special);
        size_t length = 0;
        if ((stops >> at & 1) == 0) length = yodel_escape_length(bytes + at, count - at);
        if (length == 0) {
            end = at;
            break;
        }
        /* All of an escape is ASCII, so no sequence is open behind it. */
        if (at + length >= width) return at + length;
        special &= ~0u << (at + length);
    }
    /* A sequence that goes on there is not passed: back to its lead. */
    if ((due >> end & 1) != 0) end = 31 - (unsigned)__builtin_clz(leads & ((1u << end) - 1));
    return end;
}

/* Checks the next bytes of a document. Returns how many passed; fewer than `count` mean a fault that the byte after them shows. */
static inline size_t yodel_prevalidate(yodel_prevalidator *prevalidator, const uint8_t *bytes, size_t count) {
    size_t index = 0;
    while (index < count) {
        if (prevalidator->mode == YODEL_PREVALIDATOR_PLAIN) {
            const size_t left = count - index;
            yodel_block block;
            if (left >= 16) {
                block = yodel_load(bytes + index);
                if (yodel_is_plain(block)) {
                    index += 16;
                    index += yodel_plain_blocks(bytes + index, count - index);
                    continue;
                }
            } else {
                /* Never read beyond the chunk: the rest is copied. */
                uint8_t rest[16] = {0};
                memcpy(rest, bytes + index, left);
                block = yodel_load(rest);
                if (yodel_is_plain(block)) return count;
            }
            prevalidator->special = 1;
            const size_t passed = yodel_prevalidator_block(block, bytes + index, left);
            index += passed;
            if (passed != 0) continue;
        }
        if (!yodel_prevalidator_step(prevalidator, bytes[index])) return index;
        index++;
    }
    return count;
}

/* Ends a document. Returns the fault of what is still open: a UTF-8 sequence, or a high surrogate without its partner; `fault_back` then
 * counts from the end of the input. An escape that is merely cut is left to the parser. */
static inline uint8_t yodel_prevalidator_finish(yodel_prevalidator *prevalidator) {
    switch (prevalidator->mode) {
    case YODEL_PREVALIDATOR_CONTINUATION: yodel_prevalidator_fail(prevalidator, YODEL_PREVALIDATOR_UTF8, prevalidator->length); break;
    case YODEL_PREVALIDATOR_LOW_SLASH: yodel_prevalidator_fail(prevalidator, YODEL_PREVALIDATOR_SURROGATE, 6); break;
    case YODEL_PREVALIDATOR_LOW_U: yodel_prevalidator_fail(prevalidator, YODEL_PREVALIDATOR_SURROGATE, 7); break;
    case YODEL_PREVALIDATOR_LOW_HEX: yodel_prevalidator_fail(prevalidator, YODEL_PREVALIDATOR_SURROGATE, 8u + prevalidator->digits); break;
    default: break;
    }
    return prevalidator->fault;
}

/* Whether the content of a string, as it is written, is UTF-8. It may also say no to an escaped surrogate without its partner: whoever
 * resolves the escapes refuses that too. */
static inline int yodel_is_utf8(const uint8_t *bytes, size_t count) {
#if defined(YODEL_SCAN_SSE2)
    if (__builtin_cpu_supports("avx2")) return yodel_is_utf8_avx2(bytes, count);
#endif
    yodel_prevalidator prevalidator = {0};
    return yodel_prevalidate(&prevalidator, bytes, count) == count && yodel_prevalidator_finish(&prevalidator) == YODEL_PREVALIDATOR_OK;
}

/* ---- Lines and white space ---- */

/* Number of line feeds in `count` bytes; the index of the last one in `*last`, which is left alone if there is none. */
static inline size_t yodel_count_newlines(const uint8_t *bytes, size_t count, size_t *last) {
    size_t found = 0;
    size_t index = 0;
    for (; count - index >= 16; index += 16) {
        const unsigned mask = yodel_mask_equal(yodel_load(bytes + index), '\n');
        if (mask != 0) {
            found += (size_t)__builtin_popcount(mask);
            *last = index + 31 - (size_t)__builtin_clz(mask);
        }
    }
    for (; index < count; index++) {
        if (bytes[index] == '\n') {
            found++;
            *last = index;
        }
    }
    return found;
}

static inline int yodel_is_whitespace(uint8_t byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

/* Spaces at the start of sixteen bytes. */
static inline size_t yodel_leading_spaces(const uint8_t *bytes) {
    /* The bits above the block's sixteen are none of its spaces. */
    return (size_t)__builtin_ctz(~yodel_mask_equal(yodel_load(bytes), ' '));
}

/* White space (RFC 8259 section 2) at the start of `count` bytes. */
static inline size_t yodel_skip_whitespace(const uint8_t *bytes, size_t count) {
    size_t index = 0;
    for (; count - index >= 16; index += 16) {
        const yodel_block block = yodel_load(bytes + index);
        const unsigned blank = yodel_mask_equal(block, ' ') | yodel_mask_equal(block, '\n') | yodel_mask_equal(block, '\r') |
                               yodel_mask_equal(block, '\t');
        if (blank != 0xFFFF) return index + (size_t)__builtin_ctz(~blank);
    }
    while (index < count && yodel_is_whitespace(bytes[index])) index++;
    return index;
}

/* ---- Values whose ends are looked for ---- */

/* Bytes before the first quote or bracket of `count`: what stands between strings has no other byte that matters for the nesting. */
static inline size_t yodel_find_bracket(const uint8_t *bytes, size_t count) {
    size_t index = 0;
    for (; count - index >= 16; index += 16) {
        const yodel_block block = yodel_load(bytes + index);
        const unsigned found = yodel_mask_equal(block, '"') | yodel_mask_equal(block, '{') | yodel_mask_equal(block, '}') |
                               yodel_mask_equal(block, '[') | yodel_mask_equal(block, ']');
        if (found != 0) return index + (size_t)__builtin_ctz(found);
    }
    for (; index < count; index++) {
        const uint8_t byte = bytes[index];
        if (byte == '"' || byte == '{' || byte == '}' || byte == '[' || byte == ']') break;
    }
    return index;
}

/* Bytes before the first quote or backslash of `count`. */
static inline size_t yodel_find_quote(const uint8_t *bytes, size_t count) {
    size_t index = 0;
    for (; count - index >= 16; index += 16) {
        const yodel_block block = yodel_load(bytes + index);
        const unsigned found = yodel_mask_equal(block, '"') | yodel_mask_equal(block, '\\');
        if (found != 0) return index + (size_t)__builtin_ctz(found);
    }
    for (; index < count; index++) {
        if (bytes[index] == '"' || bytes[index] == '\\') break;
    }
    return index;
}

#ifdef __cplusplus
}
#endif

#endif
