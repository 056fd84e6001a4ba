/// A text that containers write, one inside the other.
///
/// Nearly always there is one for a document. EncodingLevel.swift says what needs others.
@safe struct EncodingSegment: ~Copyable {
    var output: OutputBuffer
    /// The innermost container, or value that is being encoded, of this text: who else writes makes itself that first.
    var top: EncodingLevelRef?
    /// Containers that have been closed, or have got a text of their own, though their owners may go on with them.
    var pending: [EncodingLevel] = []
    /// No pending one begins behind this place.
    var pendingEnd = -1
}

/// A text, by its address.
///
/// SAFETY: the session keeps it as long as a container may write to it, and all that happens to it does so on the thread that encodes.
typealias SegmentRef = Pinned<EncodingSegment>
