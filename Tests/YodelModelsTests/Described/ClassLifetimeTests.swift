import Testing

@testable import Yodel
@testable import YodelTestSupport

extension LifetimeTests {
    /// Instances that are made of a struct of their values: each is made once and dies once, however the decode ends.
    @Suite("Lifetimes of described classes")
    struct ClassLifetimeTests {
        final class Leaf: Tracked, Model {
            var name = ""
            required override init() { super.init() }
        }

        final class Branch: Tracked, BaseModel {
            let name: String
            let leaf: Leaf?
            let next: Branch?
            let list: [Branch]
            let table: [String: Branch?]
            let last: Int

            struct Stored: BaseModel {
                let name: String
                let leaf: Leaf?
                let next: Branch?
                let list: [Branch]
                let table: [String: Branch?]
                let last: Int

                static var modelForm: ModelForm {
                    var properties = StoredProperties<Self>()
                    properties.add("name", \.name)
                    properties.add("leaf", \.leaf)
                    properties.add("next", \.next)
                    properties.add("list", \.list, default: [])
                    properties.add("table", \.table, default: [:])
                    properties.add("last", \.last)
                    return ModelForm(properties)
                }
            }

            init(stored: Stored) {
                name = stored.name
                leaf = stored.leaf
                next = stored.next
                list = stored.list
                table = stored.table
                last = stored.last
                super.init()
            }

            static var modelForm: ModelForm {
                ModelForm(make: Branch.init(stored:)) {
                    Stored(name: $0.name, leaf: $0.leaf, next: $0.next, list: $0.list, table: $0.table, last: $0.last)
                }
            }
        }

        struct Holder: Model {
            var branch: Branch?
            var other: Branch?
            static func describe(_ model: inout ModelDescription) { model.required = ["branch"] }
        }

        private static let text =
            #"{"name":"a name that is kept on the heap","leaf":{"name":"l"},"next":{"name":"n","last":2,"leaf":{}},"#
            + #""list":[{"name":"b","last":3},{"name":"no last"},{"name":"c","last":4}],"table":{"x":{"name":"t","last":5},"y":null},"last":1}"#

        private let all = [DecodingOptions.lenient, .strict]

        @Test(.slow) func everyCutAndEveryFault() throws {
            let before = Tracked.living
            let bytes = Array(Self.text.utf8)
            for options in all {
                for end in [0, bytes.count] + some(5, of: 1..<bytes.count) {
                    for part in [Array(bytes[..<end]), bytes[..<end] + [UInt8(ascii: "7")] + bytes.dropFirst(end + 1)] {
                        let document = String(decoding: part, as: UTF8.self)
                        _ = EveryWay.outcomes(Branch.self, document, options)
                        _ = EveryWay.outcomes([Branch].self, "[\(document),\(Self.text)]", options)
                        _ = EveryWay.outcomes(Holder.self, #"{"other":\#(Self.text),"branch":\#(document)}"#, options)
                        #expect(Tracked.living == before, "\(document)")
                    }
                }
            }
        }

        @Test func merges() throws {
            let before = Tracked.living
            let bytes = Array(Self.text.utf8)
            do {
                let old = try Branch(json: Self.text)
                #expect(old.list.count == 2 && old.table.count == 2)
                let lived = Tracked.living
                for options in all {
                    // The whole text comes last: a byte of the leaf's name may have been another one before.
                    for end in some(80, of: 1..<bytes.count) + [0, bytes.count] {
                        for part in [Array(bytes[..<end]), bytes[..<end] + [UInt8(ascii: "]")] + bytes.dropFirst(end + 1)] {
                            var branch = old
                            try? ModelDecoder(options).update(&branch, from: part)
                            var holder = Holder()
                            holder.branch = old
                            try? ModelDecoder(options).update(&holder, from: Array(#"{"branch":"#.utf8) + part + Array("}".utf8))
                        }
                    }
                    #expect(Tracked.living == lived)
                    // The leaf is filled in place by a merge that succeeds, and is as it was behind one that does not.
                    #expect(old.leaf?.name == "l" && old.name == "a name that is kept on the heap" && old.last == 1)
                }
                var branch = old
                try branch.update(json: #"{"leaf":{"name":"m"},"next":{"name":"new"}}"#)
                #expect(
                    branch !== old && branch.leaf === old.leaf && old.leaf?.name == "m" && old.next?.name == "n" && branch.next?.last == 2)
                #expect(throws: ModelError.self) { try branch.update(json: #"{"leaf":{"name":"x"},"next":{"name":"y"},"#) }
                #expect(branch.leaf?.name == "m" && branch.next?.name == "new")
                _ = try branch.modelCopy().jsonString()
            }
            #expect(Tracked.living == before)
        }
    }
}
