import Testing

@testable import Yodel
@testable import YodelTestSupport

// Random documents with keys shuffled, repeated, missing and unknown, and with values that fit, can be converted, do not fit or are null.
// The library has to make of each what the reference makes of it. A case is drawn from its own number alone, so that one that fails can be
// run again without the others.

@Suite("Random mapping")
struct RandomMappingTests {
    private static let batchSize = 500

    /// The cases that are tried: some of them are a prime number, so that they are of all that a case's number decides.
    private static let numbers = some(131, of: 0..<20 * batchSize)

    /// 20 batches, which run beside each other: 10,000 cases.
    @Test(.slow, arguments: 0..<20)
    func mapsAsTheReferenceDoes(batch: Int) {
        var failures = 0
        for number in Self.numbers where number / Self.batchSize == batch {
            guard let failure = RandomCase.failure(of: number) else { continue }
            Issue.record("case \(number), \(failure)")
            failures += 1
            // A wrong rule fails in many cases; a few are enough to see which it is.
            if failures == 3 { return }
        }
    }

    /// A property that the reference has forgotten would go untested.
    @Test func theReferenceKnowsEveryProperty() {
        func check<M: ReferenceModel>(_ type: M.Type) {
            #expect(type.fields.map(\.name).sorted() == Mirror(reflecting: type.init()).children.compactMap(\.label).sorted())
        }
        check(RandomModels.Entry.self)
        check(RandomModels.Place.self)
        check(RandomModels.Person.self)
        check(RandomModels.Book.self)
    }

    /// The reference's own rules, on documents small enough to be worked out by hand.
    @Test func theReferenceItself() {
        func book(_ pairs: RandomTree.Pair...) -> RandomModels.Book { .made(from: .object(pairs), over: nil) ?? .init() }
        func meta(_ pairs: RandomTree.Pair...) -> RandomTree.Pair { ("meta", .object(pairs)) }
        let one = RandomTree.number("1")
        let two = RandomTree.string("2")

        // The last value that fits; null is zero for a number.
        #expect(book(("pages", one), ("pages", two), ("pages", .number("300"))).pages == 2)
        #expect(book(("pages", two), ("pages", .null)).pages == 0)
        #expect(book(("n", two), ("n", .null)).name == "2")
        // Alternatives by rank, nulls last.
        #expect(book(("book_id", two), ("id", .null), ("ID", one)).bookID == 1)
        #expect(book(("id", .string("x")), meta(("id", two))).bookID == 2)
        #expect(book(("id", .null), ("ID", .string("x"))).bookID == 0)
        #expect(book(("id", one), ("id", .null)).bookID == 1)
        // An inner node that comes again starts afresh; one that is no container does not.
        #expect(book(meta(("id", one)), meta()).bookID == 99)
        #expect(book(meta(("id", one)), ("meta", .null), ("meta", two)).bookID == 1)
        #expect(book(meta(("id", one)), ("id", two), meta()).bookID == 2)
        // A leaf and an inner node.
        let marks = book(("ext", .object([("d", .object([("e", two)])), ("d", one)])))
        #expect(marks.mark == "1" && marks.markValue == 1 && marks.markLevel == 2)
        // An index is a key where there is an object.
        let items = RandomTree.array([.object([("id", two)]), one])
        #expect(book(("items", items)).firstID == 2 && book(("items", items)).items.map(\.id) == [2])
        #expect(book(("items", .object([("0", .object([("id", one)]))]))).firstID == 1)
        #expect(book(("items", items), ("items", .array([]))).firstID == -7)
        // One key, two properties.
        #expect(book(("codes", .array([one, two, .null, .string("x")]))).codes == [1, 2, 0])
        #expect(book(("codes", .array([]))).code == 3 && book(("codes", two)).code == 2)
        // A nested model that comes again.
        let place = book(("place", .object([("c", two)])), ("place", .object([("number", one)]))).place
        #expect(place.city == "Oslo" && place.number == 1)
    }
}

/// One random case.
private enum RandomCase {
    /// What is wrong in a case, with its document; nil if nothing is.
    static func failure(of number: Int) -> String? {
        // Every other case is without repeated keys: only those have a meaning as JSONValue, and as a merge.
        var trees = RandomTrees(generator: SeededGenerator(seed: UInt64(number)), repeatsKeys: number % 2 == 0)
        return switch Int.random(in: 0..<8, using: &trees.generator) {
        case 0: failure(of: RandomModels.Entry.self, number, &trees)
        case 1: failure(of: RandomModels.Person.self, number, &trees)
        default: failure(of: RandomModels.Book.self, number, &trees)
        }
    }

    private static func failure<M: ReferenceModel>(of type: M.Type, _ number: Int, _ trees: inout RandomTrees) -> String? {
        let tree = document(type, &trees)
        let text = trees.text(tree)
        let bytes = Array(text.utf8)
        let expected = reference(type, tree)
        if let wrong = difference(decodeWhole(type, bytes), expected) { return "decode: \(wrong)\n\(text)" }
        // Pairs of numbers, so that cases with and without repeated keys are among every tenth.
        if number / 2 % 10 == 3 {
            let size = Int.random(in: 1...31, using: &trees.generator)
            let chunked = decodeInChunks(type, bytes, size: size, .lenient, .noise)
            if let wrong = difference(chunked, expected) { return "decode in chunks of \(size): \(wrong)\n\(text)" }
        }
        guard !trees.repeatsKeys else { return nil }
        if number / 2 % 5 == 1, let wrong = valueFailure(type, tree, text, expected) { return "\(wrong)\n\(text)" }
        let before = document(type, &trees)
        if let wrong = updateFailure(type, before, tree, text) {
            return "update: \(wrong)\n\(text)\nof a model from\n\(before.json.text)"
        }
        return nil
    }

    private static func document<M: ReferenceModel>(_ type: M.Type, _ trees: inout RandomTrees) -> RandomTree {
        trees.object(type.keys, depth: 0)
    }

    /// A model of its own, also for classes, each time it is asked for.
    private static func reference<M: ReferenceModel>(_ type: M.Type, _ tree: RandomTree) -> M {
        M.made(from: tree, over: nil) ?? M()
    }

    private static func valueFailure<M: ReferenceModel>(_ type: M.Type, _ tree: RandomTree, _ text: String, _ expected: M) -> String? {
        do {
            let value = try ModelDecoder().decode(JSONValue.self, from: text)
            guard value == tree.json else { return "as JSONValue: is \(value.text), expected \(tree.json.text)" }
            return difference(.success(try ModelDecoder().decode(type, from: value)), expected).map { "decode from JSONValue: \($0)" }
        } catch {
            return "by JSONValue: \(error)"
        }
    }

    private static func updateFailure<M: ReferenceModel>(
        _ type: M.Type, _ before: RandomTree, _ tree: RandomTree, _ text: String
    ) -> String? {
        var model = reference(type, before)
        let author = (model as? RandomModels.Book)?.author
        do throws(ModelError) {
            try ModelDecoder().update(&model, from: text)
        } catch {
            return "\(error)"
        }
        guard (model as? RandomModels.Book)?.author === author else { return "author is another instance" }
        let old = reference(type, before)
        return difference(.success(model), M.made(from: tree, over: old) ?? old)
    }

    /// How a result differs from what is expected, property by property.
    private static func difference<M: ReferenceModel>(_ result: Result<M, ModelError>, _ expected: M) -> String? {
        switch result {
        case .failure(let error): return "\(error)"
        case .success(let model):
            guard model != expected else { return nil }
            return M.difference(model, expected)
        }
    }
}
