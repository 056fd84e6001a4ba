/// What takes the tokens of a scanner, and tells it on the way what need not be read at all.
///
/// The scanner says where a token ends before it delivers it. Its text stays in place during the whole scan.
protocol ScannerSink: TokenSink, ~Copyable {
    /// The next token delivered ends before this address.
    mutating func reach(_ end: UnsafePointer<UInt8>)
    /// Whether the text is not JSON: the scanner says so.
    var hasFault: Bool { get set }
    /// The length of the key that is expected next, if exactly it stands at the start of a text and a quote after it; else a negative number.
    ///
    /// - Parameters:
    ///   - text: The first byte of a key's content.
    ///   - count: Bytes from there to the end of the input.
    func lengthOfExpectedKey(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int
    /// The key that was expected has come.
    mutating func takeExpectedKey() -> Bool
    /// Whether anything is made of the value at hand, or, after a container has begun, of what is in it.
    var wantsValue: Bool { get }
    /// Whether the value at hand is best taken as an array of numbers, if it is one.
    var wantsNumbers: Bool { get }
    /// Takes an array of numbers as a whole, where `wantsNumbers`.
    ///
    /// - Parameters:
    ///   - start: Behind its opening bracket.
    ///   - last: The last byte of the text, which is a bracket that closes.
    /// - Returns: The address behind its closing bracket; nil if the tokens are to be delivered one by one. Nothing has happened then.
    mutating func numbers(_ start: UnsafePointer<UInt8>, _ last: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>?
    /// Whether anything is made of a string that is a value; of what nobody wants the content is not put together.
    var wantsString: Bool { get }
    /// The content of a string, of which is known whether it is ASCII.
    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool
    /// A number, which has been read already.
    mutating func number(_ number: NumberToken, _ text: UnsafeBufferPointer<UInt8>) -> Bool
    /// Containers that may still be opened inside each other.
    var depthLeft: Int { get }
    /// Longest content of a string, key or number, in bytes.
    var maximumTokenBytes: Int { get }
    /// The token at hand is longer than that; returns false.
    mutating func tokenTooLong() -> Bool
}

/// Takes the tokens of a value that nobody wants, so that it is read by all of JSON's rules and nothing else happens.
struct UnwantedValue: ScannerSink, ~Copyable {
    let maximumTokenBytes: Int
    private(set) var depthLeft: Int
    var hasFault = false

    init(maximumTokenBytes: Int, depthLeft: Int) {
        self.maximumTokenBytes = maximumTokenBytes
        self.depthLeft = depthLeft
    }

    func null() -> Bool { true }
    func boolean(_ value: Bool) -> Bool { true }
    func number(_ text: UnsafeBufferPointer<UInt8>) -> Bool { true }
    func string(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { true }
    func key(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { true }

    mutating func startObject() -> Bool { start() }
    mutating func startArray() -> Bool { start() }

    mutating func endObject() -> Bool {
        depthLeft += 1
        return true
    }

    mutating func endArray() -> Bool {
        depthLeft += 1
        return true
    }

    private mutating func start() -> Bool {
        depthLeft -= 1
        return depthLeft >= 0
    }

    func reach(_ end: UnsafePointer<UInt8>) {}
    func lengthOfExpectedKey(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int { -1 }
    func takeExpectedKey() -> Bool { true }
    // What is in it is read token by token all the same.
    var wantsValue: Bool { true }
    var wantsString: Bool { false }
    var wantsNumbers: Bool { false }
    func numbers(_ start: UnsafePointer<UInt8>, _ last: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? { nil }
    func string(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool { true }
    func number(_ number: NumberToken, _ text: UnsafeBufferPointer<UInt8>) -> Bool { true }
    func tokenTooLong() -> Bool { false }
}
