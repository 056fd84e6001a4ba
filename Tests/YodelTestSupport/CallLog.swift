import Synchronization

@testable import Yodel

/// What the hooks of test models say, kept by task: tests that run at once do not hear each other's.
final class CallLog: Sendable {
    @TaskLocal static var current: CallLog?

    private let calls = Mutex<[String]>([])
    private let objects = Mutex<[JSONObject]>([])

    /// Runs a body and returns what was noted meanwhile.
    static func recording<R>(_ body: () throws -> R) rethrows -> (result: R, calls: [String], objects: [JSONObject]) {
        let log = CallLog()
        let result = try $current.withValue(log, operation: body)
        return (result, log.calls.withLock { $0 }, log.objects.withLock { $0 })
    }

    static func note(_ call: String) {
        current?.calls.withLock { $0.append(call) }
    }

    static func keep(_ object: JSONObject) {
        current?.objects.withLock { $0.append(object) }
    }
}
