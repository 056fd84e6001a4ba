import Foundation
import Testing
import YodelFoundation

@testable import Yodel
@testable import YodelTestSupport

// One decoder and one encoder of `Codable` types that many threads share, also through functions that take Foundation's. CI runs this suite under
// ThreadSanitizer too.

private struct Member: Codable, Equatable {
    var memberId: Int
    var fullName: String
    var joined: Date
    var tags: [String]?

    init(_ number: Int) {
        memberId = number
        fullName = "a name that is longer than a word \(number)"
        joined = Date(timeIntervalSince1970: Double(number))
        tags = number % 2 == 0 ? ["\(number)"] : nil
    }
}

private struct Noted: Decodable {
    let notes: [Int?]
    init(from decoder: any Decoder) { notes = CodingUserInfoKey.notes.map { decoder.userInfo[$0] as? Int } }
}

extension CodingUserInfoKey {
    fileprivate static let notes = (0..<8).map { CodingUserInfoKey(rawValue: "note\($0)")! }
}

@Suite("Shared coders of Codable types") struct SharedCodersTests {
    @Test func everyThreadGetsItsOwnValue() {
        let (decoder, encoder) = (CodableDecoder(), CodableEncoder())
        check({ try decoder.decode(Member.self, from: $0) }, { try encoder.encode($0) })
    }

    @Test func everyThreadGetsItsOwnValueFromFoundationsClasses() {
        let (decoder, encoder): (JSONDecoder, JSONEncoder) = (FastJSONDecoder(), FastJSONEncoder())
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        encoder.keyEncodingStrategy = .convertToSnakeCase
        check({ try decoder.decode(Member.self, from: $0) }, { try encoder.encode($0) })
    }

    private func check(
        _ decode: @escaping @Sendable (Data) throws -> Member, _ encode: @escaping @Sendable (Member) throws -> Data
    ) {
        let faults = Locked<[String]>([])
        onEightThreads { thread in
            for turn in 0..<60 {
                let member = Member(1_000 * thread + turn)
                do {
                    let data = try encode(member)
                    if try decode(data) != member { faults.add("thread \(thread), turn \(turn): another value") }
                    if (try? decode(data.dropLast())) != nil { faults.add("thread \(thread), turn \(turn): no error") }
                } catch {
                    faults.add("thread \(thread), turn \(turn): \(error)")
                }
            }
        }
        #expect(faults.current.isEmpty, "\(faults.current)")
    }

    /// As Foundation's properties, ours change in place in one step: no thread's change is lost.
    @Test func changesInPlaceAreOneStep() throws {
        let (decoder, encoder): (JSONDecoder, JSONEncoder) = (FastJSONDecoder(), FastJSONEncoder())
        let formats: [JSONEncoder.OutputFormatting] = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        for _ in 0..<10 {
            decoder.userInfo = [:]
            encoder.userInfo = [:]
            encoder.outputFormatting = []
            onEightThreads { thread in
                decoder.userInfo[CodingUserInfoKey.notes[thread]] = thread
                encoder.userInfo[CodingUserInfoKey.notes[thread]] = thread
                encoder.outputFormatting.insert(formats[thread % 3])
            }
            #expect(decoder.userInfo.count == 8 && encoder.userInfo.count == 8 && encoder.outputFormatting.rawValue == 11)
            #expect(try decoder.decode(Noted.self, from: Data("{}".utf8)).notes == Array(0..<8))
        }
    }

    /// A decode uses the options as they are when it begins, whatever other threads change meanwhile; a thread's own change holds for its next one.
    @Test func optionsChangeWhileOthersDecode() {
        let decoder: JSONDecoder = FastJSONDecoder()
        let snakes = Data(#"[{"member_id":1,"full_name":"a","joined":5}]"#.utf8)
        let faults = Locked<[String]>([])
        onEightThreads { thread in
            for turn in 0..<60 {
                do {
                    if thread == 0 {
                        decoder.keyDecodingStrategy = turn % 2 == 0 ? .convertFromSnakeCase : .useDefaultKeys
                        let isRead = (try? decoder.decode([Member].self, from: snakes)) != nil
                        if isRead != (turn % 2 == 0) { faults.add("turn \(turn): the keys of the options before") }
                    } else if thread == 1 {
                        decoder.userInfo[CodingUserInfoKey.notes[0]] = turn
                        let note = try decoder.decode(Noted.self, from: Data("{}".utf8)).notes[0]
                        if note != turn { faults.add("turn \(turn): the note \(note ?? -1)") }
                    } else {
                        let members = try decoder.decode([Member].self, from: snakes)
                        if members[0].fullName != "a" { faults.add("thread \(thread): \(members)") }
                    }
                } catch DecodingError.keyNotFound(let key, _) {
                    if key.stringValue != "memberId" { faults.add("thread \(thread): \(key)") }
                } catch {
                    faults.add("thread \(thread): \(error)")
                }
            }
        }
        #expect(faults.current.isEmpty, "\(faults.current)")
    }
}
