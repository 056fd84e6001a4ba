// The images of the process: the program itself and the libraries that it has loaded. `dl_iterate_phdr` and what it hands out are the same in every loader
// of Linux; the module `Glibc` does not have them.

@_silgen_name("dl_iterate_phdr")
private func iterateImages(
    _ body: @convention(c) (_ image: UnsafeRawPointer, _ size: Int, _ context: UnsafeMutableRawPointer) -> CInt,
    _ context: UnsafeMutableRawPointer
) -> CInt

/// The start of `dl_phdr_info`.
@unsafe private struct LoadedImage {
    var base: UInt
    var file: UnsafePointer<CChar>?
    var segments: UnsafePointer<ImageSegment>?
    var count: UInt16
}

/// `Elf64_Phdr`.
private struct ImageSegment {
    var kind: UInt32
    var flags: UInt32
    var offset: UInt
    var address: UInt
    var physicalAddress: UInt
    var sizeInFile: UInt
    var size: UInt
    var alignment: UInt
}

/// Whose file is looked for, and what it is.
@unsafe private struct ImageSearch {
    let address: UInt
    var file: UnsafePointer<CChar>?
}

/// The file of the image in which an address lies, empty for the program itself; nil if it lies in none. The loader keeps the name as long as the image.
func imageFile(of address: UInt) -> UnsafePointer<CChar>? {
    guard MemoryLayout<Int>.size == 8 else { return nil }
    var search = unsafe ImageSearch(address: address)
    unsafe withUnsafeMutablePointer(to: &search) { search in
        _ = unsafe iterateImages(
            { image, _, context in
                // SAFETY: the loader lends the image and its segments for the call. The context is the structure that is passed below.
                let image = unsafe image.assumingMemoryBound(to: LoadedImage.self)
                let search = unsafe context.assumingMemoryBound(to: ImageSearch.self)
                guard let segments = unsafe image.pointee.segments else { return 0 }
                for index in unsafe 0..<Int(image.pointee.count) where unsafe segments[index].kind == 1 {
                    let start = unsafe image.pointee.base &+ segments[index].address  // &+, &-: addresses
                    if unsafe search.pointee.address &- start < segments[index].size {
                        unsafe search.pointee.file = image.pointee.file
                        return 1
                    }
                }
                return 0
            }, search)
    }
    return unsafe search.file
}
