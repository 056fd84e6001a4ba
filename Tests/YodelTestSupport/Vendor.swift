/// A type of another module, which does not know Yodel.
public struct Vendor {
    /// What it is called.
    public var name = ""

    /// Makes one without a name.
    public init() {}
}
