import Foundation

/// Runs a body on eight threads, which begin together, and returns when all of them are done.
func onEightThreads(_ body: @escaping @Sendable (_ thread: Int) -> Void) {
    let (start, group) = (DispatchSemaphore(value: 0), DispatchGroup())
    for thread in 0..<8 {
        group.enter()
        Thread.detachNewThread {
            start.wait()
            body(thread)
            group.leave()
        }
    }
    for _ in 0..<8 { start.signal() }
    group.wait()
}
