import CYajl

/// yajl with callbacks that do nothing: what the tokenizer costs.
enum YajlEmpty {
    nonisolated(unsafe) private static let callbacks = YajlProgram.callbacks(
        yajl_callbacks(
            yajl_null: { _ in 1 },
            yajl_boolean: { _, _ in 1 },
            yajl_integer: nil,
            yajl_double: nil,
            yajl_number: { _, _, _ in 1 },
            yajl_string: { _, _, _ in 1 },
            yajl_start_map: { _ in 1 },
            yajl_map_key: { _, _, _ in 1 },
            yajl_end_map: { _ in 1 },
            yajl_start_array: { _ in 1 },
            yajl_end_array: { _ in 1 }))

    static func parse(_ document: Document) throws {
        try YajlProgram.parse(document, callbacks, context: nil)
    }
}
