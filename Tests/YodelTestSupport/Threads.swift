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

/// Runs a body on a thread with a stack of 1 MiB, and returns when it is done: few levels of a recursion that should not be end the process.
func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        body()
        done.signal()
    }
    thread.stackSize = 1 << 20
    thread.start()
    done.wait()
}
