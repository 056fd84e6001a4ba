import CArrow
import Glibc
import Yodel

// The functions that a shared library of models has for callers of other languages. The header is CSources/CArrow/yodel.h.

/// The version of these functions.
///
/// - Returns: 1.
@_cdecl("yodel_abi")
public func yodelABI() -> UInt32 { 1 }

/// Opens a scan.
///
/// - Parameters:
///   - request: What is to be read, as JSON.
///   - error: Gets why there is no scan.
/// - Returns: The scan; nil on failure.
@_cdecl("yodel_scan_open")
public func yodelScanOpen(
    _ request: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> UnsafeMutableRawPointer? {
    guard let request = unsafe request else { return nil }
    do {
        return try unsafe Unmanaged.passRetained(BoundScan(String(cString: request))).toOpaque()
    } catch let failure {
        unsafe error?.pointee = unsafe strdup("\(failure)")
        return nil
    }
}

/// Describes the columns of a scan.
///
/// - Parameters:
///   - scan: The scan.
///   - schema: Memory for an `ArrowSchema`.
///   - error: Gets what is wrong.
/// - Returns: 0, or -1 with an error.
@_cdecl("yodel_scan_schema")
public func yodelScanSchema(
    _ scan: UnsafeMutableRawPointer?, _ schema: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    unsafe withScan(scan, error) { scan in
        guard let schema = unsafe schema else { return }
        unsafe scan.exportSchema(to: schema.assumingMemoryBound(to: ArrowSchema.self))
    }
}

/// Begins a reading of a scan from the start.
///
/// - Parameters:
///   - scan: The scan.
///   - stream: Memory for an `ArrowArrayStream`.
///   - error: Gets what is wrong.
/// - Returns: 0, or -1 with an error.
@_cdecl("yodel_scan_stream")
public func yodelScanStream(
    _ scan: UnsafeMutableRawPointer?, _ stream: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    unsafe withScan(scan, error) { scan in
        guard let stream = unsafe stream else { return }
        unsafe try scan.export(to: stream.assumingMemoryBound(to: ArrowArrayStream.self))
    }
}

/// Exports the records that have failed in the latest reading of a scan so far.
///
/// - Parameters:
///   - scan: The scan.
///   - stream: Memory for an `ArrowArrayStream`.
///   - error: Gets what is wrong.
/// - Returns: 0, or -1 with an error.
@_cdecl("yodel_scan_rejects")
public func yodelScanRejects(
    _ scan: UnsafeMutableRawPointer?, _ stream: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    unsafe withScan(scan, error) { scan in
        guard let stream = unsafe stream else { return }
        unsafe try scan.exportRejects(to: stream.assumingMemoryBound(to: ArrowArrayStream.self))
    }
}

/// Tells how far the latest reading of a scan is.
///
/// - Parameter scan: The scan.
/// - Returns: JSON, which `yodel_free` frees.
@_cdecl("yodel_scan_progress")
public func yodelScanProgress(_ scan: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<CChar>? {
    guard let scan = unsafe scan else { return nil }
    return unsafe Unmanaged<BoundScan>.fromOpaque(scan)._withUnsafeGuaranteedRef { unsafe strdup($0.progress) }
}

/// Lets go of a scan. Readings that have begun go on.
///
/// - Parameter scan: The scan.
@_cdecl("yodel_scan_close")
public func yodelScanClose(_ scan: UnsafeMutableRawPointer?) {
    guard let scan = unsafe scan else { return }
    unsafe Unmanaged<BoundScan>.fromOpaque(scan).release()
}

/// Frees a text that another function has returned.
///
/// - Parameter memory: The text.
@_cdecl("yodel_free")
public func yodelFree(_ memory: UnsafeMutableRawPointer?) { unsafe free(memory) }

// MARK: Capsules of Python

/// Makes memory for a struct of the Arrow C interfaces, all zero.
///
/// - Parameter kind: 0 for `ArrowSchema`, 1 for `ArrowArray`, 2 for `ArrowArrayStream`.
/// - Returns: The memory, which the destructor of its capsule frees.
@_cdecl("yodel_capsule_new")
public func yodelCapsuleNew(_ kind: Int32) -> UnsafeMutableRawPointer? {
    switch kind {
    case 0: unsafe calloc(1, MemoryLayout<ArrowSchema>.size)
    case 1: unsafe calloc(1, MemoryLayout<ArrowArray>.size)
    case 2: unsafe calloc(1, MemoryLayout<ArrowArrayStream>.size)
    default: nil
    }
}

/// Destroys a capsule of Python: releases the schema that it holds, and frees it.
///
/// - Parameter capsule: The capsule.
@_cdecl("yodel_capsule_free_schema")
public func yodelCapsuleFreeSchema(_ capsule: UnsafeMutableRawPointer?) {
    guard let schema = unsafe contents(of: capsule, "arrow_schema")?.assumingMemoryBound(to: ArrowSchema.self) else { return }
    unsafe schema.pointee.release?(schema)
    unsafe free(schema)
}

/// Destroys a capsule of Python: releases the array that it holds, and frees it.
///
/// - Parameter capsule: The capsule.
@_cdecl("yodel_capsule_free_array")
public func yodelCapsuleFreeArray(_ capsule: UnsafeMutableRawPointer?) {
    guard let array = unsafe contents(of: capsule, "arrow_array")?.assumingMemoryBound(to: ArrowArray.self) else { return }
    unsafe array.pointee.release?(array)
    unsafe free(array)
}

/// Destroys a capsule of Python: releases the stream that it holds, and frees it.
///
/// - Parameter capsule: The capsule.
@_cdecl("yodel_capsule_free_stream")
public func yodelCapsuleFreeStream(_ capsule: UnsafeMutableRawPointer?) {
    guard let stream = unsafe contents(of: capsule, "arrow_array_stream")?.assumingMemoryBound(to: ArrowArrayStream.self) else { return }
    unsafe stream.pointee.release?(stream)
    unsafe free(stream)
}

/// What a capsule holds. The interpreter that has loaded this library is asked; there is none in other processes.
private func contents(of capsule: UnsafeMutableRawPointer?, _ name: String) -> UnsafeMutableRawPointer? {
    typealias GetPointer = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> UnsafeMutableRawPointer?
    // SAFETY: a destructor is called by the interpreter, with the capsule that it is of; the function is of Python's stable interface.
    guard let symbol = unsafe dlsym(nil, "PyCapsule_GetPointer") else { return nil }
    return unsafe name.withCString { unsafe unsafeBitCast(symbol, to: GetPointer.self)(capsule, $0) }
}

private func withScan(
    _ scan: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ body: (BoundScan) throws -> Void
) -> Int32 {
    guard let scan = unsafe scan else { return -1 }
    do {
        // SAFETY: the caller has the scan from `yodel_scan_open`, and has not closed it.
        unsafe try Unmanaged<BoundScan>.fromOpaque(scan)._withUnsafeGuaranteedRef(body)
        return 0
    } catch let failure {
        unsafe error?.pointee = unsafe strdup("\(failure)")
        return -1
    }
}
