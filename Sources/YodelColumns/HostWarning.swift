internal import YodelSystem

/// Tells the user of the program that reads what is no error: as a warning of Python, which users filter, if the process has an interpreter; else on standard error.
enum HostWarning {
    /// - Returns: false if the user's filters make an error of it, which the caller throws.
    static func issue(_ text: String) -> Bool {
        if let isIssued = python(text) { return isIssued }
        let line = Array("warning: \(text)\n".utf8)
        _ = unsafe write(STDERR_FILENO, line, line.count)
        return true
    }

    /// - Returns: nil if there is no interpreter.
    private static func python(_ text: String) -> Bool? {
        typealias Ask = @convention(c) () -> CInt
        typealias Release = @convention(c) (CInt) -> Void
        typealias Clear = @convention(c) () -> Void
        typealias Warn = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int) -> CInt
        func asks(_ name: String) -> Bool { unsafe loadedSymbol(name).map { unsafe unsafeBitCast($0, to: Ask.self)() != 0 } ?? false }
        // SAFETY: the functions are of Python's stable interface. An interpreter that ends takes no thread in any more; without a category it warns by RuntimeWarning.
        guard asks("Py_IsInitialized"), !asks("Py_IsFinalizing"), !asks("_Py_IsFinalizing"),
            let ensure = unsafe loadedSymbol("PyGILState_Ensure"), let release = unsafe loadedSymbol("PyGILState_Release"),
            let warn = unsafe loadedSymbol("PyErr_WarnEx"), let clear = unsafe loadedSymbol("PyErr_Clear")
        else { return nil }
        let held = unsafe unsafeBitCast(ensure, to: Ask.self)()
        defer { unsafe unsafeBitCast(release, to: Release.self)(held) }
        if unsafe unsafeBitCast(warn, to: Warn.self)(nil, text, 1) == 0 { return true }
        unsafe unsafeBitCast(clear, to: Clear.self)()
        return false
    }
}
