import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Payloads that are instances made of a struct of their values.
private enum Owner: DescribedEnum {
    case user(Boxes.User)
    case node(Boxes.Node)
    case group([Owner])
    case name(String)

    static func describe(_ cases: inout EnumCases<Self>) {
        cases.form = .untagged
        cases.add("user", make: Self.user) { if case .user(let value) = $0 { value } else { nil } }
        cases.add("node", make: Self.node) { if case .node(let value) = $0 { value } else { nil } }
        cases.add("group", make: Self.group) { if case .group(let value) = $0 { value } else { nil } }
        cases.add("name", make: Self.name) { if case .name(let value) = $0 { value } else { nil } }
    }

    /// What it holds, in words.
    var words: String {
        switch self {
        case .user(let user): "user \(user.id) \(user.email ?? "-")"
        case .node(let node): "node \(node.value) \(node.children.map(\.value))"
        case .group(let owners): "[\(owners.map(\.words).joined(separator: ", "))]"
        case .name(let name): name
        }
    }
}

extension UntaggedTests {
    /// The keys that an instance must have tell which class it is of; a fault inside of the only one is its own.
    @Test func payloadsThatAreInstances() throws {
        let text = #"[{"id":1,"name":"a","mail":"m"},[{"value":2,"children":[{"value":3,"children":[]}]},"x",[{"children":[],"value":4}]]]"#
        let words = ["user 1 m", "[node 2 [3], x, [node 4 []]]"]
        for options in [DecodingOptions.lenient, .strict] {
            for result in EveryWay.outcomes([Owner].self, text, options) { #expect(try result.get().map(\.words) == words) }
        }
        let owners = try ModelDecoder(.strict).decode([Owner].self, from: text)
        let again = try ModelDecoder(.strict).decode([Owner].self, from: try ModelEncoder().encode(owners))
        #expect(again.map(\.words) == words)
        for result in EveryWay.outcomes([Owner].self, #"[{"id":1}]"#, .strict) {
            guard case .failure(let error) = result else {
                Issue.record("no error")
                continue
            }
            #expect(error.category == .mismatch && error.path.description.hasPrefix("[0]"), "\(error)")
        }
    }
}
