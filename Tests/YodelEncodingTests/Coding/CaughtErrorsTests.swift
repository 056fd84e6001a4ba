import Dispatch
import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Tries one type after another, and says what each error was.
private struct Trying: Decodable {
    var lines: [String] = []
    var errors: [any Error] = []

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        func attempt<T: Decodable>(_ type: T.Type) {
            do {
                _ = try container.decode(type)
                lines.append("\(type)")
            } catch {
                errors.append(error)
                lines.append(CodedCase.result { () throws -> Int in throw error })
            }
        }
        // More than once: what was made for the first error serves the others.
        for _ in 0..<2 {
            attempt(Bool.self)
            attempt(Int.self)
            attempt(UInt8.self)
            attempt(Double.self)
            attempt(String.self)
            attempt([Bool].self)
            attempt([String: Bool].self)
        }
        if let elements = try? container.decode([Trying].self) {
            for element in elements { lines += element.lines }
            errors += elements.flatMap(\.errors)
        } else if let members = try? container.decode([String: Trying].self) {
            for (_, member) in members.sorted(by: { $0.key < $1.key }) { lines += member.lines }
            errors += members.sorted { $0.key < $1.key }.flatMap(\.value.errors)
        }
    }
}

/// Reads one object by two types of keys, and asks for keys that are not there.
private struct TwoKeys: Decodable {
    enum Names: String, CodingKey { case value, none, nothing }
    enum Numbers: String, CodingKey {
        case value, none
        var intValue: Int? { 7 }
    }

    var lines: [String] = []

    init(from decoder: any Decoder) throws {
        for _ in 0..<2 {
            let names = try decoder.container(keyedBy: Names.self)
            lines.append(CodedCase.result { try names.decode(Int.self, forKey: .value) })
            lines.append(CodedCase.result { try names.decode(Int.self, forKey: .none) })
            lines.append(CodedCase.result { try names.decode(Int.self, forKey: .nothing) })
            let numbers = try decoder.container(keyedBy: Numbers.self)
            lines.append(CodedCase.result { try numbers.decode(Int.self, forKey: .value) })
            lines.append(CodedCase.result { try numbers.decode(Int.self, forKey: .none) })
        }
    }
}

/// A key that is called what a task says, and asks its container when somebody asks for its name.
private struct Renamed: CodingKey {
    @TaskLocal static var name = "a"
    @TaskLocal static var whenAsked: (@Sendable () -> Void)?

    var stringValue: String {
        if let body = Self.whenAsked { Self.$whenAsked.withValue(nil) { body() } }
        return Self.name
    }
    var intValue: Int? { nil }

    init() {}
    init?(stringValue: String) {}
    init?(intValue: Int) { nil }
}

private struct Renaming: Decodable {
    var lines: [String] = []

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Renamed.self)
        for name in ["a", "b", "a"] {
            Renamed.$name.withValue(name) { lines.append(CodedCase.result { try container.decode(Int.self, forKey: Renamed()) }) }
        }
    }
}

/// While a key that is not there is asked for its name, asks for many others that are not there.
private struct Nesting: Decodable {
    var line: String

    init(from decoder: any Decoder) throws {
        nonisolated(unsafe) let others = try decoder.container(keyedBy: TwoKeys.Names.self)
        let container = try decoder.container(keyedBy: Renamed.self)
        let asking: @Sendable () -> Void = {
            for _ in 0..<100 { _ = try? others.decode(Int.self, forKey: .nothing) }
        }
        line = Renamed.$whenAsked.withValue(asking) { CodedCase.result { try container.decode(Int.self, forKey: Renamed()) } }
    }
}

/// Errors that are caught, and those that somebody keeps.
@Suite("CodableDecoder: errors that are caught")
struct CaughtErrorsTests {
    private static let documents = [
        "[1.5]", #"[null,true,300,-1,2.5e400,"x",[],{},[[1.5,"y"]],{"a":{"b":[false,{"c":1.5}]}}]"#, #"{"7":[1,{"é":"x"}]}"#,
        "[[1],[1.5],[\"a\",\"b\"],[[],[2.5]]]",
    ]

    /// What one has and the other has not, line by line.
    private func differences(_ lines: [String], _ expected: [String]) -> [String] {
        let missing = expected.count == lines.count ? [] : ["\(lines.count) lines, not \(expected.count)"]
        return missing + zip(lines, expected).filter { $0 != $1 }.map { "\($0), not \($1)" }
    }

    private func lines(_ document: String) throws -> [String] {
        // A number that does not fit is an error of Foundation's own until its decoder hands it on.
        try JSONDecoder().decode(Trying.self, from: Data(document.utf8)).lines.map {
            $0.hasPrefix("numberIsNotRepresentableInSwift") ? "dataCorrupted at : The given data was not valid JSON." : $0
        }
    }

    @Test(arguments: documents)
    func theyAreFoundations(_ document: String) throws {
        let decoder = CodableDecoder()
        let expected = try lines(document)
        for _ in 0..<2 {
            let found = differences(try decoder.decode(Trying.self, from: document).lines, expected)
            #expect(found.isEmpty, "\(found)")
        }
    }

    /// They outlive the document, whose bytes are overwritten here, and other decodes by the same memory.
    @Test(arguments: documents)
    func theyOutliveTheirDocument(_ document: String) throws {
        let decoder = CodableDecoder()
        var bytes = Array(document.utf8)
        let kept = try decoder.decode(Trying.self, from: bytes).errors
        let expected = kept.map { "\($0)" }
        for index in bytes.indices { bytes[index] = 0 }
        for _ in 0..<10 { _ = try decoder.decode(Trying.self, from: #"{"other":["text of another document",1.5,[0.5]]}"#) }
        #expect(kept.map { "\($0)" } == expected && !kept.isEmpty)
    }

    @Test func aNumberKeepsItsPlace() throws {
        let text = "{\n \"a\": [1,\n  1.5]}"
        let errors = try CodableDecoder().decode(Trying.self, from: text).errors
        let causes = errors.compactMap { error -> ModelError? in
            guard case .dataCorrupted(let context) = error as? DecodingError else { return nil }
            return context.underlyingError as? ModelError
        }
        // As an `Int` and as a `UInt8`, twice each.
        #expect(causes.map(\.line) == [3, 3, 3, 3] && causes.map(\.column) == [3, 3, 3, 3] && causes.allSatisfy { $0.offset == 14 })
        #expect(causes.allSatisfy { "\($0.path)" == "a[1]" })
        #expect(Set(causes.map(\.message)) == Set(["Int", "UInt8"].map { "expected \($0), found a number that it cannot hold" }))
    }

    /// The way of an error has the keys of the type that read the object last, and the text the key that was asked for.
    @Test func keysAreThoseOfTheType() throws {
        let document = #"[{"value":"x"},{"value":null}]"#
        let expected = try JSONDecoder().decode([TwoKeys].self, from: Data(document.utf8)).map(\.lines)
        #expect(try CodableDecoder().decode([TwoKeys].self, from: document).map(\.lines) == expected)
        #expect(expected[0].contains { $0.contains("[0]/[7]") } && expected[0].contains { $0.contains("[0]/value") })
    }

    @Test func aKeyMayBeRenamed() throws {
        let lines = try CodableDecoder().decode(Renaming.self, from: "{}").lines
        #expect(lines.map { $0.contains("(\"a\")") } == [true, false, true] && lines[1].contains("(\"b\")"))
        #expect(lines == (try JSONDecoder().decode(Renaming.self, from: Data("{}".utf8)).lines))
    }

    @Test func aKeyMayAskForOthers() throws {
        #expect(try CodableDecoder().decode(Nesting.self, from: #"{"value":1}"#).line.contains("(\"a\")"))
    }

    @Test func threadsHaveTheirOwn() throws {
        let (decoder, document) = (CodableDecoder(), Self.documents[1])
        let expected = try lines(document)
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            for _ in 0..<4 { #expect(differences((try? decoder.decode(Trying.self, from: document).lines) ?? [], expected) == []) }
        }
    }
}
