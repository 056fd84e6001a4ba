// The images of the process: the program itself and the libraries that it has loaded. What the loader hands out is the same in every one of Linux.

internal import YodelSystem

/// The start of `dl_phdr_info`.
@safe private struct LoadedImage {
    // SAFETY: the loader lends an image and its segments for a call, and says how many they are.
    var base: UInt
    var file: UnsafePointer<CChar>?
    var segments: UnsafePointer<ImageSegment>?
    var count: UInt16

    /// Whether an address lies in it.
    func holds(_ address: UInt) -> Bool {
        guard let segments = unsafe segments else { return false }
        let all = unsafe UnsafeBufferPointer(start: segments, count: Int(count)).span
        // &+, &-: addresses
        return all.indices.contains { all[$0].kind == 1 && address &- (base &+ all[$0].address) < all[$0].size }
    }
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
@safe private struct ImageSearch {
    // SAFETY: the name of a file is the loader's, which keeps it as long as the image.
    let address: UInt
    var file: UnsafePointer<CChar>?
}

/// The file of the image in which an address lies, empty for the program itself; nil if it lies in none. The loader keeps the name as long as the image.
func imageFile(of address: UInt) -> UnsafePointer<CChar>? {
    guard MemoryLayout<Int>.size == 8 else { return nil }
    var search = unsafe ImageSearch(address: address)
    _ = unsafe iterateImages(
        { image, _, context in
            // SAFETY: the context is the structure that is passed below.
            let image = unsafe image.load(as: LoadedImage.self)
            let search = unsafe Pinned(context.assumingMemoryBound(to: ImageSearch.self))
            guard image.holds(search.pointee.address) else { return 0 }
            unsafe search.pointee.file = image.file
            return 1
        }, &search)
    return unsafe search.file
}
