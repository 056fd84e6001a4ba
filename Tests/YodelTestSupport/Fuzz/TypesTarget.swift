@testable import Yodel

/// A model of any types is filled where its properties are, or refused; what takes no part is not touched, a failed update changes nothing, and
/// nothing lives on.
///
/// An input is two bytes that choose the type, one that says what is ignored, one of options, a line that the model is made from, and a document. A
/// type is one of 4,096 forms, which are the same in every run: what the runtime keeps of types it keeps for good.
enum TypesTarget {
    /// What counts the objects of the trial.
    @TaskLocal static var counter = FuzzCounter()
    /// Properties that take no part, of those that could.
    @TaskLocal static var ignored: Set<String> = []
    /// Neighbours that are not ignored, so that the type must be refused.
    @TaskLocal static var bare: Set<String> = []
    /// The key that the one property of a `Single` is read from.
    @TaskLocal static var singleKey = "a"

    /// The neighbours that a type ignores, and the properties that the trial does.
    static func without(_ neighbours: String...) -> Set<String> { Set(neighbours).subtracting(bare).union(ignored) }

    /// A model of one property: what it makes of its value does not depend on any neighbour.
    struct Single<S: FuzzSlot>: Model {
        var a = S.fuzzed()
        static func describe(_ model: inout ModelDescription) {
            model.keys = KeyMapping(["a": KeyMapping.Keys([singleKey.replacing(".", with: "\\.")])])
        }
    }

    static func fault(in input: [UInt8]) -> String? {
        var input = FuzzInput(input)
        let form = input.choice(256) << 8 | input.choice(256)
        let bits = input.choice(256)
        let options = DecodingOptions.fuzzed(&input)
        let type = FuzzForm.type(form % 4096)
        let ignored = Set(["a", "b", "c", "d", "w"].enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element))
        let bare: Set<String> = bits & 0x60 == 0x60 ? ["kind", "between"] : []
        let counter = FuzzCounter()
        let fault = $counter.withValue(counter) {
            $ignored.withValue(ignored) { $bare.withValue(bare) { trial(type, options, input) } }
        }
        let text = fault ?? (counter.living == 0 ? nil : "\(counter.living) objects too many live")
        return text.map { "\(type) without \(ignored.sorted()): \($0)\n    \(options)" }
    }

    private static func trial<M: FuzzShape>(_ type: M.Type, _ options: DecodingOptions, _ input: FuzzInput) -> String? {
        var input = input
        let old = input.part(before: [0x0A])
        let json = Array(input.rest)
        var options = options
        // A style of its own, and so a plan of its own: declarations differ from trial to trial.
        options.keyStyle = .custom { $0 }
        guard M.isMappable && bare.isEmpty else { return refusalFault(type, json, options) }
        let (result, fault) = FuzzTokenizer.decode(type, json, options, &input.generator) { difference($0, $1) }
        if let fault { return fault }
        if case .failure(let error) = result, error.category == .model { return "no plan: \(error)" }
        if case .success(let model) = result {
            let fault = neighbourhoodFault(model, M(), json, options) ?? lifeFault(model, options)
            if let fault { return "\(fault)\n    \(json.shown)" }
        }
        return updateFault(type, old, json, options) ?? accessFault(type)
    }

    // MARK: Types

    /// A type with a property that cannot be filled is refused, whatever the document is.
    private static func refusalFault<M: FuzzShape>(_ type: M.Type, _ json: [UInt8], _ options: DecodingOptions) -> String? {
        guard case .failure(let error) = decodeOnce(type, json, options), error.category == .model else { return "is not refused" }
        var model = M()
        let before = model.fuzzText
        do throws(ModelError) { try ModelDecoder(options).update(&model, from: json) } catch {
            return error.category == .model && model.fuzzText == before ? nil : "\(error)"
        }
        return "is not refused"
    }

    // MARK: Decoding

    private static func difference<M: FuzzShape>(_ actual: M, _ expected: M) -> String? {
        if let fault = actual.neighbourFault ?? expected.neighbourFault { return fault }
        return actual.fuzzText == expected.fuzzText ? nil : "\(actual.fuzzText)\n    expected \(expected.fuzzText)"
    }

    /// Each property is what it is in a model of its own; an ignored one is as it was.
    private static func neighbourhoodFault<M: FuzzShape>(
        _ model: M, _ fresh: M, _ json: [UInt8], _ options: DecodingOptions
    ) -> String? {
        if let fault = model.neighbourFault { return fault }
        var options = options
        options.onUnknownKey = .ignore
        for slot in M.slots {
            var expected = fresh.values[slot.name]
            if !ignored.contains(slot.name) {
                func single<S: FuzzSlot>(_ type: S.Type) -> String? {
                    options.keyStyle = .custom { $0 }
                    let result = $singleKey.withValue(slot.name) { decodeOnce(Single<S>.self, json, options) }
                    return try? result.get().a.fuzzText
                }
                expected = single(slot.type)
            }
            let actual = model.values[slot.name]
            if actual != expected { return "\(slot.name) is \(actual ?? ""), expected \(expected ?? "an error")" }
        }
        return nil
    }

    /// Copies, comparisons and texts take what takes part. They go by the plans of the process, which are made once: of types that ignore nothing.
    private static func lifeFault<M: FuzzShape>(_ model: M, _ options: DecodingOptions) -> String? {
        guard ignored.isEmpty else { return nil }
        let before = model.fuzzText
        let copy = model.modelCopy()
        if let fault = copy.neighbourFault { return "a copy:\(fault)" }
        for (name, value) in copy.values where value != model.values[name] {
            return "the copy's \(name) is \(value), expected \(model.values[name] ?? "")"
        }
        if !copy.modelIsEqual(model) && model.modelIsEqual(model) { return "does not equal its copy" }
        _ = model.modelDescription
        var hasher = Hasher()
        model.modelHash(into: &hasher)
        var encoding = EncodingOptions.default
        encoding.keyStyle = options.keyStyle
        _ = try? ModelEncoder(encoding).encodeToBytes(model)
        return model.fuzzText == before ? nil : "is changed by being written: \(model.fuzzText)\n    expected \(before)"
    }

    // MARK: Updating

    private static func updateFault<M: FuzzShape>(
        _ type: M.Type, _ old: [UInt8], _ json: [UInt8], _ options: DecodingOptions
    ) -> String? {
        var first: (text: String, error: ErrorFields?)?
        for tokenizer in FuzzTokenizer.whole {
            var options = options
            tokenizer.choose(&options)
            var model = (try? decodeOnce(type, old, options).get()) ?? M()
            let before = model.fuzzText
            let fresh = M().values
            let error = Result { () throws(ModelError) in try ModelDecoder(options).update(&model, from: json) }.errorFields
            if let fault = model.neighbourFault { return "updated by \(tokenizer.name):\(fault)\n    \(json.shown)" }
            if error != nil && model.fuzzText != before {
                return
                    "refused by \(tokenizer.name), yet changed to \(model.fuzzText)\n    from \(before)\n    \(old.shown)\n    \(json.shown)"
            }
            for name in ignored where model.values[name] != fresh[name] { return "updated, and so is \(name)\n    \(json.shown)" }
            if let first, first.text != model.fuzzText || first.error != error {
                return "updated by \(tokenizer.name): \(model.fuzzText) \(error as Any)\n    expected \(first)\n    \(json.shown)"
            }
            first = first ?? (model.fuzzText, error)
            model.touch()
        }
        return nil
    }

    // MARK: Access by name

    /// What can be filled can be read and put back; everything else throws and stays.
    private static func accessFault<M: FuzzShape>(_ type: M.Type) -> String? {
        guard let info = TypeInfo(type) else { return "is no struct or class" }
        var model = M()
        let before = model.fuzzText
        for property in info.properties {
            do throws(ModelError) {
                let value = try property.get(from: model)
                try property.set(value, in: &model)
                if !property.isStorable { return "\(property.name) is set, and is not storable" }
            } catch {
                if property.isStorable { return "\(property.name) is not set: \(error)" }
            }
        }
        return model.fuzzText == before ? nil : "is changed by names to \(model.fuzzText)"
    }
}

/// Chooses the types of a model's properties.
struct FuzzForm {
    private var generator: SeededGenerator

    static func type(_ number: Int) -> any FuzzShape.Type {
        var form = FuzzForm(generator: SeededGenerator(seed: UInt64(number)))
        return form.shape(depth: 0)
    }

    private mutating func choice(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    private mutating func shape(depth: Int) -> any FuzzShape.Type {
        func open<A: FuzzSlot, B: FuzzSlot, C: FuzzSlot, D: FuzzSlot>(
            _ a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type, _ kind: Int
        ) -> any FuzzShape.Type {
            switch kind {
            case 0, 1: FuzzLoose<A, B, C, D>.self
            case 2: FuzzFirm<A, B, C, D>.self
            case 3: FuzzDerived<A, B, C, D>.self
            default: FuzzObserved<A, B, C, D>.self
            }
        }
        let kind = choice(5)
        return open(slot(depth), slot(depth), slot(depth), slot(depth), kind)
    }

    private mutating func slot(_ depth: Int) -> any FuzzSlot.Type {
        let plain: [any FuzzSlot.Type] = [
            Int.self, UInt8.self, Int16.self, Bool.self, UInt128.self, Float.self, Double.self, String.self, FuzzColour.self,
            JSONValue.self, FuzzThin.self, FuzzThinInstance.self, FuzzTracked.self, FuzzPayload.self,
        ]
        func optional<S: FuzzSlot>(_ type: S.Type) -> any FuzzSlot.Type { S?.self }
        func array<S: FuzzSlot>(_ type: S.Type) -> any FuzzSlot.Type { [S].self }
        func dictionary<S: FuzzSlot>(_ type: S.Type) -> any FuzzSlot.Type { [String: S].self }
        switch choice(16) {
        case 0, 1: return optional(slot(depth + 1))
        case 2: return array(slot(depth + 1))
        case 3: return dictionary(slot(depth + 1))
        case 4, 5: return depth < 2 ? shape(depth: depth + 1) : Int.self
        // What cannot be mapped is rare: most types are to be filled.
        default: return plain[choice(choice(8) == 0 ? plain.count : plain.count - 2)]
        }
    }
}
