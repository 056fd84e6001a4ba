/// The document of `directory`: some 240 KB, indented, from a seed. It describes an invented service as the vendors of clouds
/// describe theirs: types and operations by their names, members by theirs, and a sentence or two in HTML for most of them.
enum DirectoryText {
    static let text = document(names: 170, operations: 45)

    /// A document of its kind.
    ///
    /// - Parameters:
    ///   - count: How many names there are, for three types each.
    ///   - operations: How many of them are operations, too.
    static func document(names count: Int, operations: Int) -> String {
        var random = SplitMix64(seed: 0x73_65_72_76)
        let names = invented(count, &random)
        return object([
            ("version", string("2.0")),
            ("metadata", metadata),
            ("operations", object(names.prefix(operations).map { ($0, operation($0, names, &random)) })),
            ("shapes", object(names.flatMap { shapes($0, names, &random) })),
            ("documentation", documentation(&random)),
        ]) + "\n"
    }

    private static let metadata = object([
        ("apiVersion", string("2031-04-12")),
        ("endpointPrefix", string("harbour")),
        ("protocol", string("rest-json")),
        ("serviceFullName", string("Harbour Berths and Tides")),
        ("serviceId", string("Harbour")),
        ("uid", string("harbour-2031-04-12")),
    ])

    /// Names of three words, each once.
    private static func invented(_ count: Int, _ random: inout SplitMix64) -> [String] {
        var names: [String] = []
        var known: Set<String> = []
        while names.count < count {
            let name = random.pick(verbs) + random.pick(nouns) + random.pick(nouns)
            if known.insert(name).inserted { names.append(name) }
        }
        return names
    }

    private static func operation(_ name: String, _ names: [String], _ random: inout SplitMix64) -> String {
        let http = object([("method", string(random.pick(["GET", "POST", "PUT"]))), ("requestUri", string("/berths/{berthId}/\(name)"))])
        var members = [
            ("name", string(name)), ("http", http),
            ("input", object([("shape", string(name + "Request"))])), ("output", object([("shape", string(name + "Response"))])),
        ]
        let errors = (0..<(1 + random.below(5))).map { _ in object([("shape", string(random.pick(names)))]) }
        members.append(("errors", array(errors)))
        members.append(("documentation", documentation(&random)))
        if random.once(in: 6) { members.append(("idempotent", "true")) }
        return object(members)
    }

    /// A type of members, and those of which they are.
    private static func shapes(_ name: String, _ names: [String], _ random: inout SplitMix64) -> [(String, String)] {
        let members = random.below(6) + 1
        let fields = (0..<members).map { "\(random.pick(nouns))\($0)" }
        var structure = [("type", string("structure"))]
        if random.once(in: 2) { structure.append(("required", array(fields.prefix(2).map(string)))) }
        structure.append(("members", object(fields.map { ($0, reference(names, &random)) })))
        if random.once(in: 2) { structure.append(("documentation", documentation(&random))) }
        if random.once(in: 8) { structure.append(("exception", "true")) }
        let list = [("type", string("list")), ("member", object([("shape", string(name))])), ("max", "\(10 * (1 + random.below(50)))")]
        var text = [("type", string("string"))]
        if random.once(in: 2) {
            text += [("max", "\(64 << random.below(5))"), ("min", "1"), ("pattern", string("^[a-z0-9\\\\-]+$"))]
        } else {
            text.append(("choices", array((0..<(2 + random.below(4))).map { string("\(random.pick(nouns).uppercased())_\($0)") })))
        }
        return [(name, object(structure)), (name + "List", object(list)), (name + "Text", object(text))]
    }

    private static func reference(_ names: [String], _ random: inout SplitMix64) -> String {
        var members = [("shape", string(random.pick(names) + random.pick(["", "List", "Text"])))]
        if !random.once(in: 4) { members.append(("documentation", documentation(&random))) }
        if random.once(in: 4) {
            members.append(("location", string("querystring")))
            members.append(("locationName", string(random.pick(nouns).lowercased())))
        }
        return object(members)
    }

    private static func documentation(_ random: inout SplitMix64) -> String {
        let paragraphs = (0..<(1 + random.below(2))).map { _ in "<p>\(random.pick(sentences))</p>" }
        return string(paragraphs.joined(separator: " "))
    }

    private static func object(_ members: [(key: String, value: String)]) -> String {
        block("{", members.map { "\"\($0.key)\":\($0.value)" }, "}")
    }

    private static func array(_ elements: [String]) -> String { block("[", elements, "]") }

    /// No text in the document has a line break of its own.
    private static func block(_ start: String, _ parts: [String], _ end: String) -> String {
        let lines = parts.joined(separator: ",\n").split(separator: "\n").map { "  " + $0 }
        return start + "\n" + lines.joined(separator: "\n") + "\n" + end
    }

    /// Its escapes are those of the document.
    private static func string(_ text: String) -> String { "\"\(text)\"" }

    private static let verbs = ["Create", "Delete", "Describe", "List", "Update", "Assign", "Release", "Reserve", "Watch", "Archive"]
    private static let nouns = [
        "Berth", "Tide", "Vessel", "Pilot", "Crane", "Manifest", "Lock", "Mooring", "Invoice", "Permit", "Buoy", "Gauge", "Crew", "Cargo",
        "Window", "Schedule",
    ]
    private static let sentences = [
        "The name of the berth, as the harbour master knows it.",
        "Returns the tides of a day, in the order of their times. For more, see <a href=\\\"https://harbour.example/guide/tides.html\\\">Tides</a>.",
        "If this is not given, the vessel keeps the place that it has.",
        "The request was refused, because <code>berthId</code> names no berth of this harbour.",
        "How many metres of water there are at the lowest tide. The gauge’s own error is less than 2 cm.",
        "Specifies whether a pilot is needed.",
    ]
}
