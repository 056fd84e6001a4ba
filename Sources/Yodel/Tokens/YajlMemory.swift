internal import CYajl
import Glibc

// yajl takes five small blocks for a document and gives them back at its end. They come from memory lent by the caller, one after the other;
// what does not fit, as the buffers of split or escaped tokens, comes from the heap. A document without escapes then costs no allocation.

/// The memory of one yajl handle. Stays in place while the handle lives, since its address is what yajl's functions get.
@unsafe struct YajlMemory {
    private let base: UnsafeMutableRawPointer
    private let capacity: Int
    private var used = 0
    var functions: yajl_alloc_funcs

    /// Bytes before each block: its size stands there. Keeps blocks at 16 bytes, as malloc does.
    private static var header: Int { 16 }

    /// - Parameter block: At 16 bytes; stays valid while the handle lives.
    init(_ block: UnsafeMutableRawBufferPointer) {
        unsafe base = block.baseAddress.unsafelyUnwrapped
        unsafe capacity = block.count
        unsafe functions = yajl_alloc_funcs(
            malloc: { unsafe YajlMemory.of($0).pointee.take($1) },
            realloc: { unsafe YajlMemory.of($0).pointee.resize($1, $2) },
            free: { unsafe YajlMemory.of($0).pointee.give($1) },
            ctx: nil)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<YajlMemory> {
        // SAFETY: `ctx` is set to the memory's own address before yajl sees the functions.
        unsafe context.unsafelyUnwrapped.assumingMemoryBound(to: YajlMemory.self)
    }

    private mutating func take(_ size: Int) -> UnsafeMutableRawPointer {
        let needed = unsafe Self.header + (size + 15) & ~15
        guard size <= 4096, unsafe needed <= capacity - used else { return unsafe Self.heap(malloc(size)) }
        let block = unsafe base + used
        unsafe used += needed
        unsafe block.storeBytes(of: size, as: Int.self)
        return unsafe block + Self.header
    }

    private mutating func resize(_ block: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer {
        guard let block = unsafe block else { return unsafe take(size) }
        guard unsafe owns(block) else { return unsafe Self.heap(realloc(block, size)) }
        let larger = unsafe take(size)
        let count = unsafe min(size, (block - Self.header).load(as: Int.self))
        unsafe larger.copyMemory(from: block, byteCount: count)
        return unsafe larger
    }

    private func give(_ block: UnsafeMutableRawPointer?) {
        guard let block = unsafe block, unsafe !owns(block) else { return }
        unsafe free(block)
    }

    private func owns(_ block: UnsafeMutableRawPointer) -> Bool {
        unsafe block >= base && block < base + capacity
    }

    /// yajl writes through whatever it gets: without memory there is no way on.
    private static func heap(_ block: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
        guard let block = unsafe block else { fatalError("out of memory in yajl") }
        return unsafe block
    }
}
