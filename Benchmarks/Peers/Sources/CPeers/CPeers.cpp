#include "CPeers.h"

#include "Rapidjson.hpp"
#include "Simdjson.hpp"

using namespace peers;

// A reader and writer of a corpus.
struct peer {
    virtual ~peer() = default;
    virtual size_t decode(size_t documents) = 0;
    virtual uint64_t checksum(size_t documents) = 0;
    virtual size_t keep(size_t documents) = 0;
    virtual size_t encode(size_t documents) = 0;
    virtual std::string_view text(size_t index) = 0;

    std::string error;
};

namespace {

// Bytes with room behind them, in which simdjson may read.
struct Corpus {
    std::vector<char> padded;
    size_t count;
    bool lines;

    Corpus(const char *bytes, size_t count, bool lines) : padded(count + simdjson::SIMDJSON_PADDING), count(count), lines(lines) {
        std::memcpy(padded.data(), bytes, count);
    }

    // Hands out documents from the first on, until the body returns false. Returns how many it has taken.
    template <class Body> size_t each(size_t documents, Body &&body) const {
        size_t offset = 0, taken = 0;
        for (; taken < documents; taken++) {
            if (!lines) {
                if (!body(padded.data(), count)) break;
                continue;
            }
            if (offset >= count) break;
            const char *start = padded.data() + offset;
            const char *end = (const char *)std::memchr(start, '\n', count - offset);
            const size_t length = end ? end - start : count - offset;
            if (!body(start, length)) break;
            offset += length + 1;
        }
        return taken;
    }
    size_t room(const char *start) const { return padded.data() + padded.size() - start; }
};

struct Simdjson {
    simdjson::ondemand::parser parser;

    template <class Model> bool decode(const Corpus &corpus, const char *start, size_t count, Model &out) {
        simdjson::ondemand::document document;
        simdjson::ondemand::object object;
        if (parser.iterate(start, count, corpus.room(start)).get(document) || document.get_object().get(object)) return false;
        // On-Demand looks at the rest of the text only when it is asked to.
        return SimdjsonReader::members(object, out) && document.at_end();
    }
};

struct Rapidjson {
    using Pool = rapidjson::MemoryPoolAllocator<>;
    using Document = rapidjson::GenericDocument<rapidjson::UTF8<>, Pool, Pool>;
    // Memory of both is used again from document to document; more than that is asked for, and given back.
    std::vector<char> values = std::vector<char>(1 << 20), levels = std::vector<char>(1 << 16);
    std::vector<char> text;

    template <class Model> bool decode(const Corpus &, const char *start, size_t count, Model &out) {
        // In place, so that strings are not copied: in a copy of the text, since the parser writes to it.
        text.resize(std::max(text.size(), count + 1));
        std::memcpy(text.data(), start, count);
        text[count] = 0;
        Pool pool(values.data(), values.size()), stack(levels.data(), levels.size());
        Document document(&pool, levels.size() / 2, &stack);
        // Doubles are to be the nearest ones, as everybody else's are.
        document.ParseInsitu<rapidjson::kParseFullPrecisionFlag>(text.data());
        return !document.HasParseError() && RapidjsonReader::read(document, out);
    }
};

template <class T> inline void use(const T &value) { asm volatile("" : : "r"(&value) : "memory"); }

template <class Model, class Library, class Writer> struct Peer final : peer {
    Corpus corpus;
    Library library;
    List<std::unique_ptr<Model>> models;
    Writer writer;

    Peer(const char *bytes, size_t count, bool lines) : corpus(bytes, count, lines) {}

    // Decodes documents, each into a model that the body gets.
    template <class Body> size_t each(size_t documents, Body &&body) {
        error.clear();
        const size_t taken = corpus.each(documents, [&](const char *start, size_t count) {
            Model model;
            if (!library.decode(corpus, start, count, model)) {
                error = "a document is refused: " + std::string(start, std::min<size_t>(count, 80));
                return false;
            }
            body(model);
            return true;
        });
        return taken;
    }
    size_t decode(size_t documents) override {
        return each(documents, [](Model &model) { use(model); });
    }
    uint64_t checksum(size_t documents) override {
        Checksum all;
        each(documents, [&](Model &model) { all.add(model); });
        return error.empty() ? all.state : 0;
    }
    size_t keep(size_t documents) override {
        models.clear();
        return each(documents, [&](Model &model) { models.push_back(std::make_unique<Model>(std::move(model))); });
    }
    size_t encode(size_t documents) override {
        size_t bytes = 0;
        for (size_t index = 0; index < documents; index++) bytes += text(index % models.size()).size();
        return bytes;
    }
    std::string_view text(size_t index) override {
        writer.begin();
        writer.write(*models[index]);
        return writer.text();
    }
};

template <class Model> peer *make(peer_library library, const char *bytes, size_t count, bool lines) {
    if (library == PEER_SIMDJSON) return new Peer<Model, Simdjson, SimdjsonWriter>(bytes, count, lines);
    return new Peer<Model, Rapidjson, RapidjsonWriter>(bytes, count, lines);
}

}  // namespace

extern "C" {

peer *peer_make(const char *model, peer_library library, const char *bytes, size_t count, int lines) {
    const std::string_view name = model;
    if (name == "GitHubUser") return make<GitHubUser>(library, bytes, count, lines);
    if (name == "FeedStatus") return make<FeedStatus>(library, bytes, count, lines);
    if (name == "Event") return make<Event>(library, bytes, count, lines);
    if (name == "Catalog") return make<Catalog>(library, bytes, count, lines);
    if (name == "TwitterSearch") return make<TwitterSearch>(library, bytes, count, lines);
    if (name == "GeoCollection") return make<GeoCollection>(library, bytes, count, lines);
    return nullptr;
}

void peer_free(peer *peer) { delete peer; }
size_t peer_decode(peer *peer, size_t documents) { return peer->decode(documents); }
uint64_t peer_checksum(peer *peer, size_t documents) { return peer->checksum(documents); }
size_t peer_keep(peer *peer, size_t documents) { return peer->keep(documents); }
size_t peer_encode(peer *peer, size_t documents) { return peer->encode(documents); }

const char *peer_text(peer *peer, size_t index, size_t *count) {
    const auto text = peer->text(index);
    *count = text.size();
    return text.data();
}

const char *peer_error(const peer *peer) { return peer->error.c_str(); }

const char *peer_versions(void) {
    // The structure is found by the kernel that the library picks when it runs, strings and numbers are read by that of this compilation: the same ones for --march native.
    static const std::string versions = "simdjson " SIMDJSON_VERSION " (kernels: " +
                                        simdjson::get_active_implementation()->name() +
                                        " and " SIMDJSON_STRINGIFY(SIMDJSON_BUILTIN_IMPLEMENTATION) "), RapidJSON " RAPIDJSON_VERSION_STRING;
    return versions.c_str();
}
}
