import Foundation
import Yodel

/// Models and their documents, and each way to read and to write them: one row of the table of options for each setting and each way.
struct OptionSample<T: Equatable> {
    /// Reads, or writes, all of them once.
    struct Row {
        /// In words, as the table has it.
        let name: String
        /// Whether its name is code, as that of a setting is.
        let isCode: Bool
        ///
        /// - Returns: Bytes that were read or written; of a way that has no bytes, those of the compact text.
        let run: () throws -> Int
    }

    let models: [T]

    /// The default, each setting of an option, and each other way in.
    ///
    /// - Parameter name: Of the only setting that is wanted.
    /// - Throws: `BenchError` if a row comes to other models than those that its documents were made of.
    func decoding(only name: String? = nil) throws -> [Row] {
        var rows = try ([OptionSetting.none] + OptionSetting.decoding).filter { name ?? $0.name == $0.name }.map { setting in
            let (decoder, documents) = (setting.decoder, try documents(setting))
            return try reading(setting.name, documents, isCode: true) { index in
                try decoder.decode(T.self, from: documents[index])
            }
        }
        rows += try waysIn()
        return rows
    }

    /// The default, each setting of an option, and each other way out.
    ///
    /// - Parameter name: Of the only setting that is wanted.
    /// - Throws: `BenchError` if what a row writes reads back as other models.
    func encoding(only name: String? = nil) throws -> [Row] {
        var rows = try ([OptionSetting.none] + OptionSetting.encoding).filter { name ?? $0.name == $0.name }.map { setting in
            let encoder = setting.encoder
            for (model, document) in zip(models, try documents(setting)) {
                try check(setting.name, try setting.decoder.decode(T.self, from: document) == model)
            }
            let output = Output()
            return Row(name: setting.name, isCode: true) { [models] in
                var bytes = 0
                for model in models {
                    output.bytes.removeAll(keepingCapacity: true)
                    try encoder.encode(model, into: &output.bytes)
                    bytes += output.bytes.count
                }
                return bytes
            }
        }
        rows += try waysOut(only: name)
        return rows
    }

    private func documents(_ setting: OptionSetting) throws -> [[UInt8]] {
        let encoder = setting.encoder
        return try models.map { try encoder.encodeToBytes($0) }
    }

    private func check(_ name: String, _ isRight: Bool) throws {
        guard isRight else { throw BenchError("options: \(name): a result differs from the model") }
    }

    private func reading(
        _ name: String, _ documents: [[UInt8]], isCode: Bool = false, _ read: @escaping (_ index: Int) throws -> T
    ) throws -> Row {
        for index in models.indices { try check(name, try read(index) == models[index]) }
        let bytes = documents.map(\.count).reduce(0, +)
        return Row(name: name, isCode: isCode) { [count = models.count] in
            for index in 0..<count { blackHole(try read(index)) }
            return bytes
        }
    }
}

/// What a row writes to, again and again.
private final class Output {
    var bytes: [UInt8] = []
}

// The ways in and out that are no options.

extension OptionSample {
    private func waysIn() throws -> [Row] {
        let (decoder, documents) = (ModelDecoder(), try documents(.none))
        let wrapped = documents.map { Array(#"{"data":"#.utf8) + $0 + Array("}".utf8) }
        let chunks = documents.map { document in
            let size = (document.count + 3) / 4
            return stride(from: 0, to: document.count, by: size).map { document[$0..<min($0 + size, document.count)] }
        }
        let values = try documents.map { try decoder.decode(JSONValue.self, from: $0) }
        let objects = try documents.map { try decoder.decode([String: Any].self, from: $0) }
        return [
            try reading("with a report", documents) { index in
                var report = DecodingReport()
                let model = try decoder.decode(T.self, from: documents[index], report: &report)
                guard report.isEmpty else { throw BenchError("options: the report of a sound document has an issue") }
                return model
            },
            try reading("with all problems", documents) { index in
                var problems: [ModelProblem] = []
                guard let model = try decoder.decode(T.self, from: documents[index], problems: &problems) else {
                    throw BenchError("options: a sound document has problems: \(problems)")
                }
                return model
            },
            try reading("into an existing value", documents) { [models] index in
                var model = models[index]
                try decoder.update(&model, from: documents[index])
                return model
            },
            try reading("in four chunks", documents) { index in try decoder.decode(T.self, fromChunks: chunks[index]) },
            try reading("at a path", documents) { index in try decoder.decode(T.self, from: wrapped[index], at: "data") },
            try reading("from a `JSONValue`", documents) { index in try decoder.decode(T.self, from: values[index]) },
            try reading("from a `[String: Any]`", documents) { index in try decoder.decode(T.self, from: objects[index]) },
        ]
    }

    private func waysOut(only name: String?) throws -> [Row] {
        let (encoder, decoder, output) = (ModelEncoder(), ModelDecoder(), Output())
        for model in models {
            // Canonical text has no large integers.
            if name ?? "canonical" == "canonical" {
                try check("canonical", try decoder.decode(T.self, from: encoder.encodeCanonical(model)) == model)
            }
            try check("a JSONValue", try decoder.decode(T.self, from: encoder.encodeValue(model)) == model)
        }
        let bytes = try models.reduce(0) { $0 + (try encoder.encode($1).count) }
        return [
            Row(name: "into new `Data`", isCode: false) { [models] in
                try models.reduce(0) { $0 + (try encoder.encode($1).count) }
            },
            Row(name: "as lines", isCode: false) { [models] in
                output.bytes.removeAll(keepingCapacity: true)
                try encoder.encodeLines(models, into: &output.bytes)
                return output.bytes.count
            },
            Row(name: "canonical", isCode: false) { [models] in
                try models.reduce(0) { $0 + (try encoder.encodeCanonical($1).count) }
            },
            Row(name: "as a `JSONValue`", isCode: false) { [models] in
                for model in models { blackHole(try encoder.encodeValue(model)) }
                return bytes
            },
        ]
    }
}
