import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// The kinds of values that `Bench --kinds` measures.

@Suite("Kinds that are measured")
struct KindSampleTests {
    @Test func everyKindOfPropertyHasARow() throws {
        var kinds: Set<FieldKind> = []
        for sample in KindSample.all {
            guard let types = sample.types else { continue }
            let model = try #require(try PlanCache.shared.plan(for: types.model).pointee.model, "\(sample.name)")
            for index in 0..<model.pointee.count { kinds.insert(model.pointee.properties[index].value.pointee.kind) }
        }
        #expect(kinds == Set(FieldKind.allCases), "\(Set(FieldKind.allCases).subtracting(kinds))")
    }

    @Test func everyContainerHasARow() throws {
        let source = try Catalogue.text("Sources/Yodel/Types/CompositeTypes.swift")
        let containers = source.matches(of: /extension (\w+): (?:Optional|Sequence|Dictionary)Type/).map { String($0.output.1) }
        #expect(containers.count >= 5, "\(containers)")
        let properties = KindSample.all.compactMap { $0.types.map { String(describing: $0.property) } }
        for container in containers { #expect(properties.contains { $0.hasPrefix("\(container)<") }, "\(container)") }
    }

    @Test func everyAttributeTransformHookAndDateFormatHasARow() throws {
        let wanted = [
            try attributes(), descriptions(), try members("PropertyTransform"), try members("DateFormat"), try hooks(),
            // It is made by the format's file.
            ["PropertyTransform.date"],
        ]
        #expect(wanted.allSatisfy { !$0.isEmpty }, "\(wanted)")
        let marks = Set(KindSample.all.flatMap(\.marks))
        #expect(marks == Set(wanted.joined()), "\(marks.symmetricDifference(wanted.joined()))")
    }

    @Test func namesDiffer() {
        let names = KindSample.all.map(\.name)
        #expect(Set(names).count == names.count)
        // They are parts of the names of figures.
        #expect(names.allSatisfy { !$0.contains("/") })
    }

    @Test func everyCoderReadsAndWritesItsValues() throws {
        for sample in KindSample.all {
            let trial = try sample.prepare(4)
            #expect(trial.faults.isEmpty, "\(sample.name)")
            for (cell, pass) in trial.passes { #expect(try pass() > 0, "\(sample.name)/\(cell.coder)/\(cell.way)") }
        }
    }

    @Test func anotherValueOrTextIsAFault() throws {
        var list = KindList()
        list.add("another value", One<Int>.self) { _ in KindCase(1, "2") }
        list.add("another text", One<Int>.self) { _ in KindCase(1, "1.0") }
        list.add("another order", One<[Int]>.self, .unordered) { _ in KindCase([1, 2], "[2,1]") }
        list.addModel("of a model", OneSubstring.self) { _ in KindCase("a", #""b""#) }
        list.add("sound", One<Int>.self) { _ in KindCase(1, "1") }
        #expect(try list.samples.map { try $0.prepare(3).faults.count } == [6, 3, 3, 2, 0])
    }

    // MARK: What there is

    /// The macros, by their names and labels.
    private func attributes() throws -> [String] {
        try Catalogue.text("Sources/YodelMacros/Macros.swift").matches(of: /public macro (\w+)\(([^)]*)\)/).map { macro in
            let labels = macro.output.2.split(separator: ",").map { parameter in
                parameter.split { $0 == " " || $0 == ":" }.first.map { "\($0):" } ?? ""
            }
            return "\(macro.output.1)(\(labels.joined()))"
        }
    }

    /// What a description says of how a property is read and written.
    private func descriptions() -> [String] {
        let others: Set = ["type", "fault", "archived", "described", "descriptions"]
        return Mirror(reflecting: ModelDescription(of: Int.self)).children.compactMap(\.label).filter { !others.contains($0) }
    }

    /// The transforms, or the formats, that have names.
    private func members(_ type: String) throws -> [String] {
        let source = try Catalogue.text("Sources/Yodel/API/\(type).swift")
        let own = source.components(separatedBy: "\nextension ")[0]
        return own.matches(of: /public static (?:let|func) (\w+)/).map { "\(type).\($0.output.1)" }
    }

    private func hooks() throws -> [String] {
        try Catalogue.text("Sources/Yodel/API/HookedModel.swift").matches(of: /public protocol (\w+): HookedModel/).map {
            String($0.output.1)
        }
    }
}
