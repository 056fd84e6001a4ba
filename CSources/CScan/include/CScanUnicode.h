/* UTF-8 checked at thirty-two bytes a step, for processors that have AVX2; others leave it to the prevalidator.
 *
 * It is the method of Keiser and Lemire (Validating UTF-8 in less than one instruction per byte, 2021). Two neighbours show every fault but
 * one kind: each half of a byte looks up in sixteen entries which faults it may be part of, and where the upper half of the first byte, its
 * lower half and the upper half of the second agree on one, there it is. What they cannot see is whether the second and third continuation
 * of a lead are there: two continuations in a row are noted like a fault, and must stand exactly where a lead of three or four bytes, two
 * or three bytes before, has them due.
 *
 *     first, second      F4 90: upper half F may be "too large", lower half 4 too, and so may the upper half 9: above U+10FFFF
 *                        F4 80: upper half 8 is never "too large": sound so far
 */
#ifndef YODEL_CSCAN_UNICODE_H
#define YODEL_CSCAN_UNICODE_H

#include "CScanBlock.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(YODEL_SCAN_SSE2)

/* What a pair of neighbours may be. */
enum {
    YODEL_UTF8_TOO_SHORT = 1 << 0,      /* a lead, then no continuation */
    YODEL_UTF8_TOO_LONG = 1 << 1,       /* ASCII, then a continuation */
    YODEL_UTF8_OVERLONG_3 = 1 << 2,     /* E0, then below A0 */
    YODEL_UTF8_TOO_LARGE = 1 << 3,      /* F4 or above, then 90 or above */
    YODEL_UTF8_SURROGATE = 1 << 4,      /* ED, then A0 or above */
    YODEL_UTF8_OVERLONG_2 = 1 << 5,     /* C0 or C1 */
    YODEL_UTF8_OVERLONG_4 = 1 << 6,     /* F0, then below 90; also F5 or above, then below 90 */
    YODEL_UTF8_CONTINUATIONS = 1 << 7,  /* two of them; a fault unless they are due */
    /* Those that the lower half of the first byte does not tell anything of. */
    YODEL_UTF8_ANY = YODEL_UTF8_TOO_SHORT | YODEL_UTF8_TOO_LONG | YODEL_UTF8_CONTINUATIONS
};

/* The entries of one half byte, for both halves of a vector. */
#define YODEL_UTF8_TABLE(...) _mm256_broadcastsi128_si256(_mm_setr_epi8(__VA_ARGS__))

__attribute__((target("avx2"), always_inline)) static inline __m256i yodel_utf8_upper_halves(__m256i bytes) {
    return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
}

/* Not zero where bytes are wrong. `before` are the thirty-two that stand before them. */
__attribute__((target("avx2"), always_inline)) static inline __m256i yodel_utf8_faults_avx2(__m256i bytes, __m256i before) {
    const __m256i first_upper = YODEL_UTF8_TABLE(
        YODEL_UTF8_TOO_LONG, YODEL_UTF8_TOO_LONG, YODEL_UTF8_TOO_LONG, YODEL_UTF8_TOO_LONG,
        YODEL_UTF8_TOO_LONG, YODEL_UTF8_TOO_LONG, YODEL_UTF8_TOO_LONG, YODEL_UTF8_TOO_LONG,
        (char)YODEL_UTF8_CONTINUATIONS, (char)YODEL_UTF8_CONTINUATIONS, (char)YODEL_UTF8_CONTINUATIONS, (char)YODEL_UTF8_CONTINUATIONS,
        YODEL_UTF8_TOO_SHORT | YODEL_UTF8_OVERLONG_2, YODEL_UTF8_TOO_SHORT,
        YODEL_UTF8_TOO_SHORT | YODEL_UTF8_OVERLONG_3 | YODEL_UTF8_SURROGATE,
        YODEL_UTF8_TOO_SHORT | YODEL_UTF8_TOO_LARGE | YODEL_UTF8_OVERLONG_4);
    const char any = (char)YODEL_UTF8_ANY;
    const char large = (char)(YODEL_UTF8_ANY | YODEL_UTF8_TOO_LARGE | YODEL_UTF8_OVERLONG_4);
    const __m256i first_lower = YODEL_UTF8_TABLE(
        (char)(YODEL_UTF8_ANY | YODEL_UTF8_OVERLONG_2 | YODEL_UTF8_OVERLONG_3 | YODEL_UTF8_OVERLONG_4),
        (char)(YODEL_UTF8_ANY | YODEL_UTF8_OVERLONG_2), any, any, (char)(YODEL_UTF8_ANY | YODEL_UTF8_TOO_LARGE),
        large, large, large, large, large, large, large, large, (char)(large | YODEL_UTF8_SURROGATE), large, large);
    const char low_continuation = (char)(YODEL_UTF8_TOO_LONG | YODEL_UTF8_OVERLONG_2 | YODEL_UTF8_CONTINUATIONS | YODEL_UTF8_OVERLONG_3);
    const char high_continuation =
        (char)(YODEL_UTF8_TOO_LONG | YODEL_UTF8_OVERLONG_2 | YODEL_UTF8_CONTINUATIONS | YODEL_UTF8_SURROGATE | YODEL_UTF8_TOO_LARGE);
    const char others = YODEL_UTF8_TOO_SHORT;
    const __m256i second_upper = YODEL_UTF8_TABLE(
        others, others, others, others, others, others, others, others, (char)(low_continuation | YODEL_UTF8_OVERLONG_4),
        (char)(low_continuation | YODEL_UTF8_TOO_LARGE), high_continuation, high_continuation, others, others, others, others);

    const __m256i joint = _mm256_permute2x128_si256(before, bytes, 0x21);
    const __m256i one_back = _mm256_alignr_epi8(bytes, joint, 15);
    const __m256i pairs = _mm256_and_si256(
        _mm256_and_si256(
            _mm256_shuffle_epi8(first_upper, yodel_utf8_upper_halves(one_back)),
            _mm256_shuffle_epi8(first_lower, _mm256_and_si256(one_back, _mm256_set1_epi8(0x0F)))),
        _mm256_shuffle_epi8(second_upper, yodel_utf8_upper_halves(bytes)));

    /* The top bit is left where a lead of at least three bytes stands two before, or one of four three before. */
    const __m256i third = _mm256_subs_epu8(_mm256_alignr_epi8(bytes, joint, 14), _mm256_set1_epi8((char)(0xE0 - 0x80)));
    const __m256i fourth = _mm256_subs_epu8(_mm256_alignr_epi8(bytes, joint, 13), _mm256_set1_epi8((char)(0xF0 - 0x80)));
    const __m256i due = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
    return _mm256_xor_si256(due, pairs);
}

/* Whether bytes are UTF-8 by RFC 3629. */
__attribute__((target("avx2"))) static int yodel_is_utf8_avx2(const uint8_t *bytes, size_t count) {
    __m256i faults = _mm256_setzero_si256(), before = _mm256_setzero_si256();
    size_t index = 0;
    for (; count - index >= 32; index += 32) {
        const __m256i block = _mm256_loadu_si256((const __m256i *)(bytes + index));
        faults = _mm256_or_si256(faults, yodel_utf8_faults_avx2(block, before));
        before = block;
    }
    /* The rest, which may be nothing, with zeros behind it: they show a sequence that is broken off. */
    uint8_t rest[32] = {0};
    memcpy(rest, bytes + index, count - index);
    faults = _mm256_or_si256(faults, yodel_utf8_faults_avx2(_mm256_loadu_si256((const __m256i *)rest), before));
    return _mm256_testz_si256(faults, faults);
}

#endif

#ifdef __cplusplus
}
#endif

#endif
