import FoundationEssentials

@testable import Yodel

/// Lines that are read into columns are what the decoder makes of each of them, however the input is cut and whatever the size of batches; rejects are its
/// errors.
enum ColumnsTarget {
    static func fault(in input: [UInt8]) -> String? {
        var input = FuzzInput(input)
        let trial = trials[input.choice(trials.count)]
        let decoding = DecodingOptions.fuzzed(&input)
        return trial(decoding, &input).map { "\($0)\n    \(decoding)\n    \(Array(input.rest).shown)" }
    }

    static var count: Int { trials.count }

    typealias Trial = (DecodingOptions, inout FuzzInput) -> String?

    /// The place of a type in the list is what the inputs that are kept say: new ones go to the end.
    private nonisolated(unsafe) static let trials: [Trial] = [
        trial(of: FuzzModels.Integers.self), trial(of: FuzzModels.Fractions.self), trial(of: FuzzModels.Texts.self),
        trial(of: FuzzModels.Times.self), trial(of: FuzzModels.Foreign.self), trial(of: FuzzModels.Maybes.self),
        trial(of: FuzzModels.Lists.self), trial(of: FuzzModels.Tables.self), trial(of: FuzzModels.Sets.self, sortsLists: true),
        trial(of: FuzzModels.Nested.self), trial(of: FuzzModels.Instance.self), trial(of: FuzzModels.Subclass.self),
        trial(of: FuzzModels.Choices.self), trial(of: FuzzModels.Values.self), trial(of: FuzzModels.Anything.self),
        trial(of: FuzzModels.Shapes.self), trial(of: FuzzModels.Changed.self), trial(of: FuzzModels.Derived.self),
        trial(of: FuzzModels.Checked.self), trial(of: FuzzModels.Written.self), trial(of: FuzzModels.Transformed.self),
        trial(of: FuzzModels.Paths.self), trial(of: FuzzModels.Alternatives.self), trial(of: FuzzModels.Accessed.self),
        trial(of: FuzzModels.Coded.self), trial(of: FuzzModels.Wide.self), trial(of: FuzzModels.Required.self),
        trial(of: FuzzModels.Hooked.self), trial(of: Listed.self), trial(of: Defaults.self), trial(of: Routed.self),
        trial(of: Watched.self),
    ]

    // MARK: Types

    /// A struct without `init()`.
    struct Listed: BaseModel {
        let a: Int
        let b: String
        var c: Double
        let d: FuzzModels.Inner
        var e: Part?
        let f: [Part]
        var g: FuzzModels.Colour
        let h: String?

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("a", \.a)
            properties.add("b", \.b, default: "b")
            properties.add("c", \.c, default: 2.5)
            properties.add("d", \.d, default: FuzzModels.Inner())
            properties.add("e", \.e)
            properties.add("f", \.f, default: [Part(a: 1, b: nil)])
            properties.add("g", \.g, default: .green)
            properties.add("h", \.h, isRequired: true)
            return ModelForm(properties)
        }
    }

    struct Part: BaseModel {
        let a: Int8
        let b: Bool?

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("a", \.a)
            properties.add("b", \.b)
            return ModelForm(properties)
        }
    }

    /// Models whose defaults are not those of their properties' types.
    struct Defaults: Model {
        struct Inner: Model {
            var a = 1
            var b = "inner"
            var c: Deep = Deep()
            var d: Deep?
        }

        struct Deep: Model {
            var a = 2.5
            var b: [String] = ["deep"]
            var c: Int? = 3
        }

        var a = Inner()
        var b: Inner?
        var c: [Inner] = []
        var d: Int? = 7
        var e = FuzzModels.Colour.green

        init() {
            a.b = "changed"
            a.c.a = 9
            a.d = Deep()
        }
    }

    /// Paths, alternatives and several properties on a key.
    struct Routed: Model {
        var a = 0
        var b: String?
        var c = 1.5
        var d: [Int] = []
        var e = FuzzModels.Inner()
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["a": ["a", "b"], "b": "c.a", "c": "c.b", "e": ["d", "c.d"]]
        }
    }

    /// A model whose own code sees its objects.
    struct Watched: DidDecodeModel, ValidatedModel {
        struct Refusal: Error {}
        var a = 0
        var b: [FuzzModels.Inner] = []
        var c = ""

        mutating func didDecode(from object: JSONObject) throws { c += object.keys.joined() }

        mutating func validate() throws {
            if a < 0 { throw Refusal() }
        }
    }

    // MARK: Trials

    /// - Parameter sortsLists: Whether lists have no order.
    private static func trial<M: BaseModel>(of type: M.Type, sortsLists: Bool = false) -> Trial {
        { decoding, input in
            var options = ColumnOptions(decoding: decoding)
            let bits = input.choice(64)
            options.maximumRows = [1 << 16, 1, 2, 3][bits & 3]
            if bits & 4 != 0 { options.decimals = ColumnOptions.DecimalDigits(precision: 12, scale: 3) }
            let bytes = Array(input.rest)
            do throws(ModelError) {
                let expected = try decoded(type, bytes, options, sortsLists)
                for way in 0..<2 {
                    let found = try read(type, bytes, options, sortsLists) {
                        way == 0 ? max(bytes.count, 1) : Int.random(in: 1...9, using: &input.generator)
                    }
                    if found != expected { return "\(M.self): \(found)\n    expected \(expected)" }
                }
                return nil
            } catch {
                return error.code == .unsupportedColumn ? nil : "\(M.self): \(error)"
            }
        }
    }

    /// Rows and rejects as texts.
    struct Outcome: Equatable {
        var rows: [String] = []
        var rejects: [String] = []

        mutating func add(_ failure: RecordFailure) {
            rejects.append("\(failure.number) \(failure.line) \(failure.offset) \(failure.length) \(failure.bytes) \(failure.error)")
        }
    }

    /// What columns have.
    private static func read<M: BaseModel>(
        _ type: M.Type, _ bytes: [UInt8], _ options: ColumnOptions, _ sortsLists: Bool, nextSize: () -> Int
    ) throws(ModelError) -> Outcome {
        var outcome = Outcome()
        do {
            var reader = try ColumnReader(type, options: options)
            func take(_ batch: ColumnBatch) {
                if batch.rowCount > options.maximumRows { outcome.rejects.append("a batch of \(batch.rowCount) rows") }
                if let complaint = ColumnText.complaint(batch) { outcome.rejects.append(complaint) }
                outcome.rows += ColumnText.rows(batch, sortsLists: sortsLists)
                for reject in batch.rejects { outcome.add(reject) }
            }
            var start = 0
            while start < bytes.count {
                let end = min(start + nextSize(), bytes.count)
                try reader.read(Array(bytes[start..<end]), each: take)
                start = end
            }
            try reader.finish(each: take)
        } catch let error as ModelError {
            throw error
        } catch {
            outcome.rejects.append("\(error)")
        }
        return outcome
    }

    /// What the decoder makes of each line, and columns of that.
    private static func decoded<M: BaseModel>(
        _ type: M.Type, _ bytes: [UInt8], _ options: ColumnOptions, _ sortsLists: Bool
    ) throws(ModelError) -> Outcome {
        var outcome = Outcome()
        let empty: [M] = []
        _ = try ColumnBatch(empty, options: options)
        func lineStart(_ offset: Int) -> Int { bytes[..<offset].lastIndex(of: 0x0A) ?? -1 }
        do {
            var reader = try ModelReader(type, framing: .lines, options: options.decoding)
            func take(_ record: consuming ModelRecord<M>) {
                let (number, line, offset, length) = (record.number, record.line, record.offset, record.length)
                let content = record.bytes.withUnsafeBytes { Array($0) }
                func fail(_ error: ModelError) {
                    outcome.add(
                        RecordFailure(number: number, line: line, offset: offset, length: length, error: error, bytes: content))
                }
                do throws(ModelError) {
                    let model = try record.take()
                    do throws(ModelError) {
                        outcome.rows += ColumnText.rows(try ColumnBatch([model], options: options), sortsLists: sortsLists)
                    } catch {
                        // Of a model alone an error has no place in the input.
                        let location = SourceLocation(offset: offset, line: line, column: offset - lineStart(offset))
                        fail(
                            ModelError(
                                error.category, error.code, at: location, path: JSONPath(Array(error.path.components.dropFirst())),
                                error.message))
                    }
                } catch {
                    fail(error)
                }
            }
            try reader.read(bytes, each: take)
            try reader.finish(each: take)
        } catch let error as ModelError {
            throw error
        } catch {
            outcome.rejects.append("\(error)")
        }
        return outcome
    }
}
