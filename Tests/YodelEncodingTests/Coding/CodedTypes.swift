import Foundation

@testable import YodelTestSupport

// Types of every shape that decode themselves, for the comparison with Foundation's decoder.

struct CodedWrapped<T: Decodable & Equatable>: Decodable, Equatable { var a: T }
struct CodedMaybe<T: Decodable & Equatable>: Decodable, Equatable { var a: T? }
struct CodedPair<T: Decodable & Equatable, U: Decodable & Equatable>: Decodable, Equatable {
    var first: T
    var second: U
}

enum CodedColor: String, Codable, CodingKeyRepresentable { case red, green, blue }
enum CodedLevel: Int, Codable { case low = 1, high = 2 }
enum CodedShape: Codable, Equatable {
    case point
    case circle(radius: Double)
    case box(Int, height: Int)
    case named(name: String?)
}

struct CodedUser: Decodable, Equatable {
    var id: Int
    var userName: String
    var avatarUrl: URL?
    var isAdmin: Bool
    var score: Double?
    var tags: [String]
    var address: CodedAddress?
}

struct CodedAddress: Decodable, Equatable {
    var street: String
    var zip_code: String?
    var geo: [Double]?
}

struct CodedRenamed: Decodable, Equatable {
    var one: Int
    var two: String?
    enum CodingKeys: String, CodingKey { case one = "first-one", two = "zweiß" }
}

indirect enum CodedList: Decodable, Equatable {
    case end
    case node(Int, CodedList)

    enum Keys: CodingKey { case head, tail }

    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: Keys.self) else {
            self = .end
            return
        }
        self = .node(try container.decode(Int.self, forKey: .head), try container.decode(CodedList.self, forKey: .tail))
    }
}

final class CodedTree: Decodable, Equatable {
    var value: Int
    var children: [CodedTree]
    static func == (left: CodedTree, right: CodedTree) -> Bool { left.value == right.value && left.children == right.children }
}

class CodedBase: Decodable, Equatable {
    var base: String
    static func == (left: CodedBase, right: CodedBase) -> Bool { left.base == right.base }
}

final class CodedDerived: CodedBase {
    var derived: Int
    enum CodingKeys: CodingKey { case derived }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        derived = try container.decode(Int.self, forKey: .derived)
        try super.init(from: container.superDecoder())
    }
}

final class CodedFlat: CodedBase {
    var derived: Int
    enum CodingKeys: CodingKey { case derived }

    required init(from decoder: any Decoder) throws {
        derived = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .derived)
        try super.init(from: decoder)
    }
}

struct CodedNested: Decodable, Equatable {
    var x: Int
    var list: [Int]
    var deep: String?
    var rest: Int

    enum Outer: CodingKey { case inner, list, more }
    enum Inner: CodingKey { case x, deep }

    init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Outer.self)
        let inner = try outer.nestedContainer(keyedBy: Inner.self, forKey: .inner)
        x = try inner.decode(Int.self, forKey: .x)
        deep = try inner.contains(.deep) && !inner.decodeNil(forKey: .deep) ? inner.decode(String.self, forKey: .deep) : nil
        var values = try outer.nestedUnkeyedContainer(forKey: .list)
        list = []
        while !values.isAtEnd { list.append(try values.decode(Int.self)) }
        rest = try Int(from: outer.superDecoder(forKey: .more))
    }
}

struct CodedRow: Decodable, Equatable {
    var name: String
    var number: Int?
    var inner: String
    var flags: [Bool]
    var end: Bool

    init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        name = try row.decode(String.self)
        number = try row.decodeIfPresent(Int.self)
        inner = try row.nestedContainer(keyedBy: CodedNested.Inner.self).decode(String.self, forKey: .deep)
        var nested = try row.nestedUnkeyedContainer()
        flags = []
        while try !nested.isAtEnd && !nested.decodeNil() { flags.append(try nested.decode(Bool.self)) }
        end = try Bool(from: row.superDecoder())
    }
}

/// Tries one type after the other, as types do that take anything.
typealias CodedAny = CodableTarget.Free

/// Asks for its keys more than once, and in another order than documents have them.
struct CodedRestless: Decodable, Equatable {
    var all: [String]
    var b: Int
    var a: Int
    var c: String?
    enum Keys: CodingKey { case a, b, c }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        all = container.allKeys.map(\.stringValue).sorted()
        _ = (container.contains(.a), container.contains(.b), container.contains(.c))
        b = try container.decode(Int.self, forKey: .b)
        a = try container.decode(Int.self, forKey: .a)
        _ = try? container.decode(Bool.self, forKey: .c)
        c = try container.decodeIfPresent(String.self, forKey: .c)
        b += try container.decode(Int.self, forKey: .b)
    }
}

/// Knows where it stands.
struct CodedPlace: Decodable, Equatable {
    var path: [String]
    var value: Int

    init(from decoder: any Decoder) throws {
        path = decoder.codingPath.map(\.stringValue)
        value = try decoder.singleValueContainer().decode(Int.self)
    }
}

struct CodedWide: Decodable, Equatable {
    var k01, k02, k03, k04, k05, k06, k07, k08, k09, k10, k11, k12, k13, k14, k15, k16, k17, k18, k19, k20: Int?
    var k21, k22, k23, k24, k25, k26, k27, k28, k29, k30, k31, k32, k33, k34, k35, k36, k37, k38, k39, k40: Int?
}
