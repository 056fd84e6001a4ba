// Parts that are read as documents of their own have readers of their own: the text in a string, a model inside of a type that decodes itself. What a value may
// be read is one number for all of them. With new ones for each part a type of a program's own between two enums without tags would double the work:
//
//     {"own": {"m": {"own": {"m": …}, "x": "?"}}, "x": "?"}     a: {own, x: Int}    own is read, with a model m inside of it
//                                                               b: {own, x: String} m is known, since it stands in the same text

/// A limit on how often values are read that has been reached.
enum SpentLimit: String {
    case tries
    case sharedReadings = "readings by several properties"
}

/// What a part of a document has of the value around it, so that they count together.
struct PartLimits {
    /// What is known while cases are tried around it; nil: none is.
    fileprivate(set) var tries: Tries?
    /// `AllFeatures.shared`.
    fileprivate(set) var shared = AllFeatures.unshared
    /// The limit that has been reached, if one has: the decode ends, whatever the part's value is.
    fileprivate(set) var spent: SpentLimit?

    /// The value around has been read: nothing is tried around it any more.
    mutating func leaveTries() { tries = nil }

    /// A part has been read.
    ///
    /// - Parameter limits: Its own.
    mutating func take(_ limits: PartLimits) {
        shared.sizeLeft = limits.shared.sizeLeft
        spent = limits.spent
    }
}

extension AllFeatures {
    /// `shared` where no value is open. A few levels of a small value need more than a multiple of its size.
    static var unshared: (depth: Int, sizeLeft: Int) { (depth: 0, sizeLeft: 128 << 10) }

    /// What a part of the current value has of it.
    var partLimits: PartLimits { PartLimits(tries: tries.flatMap { $0.depth > 0 ? $0 : nil }, shared: shared, spent: spent) }

    /// A part has been read.
    mutating func take(_ limits: PartLimits) {
        shared.sizeLeft = limits.shared.sizeLeft
        spent = limits.spent
    }
}

extension Decoding where Features == AllFeatures {
    /// Begins to read a part.
    ///
    /// - Returns: What is put back when it has been read; nil: no case is being tried around it.
    mutating func begin(_ limits: PartLimits) -> Tries.Around? {
        (features.tries, features.shared, features.spent) = (limits.tries, limits.shared, limits.spent)
        return limits.tries?.beginPart(text)
    }

    /// A part has been read.
    func end(_ around: Tries.Around?, _ limits: inout PartLimits) {
        if let around { limits.tries?.endPart(around) }
        (limits.shared.sizeLeft, limits.spent) = (features.shared.sizeLeft, features.spent)
    }
}
