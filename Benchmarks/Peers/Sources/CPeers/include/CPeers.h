/* Readers and writers of C++ for the models of Models.hpp, one document after another. */
#ifndef CPEERS_H
#define CPEERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Who reads or writes. */
typedef enum { PEER_SIMDJSON = 0, PEER_RAPIDJSON = 1 } peer_library;

typedef struct peer peer;

/* Makes a reader of documents of a model; NULL if there is no such model. Copies the bytes, and pads them as simdjson asks for. `lines` is whether a document stands on
 * each line; otherwise there is one document, which is read again and again. */
peer *peer_make(const char *model, peer_library library, const char *bytes, size_t count, int lines);
void peer_free(peer *peer);

/* Decodes as many documents from the first on, each into a model of its own, which is destroyed. Returns how many it was; fewer if one fails. */
size_t peer_decode(peer *peer, size_t documents);
/* A checksum over all values of as many documents; 0 if one fails. */
uint64_t peer_checksum(peer *peer, size_t documents);

/* Decodes as many documents, at least one, and keeps their models to be written. Returns how many it was. */
size_t peer_keep(peer *peer, size_t documents);
/* Writes as many documents, by simdjson's string builder or RapidJSON's Writer, into a buffer that is emptied and used again. Returns the bytes of all of them. */
size_t peer_encode(peer *peer, size_t documents);
/* Writes one of the kept models; the text stays until the next call. */
const char *peer_text(peer *peer, size_t index, size_t *count);

/* Why the last call has failed. */
const char *peer_error(const peer *peer);
/* Which versions of the libraries these are, and which of simdjson's kernels run. */
const char *peer_versions(void);

#ifdef __cplusplus
}
#endif

#endif
