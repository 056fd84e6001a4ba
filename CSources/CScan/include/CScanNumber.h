/* What numbers are read with: where their digits end, and powers of ten. */
#ifndef YODEL_CSCAN_NUMBER_H
#define YODEL_CSCAN_NUMBER_H

#include "CScanBlock.h"

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

#endif
