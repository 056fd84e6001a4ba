#include "CArrow.h"

_Static_assert(sizeof(struct ArrowSchema) == 72, "the layout of the Arrow C data interface");
_Static_assert(sizeof(struct ArrowArray) == 80, "the layout of the Arrow C data interface");
_Static_assert(sizeof(struct ArrowArrayStream) == 40, "the layout of the Arrow C stream interface");
