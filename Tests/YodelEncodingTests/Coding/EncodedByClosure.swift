import Testing

@testable import Yodel

/// Values that encode themselves as a test says, in models that hold them.
enum EncodedByClosure {
    /// A value that encodes itself by a closure.
    struct Own: Encodable, @unchecked Sendable {
        // SAFETY of `@unchecked Sendable`: a test uses it in one place at a time.
        let write: (any Encoder) throws -> Void
        init(_ write: @escaping (any Encoder) throws -> Void) { self.write = write }
        func encode(to encoder: any Encoder) throws { try write(encoder) }

        /// One that fills a container of keys.
        static func keyed(_ write: @escaping (inout KeyedEncodingContainer<EncodingProgram.Key>) throws -> Void) -> Own {
            Own {
                var container = $0.container(keyedBy: EncodingProgram.Key.self)
                try write(&container)
            }
        }

        /// One that is one value.
        static func single(_ value: some Encodable & Sendable) -> Own {
            Own {
                var container = $0.singleValueContainer()
                try container.encode(value)
            }
        }
    }

    struct Holder: Model {
        var before = 1
        var value: Own?
        var list: [Own] = []
        var byKey: [String: Own] = [:]
        var after = "/"
    }

    static func options(_ change: (inout EncodingOptions) -> Void) -> EncodingOptions {
        var options = EncodingOptions.default
        change(&options)
        return options
    }

    static func text(_ value: Own, _ options: EncodingOptions = .default) throws -> String {
        var holder = Holder()
        holder.value = value
        holder.list = [value]
        let text = try ModelEncoder(options).encodeToString(holder)
        // In an array it is the same.
        let json = try ModelDecoder().decode(JSONObject.self, from: text)
        let (alone, list) = (json["value"] ?? json["VALUE"], json["list"] ?? json["LIST"])
        #expect(list?[0] == alone ?? .null)
        return try alone.map { value in
            let written = try ModelEncoder(options).encodeToString(value)
            #expect(options.isPretty || text.contains(written))
            return written
        } ?? "nothing"
    }

    static func failure(_ options: EncodingOptions = .default, _ write: @escaping (any Encoder) throws -> Void) -> ModelError? {
        var holder = Holder()
        holder.list = [.single(1), Own(write)]
        return #expect(throws: ModelError.self) { try ModelEncoder(options).encode(holder) }
    }
}
