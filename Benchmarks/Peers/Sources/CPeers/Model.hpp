// How a model is described: once, by a list of its properties, from which the struct and its list of fields are made.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace peers {

template <class T> using Optional = std::optional<T>;
template <class T> using List = std::vector<T>;
template <class T> using Table = std::unordered_map<std::string, T>;
template <class T> using NumberedTable = std::unordered_map<int64_t, T>;
using Text = std::string;
using Int = int64_t;

// A field of a model: its key, the same as a writer needs it after another member, and where it is.
template <class Model, class Value> struct Field {
    std::string_view key;
    std::string_view written;
    Value Model::*member;
};
template <class Model, class Value> constexpr Field<Model, Value> field(std::string_view key, std::string_view written, Value Model::*member) {
    return {key, written, member};
}

// M(type, name) is a property whose name is its key, K(type, name, key) one whose is not.
#define PEERS_DECLARE(type, name) PEERS_DECLARE_KEYED(type, name, #name)
#define PEERS_DECLARE_KEYED(type, name, key) type name{};
#define PEERS_LIST(type, name) PEERS_LIST_KEYED(type, name, #name)
#define PEERS_LIST_KEYED(type, name, key) , field(key, ",\"" key "\":", &Self::name)
#define PEERS_MODEL(Name, PROPERTIES)                                                                              \
    struct Name {                                                                                                  \
        using Self = Name;                                                                                         \
        PROPERTIES(PEERS_DECLARE, PEERS_DECLARE_KEYED)                                                             \
        static constexpr auto fields() {                                                                           \
            return drop_first(std::make_tuple(0 PROPERTIES(PEERS_LIST, PEERS_LIST_KEYED)));                        \
        }                                                                                                          \
    };

template <class First, class... Rest> constexpr std::tuple<Rest...> drop_first(const std::tuple<First, Rest...> &all) {
    return std::apply([](const auto &, const auto &...rest) { return std::make_tuple(rest...); }, all);
}

}  // namespace peers
