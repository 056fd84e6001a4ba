#include "CMallocCount.h"
