/* The plain part of a JSON string: copied by blocks of sixteen bytes up to the first byte that must be escaped.
 *
 * A block is loaded, stored and only then looked at: what is stored behind the first byte that must be escaped is junk, which the escape
 * and what follows it overwrite. What is left at the end is not copied byte by byte. The last bytes are taken as two more blocks that begin
 * before the end of the last ones: what they take twice is known to be plain, and is stored again as it is.
 *
 *     37 bytes                0 .............. 15  16 ............. 31
 *                                 5 ............. 20  21 ............. 36
 *
 * Fewer than sixteen go the same way in two words of eight or four bytes, which share bytes in the middle, put together as one block. So
 * nothing is ever read or written beyond `count`.
 */
#ifndef YODEL_CSCAN_ESCAPE_H
#define YODEL_CSCAN_ESCAPE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CScanBlock.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is escaped beside the quote, the backslash and what is below 0x20. */
enum {
    YODEL_ESCAPE_SLASH = 1,    /* the slash */
    YODEL_ESCAPE_NOT_ASCII = 2 /* bytes from 0x80 on */
};

#define YODEL_ESCAPE_INLINE static inline __attribute__((always_inline))

#if defined(YODEL_SCAN_SSE2)
typedef __m128i yodel_found;

/* Finds the bytes to escape: a byte's top bit says whether it is one. */
YODEL_ESCAPE_INLINE yodel_found yodel_find_escaped(yodel_block block, unsigned flags) {
    /* As signed values, what is not ASCII is below the controls. */
    const __m128i control = flags & YODEL_ESCAPE_NOT_ASCII ? _mm_cmplt_epi8(block, _mm_set1_epi8(0x20))
                                                           : _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8(0x1F)), block);
    const __m128i quote = _mm_cmpeq_epi8(block, _mm_set1_epi8('"'));
    const __m128i backslash = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
    __m128i found = _mm_or_si128(control, _mm_or_si128(quote, backslash));
    if (flags & YODEL_ESCAPE_SLASH) found = _mm_or_si128(found, _mm_cmpeq_epi8(block, _mm_set1_epi8('/')));
    return found;
}

YODEL_ESCAPE_INLINE int yodel_is_found(yodel_found found) { return _mm_movemask_epi8(found) != 0; }

YODEL_ESCAPE_INLINE unsigned yodel_found_mask(yodel_found found) { return (unsigned)_mm_movemask_epi8(found); }

YODEL_ESCAPE_INLINE yodel_found yodel_either(yodel_found left, yodel_found right) { return _mm_or_si128(left, right); }

/* A block of two words. */
YODEL_ESCAPE_INLINE yodel_block yodel_joined(uint64_t first, uint64_t last) { return _mm_set_epi64x((int64_t)last, (int64_t)first); }

#elif defined(YODEL_SCAN_NEON)
typedef uint8x16_t yodel_found;

YODEL_ESCAPE_INLINE yodel_found yodel_find_escaped(yodel_block block, unsigned flags) {
    const uint8x16_t control = vcltq_u8(block, vdupq_n_u8(0x20));
    const uint8x16_t quote = vceqq_u8(block, vdupq_n_u8('"'));
    const uint8x16_t backslash = vceqq_u8(block, vdupq_n_u8('\\'));
    uint8x16_t found = vorrq_u8(control, vorrq_u8(quote, backslash));
    if (flags & YODEL_ESCAPE_SLASH) found = vorrq_u8(found, vceqq_u8(block, vdupq_n_u8('/')));
    if (flags & YODEL_ESCAPE_NOT_ASCII) found = vorrq_u8(found, vcgeq_u8(block, vdupq_n_u8(0x80)));
    return found;
}

YODEL_ESCAPE_INLINE int yodel_is_found(yodel_found found) { return vmaxvq_u8(found) != 0; }

YODEL_ESCAPE_INLINE unsigned yodel_found_mask(yodel_found found) { return yodel_mask_of(found); }

YODEL_ESCAPE_INLINE yodel_found yodel_either(yodel_found left, yodel_found right) { return vorrq_u8(left, right); }

YODEL_ESCAPE_INLINE yodel_block yodel_joined(uint64_t first, uint64_t last) {
    return vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(first), vcreate_u64(last)));
}

#else
typedef struct { uint64_t words[2]; } yodel_found;

/* Top bits of the bytes of a word that are zero. No byte carries into the next, so each bit is right. */
YODEL_ESCAPE_INLINE uint64_t yodel_zero_bytes(uint64_t word) {
    const uint64_t low = 0x7F7F7F7F7F7F7F7Fu;
    return ~(((word & low) + low) | word | low);
}

YODEL_ESCAPE_INLINE yodel_found yodel_find_escaped(yodel_block block, unsigned flags) {
    yodel_found found;
    for (int i = 0; i < 2; i++) {
        uint64_t word;
        memcpy(&word, block.bytes + 8 * i, 8);
        uint64_t bits = yodel_zero_bytes(word & 0xE0E0E0E0E0E0E0E0u);
        bits |= yodel_zero_bytes(word ^ 0x2222222222222222u) | yodel_zero_bytes(word ^ 0x5C5C5C5C5C5C5C5Cu);
        if (flags & YODEL_ESCAPE_SLASH) bits |= yodel_zero_bytes(word ^ 0x2F2F2F2F2F2F2F2Fu);
        if (flags & YODEL_ESCAPE_NOT_ASCII) bits |= word & 0x8080808080808080u;
        found.words[i] = bits;
    }
    return found;
}

YODEL_ESCAPE_INLINE int yodel_is_found(yodel_found found) { return (found.words[0] | found.words[1]) != 0; }

YODEL_ESCAPE_INLINE yodel_found yodel_either(yodel_found left, yodel_found right) {
    left.words[0] |= right.words[0];
    left.words[1] |= right.words[1];
    return left;
}

YODEL_ESCAPE_INLINE unsigned yodel_found_mask(yodel_found found) {
    unsigned mask = 0;
    for (int i = 0; i < 2; i++) {
        uint64_t bits = found.words[i];
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        bits = __builtin_bswap64(bits);
#endif
        /* Each top bit is moved to a place of its own in the upper byte. */
        mask |= (unsigned)(((bits >> 7) * 0x0102040810204080u) >> 56) << (8 * i);
    }
    return mask;
}

YODEL_ESCAPE_INLINE yodel_block yodel_joined(uint64_t first, uint64_t last) {
    yodel_block block;
    memcpy(block.bytes, &first, 8);
    memcpy(block.bytes + 8, &last, 8);
    return block;
}
#endif

/* Copies fewer than sixteen bytes. Returns how many of them come before the first one to escape. */
YODEL_ESCAPE_INLINE size_t yodel_copy_plain_short(uint8_t *to, const uint8_t *from, size_t count, unsigned flags) {
    unsigned mask;
    if (count >= 8) {
        uint64_t first, last;
        memcpy(&first, from, 8);
        memcpy(&last, from + count - 8, 8);
        memcpy(to, &first, 8);
        memcpy(to + count - 8, &last, 8);
        mask = yodel_found_mask(yodel_find_escaped(yodel_joined(first, last), flags));
        mask = (mask & 0xFF) | mask >> 8 << (count - 8);
    } else if (count >= 4) {
        uint32_t first, last;
        memcpy(&first, from, 4);
        memcpy(&last, from + count - 4, 4);
        memcpy(to, &first, 4);
        memcpy(to + count - 4, &last, 4);
        mask = yodel_found_mask(yodel_find_escaped(yodel_joined(first, last), flags));
        mask = (mask & 0xF) | (mask >> 8 & 0xF) << (count - 4);
    } else {
        for (size_t index = 0; index < count; index++) {
            const uint8_t byte = from[index];
            if (byte < 0x20 || byte == '"' || byte == '\\') return index;
            if ((flags & YODEL_ESCAPE_SLASH) && byte == '/') return index;
            if ((flags & YODEL_ESCAPE_NOT_ASCII) && byte >= 0x80) return index;
            to[index] = byte;
        }
        return count;
    }
    return mask == 0 ? count : (size_t)__builtin_ctz(mask);
}

/* Copies two blocks of sixteen bytes, the second at most sixteen behind the first. Returns how many bytes come before the first one to escape. */
YODEL_ESCAPE_INLINE size_t yodel_copy_plain_pair(uint8_t *to, const uint8_t *from, size_t second, unsigned flags) {
    const yodel_block head = yodel_load(from);
    const yodel_block tail = yodel_load(from + second);
    memcpy(to, &head, 16);
    memcpy(to + second, &tail, 16);
    const yodel_found in_head = yodel_find_escaped(head, flags);
    const yodel_found in_tail = yodel_find_escaped(tail, flags);
    if (!yodel_is_found(yodel_either(in_head, in_tail))) return second + 16;
    return (size_t)__builtin_ctz(yodel_found_mask(in_head) | yodel_found_mask(in_tail) << second);
}

/* Copies bytes up to the first one that must be escaped in a JSON string (RFC 8259 section 7) and returns how many; `count` if none must.
 * Reads and writes nothing beyond `count`; what is written behind the bytes returned has no meaning. The two must not overlap. */
YODEL_ESCAPE_INLINE size_t yodel_copy_plain(uint8_t *to, const uint8_t *from, size_t count, unsigned flags) {
    if (count < 16) return yodel_copy_plain_short(to, from, count, flags);
    if (count < 32) return yodel_copy_plain_pair(to, from, count - 16, flags);
    size_t index = 0;
    for (;;) {
        const size_t plain = yodel_copy_plain_pair(to + index, from + index, 16, flags);
        index += plain;
        if (plain < 32 || index == count) return index;
        /* The last bytes, as two blocks that end with them. */
        if (count - index < 32) index = count - 32;
    }
}

/* The same of fewer than sixteen bytes that stand in a block of their own, as those of a short string do. Reads and writes the whole block. */
YODEL_ESCAPE_INLINE size_t yodel_copy_plain_block(uint8_t *to, const void *from, size_t count, unsigned flags) {
    const yodel_block block = yodel_load((const uint8_t *)from);
    memcpy(to, &block, 16);
    const unsigned mask = yodel_found_mask(yodel_find_escaped(block, flags)) & ((1u << count) - 1);
    return mask == 0 ? count : (size_t)__builtin_ctz(mask);
}

#ifdef __cplusplus
}
#endif

#endif
