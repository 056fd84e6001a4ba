// Models by simdjson's On-Demand and by RapidJSON's documents: each goes through an object's members in their order, and compares a key with that of the field that is next.
#pragma once

#include <charconv>

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <simdjson.h>

#include "Fields.hpp"

namespace peers {

inline bool make_key(std::string_view text, std::string &key) {
    key = text;
    return true;
}
inline bool make_key(std::string_view text, int64_t &key) {
    const auto result = std::from_chars(text.data(), text.data() + text.size(), key);
    return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

// A value that does not fit is a failure, but null, which leaves what is there, and a number in a string.
struct SimdjsonReader {
    using Value = simdjson::ondemand::value;

    static bool is_null(Value &value) { return bool_of(value.is_null()); }

    static bool read(Value &value, Text &out) {
        std::string_view text;
        if (value.get_string().get(text)) return is_null(value);
        out.assign(text);
        return true;
    }
    static bool read(Value &value, Int &out) {
        const auto error = value.get_int64().get(out);
        if (!error) return true;
        return is_null(value) || !value.get_int64_in_string().get(out);
    }
    static bool read(Value &value, double &out) { return !value.get_double().get(out) || is_null(value); }
    static bool read(Value &value, bool &out) { return !value.get_bool().get(out) || is_null(value); }
    template <class T> static bool read(Value &value, Optional<T> &out) { return is_null(value) || read(value, out.emplace()); }
    template <class T> static bool read(Value &value, std::unique_ptr<T> &out) {
        if (is_null(value)) return true;
        out = std::make_unique<T>();
        return read(value, *out);
    }
    template <class T> static bool read(Value &value, List<T> &out) {
        simdjson::ondemand::array array;
        if (value.get_array().get(array)) return is_null(value);
        for (auto item : array) {
            Value element;
            if (item.get(element) || !read(element, out.emplace_back())) return false;
        }
        return true;
    }
    template <class Key, class T> static bool read(Value &value, std::unordered_map<Key, T> &out) {
        simdjson::ondemand::object object;
        if (value.get_object().get(object)) return is_null(value);
        for (auto item : object) {
            std::string_view text;
            Key key;
            if (item.unescaped_key().get(text) || !make_key(text, key)) return false;
            Value element;
            if (item.value().get(element) || !read(element, out[std::move(key)])) return false;
        }
        return true;
    }
    template <IsModel Model> static bool read(Value &value, Model &out) {
        simdjson::ondemand::object object;
        if (value.get_object().get(object)) return is_null(value);
        return members(object, out);
    }
    template <class Model> static bool members(simdjson::ondemand::object &object, Model &out) {
        size_t expected = 0;
        for (auto item : object) {
            simdjson::ondemand::raw_json_string key;
            if (item.key().get(key)) return false;
            const size_t index = index_of<Model>(expected, [&](std::string_view wanted) { return key.unsafe_is_equal(wanted); });
            if (index == count_of<Model>) continue;
            expected = index + 1;
            Value element;
            if (item.value().get(element) || !Setters<Model, Value, SimdjsonReader>::all[index](element, out)) return false;
        }
        return true;
    }

private:
    static bool bool_of(bool value) { return value; }
    static bool bool_of(simdjson::simdjson_result<bool> result) {
        bool value = false;
        return !std::move(result).get(value) && value;
    }
};

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
        size_t expected = 0;
        for (auto &member : value.GetObject()) {
            const auto key = view(member.name);
            const size_t index = index_of<Model>(expected, [&](std::string_view wanted) { return key == wanted; });
            if (index == count_of<Model>) continue;
            expected = index + 1;
            if (!Setters<Model, Value, RapidjsonReader>::all[index](member.value, out)) return false;
        }
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
        each_field(model, [this](std::string_view key, const auto &value) { member(key, value); });
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
