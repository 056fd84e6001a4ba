/// Writes an indented document straight into memory.
struct CatalogWriter {
    /// The first key of each table.
    static let firstKey = 138_586_341

    private var out: EventWriter
    private var depth = 0
    /// Whether the container has a member or an element.
    private var hasOne = false
    /// The key of the table's entry that is being written.
    private(set) var lastKey = 0

    init(_ buffer: UnsafeMutableRawBufferPointer) {
        out = EventWriter(buffer)
    }

    var count: Int { out.count }

    mutating func null() { out.text("null") }

    mutating func number(_ value: Int) { out.number(value) }

    mutating func string(_ text: StaticString) {
        out.text("\"")
        out.text(text)
        out.text("\"")
    }

    mutating func object(_ members: (inout CatalogWriter) -> Void) { container("{", "}", members) }

    mutating func array(_ count: Int, _ element: (inout CatalogWriter, Int) -> Void) {
        container("[", "]") { writer in
            for index in 0..<count {
                writer.next()
                element(&writer, index)
            }
        }
    }

    /// An object whose keys are numbers.
    mutating func table(_ count: Int, _ value: (inout CatalogWriter) -> Void) {
        object { writer in
            for index in 0..<count {
                writer.next()
                writer.lastKey = Self.firstKey + index
                writer.out.text("\"")
                writer.out.number(writer.lastKey)
                writer.out.text("\": ")
                value(&writer)
            }
        }
    }

    mutating func member(_ key: StaticString, _ value: (inout CatalogWriter) -> Void) {
        next()
        string(key)
        out.text(": ")
        value(&self)
    }

    private mutating func container(_ start: StaticString, _ end: StaticString, _ content: (inout CatalogWriter) -> Void) {
        out.text(start)
        depth += 1
        hasOne = false
        content(&self)
        depth -= 1
        if hasOne { newLine() }
        out.text(end)
        hasOne = true
    }

    private mutating func next() {
        if hasOne { out.text(",") }
        hasOne = true
        newLine()
    }

    private mutating func newLine() {
        out.text("\n")
        for _ in 0..<depth { out.text("    ") }
    }
}
