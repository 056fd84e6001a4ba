// What the kernel tells of files and folders (inotify), and how a thread waits for it. Where there is no inotify nothing is told, and whoever wants to know looks.

/// What happens to files, and to the names in folders, as the kernel tells it. It takes note while nobody asks. Of a file system that other machines write to it
/// does not know all.
package final class FileEvents: Sendable {
    /// What can happen.
    package struct Kinds: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        #if canImport(Darwin)
        package static let (created, movedAway, movedHere, deleted) = (bit(0), bit(1), bit(2), bit(3))
        package static let (folderMoved, written, isFolder, once) = (bit(4), bit(5), bit(6), bit(7))
        package static let (ended, cut) = (bit(8), bit(9))

        private static func bit(_ number: UInt32) -> Kinds { Kinds(rawValue: 1 << number) }
        #else
        /// A name is made, goes, comes or is deleted; the two halves of a renaming have one cookie.
        package static let (created, movedAway, movedHere, deleted) = (bit(IN_CREATE), bit(IN_MOVED_FROM), bit(IN_MOVED_TO), bit(IN_DELETE))
        /// The folder itself is moved; bytes of the file are written, or cut off. Of a watch: that only a folder is meant, and that one event ends it.
        package static let (folderMoved, written, isFolder, once) = (bit(IN_MOVE_SELF), bit(IN_MODIFY), bit(IN_ONLYDIR), bit(IN_ONESHOT))
        /// The watch has ended; there was more than the kernel keeps.
        package static let (ended, cut) = (bit(IN_IGNORED), bit(IN_Q_OVERFLOW))

        private static func bit(_ number: some BinaryInteger) -> Kinds { Kinds(rawValue: UInt32(truncatingIfNeeded: number)) }
        #endif
    }

    /// Something that has happened.
    package struct Event: Sendable {
        /// The number of the watch.
        package let watch: Int32
        package let kinds: Kinds
        /// The same for the two halves of a renaming.
        package let cookie: UInt32
        /// The name in the folder; empty if it is the file or the folder itself.
        package let name: String
    }

    fileprivate let descriptor: Int32

    /// - Returns: nil if the system tells nothing, or nothing more.
    package init?() {
        #if canImport(Darwin)
        return nil
        #else
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        if descriptor < 0 { return nil }
        #endif
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Begins to watch a file or a folder. One that is watched already keeps its number.
    ///
    /// - Returns: The number of the watch; nil if there is no such file, or the system watches no more of them.
    package func watch(_ path: String, _ kinds: Kinds) -> Int32? {
        #if canImport(Darwin)
        nil
        #else
        let watch = unsafe inotify_add_watch(descriptor, path, kinds.rawValue)
        return watch >= 0 ? watch : nil
        #endif
    }

    /// Ends a watch, if it has not ended.
    package func end(_ watch: Int32) {
        #if !canImport(Darwin)
        inotify_rm_watch(descriptor, watch)
        #endif
    }

    /// What has happened since the last call, in its order.
    package func news() -> [Event] {
        var events: [Event] = []
        #if !canImport(Darwin)
        unsafe withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
            while true {
                let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return }
                unsafe Self.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: &events)
            }
        }
        #endif
        return events
    }

    /// Reads events: four numbers of four bytes (the watch, the kinds, the cookie, the bytes of the name) and the name, filled up with zeros.
    private static func add(_ bytes: UnsafeRawBufferPointer, to events: inout [Event]) {
        var start = 0
        while start + 16 <= bytes.count {
            // SAFETY: four numbers lie within the bytes.
            let numbers = unsafe bytes.loadUnaligned(fromByteOffset: start, as: SIMD4<UInt32>.self)
            let end = min(start + 16 + Int(numbers[3]), bytes.count)
            let name = unsafe String(decoding: bytes[(start + 16)..<end].prefix { $0 != 0 }, as: UTF8.self)
            events.append(
                Event(watch: Int32(bitPattern: numbers[0]), kinds: Kinds(rawValue: numbers[1]), cookie: numbers[2], name: name))
            start = end
        }
    }
}

/// Lets one thread wait for events, until another one wakes it.
package final class EventWait: Sendable {
    /// A pipe: a byte that is written to it ends the waiting.
    private let (output, input): (Int32, Int32)

    /// - Returns: nil if the process may have no more open files.
    package init?() {
        var ends: [Int32] = [-1, -1]
        let isOpen = unsafe pipe(&ends) == 0
        (output, input) = (ends[0], ends[1])
        if !isOpen { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        for end in [output, input] where end >= 0 { close(end) }
    }

    /// Waits until something has happened, or the time is over.
    package func wait(for events: [FileEvents], milliseconds: Int) {
        var entries = ([output] + events.map(\.descriptor)).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard unsafe poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds)) > 0, entries[0].revents != 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(output, &bytes, bytes.count) == bytes.count {}
    }

    /// Ends the waiting, or the next one.
    package func wake() {
        // A pipe that is full wakes as well.
        _ = unsafe write(input, [1], 1)
    }
}
