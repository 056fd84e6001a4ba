// Models by RapidJSON: read from its documents, written by its Writer.
#pragma once

#include <charconv>

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
// The reader gains by wide instructions, the writer loses by them, where strings are short; each has what is best for it.
#if defined(__SSE4_2__)
#define RAPIDJSON_SSE42 1
#define RAPIDJSON_SIMD 1
#elif defined(__ARM_NEON)
#define RAPIDJSON_NEON 1
#define RAPIDJSON_SIMD 1
#endif
#include <rapidjson/document.h>

#include "Fields.hpp"

namespace peers {

// A value that does not fit is a failure, but null, which leaves what is there, and a number in a string.
struct RapidjsonReader {
    using Value = const rapidjson::Value;

    static std::string_view view(Value &value) { return {value.GetString(), value.GetStringLength()}; }

    static bool read(Value &value, Text &out) {
        if (!value.IsString()) return value.IsNull();
        out.assign(view(value));
        return true;
    }
    static bool read(Value &value, Int &out) {
        if (value.IsInt64()) {
            out = value.GetInt64();
            return true;
        }
        return value.IsNull() || (value.IsString() && make_key(view(value), out));
    }
    static bool read(Value &value, double &out) {
        if (!value.IsNumber()) return value.IsNull();
        out = value.GetDouble();
        return true;
    }
    static bool read(Value &value, bool &out) {
        if (!value.IsBool()) return value.IsNull();
        out = value.GetBool();
        return true;
    }
    template <class T> static bool read(Value &value, Optional<T> &out) { return value.IsNull() || read(value, out.emplace()); }
    template <class T> static bool read(Value &value, std::unique_ptr<T> &out) {
        if (value.IsNull()) return true;
        out = std::make_unique<T>();
        return read(value, *out);
    }
    template <class T> static bool read(Value &value, List<T> &out) {
        if (!value.IsArray()) return value.IsNull();
        out.reserve(value.Size());
        for (auto &element : value.GetArray())
            if (!read(element, out.emplace_back())) return false;
        return true;
    }
    template <class Key, class T> static bool read(Value &value, std::unordered_map<Key, T> &out) {
        if (!value.IsObject()) return value.IsNull();
        out.reserve(value.MemberCount());
        for (auto &member : value.GetObject()) {
            Key key;
            if (!make_key(view(member.name), key) || !read(member.value, out[std::move(key)])) return false;
        }
        return true;
    }
    template <IsModel Model> static bool read(Value &value, Model &out) {
        if (!value.IsObject()) return value.IsNull();
        for (auto &member : value.GetObject())
            if (!with_member(view(member.name), out, [&](auto &field) { return read(member.value, field); })) return false;
        return true;
    }
};

// RapidJSON's writer. What is absent is left out.
struct RapidjsonWriter {
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer{buffer};

    void begin() {
        buffer.Clear();
        writer.Reset(buffer);
    }
    std::string_view text() const { return {buffer.GetString(), buffer.GetSize()}; }
    void write(const Text &text) { writer.String(text.data(), (rapidjson::SizeType)text.size()); }
    void write(Int value) { writer.Int64(value); }
    void write(double value) { writer.Double(value); }
    void write(bool value) { writer.Bool(value); }
    template <class T> void write(const List<T> &values) {
        writer.StartArray();
        for (const auto &value : values) write(value);
        writer.EndArray();
    }
    template <class T> void write(const Table<T> &table) {
        writer.StartObject();
        for (const auto &[key, value] : table) {
            this->key(key);
            write(value);
        }
        writer.EndObject();
    }
    template <class T> void write(const NumberedTable<T> &table) {
        writer.StartObject();
        for (const auto &[key, value] : table) {
            char digits[24];
            this->key({digits, (size_t)(std::to_chars(digits, digits + sizeof digits, key).ptr - digits)});
            write(value);
        }
        writer.EndObject();
    }
    template <IsModel Model> void write(const Model &model) {
        writer.StartObject();
        each_field(model, [this](const auto &field, const auto &value) { member(field.key, value); });
        writer.EndObject();
    }

private:
    void key(std::string_view key) { writer.Key(key.data(), (rapidjson::SizeType)key.size()); }
    template <class T> void member(std::string_view key, const T &value) {
        this->key(key);
        write(value);
    }
    template <class T> void member(std::string_view key, const Optional<T> &value) {
        if (value) member(key, *value);
    }
    template <class T> void member(std::string_view key, const std::unique_ptr<T> &value) {
        if (value) member(key, *value);
    }
};

}  // namespace peers
