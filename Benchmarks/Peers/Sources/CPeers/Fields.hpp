// What readers, writers and checksums ask of a model: its fields, all of them or the one of a key.
#pragma once

#include <array>
#include <charconv>
#include <cstring>

#include "Models.hpp"
#include "TwitterModels.hpp"

#define PEERS_INLINE [[gnu::always_inline]]
#define PEERS_INLINE_LAMBDA __attribute__((always_inline))

namespace peers {

template <class T>
concept IsModel = requires { T::fields(); };

// Made once for a model: compilers take minutes if they make the list of fields anew for each of them.
template <class Model> inline constexpr auto fields_of = Model::fields();

template <class Model> inline constexpr size_t count_of = std::tuple_size_v<decltype(Model::fields())>;

template <class Model> inline constexpr auto keys_of =
    std::apply([](const auto &...fields) { return std::array<std::string_view, sizeof...(fields)>{fields.key...}; }, fields_of<Model>);

// Calls the body with each field and its value.
template <class Model, class Body> void each_field(Model &model, Body &&body) {
    std::apply([&](const auto &...fields) { (body(fields, model.*(fields.member)), ...); }, fields_of<Model>);
}

// Keys by their lengths: the indices of those of the same length, one after another.
template <class Model> struct KeysByLength {
    static constexpr auto &keys = keys_of<Model>;

    static constexpr auto order = [] {
        std::array<size_t, keys.size()> order{};
        for (size_t index = 0; index < keys.size(); index++) {
            size_t place = index;
            for (; place > 0 && keys[order[place - 1]].size() > keys[index].size(); place--) order[place] = order[place - 1];
            order[place] = index;
        }
        return order;
    }();
    // Where in the order the keys of at least this length begin.
    static constexpr size_t start(size_t length) {
        size_t place = 0;
        while (place < keys.size() && keys[order[place]].size() < length) place++;
        return place;
    }
    static constexpr size_t longest = keys[order.back()].size();
};

// Calls the body with the member of that key, and returns what the body returns; true if there is no such member. A switch over the length, and in each case a
// comparison with the few keys that have it, all of which the compiler knows: what a program for this one model would say. Everything is inlined for the same reason.
template <class Model, class Body> PEERS_INLINE inline bool with_member(std::string_view key, Model &model, Body &&body) {
    using Keys = KeysByLength<Model>;
    static_assert(Keys::longest <= 40, "the switch has a case for each length up to 40");
    bool result = true;
    const auto is_key = [&]<size_t place>() PEERS_INLINE_LAMBDA {
        constexpr auto &field = std::get<Keys::order[place]>(fields_of<Model>);
        if (std::memcmp(key.data(), field.key.data(), field.key.size()) != 0) return false;
        result = body(model.*(field.member));
        return true;
    };
    const auto compare = [&]<size_t length>() PEERS_INLINE_LAMBDA {
        constexpr size_t start = Keys::start(length);
        [&]<size_t... places>(std::index_sequence<places...>) PEERS_INLINE_LAMBDA {
            (void)(is_key.template operator()<start + places>() || ...);
        }(std::make_index_sequence<Keys::start(length + 1) - start>());
    };
#define PEERS_CASE(length) case length: compare.template operator()<length>(); break;
#define PEERS_CASES(tens) \
    PEERS_CASE(tens + 1) PEERS_CASE(tens + 2) PEERS_CASE(tens + 3) PEERS_CASE(tens + 4) PEERS_CASE(tens + 5) \
    PEERS_CASE(tens + 6) PEERS_CASE(tens + 7) PEERS_CASE(tens + 8) PEERS_CASE(tens + 9) PEERS_CASE(tens + 10)
    switch (key.size()) {
        PEERS_CASES(0)
        PEERS_CASES(10)
        PEERS_CASES(20)
        PEERS_CASES(30)
    }
#undef PEERS_CASES
#undef PEERS_CASE
    return result;
}

// The key of a table.
inline bool make_key(std::string_view text, std::string &key) {
    key = text;
    return true;
}
inline bool make_key(std::string_view text, int64_t &key) {
    const auto result = std::from_chars(text.data(), text.data() + text.size(), key);
    return result.ec == std::errc() && result.ptr == text.data() + text.size();
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
        each_field(model, [this](const auto &, const auto &value) { add(value); });
    }
};

}  // namespace peers
