import Foundation
import Yodel

/// A kind of value that is measured: objects with one property each, in one array.
struct KindSample {
    /// As the table has it.
    let name: String
    /// The model of the objects, and the type of its property; nil for what is no model.
    let types: (model: Any.Type, property: Any.Type)?
    /// What else it shows: an attribute, a transform, a hook, by its name in the library.
    let marks: [String]
    /// Makes that many objects, always the same, and has every coder read and write them once.
    let prepare: (_ count: Int) throws -> KindTrial

    /// All of them, as the table lists them.
    static var all: [KindSample] { scalars + containers + models + attributes }
}

/// A value and its text.
struct KindCase<Value> {
    let value: Value
    /// Made without any coder.
    let text: String
    /// What `Codable` coders write, where that differs.
    let coded: String?

    init(_ value: Value, _ text: String, coded: String? = nil) {
        (self.value, self.text, self.coded) = (value, text, coded)
    }
}

/// A list of kinds that is being written.
struct KindList {
    private(set) var samples: [KindSample] = []

    /// Adds a kind that all coders take.
    ///
    /// - Parameters:
    ///   - name: As the table has it.
    ///   - type: A model with one property.
    ///   - marks: What it shows beside the property's type.
    ///   - share: Only that part of the objects is made, one of so many, where a coder is slow.
    ///   - settings: How the coders are set.
    ///   - make: A value of the property, and its text.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    mutating func add<T: OneProperty & Codable & Equatable>(
        _ name: String, _ type: T.Type, marks: [String] = [], share: Int = 1, _ settings: KindSettings = KindSettings(),
        make: @escaping (inout SplitMix64) -> KindCase<T.Value>
    ) {
        samples.append(
            KindSample(name: name, types: (T.self, T.Value.self), marks: marks) { count in
                let cases = Self.cases(max(count / share, 1), make)
                let objects = cases.map { T($0.value) }
                var trial = KindTrial(count: objects.count)
                trial.addModels(objects, Self.document(cases) { #"{"v":\#($0.text)}"# }, settings, areEqual: ==)
                trial.addCodable(objects, Self.document(cases) { #"{"v":\#($0.coded ?? $0.text)}"# }, settings)
                return trial
            })
    }

    /// Adds a kind that only the coders of models take.
    ///
    /// - Parameters:
    ///   - make: A value of the property, and the text of the object: of its only member, unless it begins with a brace and `isObject` says so.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    mutating func addModel<T: OneProperty>(
        _ name: String, _ type: T.Type, marks: [String] = [], isObject: Bool = false, _ settings: KindSettings = KindSettings(),
        make: @escaping (inout SplitMix64) -> KindCase<T.Value>
    ) {
        samples.append(
            KindSample(name: name, types: (T.self, T.Value.self), marks: marks) { count in
                let cases = Self.cases(count, make)
                let objects = cases.map { T($0.value) }
                var trial = KindTrial(count: objects.count)
                let document = Self.document(cases) { isObject ? $0.text : #"{"v":\#($0.text)}"# }
                trial.addModels(objects, document, settings) { $0.modelIsEqual($1) }
                return trial
            })
    }

    /// Adds what is done without a document, to be set beside a kind.
    mutating func add(_ name: String, trial: @escaping (_ count: Int) throws -> KindTrial) {
        samples.append(KindSample(name: name, types: nil, marks: [], prepare: trial))
    }

    private static func cases<Value>(_ count: Int, _ make: (inout SplitMix64) -> KindCase<Value>) -> [KindCase<Value>] {
        var random = SplitMix64(seed: 7)
        return (0..<count).map { _ in make(&random) }
    }

    private static func document<Value>(_ cases: [KindCase<Value>], _ text: (KindCase<Value>) -> String) -> [UInt8] {
        var document: [UInt8] = [UInt8(ascii: "[")]
        for (index, one) in cases.enumerated() {
            if index > 0 { document.append(UInt8(ascii: ",")) }
            document += text(one).utf8
        }
        document.append(UInt8(ascii: "]"))
        return document
    }
}

/// What the generators of values share.
extension SplitMix64 {
    /// A word of five to eleven letters.
    mutating func word() -> String {
        String(decoding: (0..<5 + below(7)).map { _ in UInt8(ascii: "a") + UInt8(below(26)) }, as: UTF8.self)
    }

    /// Words that differ, so many.
    mutating func words(_ count: Int) -> [String] { (0..<count).map { word() + "\($0)" } }
}
