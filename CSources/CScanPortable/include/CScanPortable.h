/* The portable code of CScan, for tests: what runs on processors whose vectors CScan does not know, compiled on any. */
#ifndef YODEL_CSCANPORTABLE_H
#define YODEL_CSCANPORTABLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* yodel_plain_run. `high` is set to what tells bytes that are not ASCII. */
size_t yodel_portable_plain_run(const uint8_t *bytes, size_t count, unsigned *high);

/* yodel_ascii_run. */
size_t yodel_portable_ascii_run(const uint8_t *bytes, size_t count);

/* yodel_not_digits: thirty-two bytes. */
uint64_t yodel_portable_not_digits(const uint8_t *bytes);

/* yodel_leading_spaces: sixteen bytes. */
size_t yodel_portable_leading_spaces(const uint8_t *bytes);

/* yodel_skip_whitespace. */
size_t yodel_portable_skip_whitespace(const uint8_t *bytes, size_t count);

/* yodel_copy_plain. */
size_t yodel_portable_copy_plain(uint8_t *to, const uint8_t *from, size_t count, unsigned flags);

/* yodel_copy_plain_block. */
size_t yodel_portable_copy_plain_block(uint8_t *to, const void *from, size_t count, unsigned flags);

/* yodel_digits_of. */
void yodel_portable_digits_of(uint64_t first, uint64_t second, uint64_t digits[2]);

/* yodel_base64_read. */
ptrdiff_t yodel_portable_base64_read(uint8_t *to, const uint8_t *text, size_t count);

/* yodel_base64_write. */
size_t yodel_portable_base64_write(uint8_t *to, const uint8_t *bytes, size_t count);

/* yodel_prevalidate on a new prevalidator. `fault` is set to what is wrong, or still open at the end. */
size_t yodel_portable_prevalidate(const uint8_t *bytes, size_t count, uint8_t *fault);

#ifdef __cplusplus
}
#endif

#endif
