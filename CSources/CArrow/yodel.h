// The functions of a shared library whose models are read into Arrow columns: a Swift library product that depends on YodelColumns has them.
//
// A request is JSON in UTF-8:
//
//     {"model": "Events.Event", "paths": ["events.ndjson"], "columns": ["id", "created_at"], "workers": 2}
//
//     model                 module and type, with a dot between them
//     paths                 files of lines
//     columns               names or keys of properties; all if it is missing or null
//     workers               threads; as many as there are cores
//     batch_rows            rows of a batch at most, 65536
//     batch_bytes           bytes of columns beyond which a batch gets no further row, 8 MiB
//     range                 two numbers of bytes, of one file: the lines that begin there
//     options               "convert" (conversions that lose nothing; other lines fail), "lenient" (all conversions, and defaults where a value does not fit) or "strict" (none)
//     decimals              two numbers, the digits of Decimal columns in all and after the point; they are text if it is missing
//     on_failure            "collect" or "abort"
//     maximum_failures      as many lines may fail
//     maximum_record_bytes  a longer line fails, 16 MiB
//     maximum_reject_bytes  as many bytes are kept of a line that fails, 1 MiB
//     maximum_kept_bytes    as many are kept of all lines that fail, 64 MiB; at most 1 GiB
//
// Texts that are returned, errors among them, are freed with yodel_free. All functions may be called on any thread.

#ifndef YODEL_H
#define YODEL_H

#include "include/CArrow.h"

#ifdef __cplusplus
extern "C" {
#endif

// The version of this interface: 1.
uint32_t yodel_abi(void);

// Opens a scan. NULL on failure: *error is why.
void *yodel_scan_open(const char *request, char **error);

// Describes the columns. 0, or -1 and *error.
int32_t yodel_scan_schema(void *scan, struct ArrowSchema *schema, char **error);

// Begins a reading from the start. 0, or -1 and *error. The stream keeps what it needs: the scan may be closed before it is read. A reading of which all records have failed warns at its
// end: by RuntimeWarning in a process with a Python interpreter, whose lock it takes for that, else on standard error.
int32_t yodel_scan_stream(void *scan, struct ArrowArrayStream *stream, char **error);

// The records that have failed in the latest reading so far, the first 100,000 of them, unless on_failure is "abort": file, record, line, offset, length, path, code, reason, bytes,
// cut. The length is the record's; cut tells whether bytes has less of it. A path or a reason of more than 512 bytes ends with an ellipsis.
int32_t yodel_scan_rejects(void *scan, struct ArrowArrayStream *stream, char **error);

// How far the latest reading is: {"bytes":0,"total_bytes":0,"records":0,"rejects":0,"finished":false}
char *yodel_scan_progress(void *scan);

void yodel_scan_close(void *scan);
void yodel_free(void *memory);

// Memory for a struct of the Arrow C interfaces, all zero (0 ArrowSchema, 1 ArrowArray, 2 ArrowArrayStream), and destructors of Python's capsules that
// release what the struct holds and free it.
void *yodel_capsule_new(int32_t kind);
void yodel_capsule_free_schema(void *capsule);
void yodel_capsule_free_array(void *capsule);
void yodel_capsule_free_stream(void *capsule);

#ifdef __cplusplus
}
#endif

#endif  // YODEL_H
