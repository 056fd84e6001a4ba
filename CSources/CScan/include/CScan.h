/* Bytes at sixteen a step: what Swift's own code does not reach.
 *
 * The gate. yajl lets some bytes pass that JSON does not have. The gate reads the raw bytes before yajl does and stops at the first one that
 * shows a fault:
 *   - a raw vertical tab or form feed, anywhere;
 *   - UTF-8 that is none by RFC 3629: overlong, surrogate, above U+10FFFF, stray or broken off;
 *   - an escaped surrogate without its partner: a high one (\uD800 to \uDBFF) must be followed at once by a low one (\uDC00 to \uDFFF).
 * It does not know strings from what is between them. It need not: outside of a string a backslash and a byte above 0x7F are faults that the
 * parser finds at the byte itself, which it has been given by then.
 *
 * Most bytes are plain ASCII other than a backslash: those are passed sixteen at a time, and one that is not is found by its bit in a mask.
 * Whole UTF-8 sequences and short escapes are stepped over where they stand. What the end of a chunk cuts goes through a state machine of one
 * byte a step, so the verdict never depends on where the chunks end.
 */
#ifndef YODEL_CSCAN_H
#define YODEL_CSCAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

enum { YODEL_GATE_OK = 0, YODEL_GATE_CONTROL = 1, YODEL_GATE_UTF8 = 2, YODEL_GATE_SURROGATE = 3 };

/* What the next byte is read as. */
enum {
    YODEL_GATE_PLAIN = 0,
    YODEL_GATE_ESCAPE,      /* after a backslash */
    YODEL_GATE_HEX,         /* in the digits of \u */
    YODEL_GATE_LOW_SLASH,   /* after a high surrogate: a backslash must follow, */
    YODEL_GATE_LOW_U,       /* then a u, */
    YODEL_GATE_LOW_HEX,     /* then the digits of a low one */
    YODEL_GATE_CONTINUATION /* inside a UTF-8 sequence */
};

/* The state between two bytes. All zero at the start of a document. */
typedef struct {
    uint8_t mode;
    uint8_t digits;     /* hex digits read */
    uint8_t needed;     /* continuation bytes still due */
    uint8_t low, high;  /* range of the next continuation byte */
    uint8_t fault;      /* YODEL_GATE_…, once a fault has been found */
    uint16_t unit;      /* value of the hex digits */
    uint32_t length;    /* bytes of the sequence under way that have been passed */
    uint32_t fault_back;/* bytes from the start of the faulty sequence to the byte that showed the fault; may reach into earlier chunks */
} yodel_gate;

/* The value of a hex digit, or -1. */
static inline int yodel_hex_value(uint8_t byte) {
    if (byte >= '0' && byte <= '9') return byte - '0';
    const uint8_t lower = byte | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Ends with a fault; always 0. */
static inline int yodel_gate_fail(yodel_gate *gate, uint8_t fault, uint32_t back) {
    gate->fault = fault;
    gate->fault_back = back;
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
static inline int yodel_gate_step(yodel_gate *gate, uint8_t byte) {
    switch (gate->mode) {
    case YODEL_GATE_ESCAPE:
        if (byte == 'u') {
            gate->mode = YODEL_GATE_HEX;
            gate->digits = 0;
            gate->unit = 0;
            return 1;
        }
        gate->mode = YODEL_GATE_PLAIN;
        if (byte == '\\' || (byte < 0x80 && byte != 0x0B && byte != 0x0C)) return 1;
        break;
    case YODEL_GATE_HEX:
    case YODEL_GATE_LOW_HEX: {
        const int value = yodel_hex_value(byte);
        if (value >= 0) {
            gate->unit = (uint16_t)(gate->unit << 4 | value);
            gate->digits++;
            if (gate->digits < 4) return 1;
            const int is_low = gate->unit >= 0xDC00 && gate->unit <= 0xDFFF;
            if (gate->mode == YODEL_GATE_LOW_HEX) {
                if (!is_low) return yodel_gate_fail(gate, YODEL_GATE_SURROGATE, 11);
                gate->mode = YODEL_GATE_PLAIN;
                return 1;
            }
            if (is_low) return yodel_gate_fail(gate, YODEL_GATE_SURROGATE, 5);
            gate->mode = gate->unit >= 0xD800 && gate->unit <= 0xDBFF ? YODEL_GATE_LOW_SLASH : YODEL_GATE_PLAIN;
            return 1;
        }
        if (gate->mode == YODEL_GATE_LOW_HEX) return yodel_gate_fail(gate, YODEL_GATE_SURROGATE, 8u + gate->digits);
        /* No escape that JSON has: the parser says so. The byte is read as any other. */
        gate->mode = YODEL_GATE_PLAIN;
        break;
    }
    case YODEL_GATE_LOW_SLASH:
        if (byte != '\\') return yodel_gate_fail(gate, YODEL_GATE_SURROGATE, 6);
        gate->mode = YODEL_GATE_LOW_U;
        return 1;
    case YODEL_GATE_LOW_U:
        if (byte != 'u') return yodel_gate_fail(gate, YODEL_GATE_SURROGATE, 7);
        gate->mode = YODEL_GATE_LOW_HEX;
        gate->digits = 0;
        gate->unit = 0;
        return 1;
    case YODEL_GATE_CONTINUATION:
        if (byte < gate->low || byte > gate->high) return yodel_gate_fail(gate, YODEL_GATE_UTF8, gate->length);
        gate->low = 0x80;
        gate->high = 0xBF;
        gate->length++;
        if (--gate->needed == 0) gate->mode = YODEL_GATE_PLAIN;
        return 1;
    default:
        break;
    }
    if (byte == '\\') {
        gate->mode = YODEL_GATE_ESCAPE;
        return 1;
    }
    if (byte == 0x0B || byte == 0x0C) return yodel_gate_fail(gate, YODEL_GATE_CONTROL, 0);
    if (byte >= 0x80) {
        gate->needed = yodel_utf8_lead(byte, &gate->low, &gate->high);
        if (gate->needed == 0) return yodel_gate_fail(gate, YODEL_GATE_UTF8, 0);
        gate->length = 1;
        gate->mode = YODEL_GATE_CONTINUATION;
    }
    return 1;
}

/* Length of the well-formed UTF-8 sequence at the start of `count` bytes, 0 if there is none or it goes on behind them. */
static inline size_t yodel_utf8_sequence(const uint8_t *bytes, size_t count) {
    uint8_t low, high;
    const uint8_t more = yodel_utf8_lead(bytes[0], &low, &high);
    if (more == 0 || count <= more) return 0;
    if (bytes[1] < low || bytes[1] > high) return 0;
    if (more > 1 && (bytes[2] & 0xC0) != 0x80) return 0;
    if (more > 2 && (bytes[3] & 0xC0) != 0x80) return 0;
    return (size_t)more + 1;
}

#if defined(__SSE2__)
/* The top bit of each byte: set where the byte is not ASCII, or is a backslash, VT or FF. */
static inline __m128i yodel_not_plain(__m128i block) {
    const __m128i slash = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
    const __m128i vt = _mm_cmpeq_epi8(block, _mm_set1_epi8(0x0B));
    const __m128i ff = _mm_cmpeq_epi8(block, _mm_set1_epi8(0x0C));
    return _mm_or_si128(_mm_or_si128(block, slash), _mm_or_si128(vt, ff));
}

/* The same scan, thirty-two bytes a block, for processors that have AVX2; compiled for them alone and chosen at run time. Stops at the last
 * whole pair of blocks that is all plain. */
__attribute__((target("avx2"))) static size_t yodel_plain_pairs_avx2(const uint8_t *bytes, size_t count) {
    const __m256i slash = _mm256_set1_epi8('\\');
    const __m256i vt = _mm256_set1_epi8(0x0B);
    const __m256i ff = _mm256_set1_epi8(0x0C);
    size_t index = 0;
    for (; index + 64 <= count; index += 64) {
        const __m256i a = _mm256_loadu_si256((const __m256i *)(bytes + index));
        const __m256i b = _mm256_loadu_si256((const __m256i *)(bytes + index + 32));
        const __m256i of_a = _mm256_or_si256(_mm256_cmpeq_epi8(a, slash), _mm256_or_si256(_mm256_cmpeq_epi8(a, vt), _mm256_cmpeq_epi8(a, ff)));
        const __m256i of_b = _mm256_or_si256(_mm256_cmpeq_epi8(b, slash), _mm256_or_si256(_mm256_cmpeq_epi8(b, vt), _mm256_cmpeq_epi8(b, ff)));
        if (_mm256_movemask_epi8(_mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(of_a, of_b))) != 0) break;
    }
    return index;
}

#endif

/* Bytes at the start of `count` that are ASCII and neither a backslash nor VT nor FF; sixteen at a time where that is possible. */
static inline size_t yodel_plain_prefix(const uint8_t *bytes, size_t count) {
    size_t index = 0;
#if defined(__SSE2__)
    if (count >= 128 && __builtin_cpu_supports("avx2")) index = yodel_plain_pairs_avx2(bytes, count);
    for (; index + 16 <= count; index += 16) {
        const __m128i block = _mm_loadu_si128((const __m128i *)(bytes + index));
        const int mask = _mm_movemask_epi8(yodel_not_plain(block));
        if (mask != 0) return index + (size_t)__builtin_ctz((unsigned)mask);
    }
#elif defined(__aarch64__) && defined(__ARM_NEON)
    const uint8x16_t slash = vdupq_n_u8('\\');
    const uint8x16_t vt = vdupq_n_u8(0x0B);
    const uint8x16_t ff = vdupq_n_u8(0x0C);
    for (; index + 16 <= count; index += 16) {
        const uint8x16_t block = vld1q_u8(bytes + index);
        const uint8x16_t special = vorrq_u8(vceqq_u8(block, slash), vorrq_u8(vceqq_u8(block, vt), vceqq_u8(block, ff)));
        if (vmaxvq_u8(vorrq_u8(special, block)) >= 0x80) break;
    }
#endif
    for (; index < count; index++) {
        const uint8_t byte = bytes[index];
        if (byte >= 0x80 || byte == '\\' || byte == 0x0B || byte == 0x0C) break;
    }
    return index;
}

/* Checks the next bytes of a document. Returns how many passed; fewer than `count` mean a fault that the byte after them shows. */
static inline size_t yodel_gate_check(yodel_gate *gate, const uint8_t *bytes, size_t count) {
    size_t index = 0;
    while (index < count) {
        if (gate->mode == YODEL_GATE_PLAIN) {
            const uint8_t byte = bytes[index];
            if (byte >= 0x80) {
                const size_t length = yodel_utf8_sequence(bytes + index, count - index);
                if (length != 0) {
                    index += length;
                    continue;
                }
            } else if (byte != '\\') {
                const size_t plain = yodel_plain_prefix(bytes + index, count - index);
                index += plain;
                if (plain != 0) continue;
            } else if (index + 1 < count && bytes[index + 1] < 0x80 && bytes[index + 1] != 'u' && bytes[index + 1] != 0x0B &&
                       bytes[index + 1] != 0x0C) {
                index += 2;
                continue;
            }
        }
        if (!yodel_gate_step(gate, bytes[index])) return index;
        index++;
    }
    return count;
}

/* Number of line feeds in `count` bytes; the index of the last one in `*last`, which is left alone if there is none. */
static inline size_t yodel_count_newlines(const uint8_t *bytes, size_t count, size_t *last) {
    size_t found = 0;
    size_t index = 0;
#if defined(__SSE2__)
    const __m128i newline = _mm_set1_epi8('\n');
    for (; index + 16 <= count; index += 16) {
        const __m128i block = _mm_loadu_si128((const __m128i *)(bytes + index));
        const unsigned mask = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(block, newline));
        if (mask != 0) {
            found += (size_t)__builtin_popcount(mask);
            *last = index + 31 - (size_t)__builtin_clz(mask);
        }
    }
#endif
    for (; index < count; index++) {
        if (bytes[index] == '\n') {
            found++;
            *last = index;
        }
    }
    return found;
}

/* White space (RFC 8259 section 2) at the start of `count` bytes. */
static inline size_t yodel_skip_whitespace(const uint8_t *bytes, size_t count) {
    size_t index = 0;
    while (index < count && (bytes[index] == ' ' || bytes[index] == '\n' || bytes[index] == '\r' || bytes[index] == '\t')) index++;
    return index;
}

#endif
