#ifndef YODEL_CSCAN_H
#define YODEL_CSCAN_H
#include <stdint.h>
#include <stddef.h>
#include <string.h>
typedef struct { uint8_t fault; uint32_t fault_back; } yodel_gate;
enum { YODEL_GATE_OK=0, YODEL_GATE_CONTROL=1, YODEL_GATE_UTF8=2, YODEL_GATE_SURROGATE=3 };
static inline size_t yodel_gate_check(yodel_gate *g, const uint8_t *b, size_t n) { for (size_t i=0;i<n;i++) if (b[i]==0x0b||b[i]==0x0c) { g->fault=1; g->fault_back=0; return i;} return n; }
static inline size_t yodel_count_newlines(const uint8_t *b, size_t n, size_t *last) { size_t c=0; for (size_t i=0;i<n;i++) if (b[i]=='\n') {c++; *last=i;} return c; }
static inline size_t yodel_skip_whitespace(const uint8_t *b, size_t n) { size_t i=0; while(i<n && (b[i]==' '||b[i]=='\n'||b[i]=='\r'||b[i]=='\t')) i++; return i; }
#endif
