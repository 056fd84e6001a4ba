import Glibc

/// The target that the environment names.
private let target: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("FUZZ_TARGET is '\(name)', and none of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return target
}()

/// Tries an input; what libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    if let fault = target.fault(in: Array(UnsafeBufferPointer(start: bytes, count: count))) {
        let text = Array("== fault of \(target.rawValue)\n\(fault)\n".utf8)
        write(STDERR_FILENO, text, text.count)
        abort()
    }
    return 0
}
