import CArrow
import Yodel
internal import YodelSystem

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
    return unsafe tried(error) { unsafe try Unmanaged.passRetained(BoundScan(String(cString: request))).toOpaque() }
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
    unsafe export(scan, to: schema, error) { unsafe $0.exportSchema(to: $1) }
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
    unsafe export(scan, to: stream, error) { unsafe try $0.export(to: $1) }
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
    unsafe export(scan, to: stream, error) { unsafe try $0.exportRejects(to: $1) }
}

/// Tells how far the latest reading of a scan is.
///
/// - Parameter scan: The scan.
/// - Returns: JSON, which `yodel_free` frees.
@_cdecl("yodel_scan_progress")
public func yodelScanProgress(_ scan: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<CChar>? {
    unsafe withScan(scan) { unsafe strdup($0.progress) } ?? nil
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
    let sizes = unsafe [MemoryLayout<ArrowSchema>.size, MemoryLayout<ArrowArray>.size, MemoryLayout<ArrowArrayStream>.size]
    guard sizes.indices.contains(Int(kind)) else { return nil }
    return unsafe calloc(1, sizes[Int(kind)])
}

/// Destroys a capsule of Python: releases the schema that it holds, and frees it.
///
/// - Parameter capsule: The capsule.
@_cdecl("yodel_capsule_free_schema")
public func yodelCapsuleFreeSchema(_ capsule: UnsafeMutableRawPointer?) {
    unsafe destroy(capsule, "arrow_schema") { (schema: UnsafeMutablePointer<ArrowSchema>) in unsafe schema.pointee.release?(schema) }
}

/// Destroys a capsule of Python: releases the array that it holds, and frees it.
///
/// - Parameter capsule: The capsule.
@_cdecl("yodel_capsule_free_array")
public func yodelCapsuleFreeArray(_ capsule: UnsafeMutableRawPointer?) {
    unsafe destroy(capsule, "arrow_array") { (array: UnsafeMutablePointer<ArrowArray>) in unsafe array.pointee.release?(array) }
}

/// Destroys a capsule of Python: releases the stream that it holds, and frees it.
///
/// - Parameter capsule: The capsule.
@_cdecl("yodel_capsule_free_stream")
public func yodelCapsuleFreeStream(_ capsule: UnsafeMutableRawPointer?) {
    unsafe destroy(capsule, "arrow_array_stream") { (stream: UnsafeMutablePointer<ArrowArrayStream>) in
        unsafe stream.pointee.release?(stream)
    }
}

/// Destroys a capsule of Python. The interpreter that has loaded this library is asked what it holds; there is none in other processes.
@unsafe
private func destroy<Struct>(_ capsule: UnsafeMutableRawPointer?, _ name: String, _ release: (UnsafeMutablePointer<Struct>) -> Void) {
    typealias GetPointer = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> UnsafeMutableRawPointer?
    // SAFETY: a destructor is called by the interpreter, with the capsule that it is of; the function is of Python's stable interface. The name says
    // which struct the capsule holds.
    guard let symbol = unsafe loadedSymbol("PyCapsule_GetPointer"),
        let held = unsafe unsafeBitCast(symbol, to: GetPointer.self)(capsule, name)?.assumingMemoryBound(to: Struct.self)
    else { return }
    unsafe release(held)
    unsafe free(held)
}

// MARK: Scans

/// Lends a scan; nil for none.
@unsafe
private func withScan<R>(_ scan: UnsafeMutableRawPointer?, _ body: (BoundScan) throws -> R) rethrows -> R? {
    // SAFETY: the caller has the scan from `yodel_scan_open`, and has not closed it.
    unsafe try scan.map { unsafe try Unmanaged<BoundScan>.fromOpaque($0)._withUnsafeGuaranteedRef(body) }
}

/// Exports something of a scan to memory for a struct, if there is any.
///
/// - Returns: 0, or -1 with an error.
@unsafe
private func export<Struct>(
    _ scan: UnsafeMutableRawPointer?, to memory: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ body: (BoundScan, UnsafeMutablePointer<Struct>) throws -> Void
) -> Int32 {
    let done: Void? =
        unsafe tried(error) {
            unsafe try withScan(scan) { scan in
                if let memory = unsafe memory { unsafe try body(scan, memory.assumingMemoryBound(to: Struct.self)) }
            }
        } ?? nil
    return done == nil ? -1 : 0
}

/// Does something, or says why not.
///
/// - Returns: nil if not.
@unsafe
private func tried<R>(_ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ body: () throws -> R) -> R? {
    do {
        return try body()
    } catch let failure {
        unsafe error?.pointee = strdup("\(failure)")
        return nil
    }
}
