/* Strings and arrays of the standard library, laid out by hand: see StringLayout.swift and ArrayLayout.swift, which check what is relied on. */
#ifndef CSCAN_STORAGE_H
#define CSCAN_STORAGE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of Swift's runtime: memory for an instance, with its class and one reference set. */
void *swift_allocObject(const void *metadata, size_t size, size_t alignment_mask);

typedef struct {
    uint64_t first, second;
} yodel_words;

/* Up to fifteen bytes, the first in the lowest place, zeros above them. Reads no byte beyond them. */
static inline yodel_words yodel_pack_small(const uint8_t *bytes, size_t count) {
    yodel_words words = {0, 0};
    if (count >= 8) {
        memcpy(&words.first, bytes, 8);
        if (count > 8) {
            memcpy(&words.second, bytes + count - 8, 8);
            words.second >>= 8 * (16 - count);
        }
    } else if (count >= 4) {
        uint32_t low, high;
        memcpy(&low, bytes, 4);
        memcpy(&high, bytes + count - 4, 4);
        words.first = low | (uint64_t)high << (8 * (count - 4));
    } else if (count > 0) {
        words.first = bytes[0] | (uint64_t)bytes[count / 2] << (8 * (count / 2)) | (uint64_t)bytes[count - 1] << (8 * (count - 1));
    }
    return words;
}

/* A storage of `size` bytes: class and reference count, `capacity`, `count_and_flags`, the text of 16 to 63 bytes, and a zero behind it. */
static inline void *yodel_make_storage(
    uintptr_t metadata, size_t size, uint64_t capacity, uint64_t count_and_flags, const uint8_t *bytes, size_t count) {
    uint8_t *storage = (uint8_t *)swift_allocObject((const void *)metadata, size, 7);
    memcpy(storage + 16, &capacity, 8);
    memcpy(storage + 24, &count_and_flags, 8);
    uint8_t *text = storage + 32;
    /* Blocks of sixteen from the start, and the last sixteen, which may overlap them. */
    memcpy(text, bytes, 16);
    if (count > 32) {
        memcpy(text + 16, bytes + 16, 16);
        memcpy(text + count - 32, bytes + count - 32, 16);
    }
    memcpy(text + count - 16, bytes + count - 16, 16);
    text[count] = 0;
    return storage;
}

/* The same of longer text: zeros to the end behind it, the last word included. */
static inline void *yodel_make_long_storage(
    uintptr_t metadata, size_t size, uint64_t capacity, uint64_t count_and_flags, const uint8_t *bytes, size_t count) {
    uint8_t *storage = (uint8_t *)swift_allocObject((const void *)metadata, size, 7);
    memcpy(storage + 16, &capacity, 8);
    memcpy(storage + 24, &count_and_flags, 8);
    memcpy(storage + 32, bytes, count);
    memset(storage + 32 + count, 0, size - 32 - count);
    return storage;
}

/* The storage of an array, for as many elements as `size` has room for behind 32 bytes: class and reference count, count, twice the capacity. */
static inline void *yodel_make_array(uintptr_t metadata, size_t size, size_t count) {
    /* malloc aligns to sixteen bytes by itself; asked for them, the runtime calls posix_memalign, which takes three times as long. */
    uint8_t *storage = (uint8_t *)swift_allocObject((const void *)metadata, size, 7);
    size_t capacity = 2 * count;
    memcpy(storage + 16, &count, sizeof count);
    memcpy(storage + 24, &capacity, sizeof capacity);
    return storage;
}

#ifdef __cplusplus
}
#endif

#endif
