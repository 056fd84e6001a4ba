#ifndef YODEL_CMALLOCCOUNT_H
#define YODEL_CMALLOCCOUNT_H
#include <stdint.h>
#endif
