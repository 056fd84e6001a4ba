import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Where values are read under rules that allow more containers inside each other than the caller's stack is for.

@Suite("Deep stacks", .sameOnYajl)
struct DeepStackTests {
    /// Notes the thread that makes it.
    struct Noted: RawRepresentable {
        let rawValue: String
        let thread = pthread_self()

        init(rawValue: String) { self.rawValue = rawValue }

        var isFromHere: Bool { pthread_equal(thread, pthread_self()) != 0 }
    }

    struct Row: Model {
        var below = JSONValue.null
        var name: Noted?
    }

    private let decoder: ModelDecoder = {
        var options = DecodingOptions()
        options.maximumDepth = 2_000
        return ModelDecoder(options)
    }()

    @Test(arguments: [#""a""#, #" "a" "#])
    func aScalarIsReadOnTheCallersThread(document: String) throws {
        #expect(try decoder.decode(Noted.self, from: document).isFromHere)
    }

    @Test func aContainerThatIsNotDeepIsReadOnTheCallersThread() throws {
        #expect(try decoder.decode([Noted].self, from: #" ["a"] "#).first?.isFromHere == true)
        #expect(try decoder.decode(Row.self, from: row(depth: 500)).name?.isFromHere == true)
    }

    @Test func aDeepContainerIsReadOnAnotherThread() throws {
        #expect(try decoder.decode(Row.self, from: row(depth: 600)).name?.isFromHere == false)
    }

    /// A row with so many arrays inside each other.
    private func row(depth: Int) -> String {
        #"{"below":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + #","name":"a"}"#
    }
}
