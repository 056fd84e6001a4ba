#if Ingest
import Foundation
import Testing
import Yodel

@testable import IngestSample

@Suite("Sample events")
struct SampleEventsTests {
    @Test func equalSeedsGiveEqualLines() {
        let (one, same, other) = (SampleEvents(count: 300), SampleEvents(count: 300), SampleEvents(count: 300, seed: 2))
        #expect(Array(one.lines()) == Array(same.lines()))
        #expect(Array(one.lines()) != Array(other.lines()))
        #expect(Array(one.lines())[123] == one.line(at: 123))
        #expect(SampleEvents(count: 0).lines().underestimatedCount == 0)
    }

    @Test(arguments: [0, 99, 100, 1_650])
    func oneLineInAHundredHasAFault(_ count: Int) {
        let sample = SampleEvents(count: count)
        let faults = (0..<count).filter { sample.fault(at: $0) != nil }
        #expect(faults.map { $0 / 100 } == Array(0..<(count / 100)))
        #expect(faults.compactMap { sample.fault(at: $0)?.rawValue } == (0..<(count / 100)).map { $0 % 8 })
    }

    @Test func soundLinesAreSoundAndFaultyOnesAreNot() throws {
        let sample = SampleEvents(count: 10_000, seed: 7)
        var (last, bytes, odd, organisations) = (0, 0, 0, 0)
        var types: Set<String> = []
        for (index, line) in sample.lines().enumerated() {
            try #require(!line.contains(UInt8(ascii: "\n")) && !line.isEmpty)
            let fault = sample.fault(at: index)
            let value = try? ModelDecoder().decode(JSONValue.self, from: line)
            let event = try? ModelDecoder(.strict).decode(Event.self, from: line)
            #expect((event != nil) == (fault == nil), "line \(index), \(String(describing: fault))")
            switch fault {
            case nil:
                let event = try #require(event)
                let id = try #require(Int(event.id))
                #expect(id > last)
                last = id
                bytes += line.count
                types.insert(event.type)
                if event.org != nil { organisations += 1 }
                if line.contains(where: { $0 > 0x7F || $0 == UInt8(ascii: "\\") }) { odd += 1 }
                // A year has passed for no sample of a test.
                #expect(
                    event.created_at >= Date(timeIntervalSince1970: 1_767_225_600)
                        && event.created_at < Date(timeIntervalSince1970: 1_767_230_000))
                #expect(event.payload.objectValue?.isEmpty == false)
            case .cut, .missingComma, .invalidEscape, .invalidUTF8: #expect(value == nil)
            case .missingID:
                #expect(value != nil && value?["id"] == nil)
            case .noDate:
                #expect(value?["created_at"]?.stringValue?.isEmpty == false)
            case .objectForNumber:
                #expect(value?["actor"]?["id"]?.objectValue != nil)
            case .overflow:
                #expect(value?["actor"]?["id"]?.numberValue?.text == "1e400")
            }
        }
        #expect(types.count == 8)
        #expect((350...600).contains(bytes / 9_900))
        #expect((2_800...3_800).contains(organisations))
        #expect((100...700).contains(odd))
    }

    @Test func aFileHasAllLines() throws {
        let path = NSTemporaryDirectory() + "sample-\(UUID().uuidString).ndjson"
        defer { try? FileManager.default.removeItem(atPath: path) }
        // More than a block.
        let sample = SampleEvents(count: 3_000)
        let written = try sample.write(to: path)
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(data == Data(sample.lines().flatMap { $0 + [UInt8(ascii: "\n")] }))
        #expect(written == (3_000, 30, data.count) && data.count > 1 << 20)
        #expect(throws: SampleEvents.WriteError(path: path, number: EEXIST, bytes: 0)) { try sample.write(to: path) }
        #expect(try SampleEvents(count: 0).write(to: path, overwrite: true) == (0, 0, 0))
        // Of an empty file Foundation leaks what it has taken for the content.
        #expect(try ModelFile(path).size == 0)
    }

    @Test func aFullDiskIsAnError() {
        #expect(throws: SampleEvents.WriteError(path: "/dev/full", number: ENOSPC, bytes: 0)) {
            try SampleEvents(count: 10).write(to: "/dev/full", overwrite: true)
        }
        #expect(throws: SampleEvents.WriteError.self) { try SampleEvents(count: 1).write(to: "/nowhere/at/all") }
        #expect(
            SampleEvents.WriteError(path: "a", number: ENOSPC, bytes: 7).description
                == "cannot write 'a' beyond byte 7: No space left on device; the file is incomplete")
    }

    struct Event: Model {
        var id = ""
        var type = ""
        var actor = Actor()
        var repo = Repository()
        var payload = JSONValue.null
        var `public` = false
        var created_at = Date(timeIntervalSince1970: 0)
        var org: Organisation?
        static func describe(_ model: inout ModelDescription) {
            model.required = ["id", "type", "actor", "repo", "payload", "public", "created_at"]
        }

        struct Actor: Model {
            var id = 0
            var login = ""
            var url = ""
            static func describe(_ model: inout ModelDescription) { model.required = ["id", "login", "url"] }
        }

        struct Repository: Model {
            var id = 0
            var name = ""
            var url = ""
            static func describe(_ model: inout ModelDescription) { model.required = ["id", "name", "url"] }
        }

        struct Organisation: Model {
            var id = 0
            var login = ""
            static func describe(_ model: inout ModelDescription) { model.required = ["id", "login"] }
        }
    }
}
#endif
