import Foundation

@testable import Yodel

/// Models with something about them that archives have to get right.
enum ArchiveShapes {
    struct Inner: Model, Equatable {
        var a = 1
        var b = 2
        static func describe(_ model: inout ModelDescription) { model.archived = ["a"] }
    }

    struct Mapped: Model, Equatable {
        var name = "n"
        var unmapped = 1
        var path = 2
        var ignored = 3
        var secret = 4
        var moment: Date?
        var inner = Inner()
        var inners: [Inner] = []
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["name": "N", "unmapped": [], "path": "a.b"]
            model.ignored = ["ignored"]
            model.archived = ["name", "unmapped", "path", "ignored", "moment", "inner", "inners", "elsewhere"]
            model.transforms = ["moment": .epochMilliseconds]
        }
    }

    /// A type that only a transform can make, and types with half a coding.
    struct Opaque: Equatable { var value = 0 }
    struct Reads: Decodable, Equatable { var value = 0 }
    struct Writes: Encodable, Equatable { var value = 0 }
    struct Odd: Model, Equatable {
        var opaque: Opaque? = Opaque()
        var opaques: [Opaque] = []
        var reads: [Reads] = []
        var writes: [String: Writes] = [:]
        var kept = 1
        static func describe(_ model: inout ModelDescription) {
            model.transforms = [
                "opaque": PropertyTransform(
                    from: { $0.numberValue?.intValue.map { Opaque(value: $0) } },
                    to: { (o: Opaque) in JSONValue.number(JSONNumber(o.value)) }),
                "opaques": PropertyTransform(from: { _ in [Opaque]() }, to: { (_: [Opaque]) in .null }),
            ]
        }
    }

    struct Accessed: Model, Equatable {
        var celsius = 0.0
        var log: [String] = []
        var name: String? = "n" { didSet { log.append("\(oldValue ?? "-")>\(name ?? "-")") } }
        var fahrenheit: Double {
            get { celsius * 9 / 5 + 32 }
            set { celsius = (newValue - 32) * 5 / 9 }
        }
        static func describe(_ model: inout ModelDescription) {
            model.access(\Self.fahrenheit, named: "fahrenheit")
            model.access(\Self.name, named: "name")
            model.ignored = ["log", "celsius"]
        }
    }

    final class AccessedClass: Model {
        var stored = 1
        var twice: Int {
            get { stored * 2 }
            set { stored = newValue / 2 }
        }
        static func describe(_ model: inout ModelDescription) {
            model.access(\AccessedClass.twice, named: "twice")
            model.archived = ["twice"]
        }
    }

    class Node: Model {
        var name = ""
        var next: Node?
        var others: [Node] = []
        var byName: [String: Node] = [:]
        var any: Any?
        required init() {}
    }

    final class CodableNode: ModelCodable {
        var next: Wrapper?
        init() {}
    }

    /// Has a coding of its own, so that every turn of a cycle begins anew.
    struct Wrapper: Codable { var node: CodableNode }

    struct Loose: Model {
        var any: Any?
        var always: Any = 1
        var list: [Any] = []
        var table: [String: Any] = [:]
    }

    struct Misspelt: Model {
        var name = ""
        static func describe(_ model: inout ModelDescription) { model.archived = ["nane"] }
    }
}
