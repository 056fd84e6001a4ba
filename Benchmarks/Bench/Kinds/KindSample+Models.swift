import Foundation
import Yodel

// Values with properties of their own, and types that read and write themselves.

extension KindSample {
    static var models: [KindSample] {
        var list = KindList()
        list.addStructs()
        list.addCodableTypes()
        list.addEnums()
        return list.samples
    }
}

extension SplitMix64 {
    /// The values of a struct of two properties, and its text.
    fileprivate mutating func pair() -> (value: KindPair, text: String) {
        var pair = KindPair()
        (pair.id, pair.name) = (below(1_000_000), word())
        return (pair, #"{"id":\#(pair.id),"name":"\#(pair.name)"}"#)
    }
}

extension KindList {
    fileprivate mutating func addStructs() {
        add("struct of two", One<KindPair>.self) { random in
            let (pair, text) = random.pair()
            return KindCase(pair, text)
        }
        add("optional struct of two", One<KindPair?>.self) { random in
            let (pair, text) = random.pair()
            return KindCase(pair, text)
        }
        add("array of two structs of two", One<[KindPair]>.self) { random in
            let (first, second) = (random.pair(), random.pair())
            return KindCase([first.value, second.value], "[\(first.text),\(second.text)]")
        }
        add("dictionary of two structs of two", One<[String: KindPair]>.self, .unordered) { random in
            let (keys, first, second) = (random.words(2), random.pair(), random.pair())
            return KindCase(
                [keys[0]: first.value, keys[1]: second.value], #"{"\#(keys[0])":\#(first.text),"\#(keys[1])":\#(second.text)}"#)
        }
        add("instance of a class of two", One<KindItem>.self) { random in
            let (pair, text) = random.pair()
            return KindCase(KindItem(pair), text)
        }
        add("struct of two, listed", One<KindListed>.self, marks: ["Model()"]) { random in
            let (pair, text) = random.pair()
            return KindCase(KindListed(id: pair.id, name: pair.name), text)
        }
        addModel("instance made of a struct of two", OneNode.self, marks: ["Model()"]) { random in
            let (pair, text) = random.pair()
            return KindCase(KindNode(stored: KindListed(id: pair.id, name: pair.name)), text)
        }
        addModel("the same with a superclass", OneLeaf.self, marks: ["Model(subclasses:)"]) { random in
            let (pair, text) = random.pair()
            let base = KindListed(id: pair.id, name: pair.name)
            return KindCase(KindLeaf(values: KindLeaf.Stored(base: base, isLast: true)), "\(text.dropLast()),\"isLast\":true}")
        }
    }

    fileprivate mutating func addCodableTypes() {
        add("Codable struct of two", One<CodedPair>.self) { random in
            let (pair, text) = random.pair()
            return KindCase(CodedPair(id: pair.id, name: pair.name), text)
        }
        add("array of two Codable structs of two", One<[CodedPair]>.self) { random in
            let pairs = (random.pair(), random.pair())
            let values = [pairs.0.value, pairs.1.value].map { CodedPair(id: $0.id, name: $0.name) }
            return KindCase(values, "[\(pairs.0.text),\(pairs.1.text)]")
        }
        add("Codable that decodes one string", One<CodedText>.self) { random in
            let text = random.word()
            return KindCase(CodedText(text: text), "\"\(text)\"")
        }
        addModel("Encodable that is only written", OneWritten.self, KindSettings(isWrittenOnly: true)) { random in
            let text = random.word()
            return KindCase(WrittenText(text: text), "\"\(text)\"")
        }
    }

    fileprivate mutating func addEnums() {
        addModel("enum by a key", OneKeyed.self, marks: ["Model()"]) { random in
            let (pair, text) = random.pair()
            return KindCase(.pair(pair), "{\"pair\":\(text)}")
        }
        addModel("enum by a tag", OneTagged.self, marks: ["Model(tag:content:)"]) { random in
            let (pair, text) = random.pair()
            return KindCase(.pair(pair), "{\"type\":\"pair\",\(text.dropFirst())")
        }
        addModel("enum by a tag beside its payload", OneAdjacent.self, marks: ["Model(tag:content:)"]) { random in
            let (pair, text) = random.pair()
            return KindCase(.pair(pair), "{\"type\":\"pair\",\"data\":\(text)}")
        }
        addModel("enum by an integer", OneNumbered.self, marks: ["Key(_:_:)"]) { random in
            let (pair, text) = random.pair()
            return KindCase(.pair(pair), "{\"op\":1,\(text.dropFirst())")
        }
        addModel("enum by a tag at a path", OnePlaced.self, marks: ["Model(tagAt:_:contentAt:)"]) { random in
            let (pair, text) = random.pair()
            return KindCase(.pair(pair), "{\"data\":{\"type\":\"pair\",\"content\":\(text)}}")
        }
        addModel("enum by two tags", OneSubtyped.self, marks: ["Model(tagAt:_:contentAt:)", "Key(tags:_:)"]) { random in
            let (pair, text) = random.pair()
            return KindCase(.pair(pair), "{\"type\":\"message\",\"subtype\":\"pair\",\(text.dropFirst())")
        }
        addModel("enum by the payload's key", OneKeyedBy.self, marks: ["Model(keyedBy:)"]) { random in
            let (pair, text) = random.pair()
            return KindCase(.pair(pair), "{\"type\":\"pair\",\"pair\":\(text)}")
        }
        addModel("enum by its payload", OneUntagged.self, marks: ["Model(untagged:)"]) { random in
            if random.once(in: 2) {
                let number = random.below(1_000_000)
                return KindCase(.number(number), "\(number)")
            }
            let text = random.word()
            return KindCase(.text(text), "\"\(text)\"")
        }
        addModel("enum with a case for any other text", OneOpen.self, marks: ["Other()"]) { random in
            let text = random.word()
            return KindCase(.other(text), "\"\(text)\"")
        }
    }
}
