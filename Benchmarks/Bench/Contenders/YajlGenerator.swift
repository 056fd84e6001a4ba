import CYajl

/// yajl's generator, kept from document to document. Its members mirror those of `JSONText`.
struct YajlGenerator: ~Copyable {
    private let handle: yajl_gen

    init() {
        guard let handle = yajl_gen_alloc(nil) else { fatalError("yajl has no memory") }
        self.handle = handle
    }

    deinit {
        yajl_gen_free(handle)
    }

    /// Makes it ready for another document. The memory of the last one stays.
    func clear() {
        yajl_gen_clear(handle)
        yajl_gen_reset(handle, nil)
    }

    /// The text so far. It stays until the next change.
    func text() throws -> UnsafeBufferPointer<UInt8> {
        var start: UnsafePointer<UInt8>?
        var count = 0
        guard yajl_gen_get_buf(handle, &start, &count) == yajl_gen_status_ok else { throw BenchError("yajl's generator fails") }
        return UnsafeBufferPointer(start: start, count: count)
    }
}

// What a call answers is not looked at: after an error yajl refuses every further call, so the text would end there and the check fail.
extension YajlGenerator {
    func openMap() { yajl_gen_map_open(handle) }
    func closeMap() { yajl_gen_map_close(handle) }
    func openArray() { yajl_gen_array_open(handle) }
    func closeArray() { yajl_gen_array_close(handle) }

    func append(key: StaticString) {
        yajl_gen_string(handle, key.utf8Start, key.utf8CodeUnitCount)
    }

    func append(_ value: String) {
        var value = value
        value.withUTF8 { _ = yajl_gen_string(handle, $0.baseAddress, $0.count) }
    }

    func append(_ value: Int) { yajl_gen_integer(handle, Int64(value)) }

    func append(_ value: Bool) { yajl_gen_bool(handle, value ? 1 : 0) }

    /// By its text: yajl's own way, twenty digits by `printf`, is neither short nor fast.
    func append(_ value: Double) {
        var text = value.description
        text.withUTF8 { digits in
            digits.withMemoryRebound(to: CChar.self) { _ = yajl_gen_number(handle, $0.baseAddress, $0.count) }
        }
    }
}

/// What has been taught to write itself with yajl's generator.
protocol YajlGenerated {
    func generate(with generator: borrowing YajlGenerator)
}

extension String: YajlGenerated {
    func generate(with generator: borrowing YajlGenerator) { generator.append(self) }
}

extension Int: YajlGenerated {
    func generate(with generator: borrowing YajlGenerator) { generator.append(self) }
}

extension Bool: YajlGenerated {
    func generate(with generator: borrowing YajlGenerator) { generator.append(self) }
}

extension Double: YajlGenerated {
    func generate(with generator: borrowing YajlGenerator) { generator.append(self) }
}

extension YajlGenerator {
    @inline(__always)
    func add(_ key: StaticString, _ value: some YajlGenerated) {
        append(key: key)
        value.generate(with: self)
    }

    @inline(__always)
    func add(_ key: StaticString, _ value: (some YajlGenerated)?) {
        if let value { add(key, value) }
    }

    func add(_ key: StaticString, _ values: [some YajlGenerated]) {
        append(key: key)
        openArray()
        for value in values { value.generate(with: self) }
        closeArray()
    }

    func add(_ key: StaticString, _ pairs: [String: some YajlGenerated]) {
        append(key: key)
        openMap()
        for (key, value) in pairs {
            append(key)
            value.generate(with: self)
        }
        closeMap()
    }
}

/// A model's documents by yajl's generator.
struct YajlGeneratorWriter<T: YajlGenerated>: DocumentWriter, ~Copyable {
    private let generator = YajlGenerator()

    mutating func write(_ model: T) throws -> Int {
        generator.clear()
        model.generate(with: generator)
        return try generator.text().count
    }

    var bytes: [UInt8] {
        get throws { Array(try generator.text()) }
    }
}
