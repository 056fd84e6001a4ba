/* CScan as it is compiled for this processor, beside the portable code: on random input both give the same. Input ends where memory does.
 *
 *     compare [rounds]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CScan.h"
#include "CScanPortable.h"

static uint64_t state = 0x9E3779B97F4A7C15u;

static uint64_t random_bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545F4914F6CDD1Du;
}

/* What looks at bytes tells apart. */
static const uint8_t special[] = "\"\\/{}[]:, \t\n\r\v\f0123456789abcdefu\x01\x1f\x7f\x80\xbf\xc3\xa9\xe2\x82\xac\xed\xa0\xf0\x9f\x98\x80\xff";

/* Fills memory with bytes that are mostly plain, mostly white space, mostly digits, or of any kind. */
static void fill(uint8_t *bytes, size_t count) {
    const uint64_t kind = random_bits() % 4;
    const uint64_t rarity = 1 + random_bits() % 60;
    for (size_t i = 0; i < count; i++) {
        const uint64_t bits = random_bits();
        if (bits % rarity == 0) {
            bytes[i] = special[(bits >> 32) % (sizeof special - 1)];
        } else {
            switch (kind) {
                case 0: bytes[i] = 'a' + (bits >> 32) % 26; break;
                case 1: bytes[i] = " \n\r\t"[(bits >> 32) % 4]; break;
                case 2: bytes[i] = '0' + (bits >> 32) % 10; break;
                default: bytes[i] = (uint8_t)(bits >> 32);
            }
        }
    }
}

static void fail(const char *what, const uint8_t *bytes, size_t count) {
    printf("%s differs on %zu bytes:", what, count);
    for (size_t i = 0; i < count; i++) printf(" %02x", bytes[i]);
    printf("\n");
    exit(1);
}

#define SAME(what, condition) do { if (!(condition)) fail(what, bytes, count); } while (0)

/* Loops over bytes, for what the portable code has no function of its own. */
static size_t bracket(const uint8_t *bytes, size_t count) {
    size_t index = 0;
    while (index < count && !memchr("\"{}[]", bytes[index], 5)) index++;
    return index;
}

static size_t quote(const uint8_t *bytes, size_t count) {
    size_t index = 0;
    while (index < count && bytes[index] != '"' && bytes[index] != '\\') index++;
    return index;
}

static void compare(const uint8_t *bytes, size_t count) {
    unsigned high = 0;
    const size_t plain = yodel_portable_plain_run(bytes, count, &high);
    const yodel_run run = yodel_plain_run(bytes, count);
    SAME("yodel_plain_run", run.length == plain && (run.high == 0) == (high == 0));
    SAME("yodel_ascii_run", yodel_ascii_run(bytes, count) == yodel_portable_ascii_run(bytes, count));
    SAME("yodel_skip_whitespace", yodel_skip_whitespace(bytes, count) == yodel_portable_skip_whitespace(bytes, count));
    SAME("yodel_find_bracket", yodel_find_bracket(bytes, count) == bracket(bytes, count));
    SAME("yodel_find_quote", yodel_find_quote(bytes, count) == quote(bytes, count));

    size_t lines = 0, last = 0, expected_last = 0;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') lines++, expected_last = i;
    }
    SAME("yodel_count_newlines", yodel_count_newlines(bytes, count, &last) == lines && last == expected_last);

    uint8_t fault = 0;
    const size_t passed = yodel_portable_prevalidate(bytes, count, &fault);
    yodel_prevalidator prevalidator = {0};
    const size_t found = yodel_prevalidate(&prevalidator, bytes, count);
    SAME("yodel_prevalidate", found == passed && (found < count ? prevalidator.fault : yodel_prevalidator_finish(&prevalidator)) == fault);
    /* Of text without escapes and control characters, which whoever asks has looked at. */
    if (!memchr(bytes, '\\', count) && !memchr(bytes, '\v', count) && !memchr(bytes, '\f', count)) {
        SAME("yodel_is_utf8", !yodel_is_utf8(bytes, count) == !(passed == count && fault == YODEL_PREVALIDATOR_OK));
    }

    if (count >= 16) SAME("yodel_leading_spaces", yodel_leading_spaces(bytes) == yodel_portable_leading_spaces(bytes));
    if (count >= 32) SAME("yodel_not_digits", yodel_not_digits(bytes) == yodel_portable_not_digits(bytes));

    uint8_t *to = malloc(count + 16), *portable = malloc(count + 16);
    for (unsigned flags = 0; flags < 4; flags++) {
        size_t length = yodel_copy_plain(to, bytes, count, flags);
        SAME("yodel_copy_plain", length == yodel_portable_copy_plain(portable, bytes, count, flags));
        SAME("yodel_copy_plain", memcmp(to, bytes, length) == 0);
        if (count < 16) continue;
        const size_t part = random_bits() % 16;
        length = yodel_copy_plain_block(to, bytes, part, flags);
        SAME("yodel_copy_plain_block", length == yodel_portable_copy_plain_block(portable, bytes, part, flags));
        SAME("yodel_copy_plain_block", memcmp(to, bytes, length) == 0);
    }
    free(to);
    free(portable);

    const size_t characters = (count + 2) / 3 * 4;
    uint8_t *text = malloc(characters + 1), *back = malloc(characters / 4 * 3 + 1);
    SAME("yodel_base64_write", yodel_base64_write(text, bytes, count) == characters);
    uint8_t *expected_text = malloc(characters + 1);
    SAME("yodel_base64_write", yodel_portable_base64_write(expected_text, bytes, count) == characters && memcmp(text, expected_text, characters) == 0);
    SAME("yodel_base64_read", yodel_base64_read(back, text, characters) == (ptrdiff_t)count && memcmp(back, bytes, count) == 0);
    /* Another character in any place; and what is most often no base64 at all. */
    if (characters > 0) text[random_bits() % characters] = (uint8_t)random_bits();
    const ptrdiff_t read = yodel_base64_read(back, text, characters);
    uint8_t *portable_back = malloc(characters / 4 * 3 + 1);
    SAME("yodel_base64_read", read == yodel_portable_base64_read(portable_back, text, characters));
    SAME("yodel_base64_read", read <= 0 || memcmp(back, portable_back, (size_t)read) == 0);
    SAME("yodel_base64_read", yodel_base64_read(back, bytes, count) == yodel_portable_base64_read(portable_back, bytes, count));
    free(text);
    free(back);
    free(expected_text);
    free(portable_back);

    const uint64_t first = random_bits() % 100000000, second = random_bits() % 100000000;
    const yodel_sixteen_digits digits = yodel_digits_of(first, second);
    uint64_t expected[2];
    yodel_portable_digits_of(first, second, expected);
    SAME("yodel_digits_of", digits.first == expected[0] && digits.second == expected[1]);
}

int main(int count_of_arguments, char **arguments) {
    const long rounds = count_of_arguments > 1 ? atol(arguments[1]) : 1000000;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + page, page, PROT_NONE) != 0) return 2;
    for (long round = 0; round < rounds; round++) {
        const size_t count = random_bits() % (round % 4 == 0 ? 300 : 48);
        uint8_t *bytes = memory + page - count;
        fill(bytes, count);
        compare(bytes, count);
    }
#if defined(YODEL_SCAN_NEON)
    const char *code = "NEON";
#elif defined(YODEL_SCAN_SSE2)
    const char *code = "SSE2";
#else
    const char *code = "portable code";
#endif
    printf("%s: %ld random inputs, 0 differences\n", code, rounds);
    return 0;
}
