/* What stands between Swift and the system's yajl. It adds only what Swift cannot import; memory.h, what Swift cannot do. */
#ifndef YODEL_CYAJL_SHIM_H
#define YODEL_CYAJL_SHIM_H

#include <yajl/yajl_parse.h>
#include <yajl/yajl_gen.h>
#include <yajl/yajl_version.h>

#include "memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `yajl_config` is variadic, which Swift does not import. Every option used takes one int. */
static inline int yodel_yajl_config(yajl_handle handle, yajl_option option, int value) {
    return yajl_config(handle, option, value);
}

#ifdef __cplusplus
}
#endif

#endif
