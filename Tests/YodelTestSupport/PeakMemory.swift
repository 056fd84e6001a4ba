import Foundation
import Synchronization

/// The memory of its own that this process has had at most, whenever it was looked at.
///
/// Not what the system calls its peak: that counts pages of files, too, those of the program's code among them, which come and go with what else the machine does.
enum PeakMemory {
    private static let peak = Mutex(0)

    /// Looks, and returns the most bytes so far.
    @discardableResult
    static func look() -> Int {
        // The size of the process, its resident pages, and those of them that are of files.
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").compactMap { Int($0) } ?? []
        precondition(pages.count > 2, "the system does not tell the memory of a process")
        let bytes = (pages[1] - pages[2]) * Int(getpagesize())
        return peak.withLock {
            $0 = max($0, bytes)
            return $0
        }
    }
}
