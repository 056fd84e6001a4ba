// Models by simdjson: read by On-Demand, written by its string builder.
#pragma once

#include <simdjson.h>

#include "Fields.hpp"

namespace peers {

// A loop over the members of each object, in their order. A value that does not fit is a failure, but null, which leaves what is there, and a number in a string.
struct SimdjsonReader {
    using Value = simdjson::ondemand::value;

    static bool is_null(Value &value) {
        bool is_null;
        return !value.is_null().get(is_null) && is_null;
    }

    PEERS_INLINE static bool read(Value &value, Text &out) {
        std::string_view text;
        if (value.get_string().get(text)) [[unlikely]] return is_null(value);
        out = Text(text);
        return true;
    }
    PEERS_INLINE static bool read(Value &value, Int &out) {
        if (!value.get_int64().get(out)) [[likely]] return true;
        return is_null(value) || !value.get_int64_in_string().get(out);
    }
    PEERS_INLINE static bool read(Value &value, double &out) { return !value.get_double().get(out) || is_null(value); }
    PEERS_INLINE static bool read(Value &value, bool &out) { return !value.get_bool().get(out) || is_null(value); }
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
            // A vector grows from one element on: two numbers would be two allocations.
            if constexpr (sizeof(T) < 32)
                if (out.empty()) out.reserve(32 / sizeof(T));
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
    // A model's own keys have no escapes, and one that is written with them is taken for another, in simdjson's favour.
    template <class Model> static bool members(simdjson::ondemand::object &object, Model &out) {
        for (auto item : object) {
            std::string_view key;
            Value element;
            if (item.escaped_key().get(key) || item.value().get(element)) [[unlikely]] return false;
            if (!with_member(key, out, [&](auto &member) PEERS_INLINE_LAMBDA { return read(element, member); })) [[unlikely]] return false;
        }
        return true;
    }
};

// Keys are written with their quotes and colon, as a program for this one model would. What is absent is left out.
struct SimdjsonWriter {
    simdjson::builder::string_builder builder;

    void begin() { builder.clear(); }
    std::string_view text() const {
        std::string_view text;
        return builder.view().get(text) ? std::string_view() : text;
    }
    PEERS_INLINE void write(const Text &text) { builder.escape_and_append_with_quotes(text); }
    PEERS_INLINE void write(Int value) { builder.append(value); }
    PEERS_INLINE void write(double value) { builder.append(value); }
    PEERS_INLINE void write(bool value) { builder.append(value); }
    template <class T> void write(const List<T> &values) {
        builder.start_array();
        bool is_first = true;
        for (const auto &value : values) {
            if (!is_first) builder.append_comma();
            is_first = false;
            write(value);
        }
        builder.end_array();
    }
    template <class Key, class T> void write(const std::unordered_map<Key, T> &table) {
        builder.start_object();
        bool is_first = true;
        for (const auto &[key, value] : table) {
            if (!is_first) builder.append_comma();
            is_first = false;
            this->key(key);
            builder.append_colon();
            write(value);
        }
        builder.end_object();
    }
    template <IsModel Model> void write(const Model &model) {
        builder.start_object();
        bool is_first = true;
        [&]<size_t... indices>(std::index_sequence<indices...>) PEERS_INLINE_LAMBDA {
            (member<indices, Model>(model.*(std::get<indices>(fields_of<Model>).member), is_first), ...);
        }(std::make_index_sequence<count_of<Model>>());
        builder.end_object();
    }

private:
    void key(const Text &key) { builder.escape_and_append_with_quotes(key); }
    void key(Int key) {
        builder.append('"');
        builder.append(key);
        builder.append('"');
    }
    template <size_t index, class Model, class T> PEERS_INLINE void member(const T &value, bool &is_first) {
        constexpr std::string_view key = std::get<index>(fields_of<Model>).written;
        if (is_first)
            builder.append_raw(key.data() + 1, key.size() - 1);
        else
            builder.append_raw(key.data(), key.size());
        is_first = false;
        write(value);
    }
    template <size_t index, class Model, class T> PEERS_INLINE void member(const Optional<T> &value, bool &is_first) {
        if (value) member<index, Model>(*value, is_first);
    }
    template <size_t index, class Model, class T> PEERS_INLINE void member(const std::unique_ptr<T> &value, bool &is_first) {
        if (value) member<index, Model>(*value, is_first);
    }
};

}  // namespace peers
