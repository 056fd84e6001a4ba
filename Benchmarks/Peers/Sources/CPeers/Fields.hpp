// What readers, writers and checksums ask of a model: its keys, and a function for each of its fields.
#pragma once

#include <array>
#include <cstring>

#include "Models.hpp"
#include "TwitterModels.hpp"

namespace peers {

template <class T>
concept IsModel = requires { T::fields(); };

template <class Model> constexpr size_t count_of = std::tuple_size_v<decltype(Model::fields())>;

template <class Model> constexpr auto keys_of() {
    return std::apply([](const auto &...fields) { return std::array<std::string_view, sizeof...(fields)>{fields.key...}; }, Model::fields());
}

// Calls the body with each field's key and value.
template <class Model, class Body> void each_field(Model &model, Body &&body) {
    std::apply([&](const auto &...fields) { (body(fields.key, model.*(fields.member)), ...); }, Model::fields());
}

// A function for each field that reads a value into it.
template <class Model, class Value, class Reader> struct Setters {
    using Setter = bool (*)(Value &, Model &);

    template <size_t index> static bool set(Value &value, Model &model) {
        constexpr auto field = std::get<index>(Model::fields());
        return Reader::read(value, model.*(field.member));
    }
    template <size_t... indices> static constexpr std::array<Setter, sizeof...(indices)> make(std::index_sequence<indices...>) {
        return {&set<indices>...};
    }
    static constexpr std::array<Setter, count_of<Model>> all = make(std::make_index_sequence<count_of<Model>>());
};

// The index of a key: mostly that of the field behind the last one. `is` compares. Returns the number of fields if there is none.
template <class Model, class Is> size_t index_of(size_t expected, Is &&is) {
    static constexpr auto keys = keys_of<Model>();
    for (size_t index = expected; index < keys.size(); index++)
        if (is(keys[index])) return index;
    for (size_t index = 0; index < expected; index++)
        if (is(keys[index])) return index;
    return keys.size();
}

// A checksum over all values, in the order of the fields; of tables in any order. Checksum.swift computes the same.
struct Checksum {
    uint64_t state = 0xCBF29CE484222325;

    void mix(uint64_t value) {
        state = (state ^ value) * 0x9E3779B97F4A7C15;
        state ^= state >> 32;
    }
    void add(const Text &text) {
        mix(text.size());
        size_t index = 0;
        for (; index + 8 <= text.size(); index += 8) {
            uint64_t word;
            std::memcpy(&word, text.data() + index, 8);
            mix(word);
        }
        for (; index < text.size(); index++) mix((unsigned char)text[index]);
    }
    void add(Int value) { mix((uint64_t)value); }
    void add(bool value) { mix(value); }
    void add(double value) {
        uint64_t bits;
        std::memcpy(&bits, &value, 8);
        mix(bits);
    }
    template <class T> void add(const Optional<T> &value) {
        mix(value.has_value());
        if (value) add(*value);
    }
    template <class T> void add(const std::unique_ptr<T> &value) {
        mix(value != nullptr);
        if (value) add(*value);
    }
    template <class T> void add(const List<T> &values) {
        mix(values.size());
        for (const auto &value : values) add(value);
    }
    template <class Key, class T> void add(const std::unordered_map<Key, T> &table) {
        uint64_t sum = 0;
        for (const auto &[key, value] : table) {
            Checksum pair;
            pair.add(key);
            pair.add(value);
            sum += pair.state;
        }
        mix(table.size());
        mix(sum);
    }
    template <IsModel Model> void add(const Model &model) {
        each_field(model, [this](std::string_view, const auto &value) { add(value); });
    }
};

}  // namespace peers
