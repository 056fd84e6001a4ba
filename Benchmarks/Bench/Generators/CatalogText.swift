/// The document of `catalog`: some 2 MB, indented, from a seed. Tables whose keys are numbers, thousands of small objects in each other, most
/// arrays empty or of one to three objects, half of the values null.
enum CatalogText {
    private static let (events, performances) = (900, 1_150)

    static func corpus() -> Corpus {
        Corpus(framing: .whole, capacity: 4 << 20) { buffer in
            var random = SplitMix64(seed: 0x63_61_74)
            var out = CatalogWriter(buffer)
            out.object { out in
                out.member("areas") { $0.table(30) { $0.string(random.pick(areas)) } }
                out.member("events") { $0.table(events) { event(&$0, &random) } }
                out.member("performances") { $0.array(performances) { performance(&$0, $1, &random) } }
                out.member("topics") { $0.table(60) { numbers(&$0, 1 + random.below(5), &random) } }
            }
            return out.count
        }
    }

    private static func event(_ out: inout CatalogWriter, _ random: inout SplitMix64) {
        let number = out.lastKey
        out.object { out in
            out.member("id") { $0.number(number) }
            out.member("name") { $0.string(random.pick(names)) }
            out.member("description") { $0.null() }
            out.member("logo") { logo(&$0, &random) }
            out.member("subject_code") { $0.null() }
            out.member("subtitle") { random.once(in: 10) ? $0.string("with an introduction") : $0.null() }
            out.member("topics") { numbers(&$0, 1 + random.below(3), &random) }
            out.member("subtopics") { numbers(&$0, random.once(in: 4) ? 2 : 0, &random) }
        }
    }

    private static func performance(_ out: inout CatalogWriter, _ index: Int, _ random: inout SplitMix64) {
        out.object { out in
            out.member("id") { $0.number(339_000_000 + index) }
            out.member("event") { $0.number(CatalogWriter.firstKey + random.below(events)) }
            out.member("logo") { logo(&$0, &random) }
            out.member("name") { $0.null() }
            out.member("prices") { $0.array(1 + random.below(3)) { out, _ in price(&out, &random) } }
            out.member("categories") { $0.array(1 + random.below(3)) { out, _ in category(&out, &random) } }
            out.member("seat_map") { $0.null() }
            out.member("start") { $0.number(1_767_225_600_000 + 3_600_000 * random.below(9_000)) }
            out.member("venue") { $0.string("HARBOUR_HALL") }
        }
    }

    private static func price(_ out: inout CatalogWriter, _ random: inout SplitMix64) {
        out.object { out in
            out.member("amount") { $0.number(500 * (1 + random.below(300))) }
            out.member("audience") { $0.number(337_100_890 + random.below(4)) }
            out.member("discount") { $0.null() }
            out.member("note") { $0.null() }
        }
    }

    private static func category(_ out: inout CatalogWriter, _ random: inout SplitMix64) {
        out.object { out in
            out.member("category") { $0.number(338_937_235 + random.below(60)) }
            out.member("label") { $0.null() }
            out.member("areas") { $0.array(random.below(4)) { out, _ in area(&out, &random) } }
        }
    }

    private static func area(_ out: inout CatalogWriter, _ random: inout SplitMix64) {
        out.object { out in
            out.member("area") { $0.number(CatalogWriter.firstKey + random.below(30)) }
            out.member("label") { $0.null() }
            out.member("level") { random.once(in: 4) ? $0.number(random.below(5)) : $0.null() }
            out.member("blocks") { numbers(&$0, 0, &random) }
        }
    }

    private static func logo(_ out: inout CatalogWriter, _ random: inout SplitMix64) {
        random.once(in: 2) ? out.string("/images/logos/harbour-hall-small.png") : out.null()
    }

    private static func numbers(_ out: inout CatalogWriter, _ count: Int, _ random: inout SplitMix64) {
        out.array(count) { out, _ in out.number(107_888_604 + random.below(500)) }
    }

    private static let areas: [StaticString] = ["stalls", "Loge à gauche", "upper circle", "arrière-scène central", "Rang, Mitte"]
    private static let names: [StaticString] = [
        "The Tide Tables", "Ein Sommer am Kai", "Quartet for Four Buoys", "La Mer, rejouée", "Night of the Lighthouses",
        "Matinée for Gulls",
    ]
}
