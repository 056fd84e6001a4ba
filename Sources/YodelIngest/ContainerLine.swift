#if Ingest
import Yodel

/// A line of a container's log, in the format of the Container Runtime Interface.
struct ContainerLine {
    let stream: Int
    let isPartial: Bool
    let content: ArraySlice<UInt8>

    /// - Parameter line: The line, or as much of it as there is.
    init?(_ line: ArraySlice<UInt8>) {
        let space = UInt8(ascii: " ")
        guard let first = line.prefix(Self.longestTime + 1).firstIndex(of: space), Self.isTime(line[..<first]) else { return nil }
        let rest = line[(first + 1)...]
        if rest.starts(with: "stdout ".utf8) {
            stream = 0
        } else if rest.starts(with: "stderr ".utf8) {
            stream = 1
        } else {
            return nil
        }
        let tags = rest.dropFirst(7)
        let end = tags.firstIndex(of: space) ?? tags.endIndex
        // Further tags follow a colon.
        switch String(decoding: tags[..<end].prefix { $0 != UInt8(ascii: ":") }.prefix(2), as: UTF8.self) {
        case "F": isPartial = false
        case "P": isPartial = true
        default: return nil
        }
        content = tags[end...].dropFirst()
    }

    /// Bytes of the longest time, `2016-10-06T00:17:09.669794202+01:00`.
    private static var longestTime: Int { 35 }

    private static func isTime(_ text: ArraySlice<UInt8>) -> Bool {
        let form = "0000-00-00T00:00:00".utf8
        func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
        guard text.count > form.count, zip(text, form).allSatisfy({ $1 == UInt8(ascii: "0") ? isDigit($0) : $0 == $1 }) else {
            return false
        }
        return text.dropFirst(form.count).allSatisfy { isDigit($0) || ".:+-Z".utf8.contains($0) }
    }

    static func part(of line: ArraySlice<UInt8>) -> LinePart {
        if line.solid == nil { return .nothing }
        guard let line = ContainerLine(line) else {
            return .fault("no line of a container's log: it does not begin with a time, stdout or stderr, and F or P")
        }
        return .piece(LinePiece(bytes: line.content, stream: line.stream, isLast: !line.isPartial))
    }
}

/// A line of docker's log.
struct DockerLine: Model {
    var log: String?
    var stream: String?

    /// Keys of such a line.
    static var keys: Set<String> { ["log", "stream", "time", "attrs"] }

    private static let decoder = {
        var options = DecodingOptions.lenient
        options.onMismatch = .fail
        options.convertsTypes = false
        // The text is one token.
        options.maximumTokenBytes = .max
        return ModelDecoder(options)
    }()

    init() {}

    init?(_ line: ArraySlice<UInt8>) {
        guard let line = try? Self.decoder.decode(DockerLine.self, from: line), line.log != nil else { return nil }
        self = line
    }

    static func part(of line: ArraySlice<UInt8>) -> LinePart {
        if line.solid == nil { return .nothing }
        guard let line = DockerLine(line), let log = line.log else {
            return .fault("no line of docker's log: no object with a text at log")
        }
        let text = Array(log.utf8)
        let isLast = text.last == 0x0A
        let bytes = isLast ? text.dropLast() : text[...]
        return .piece(LinePiece(bytes: bytes, isVerbatim: false, stream: line.stream == "stderr" ? 1 : 0, isLast: isLast))
    }
}
#endif
