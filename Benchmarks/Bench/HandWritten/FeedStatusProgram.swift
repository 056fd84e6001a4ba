import CYajl

/// Fills a `FeedStatus` in yajl's callbacks.
struct FeedStatusProgram {
    /// Where in the document the next value stands.
    enum Place: UInt8 {
        case outside, status, visible, annotations, annotation, pictureIDs
        case user, icons, icon, badge, extend, privacy
        case pictures, picture, size
    }

    let status: UnsafeMutablePointer<FeedStatus>
    var place = Place.outside
    /// The depth inside a value that the model does not declare.
    var skipped = 0

    // The last key of each object that can hold others, since an inner object's keys come before the outer one's next.
    var statusField: FeedStatus.Field?
    var userField: FeedUser.Field?
    var pictureField: FeedPicture.Field?
    var sizeField: FeedPictureSize.Field?
    /// The last key of an object with two keys at most, or of a dictionary.
    var shortKey = ""

    var pictureID = ""
    var picture = FeedPicture()
    var size = FeedPictureSize()

    static func decode(_ document: Document) throws -> FeedStatus {
        var status = FeedStatus()
        try withUnsafeMutablePointer(to: &status) { status in
            var program = FeedStatusProgram(status: status)
            try withUnsafeMutablePointer(to: &program) { try YajlProgram.parse(document, callbacks, context: $0) }
        }
        // A copy would retain each of the strings.
        return consume status
    }

    nonisolated(unsafe) private static let callbacks = YajlProgram.callbacks(
        yajl_callbacks(
            yajl_null: { _ in 1 },
            yajl_boolean: { context, value in at(context).pointee.boolean(value != 0) },
            yajl_integer: nil,
            yajl_double: nil,
            yajl_number: { context, base, count in
                let base = UnsafeRawPointer(base!).assumingMemoryBound(to: UInt8.self)
                return at(context).pointee.number(TokenBytes(base: base, count: count))
            },
            yajl_string: { context, base, count in at(context).pointee.string(TokenBytes(base: base!, count: count)) },
            yajl_start_map: { context in at(context).pointee.startMap() },
            yajl_map_key: { context, base, count in at(context).pointee.key(TokenBytes(base: base!, count: count)) },
            yajl_end_map: { context in at(context).pointee.end() },
            yajl_start_array: { context in at(context).pointee.startArray() },
            yajl_end_array: { context in at(context).pointee.end() }))

    private static func at(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<FeedStatusProgram> {
        context.unsafelyUnwrapped.assumingMemoryBound(to: FeedStatusProgram.self)
    }
}
