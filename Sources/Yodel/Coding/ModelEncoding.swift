import FoundationEssentials
import Synchronization

// Types that encode themselves inside of models. They are written by the containers of `CodableEncoder` (EncodingLevel), into the text of the model,
// but what the options of the model's encoder say holds here too: how keys, dates, data, nil and numbers that are not finite are written.
//
//     container(keyedBy: CodingKeys.self) · encode("Ann", forKey: .userName)      {"user_name":"Ann"}
//
// The keys of a dictionary are data and stay as they are. A value that is left out is written as a mark, which the object around takes out with its
// key when it closes; in an array it is null, so that those behind it keep their places. The way to an error leads over nested containers too.

/// What the options of a model's encoder say to types that encode themselves.
final class ModelEncodingRules {
    let rules: WritingRules
    /// Writes the models that such types hold.
    let models: any ModelWriting
    /// Kept: a type's own code may keep its encoder.
    private let dateForms: DateForms?
    let keys: CodedKeys

    init(_ rules: WritingRules, _ keys: CodedKeys, _ models: any ModelWriting) {
        self.rules = rules
        self.models = models
        dateForms = rules.dateForms
        self.keys = keys
    }
}

/// Writes models inside of types that encode themselves.
protocol ModelWriting: AnyObject {
    /// Whether values of a type are written by its plan: it is a model, or holds models alone.
    func writes(_ type: Any.Type) -> Bool

    /// The text of a value by the plan of its type.
    ///
    /// - Parameters:
    ///   - type: The value's.
    ///   - address: Where it stands.
    ///   - depth: How many containers are open.
    /// - Returns: nil: the value is.
    func text(_ type: Any.Type, _ address: ValueAddress, depth: Int) throws(ModelError) -> OutputBuffer?
}

/// Why a value of a model was not written by its type's own code.
struct ModelEncodingFailure: Error {
    enum Reason {
        /// There are too many containers inside each other.
        case depthLimit
        /// A value that JSON has no place for.
        case value(WriteOutcome)
        /// What the type's own code threw, or has done wrong.
        case own(any Error)
    }

    let reason: Reason
    /// The way from the value to where it happened.
    let path: [any CodingKey]

    /// The cause of an `EncodingError` for a value that JSON has no place for.
    fileprivate struct Cause: Error {
        let outcome: WriteOutcome
    }
}

extension EncodingSession {
    /// Writes a value of a model.
    ///
    /// - Parameters:
    ///   - type: The value's.
    ///   - address: Where it stands.
    ///   - output: Gets its text behind what it holds. After an error, and of a value that is left out, some of it may be there.
    ///   - depth: How many containers are open.
    /// - Returns: Whether it is written, not left out.
    func encode<T: Encodable>(
        inModel type: T.Type, at address: ValueAddress, into output: inout OutputBuffer, depth: Int
    ) throws(ModelEncodingFailure) -> Bool {
        swap(&main.pointee.output, &output)
        defer {
            reset()
            swap(&main.pointee.output, &output)
        }
        var isWritten = false
        do {
            try outermost(depth: depth) { root in
                let kind = kind(of: type)
                unsafe try address.assumingMemoryBound(to: type).lend { try root.encode($0, as: kind, isInside: false) }
                guard root.content != .none else {
                    // Inside of another value that is an object without keys, as Foundation's encoder has it.
                    throw EncodingError.invalidValue(type, .init(codingPath: [], debugDescription: "the value has encoded nothing"))
                }
                root.finish()
                isWritten = !root.leavesOut
            }
        } catch {
            throw failure(error)
        }
        if isFaulty { throw failure(EncodingEnds()) }
        // A type has caught it.
        if hasOrigin { _ = takeFault() }
        return isWritten
    }

    private func failure(_ error: any Error) -> ModelEncodingFailure {
        let fault = takeFault()
        if let path = fault.deepPath { return ModelEncodingFailure(reason: .depthLimit, path: path) }
        let error = fault.cause(of: error)
        guard case .invalidValue(_, let context) = error as? EncodingError else {
            let origin = fault.origin.flatMap { $0.type == type(of: error) ? $0 : nil }
            return ModelEncodingFailure(reason: .own(error), path: origin?.path ?? [])
        }
        let cause = context.underlyingError as? ModelEncodingFailure.Cause
        return ModelEncodingFailure(reason: cause.map { .value($0.outcome) } ?? .own(error), path: context.codingPath)
    }
}

extension EncodingLevel {
    /// What stands for a value that is left out: the object around takes it out with its key. No UTF-8 has it.
    static var leftOut: UInt8 { 0xFE }

    /// Encodes a date in the form that the options say.
    func encode(date: Date, by model: ModelEncodingRules) throws {
        let outcome: WriteOutcome? = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { memory in
            // A form of the program's own may do anything, so the text of the document is not in use meanwhile.
            var form = unsafe OutputBuffer(lent: memory)
            let outcome = form.append(date, model.rules)
            guard outcome == .written else { return outcome }
            if beginSingle() { text.pointee.output.append(form) }
            return nil
        }
        guard let outcome else { return }
        guard outcome == .notFinite else { throw refused(outcome, date, path) }
        single(try standIn(forNonFinite: date, in: model) { path })
    }

    /// Encodes a model by its plan, or what holds models alone, or JSON as it is.
    func encode<T>(planned value: T) throws {
        let model = unsafe session.model.unsafelyUnwrapped
        do throws(ModelError) {
            // Hooks of a model may do anything, so the text of the document is not in use meanwhile.
            let text = try unsafe withUnsafePointer(to: value) { (value) throws(ModelError) in
                try unsafe model.models.text(T.self, ValueAddress(value), depth: depth)
            }
            guard let text else { return encodeNil() }
            if beginSingle() { self.text.pointee.output.append(text) }
        } catch {
            throw ModelInside(error: error)
        }
    }

    /// Encodes data in the form that the options say.
    func encode(data: Data, by model: ModelEncodingRules) throws {
        guard model.rules.dataIsText else { return encode(base64: data) }
        guard let text = String(validating: data, as: UTF8.self) else { throw refused(.dataIsNoText, data, path) }
        encode(text)
    }

    // MARK: Numbers that JSON does not have

    /// What stands for a number that JSON does not have, as the options of a model's encoder say.
    func standIn(forNonFinite value: Any, in model: ModelEncodingRules, _ path: () -> [any CodingKey]) throws -> StandIn {
        switch model.rules.nonFinite {
        case .omit: .nothing
        case .null: .null
        case .fail: throw refused(.notFinite, value, path())
        }
    }

    private func refused(_ outcome: WriteOutcome, _ value: Any, _ path: [any CodingKey]) -> EncodingError {
        .invalidValue(
            value,
            .init(
                codingPath: path, debugDescription: "a value that has no place in JSON",
                underlyingError: ModelEncodingFailure.Cause(outcome: outcome)))
    }
}

/// Sessions for values of models. They are used again, as is their memory.
enum ModelSessions {
    private static let idle = Mutex<[EncodingSession]>([])
    /// As many as threads that may well encode at once.
    private static let most = 16

    /// A session that nobody else has, for values that are written by some rules.
    ///
    /// - Parameter models: Makes what writes models inside, with the same keys.
    static func take(_ rules: WritingRules, _ keys: CodedKeys, _ models: () -> any ModelWriting) -> EncodingSession {
        let kept: EncodingSession? = idle.withLock { idle in
            let place = idle.lastIndex { session in session.model.map { $0.keys === keys && $0.rules == rules } ?? false }
            return place.map { idle.remove(at: $0) }
        }
        return kept ?? EncodingSession(ModelEncodingRules(rules, keys, models()))
    }

    /// Takes a session back, unless a type has kept a part of it.
    static func giveBack(_ session: consuming EncodingSession) {
        var session: EncodingSession? = session
        guard isKnownUniquelyReferenced(&session), let session else { return }
        idle.withLock {
            if $0.count == most { $0.removeFirst() }
            $0.append(session)
        }
    }
}
