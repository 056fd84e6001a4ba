/* What numbers are read with: where their digits end, and powers of ten. */
#ifndef YODEL_CSCAN_NUMBER_H
#define YODEL_CSCAN_NUMBER_H

#include "CScanBlock.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Ten to the power of zero to sixteen. */
static inline uint64_t yodel_power_of_ten(int exponent) {
    static const uint64_t powers[17] = {
        1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000, 1000000000000,
        10000000000000, 100000000000000, 1000000000000000, 10000000000000000};
    return powers[exponent];
}

/* Which of thirty-two bytes are no digits: bit i for byte i. */
static inline uint64_t yodel_not_digits(const uint8_t *bytes) {
    return yodel_mask_not_digit(yodel_load(bytes)) | (uint64_t)yodel_mask_not_digit(yodel_load(bytes + 16)) << 16;
}

/* ---- Digits of what is written ---- */

/* Sixteen digits as values from 0 to 9, eight a word, the first in the lowest byte. */
typedef struct { uint64_t first, second; } yodel_sixteen_digits;

#if defined(YODEL_SCAN_SSE2)
/* The digits of two numbers below 100,000,000, zeros in front included. Each is cut in two, and each half, as NumberWriter.digits has it. */
static inline __attribute__((always_inline)) yodel_sixteen_digits yodel_digits_of(uint64_t first, uint64_t second) {
    const __m128i numbers = _mm_set_epi64x((int64_t)second, (int64_t)first);
    /* 0xD1B71759 / 2^45 is 1 / 10,000 for every number of 32 bits. */
    const __m128i upper = _mm_srli_epi64(_mm_mul_epu32(numbers, _mm_set1_epi64x(0xD1B71759)), 45);
    const __m128i lower = _mm_sub_epi64(numbers, _mm_mul_epu32(upper, _mm_set1_epi64x(10000)));
    const __m128i fours = _mm_or_si128(upper, _mm_slli_epi64(lower, 32));
    const __m128i hundreds = _mm_srli_epi32(_mm_madd_epi16(fours, _mm_set1_epi32(10486)), 20);
    const __m128i rests = _mm_sub_epi32(fours, _mm_madd_epi16(hundreds, _mm_set1_epi32(100)));
    const __m128i pairs = _mm_or_si128(hundreds, _mm_slli_epi32(rests, 16));
    const __m128i tens = _mm_srli_epi16(_mm_mullo_epi16(pairs, _mm_set1_epi16(103)), 10);
    const __m128i ones = _mm_sub_epi16(pairs, _mm_mullo_epi16(tens, _mm_set1_epi16(10)));
    const __m128i digits = _mm_or_si128(tens, _mm_slli_epi16(ones, 8));
    const yodel_sixteen_digits made = {
        (uint64_t)_mm_cvtsi128_si64(digits), (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(digits, digits))};
    return made;
}
#else
static inline uint64_t yodel_eight_digits(uint64_t number) {
    const uint64_t upper = number / 10000;
    const uint64_t fours = upper | (number - 10000 * upper) << 32;
    const uint64_t hundreds = (fours * 10486) >> 20 & 0x0000007F0000007Fu;
    const uint64_t pairs = hundreds | (fours - 100 * hundreds) << 16;
    const uint64_t tens = (pairs * 103) >> 10 & 0x000F000F000F000Fu;
    return tens | (pairs - 10 * tens) << 8;
}

/* The digits of two numbers below 100,000,000, zeros in front included, as NumberWriter.digits has them. */
static inline yodel_sixteen_digits yodel_digits_of(uint64_t first, uint64_t second) {
    const yodel_sixteen_digits made = {yodel_eight_digits(first), yodel_eight_digits(second)};
    return made;
}
#endif

#ifdef __cplusplus
}
#endif

#endif
