/* Base64 in the one form that RFC 4648, section 4 gives a text of bytes: its alphabet, `=` at the end, and nothing else.
 *
 * Four characters of six bits make three bytes. All processors take four characters a step, by a table; those that have AVX2 take 32, and sixteen (Mula and
 * Lemire, Faster base64 encoding and decoding using AVX2 instructions, 2018).
 */
#ifndef YODEL_CSCAN_BASE64_H
#define YODEL_CSCAN_BASE64_H

#include "CScanBlock.h"

/* ---- In ---- */

#if defined(YODEL_SCAN_SSE2)
/* What is asked and added for 32 characters: the first sixteen entries of each half are the same. */
typedef struct {
    __m256i low_faults, high_faults, shifts, order;
} yodel_base64_tables;

__attribute__((target("avx2"), always_inline)) static inline yodel_base64_tables yodel_base64_reading(void) {
    return (yodel_base64_tables){
        /* By the lower half of a character, and by its upper one: which kinds of fault it may be. Where both agree on one, it is none of the alphabet. */
        _mm256_broadcastsi128_si256(
            _mm_setr_epi8(0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1A, 0x1B, 0x1B, 0x1B, 0x1A)),
        _mm256_broadcastsi128_si256(
            _mm_setr_epi8(0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10)),
        /* What is added to a character to make its value, by its upper half; one less for the slash. */
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0)),
        /* The three bytes of each four, the first on top. */
        _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1))};
}

/* The bytes of as many characters, twelve in each half. Returns 0 if one of them is none of the alphabet. */
__attribute__((target("avx2"), always_inline)) static inline int yodel_base64_block(
    const yodel_base64_tables *tables, __m256i text, __m256i *bytes) {
    const __m256i half = _mm256_set1_epi8(0x0F);
    const __m256i upper = _mm256_and_si256(_mm256_srli_epi32(text, 4), half);
    const __m256i lower = _mm256_and_si256(text, half);
    const __m256i faults = _mm256_and_si256(_mm256_shuffle_epi8(tables->low_faults, lower), _mm256_shuffle_epi8(tables->high_faults, upper));
    const __m256i kinds = _mm256_add_epi8(_mm256_cmpeq_epi8(text, _mm256_set1_epi8('/')), upper);
    const __m256i values = _mm256_add_epi8(text, _mm256_shuffle_epi8(tables->shifts, kinds));
    const __m256i pairs = _mm256_maddubs_epi16(values, _mm256_set1_epi32(0x01400140));
    const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00011000));
    *bytes = _mm256_shuffle_epi8(fours, tables->order);
    return _mm256_testz_si256(faults, faults);
}

/* Steps of 32 characters, then of sixteen, as long as all are of the alphabet. Each writes eight or four bytes more than count, so there must be room for
 * these behind. Returns the characters that have been read; not the last four. */
__attribute__((target("avx2"))) static size_t yodel_base64_read_avx2(uint8_t *to, const uint8_t *text, size_t count) {
    const yodel_base64_tables tables = yodel_base64_reading();
    const __m256i joint = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 7, 7);
    __m256i bytes;
    size_t index = 0;
    for (; count - index >= 44; index += 32, to += 24) {
        if (!yodel_base64_block(&tables, _mm256_loadu_si256((const __m256i *)(text + index)), &bytes)) return index;
        _mm256_storeu_si256((__m256i *)to, _mm256_permutevar8x32_epi32(bytes, joint));
    }
    for (; count - index >= 24; index += 16, to += 12) {
        const __m256i block = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(text + index)));
        if (!yodel_base64_block(&tables, block, &bytes)) return index;
        _mm_storeu_si128((__m128i *)to, _mm256_castsi256_si128(bytes));
    }
    return index;
}
#endif

/* Reads base64. `to` has room for three bytes of each four characters, and is only written to. Returns how many bytes there are; -1 if the text is not of
 * the form. Bits of the last character that count for no byte may be anything. */
static inline ptrdiff_t yodel_base64_read(uint8_t *to, const uint8_t *text, size_t count) {
    /* What a character stands for; above 63 for what is none of the alphabet. */
    enum { NO = 0x80 };
    static const uint8_t values[256] = {
        NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
        NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, 62, NO, NO, NO, 63, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, NO, NO, NO, NO, NO, NO,
        NO, 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, NO, NO, NO, NO, NO,
        NO, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, NO, NO, NO, NO, NO,
        NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
        NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
        NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
        NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO};
    if (count == 0) return 0;
    if (count % 4 != 0) return -1;
    const size_t padding = text[count - 1] != '=' ? 0 : text[count - 2] != '=' ? 1 : 2;
    /* The last four characters are left for the end. */
    const size_t last = count - 4;
    uint8_t *next = to;
    size_t index = 0;
#if defined(YODEL_SCAN_SSE2)
    if (count >= 24 && __builtin_cpu_supports("avx2")) {
        index = yodel_base64_read_avx2(to, text, count);
        next += index / 4 * 3;
    }
#endif
    unsigned none = 0;
    for (; index < last; index += 4, next += 3) {
        const uint8_t a = values[text[index]], b = values[text[index + 1]], c = values[text[index + 2]], d = values[text[index + 3]];
        none |= a | b | c | d;
        next[0] = (uint8_t)(a << 2 | b >> 4);
        next[1] = (uint8_t)(b << 4 | c >> 2);
        next[2] = (uint8_t)(c << 6 | d);
    }
    const uint8_t a = values[text[last]], b = values[text[last + 1]];
    const uint8_t c = padding == 2 ? 0 : values[text[last + 2]], d = padding == 0 ? values[text[last + 3]] : 0;
    none |= a | b | c | d;
    if ((none & 0x80) != 0) return -1;
    *next++ = (uint8_t)(a << 2 | b >> 4);
    if (padding < 2) *next++ = (uint8_t)(b << 4 | c >> 2);
    if (padding < 1) *next++ = (uint8_t)(c << 6 | d);
    return next - to;
}

/* ---- Out ---- */

#if defined(YODEL_SCAN_SSE2)
/* The characters of twelve bytes at the start of each half. */
__attribute__((target("avx2"), always_inline)) static inline __m256i yodel_base64_text(__m256i bytes) {
    const __m256i order = _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10));
    /* What is added to a value to make its character, by its kind: a small letter, the ten digits, plus, slash, a capital. */
    const __m256i shifts = _mm256_broadcastsi128_si256(_mm_setr_epi8(
        'a' - 26, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '+' - 62, '/' - 63, 'A', 0, 0));
    /* Three bytes become four values of six bits: two are moved down and two up, each by a multiplication. */
    const __m256i threes = _mm256_shuffle_epi8(bytes, order);
    const __m256i odd = _mm256_mulhi_epu16(_mm256_and_si256(threes, _mm256_set1_epi32(0x0FC0FC00)), _mm256_set1_epi32(0x04000040));
    const __m256i even = _mm256_mullo_epi16(_mm256_and_si256(threes, _mm256_set1_epi32(0x003F03F0)), _mm256_set1_epi32(0x01000010));
    const __m256i values = _mm256_or_si256(odd, even);
    /* 0 for letters, 1 to 12 for what is above; 13 for capitals. */
    const __m256i above = _mm256_subs_epu8(values, _mm256_set1_epi8(51));
    const __m256i capital = _mm256_and_si256(_mm256_cmpgt_epi8(_mm256_set1_epi8(26), values), _mm256_set1_epi8(13));
    return _mm256_add_epi8(values, _mm256_shuffle_epi8(shifts, _mm256_or_si256(above, capital)));
}

/* Steps of 24 bytes, then of twelve. Each reads four bytes more than count. Returns the bytes that have been written as text. */
__attribute__((target("avx2"))) static size_t yodel_base64_write_avx2(uint8_t *to, const uint8_t *bytes, size_t count) {
    size_t index = 0;
    for (; count - index >= 28; index += 24, to += 32) {
        const __m128i first = _mm_loadu_si128((const __m128i *)(bytes + index));
        const __m128i second = _mm_loadu_si128((const __m128i *)(bytes + index + 12));
        _mm256_storeu_si256((__m256i *)to, yodel_base64_text(_mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1)));
    }
    for (; count - index >= 16; index += 12, to += 16) {
        const __m256i block = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(bytes + index)));
        _mm_storeu_si128((__m128i *)to, _mm256_castsi256_si128(yodel_base64_text(block)));
    }
    return index;
}
#endif

/* Writes base64: four characters for every three bytes, the last of which may be fewer. Returns how many characters there are. */
static inline size_t yodel_base64_write(uint8_t *to, const uint8_t *bytes, size_t count) {
    static const char alphabet[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t *next = to;
    size_t index = 0;
#if defined(YODEL_SCAN_SSE2)
    if (count >= 16 && __builtin_cpu_supports("avx2")) {
        index = yodel_base64_write_avx2(to, bytes, count);
        next += index / 3 * 4;
    }
#endif
    for (; count - index >= 3; index += 3, next += 4) {
        const unsigned three = (unsigned)bytes[index] << 16 | (unsigned)bytes[index + 1] << 8 | bytes[index + 2];
        next[0] = (uint8_t)alphabet[three >> 18];
        next[1] = (uint8_t)alphabet[three >> 12 & 63];
        next[2] = (uint8_t)alphabet[three >> 6 & 63];
        next[3] = (uint8_t)alphabet[three & 63];
    }
    if (index < count) {
        const int has_two = count - index == 2;
        const unsigned two = (unsigned)bytes[index] << 8 | (has_two ? bytes[index + 1] : 0);
        next[0] = (uint8_t)alphabet[two >> 10];
        next[1] = (uint8_t)alphabet[two >> 4 & 63];
        next[2] = has_two ? (uint8_t)alphabet[two << 2 & 63] : '=';
        next[3] = '=';
        next += 4;
    }
    return (size_t)(next - to);
}

#endif
