// What differs by platform: the module of the C library, and what is not called or not typed the same in all of them. Whatever else needs the C library
// imports this module. Linux with glibc is what is tested.
//
// Swift has no other way to hand a module on than `@_exported`. Nobody outside of this package sees its names by that: no product has this module, and the
// modules that import it do not export it.

#if canImport(Glibc)
@_exported import Glibc
#elseif canImport(Musl)
@_exported import Musl
#elseif canImport(Darwin)
@_exported import Darwin
#else
#error("Yodel knows the C libraries of Linux (Glibc, Musl) and of macOS (Darwin)")
#endif

// MARK: Files

extension stat {
    /// When the file was written last.
    package var writeTime: timespec {
        #if canImport(Darwin)
        st_mtimespec
        #else
        st_mtim
        #endif
    }

    /// The number of its file system.
    package var deviceNumber: UInt64 { UInt64(truncatingIfNeeded: st_dev) }
}

/// Has the system allow the process so many open files, or as many as it may allow.
package func allowOpenFiles(_ count: Int) {
    #if canImport(Glibc)
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    let files = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard unsafe getrlimit(files, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
    _ = unsafe setrlimit(files, &limit)
}

// MARK: Threads

/// A thread of the system.
@safe package struct SystemThread {
    // SAFETY of `@safe`: what stands for a thread is handed on to `pthread_join`, once.
    #if canImport(Glibc)
    private var thread = pthread_t()
    #else
    private var thread: pthread_t?
    #endif

    /// Begins a thread; nil if the system has none.
    ///
    /// - Parameter body: What it does.
    package init?(_ body: @escaping @Sendable () -> Void) {
        // SAFETY: the thread takes the reference over; without a thread it is taken back.
        let work = unsafe Unmanaged<AnyObject>.passRetained(ThreadWork(body)).toOpaque()
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                let argument: UnsafeMutableRawPointer? = unsafe argument
                // SAFETY: the argument is the reference that the thread has been begun with.
                (unsafe Unmanaged<AnyObject>.fromOpaque(argument.unsafelyUnwrapped).takeRetainedValue() as? ThreadWork)?.body()
                return nil
            }, work)
        guard result == 0 else {
            unsafe Unmanaged<AnyObject>.fromOpaque(work).release()
            return nil
        }
    }

    /// Waits until the thread has ended. Called once.
    package func join() {
        #if canImport(Glibc)
        pthread_join(thread, nil)
        #else
        if let thread = unsafe thread { unsafe pthread_join(thread, nil) }
        #endif
    }
}

/// What a thread is given.
private final class ThreadWork: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

// MARK: Images

/// The address of a symbol that any image of the process has; nil if none has it.
@unsafe
package func loadedSymbol(_ name: String) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin)
    unsafe dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
    #else
    unsafe dlsym(nil, name)
    #endif
}

#if canImport(Darwin)
/// Hands out nothing: what needs the lists does without.
package func enumerateMetadataSections(
    _ body: @convention(c) (_ sections: UnsafeRawPointer, _ context: UnsafeMutableRawPointer) -> Bool, _ context: UnsafeMutableRawPointer
) {}

/// Hands out nothing: no image is known.
package func iterateImages(
    _ body: @convention(c) (_ image: UnsafeRawPointer, _ size: Int, _ context: UnsafeMutableRawPointer) -> CInt,
    _ context: UnsafeMutableRawPointer
) -> CInt { 0 }
#else
/// Hands out what the Swift runtime knows of each image, until the answer is false: a `MetadataSections`.
@_silgen_name("swift_enumerateAllMetadataSections")
package func enumerateMetadataSections(
    _ body: @convention(c) (_ sections: UnsafeRawPointer, _ context: UnsafeMutableRawPointer) -> Bool, _ context: UnsafeMutableRawPointer)

/// Hands out each image of the process, until the answer is not zero: the start of a `dl_phdr_info`, which is the same in every loader of Linux, and which the
/// modules of the C libraries do not have.
@_silgen_name("dl_iterate_phdr")
package func iterateImages(
    _ body: @convention(c) (_ image: UnsafeRawPointer, _ size: Int, _ context: UnsafeMutableRawPointer) -> CInt,
    _ context: UnsafeMutableRawPointer
) -> CInt
#endif
