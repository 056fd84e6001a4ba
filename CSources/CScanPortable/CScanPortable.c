#define YODEL_SCAN_PORTABLE 1
#include "CScan.h"

#include "CScanPortable.h"

size_t yodel_portable_plain_run(const uint8_t *bytes, size_t count, unsigned *high) {
    const yodel_run run = yodel_plain_run(bytes, count);
    *high = run.high;
    return run.length;
}

size_t yodel_portable_ascii_run(const uint8_t *bytes, size_t count) { return yodel_ascii_run(bytes, count); }

uint64_t yodel_portable_not_digits(const uint8_t *bytes) { return yodel_not_digits(bytes); }

size_t yodel_portable_leading_spaces(const uint8_t *bytes) { return yodel_leading_spaces(bytes); }

size_t yodel_portable_skip_whitespace(const uint8_t *bytes, size_t count) { return yodel_skip_whitespace(bytes, count); }

size_t yodel_portable_copy_plain(uint8_t *to, const uint8_t *from, size_t count, unsigned flags) {
    return yodel_copy_plain(to, from, count, flags);
}

size_t yodel_portable_copy_plain_block(uint8_t *to, const void *from, size_t count, unsigned flags) {
    return yodel_copy_plain_block(to, from, count, flags);
}

void yodel_portable_digits_of(uint64_t first, uint64_t second, uint64_t digits[2]) {
    const yodel_sixteen_digits made = yodel_digits_of(first, second);
    digits[0] = made.first;
    digits[1] = made.second;
}

ptrdiff_t yodel_portable_base64_read(uint8_t *to, const uint8_t *text, size_t count) { return yodel_base64_read(to, text, count); }

size_t yodel_portable_base64_write(uint8_t *to, const uint8_t *bytes, size_t count) { return yodel_base64_write(to, bytes, count); }

size_t yodel_portable_prevalidate(const uint8_t *bytes, size_t count, uint8_t *fault) {
    yodel_prevalidator prevalidator = {0};
    const size_t passed = yodel_prevalidate(&prevalidator, bytes, count);
    *fault = passed < count ? prevalidator.fault : yodel_prevalidator_finish(&prevalidator);
    return passed;
}
