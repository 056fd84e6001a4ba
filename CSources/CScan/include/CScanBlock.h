/* Blocks of sixteen bytes, compared as a whole: SSE2 on x86-64, NEON on arm64, plain C elsewhere.
 *
 * A comparison gives a mask: bit i is set if byte i of the block fits. Everything that reads blocks is written over these few operations
 * and is the same code on every processor.
 *
 *     block                    {  "  i  d  "  :  1  }  ...
 *     yodel_mask_equal('"')    0  1  0  0  1  0  0  0  ...   = 0x12
 */
#ifndef YODEL_CSCAN_BLOCK_H
#define YODEL_CSCAN_BLOCK_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* YODEL_SCAN_PORTABLE leaves the processor's vectors out, so that the portable code can be tried anywhere. */
#if defined(__SSE2__) && !defined(YODEL_SCAN_PORTABLE)
#define YODEL_SCAN_SSE2 1
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(YODEL_SCAN_PORTABLE)
#define YODEL_SCAN_NEON 1
#include <arm_neon.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if defined(YODEL_SCAN_SSE2)
typedef __m128i yodel_block;

static inline yodel_block yodel_load(const uint8_t *bytes) { return _mm_loadu_si128((const __m128i *)bytes); }

/* Bytes of the block that are `byte`. */
static inline unsigned yodel_mask_equal(yodel_block block, uint8_t byte) {
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8((char)byte)));
}

/* Bytes above `byte` by their value as signed ones: of a `byte` from 0x80 on, all ASCII too. It is what SSE2 can compare. */
static inline unsigned yodel_mask_above(yodel_block block, uint8_t byte) {
    return (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(block, _mm_set1_epi8((char)byte)));
}

/* Bytes that are not ASCII. */
static inline unsigned yodel_mask_high(yodel_block block) { return (unsigned)_mm_movemask_epi8(block); }

/* Bytes that are no digits: without what a zero is, a digit is below ten. */
static inline unsigned yodel_mask_not_digit(yodel_block block) {
    const __m128i value = _mm_sub_epi8(block, _mm_set1_epi8('0'));
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(value, _mm_set1_epi8(10)), value));
}

/* Bytes that are a backslash, VT or FF. */
static inline unsigned yodel_mask_special(yodel_block block) {
    const __m128i slash = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
    const __m128i vt = _mm_cmpeq_epi8(block, _mm_set1_epi8(0x0B));
    const __m128i ff = _mm_cmpeq_epi8(block, _mm_set1_epi8(0x0C));
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(slash, _mm_or_si128(vt, ff)));
}

/* Whether all bytes are ASCII other than a backslash, VT and FF: one mask for all. */
static inline int yodel_is_plain(yodel_block block) {
    const __m128i slash = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
    const __m128i vt = _mm_cmpeq_epi8(block, _mm_set1_epi8(0x0B));
    const __m128i ff = _mm_cmpeq_epi8(block, _mm_set1_epi8(0x0C));
    /* The top bit of a byte is its mask bit, so what is not ASCII is or-ed in as it is. */
    return _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(block, slash), _mm_or_si128(vt, ff))) == 0;
}

/* Plain bytes at the start, sixty-four a step, for processors that have AVX2: compiled for them alone and chosen at run time. Stops at the
 * last whole step that is all plain. */
__attribute__((target("avx2"))) static size_t yodel_plain_steps_avx2(const uint8_t *bytes, size_t count) {
    const __m256i slash = _mm256_set1_epi8('\\');
    const __m256i vt = _mm256_set1_epi8(0x0B);
    const __m256i ff = _mm256_set1_epi8(0x0C);
    size_t index = 0;
    for (; count - index >= 64; index += 64) {
        const __m256i a = _mm256_loadu_si256((const __m256i *)(bytes + index));
        const __m256i b = _mm256_loadu_si256((const __m256i *)(bytes + index + 32));
        const __m256i slashes = _mm256_or_si256(_mm256_cmpeq_epi8(a, slash), _mm256_cmpeq_epi8(b, slash));
        const __m256i vts = _mm256_or_si256(_mm256_cmpeq_epi8(a, vt), _mm256_cmpeq_epi8(b, vt));
        const __m256i ffs = _mm256_or_si256(_mm256_cmpeq_epi8(a, ff), _mm256_cmpeq_epi8(b, ff));
        const __m256i special = _mm256_or_si256(slashes, _mm256_or_si256(vts, ffs));
        if (_mm256_movemask_epi8(_mm256_or_si256(_mm256_or_si256(a, b), special)) != 0) break;
    }
    return index;
}

#elif defined(YODEL_SCAN_NEON)
typedef uint8x16_t yodel_block;

static inline yodel_block yodel_load(const uint8_t *bytes) { return vld1q_u8(bytes); }

/* One bit a byte: NEON has no such instruction, so each byte keeps the bit of its place and the eight of a half are added up. */
static inline unsigned yodel_mask_of(uint8x16_t all_or_none) {
    static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bits = vandq_u8(all_or_none, vld1q_u8(places));
    return (unsigned)vaddv_u8(vget_low_u8(bits)) | (unsigned)vaddv_u8(vget_high_u8(bits)) << 8;
}

static inline unsigned yodel_mask_equal(yodel_block block, uint8_t byte) { return yodel_mask_of(vceqq_u8(block, vdupq_n_u8(byte))); }

/* Signed, as on x86-64. */
static inline unsigned yodel_mask_above(yodel_block block, uint8_t byte) {
    return yodel_mask_of(vcgtq_s8(vreinterpretq_s8_u8(block), vdupq_n_s8((int8_t)byte)));
}

static inline unsigned yodel_mask_high(yodel_block block) { return yodel_mask_of(vcgeq_u8(block, vdupq_n_u8(0x80))); }

static inline unsigned yodel_mask_not_digit(yodel_block block) {
    return yodel_mask_of(vcgeq_u8(vsubq_u8(block, vdupq_n_u8('0')), vdupq_n_u8(10)));
}

static inline uint8x16_t yodel_special(yodel_block block) {
    return vorrq_u8(vceqq_u8(block, vdupq_n_u8('\\')), vorrq_u8(vceqq_u8(block, vdupq_n_u8(0x0B)), vceqq_u8(block, vdupq_n_u8(0x0C))));
}

static inline unsigned yodel_mask_special(yodel_block block) { return yodel_mask_of(yodel_special(block)); }

static inline int yodel_is_plain(yodel_block block) { return vmaxvq_u8(vorrq_u8(yodel_special(block), block)) < 0x80; }

#else
typedef struct { uint8_t bytes[16]; } yodel_block;

static inline yodel_block yodel_load(const uint8_t *bytes) {
    yodel_block block;
    memcpy(block.bytes, bytes, 16);
    return block;
}

static inline unsigned yodel_mask_equal(yodel_block block, uint8_t byte) {
    unsigned mask = 0;
    for (int i = 0; i < 16; i++) mask |= (unsigned)(block.bytes[i] == byte) << i;
    return mask;
}

/* Signed, as on x86-64. */
static inline unsigned yodel_mask_above(yodel_block block, uint8_t byte) {
    unsigned mask = 0;
    for (int i = 0; i < 16; i++) mask |= (unsigned)((int8_t)block.bytes[i] > (int8_t)byte) << i;
    return mask;
}

static inline unsigned yodel_mask_high(yodel_block block) {
    unsigned mask = 0;
    for (int i = 0; i < 16; i++) mask |= (unsigned)(block.bytes[i] >> 7) << i;
    return mask;
}

static inline unsigned yodel_mask_not_digit(yodel_block block) {
    unsigned mask = 0;
    for (int i = 0; i < 16; i++) mask |= (unsigned)((uint8_t)(block.bytes[i] - '0') > 9) << i;
    return mask;
}

static inline unsigned yodel_mask_special(yodel_block block) {
    return yodel_mask_equal(block, '\\') | yodel_mask_equal(block, 0x0B) | yodel_mask_equal(block, 0x0C);
}

/* Not zero if a byte of the word is zero: only then does taking one from each byte set a top bit that was not set. */
static inline uint64_t yodel_has_zero(uint64_t word) { return (word - 0x0101010101010101u) & ~word & 0x8080808080808080u; }

/* Eight bytes a word. */
static inline int yodel_is_plain(yodel_block block) {
    uint64_t found = 0;
    for (int i = 0; i < 16; i += 8) {
        uint64_t word;
        memcpy(&word, block.bytes + i, 8);
        found |= word & 0x8080808080808080u;
        found |= yodel_has_zero(word ^ 0x5C5C5C5C5C5C5C5Cu);
        found |= yodel_has_zero(word ^ 0x0B0B0B0B0B0B0B0Bu) | yodel_has_zero(word ^ 0x0C0C0C0C0C0C0C0Cu);
    }
    return found == 0;
}
#endif

/* Plain bytes at the start, in whole blocks. */
static inline size_t yodel_plain_blocks(const uint8_t *bytes, size_t count) {
    size_t index = 0;
#if defined(YODEL_SCAN_SSE2)
    /* Worth the question only for a run that has some length. */
    if (count >= 128 && yodel_is_plain(yodel_load(bytes)) && __builtin_cpu_supports("avx2")) index = yodel_plain_steps_avx2(bytes, count);
#endif
    for (; count - index >= 16; index += 16) {
        if (!yodel_is_plain(yodel_load(bytes + index))) break;
    }
    return index;
}

#ifdef __cplusplus
}
#endif

#endif
