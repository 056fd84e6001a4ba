import Foundation
import Testing

@testable import Yodel

private struct Plain: Model { var id = 0 }
private struct Hooked: Model, ValidatedModel {
    var id = 0
    func validate() {}
}
private struct HookedElsewhere: Model { var id = 0 }
extension HookedElsewhere: DidDecodeModel {
    func didDecode(from object: JSONObject) {}
}
private struct Page<Item: Model>: Model { var items: [Item] = [] }
private struct HookedPage<Item>: Model { var count = 0 }
extension HookedPage: HookedModel where Item: Model {}
private class Shape: Model {
    var name = ""
    required init() {}
}
private final class Circle: Shape, ValidatedModel {
    var radius = 0.0
    func validate() {}
}
private class Checked: ValidatedModel {
    var name = ""
    required init() {}
    func validate() {}
}
private final class CheckedMore: Checked { var more = 0 }
private final class CheckedAndWritten: Checked, WillEncodeModel {
    func willEncode(into object: inout JSONObject) {}
}
private struct HookedInAllWays: PolymorphicModel, WillDecodeModel, DidDecodeModel, ValidatedModel, WillEncodeModel {
    static func modelType(for object: JSONObject) -> (any Model.Type)? { nil }
    func willDecode(_ object: inout JSONObject) {}
    func didDecode(from object: JSONObject) {}
    func validate() {}
    func willEncode(into object: inout JSONObject) {}
}
private struct CheckedPage<Item>: Model { var count = 0 }
extension CheckedPage: HookedModel, ValidatedModel where Item: Model {
    func validate() {}
}
private struct Listed: BaseModel {
    let id: Int
    static var modelForm: ModelForm {
        var properties = StoredProperties<Listed>()
        properties.add("id", \.id)
        return ModelForm(properties)
    }
}
private enum Coin: String { case heads, tails }
/// A type of C, of which each module has a description of its own.
extension timespec: Model {}
private struct NoModel {}
private struct Unmade: Error {}
private class NoModelClass {}
private struct Coded: Codable {}
private enum Keys {
    enum CodingKeys: CodingKey { case key }
}

@Suite("Conformance index")
struct ConformanceIndexTests {
    /// Types of all kinds, those that conform by themselves, by an extension, by a superclass, under a condition, and not at all.
    private static let types: [Any.Type] = [
        Plain.self, Hooked.self, HookedElsewhere.self, Page<Plain>.self, HookedPage<Plain>.self, HookedPage<Int>.self, Shape.self,
        Circle.self, Checked.self, CheckedMore.self, CheckedAndWritten.self, HookedInAllWays.self, CheckedPage<Plain>.self,
        CheckedPage<Int>.self, Listed.self, Coin.self, timespec.self, NoModel.self, NoModelClass.self, Int.self,
        String.self, Plain?.self, [Plain].self, [String: Plain].self, (Int, Plain).self, ((Plain) -> Void).self, Any.self,
        (any Model).self, Plain.Type.self, AnyObject.self, AnyHashable.self, Date.self, Decimal.self, JSONEncoder.self,
    ]

    /// The runtime is asked only where it has to be: a build in which the lists are laid out in another way would be slow, and nothing else would tell.
    @Test func theListsAreSound() { #expect(ModelProtocols.index.isSound) }

    @Test(arguments: types.indices) func theIndexSaysWhatTheRuntimeSays(_ place: Int) {
        let type = Self.types[place]
        func expect<Metatype>(_ found: Metatype?, _ asked: Metatype?) {
            #expect(found.map { MetatypeWords($0).witnesses } == asked.map { MetatypeWords($0).witnesses }, "\(type) as \(Metatype.self)")
            #expect(found.map { ObjectIdentifier(MetatypeWords($0).type) } == asked.map { _ in ObjectIdentifier(type) })
        }
        expect(ModelProtocols.baseModel(type), type as? any BaseModel.Type)
        expect(ModelProtocols.hookedModel(type), type as? any HookedModel.Type)
        expect(ModelProtocols.describedEnum(type), type as? any DescribedEnum.Type)
        expect(ModelProtocols.polymorphicModel(type), type as? any PolymorphicModel.Type)
        expect(ModelProtocols.willDecodeModel(type), type as? any WillDecodeModel.Type)
        expect(ModelProtocols.didDecodeModel(type), type as? any DidDecodeModel.Type)
        expect(ModelProtocols.validatedModel(type), type as? any ValidatedModel.Type)
        expect(ModelProtocols.willEncodeModel(type), type as? any WillEncodeModel.Type)
        expect(StandardTypes.optional(type), type as? any OptionalType.Type)
        expect(StandardTypes.sequence(type), type as? any SequenceType.Type)
        expect(StandardTypes.dictionary(type), type as? any DictionaryType.Type)
    }

    /// What is found is a metatype like any other.
    @Test func whatIsFoundCanBeUsed() throws {
        let type = try #require(ModelProtocols.baseModel(Plain.self))
        guard case .made(let model) = type.modelForm.kind else { throw Unmade() }
        #expect((model.init() as? Plain)?.id == 0)
        #expect(try #require(StandardTypes.optional(Plain?.self)).wrappedType == Plain.self)
        #expect(try #require(StandardTypes.sequence(Set<Coin>.self)).isSet)
        #expect(try #require(StandardTypes.sequence(ContiguousArray<Coin?>.self)).elementType == Coin?.self)
        #expect(try #require(StandardTypes.dictionary([Coin: [Plain]].self)).valueType == [Plain].self)
    }

    /// An image that is loaded later has conformances, too.
    @Test func imagesThatAreLoadedLaterAreLookedThrough() {
        let before = ConformanceLists.current()
        #expect(!ConformanceLists().areCurrent)
        // Nothing in this program needs them.
        for name in ["libswiftDistributed.so", "libswiftRegexBuilder.so", "libswift_Differentiation.so"] { dlopen(name, RTLD_NOW) }
        #expect(ModelProtocols.index.isSound)
        #expect(ModelProtocols.hookedModel(Hooked.self) != nil && ModelProtocols.hookedModel(Plain.self) == nil)
        #expect(ConformanceLists.current() != before && !before.areCurrent && ConformanceLists.current().areCurrent)
    }

    /// Images of the toolchain, which are passed over, are told by the file in which an address lies.
    @Test func imagesAreNamedByTheirFiles() throws {
        func file(_ address: UInt) -> String? { unsafe imageFile(of: address).map { unsafe String(cString: $0) } }
        let toolchain = try #require(TypeDescriptor(of: Int.self)).address
        let own = try #require(TypeDescriptor(of: Plain.self)).address
        #expect(try #require(file(toolchain)).hasSuffix("/libswiftCore.so"))
        #expect(file(own) != nil && file(own) != file(toolchain))
        let heap = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        defer { unsafe heap.deallocate() }
        #expect(file(UInt(bitPattern: heap)) == nil && file(0) == nil && file(.max) == nil)
    }

    /// Where an example is not found as the compiler has it, the runtime is asked of every type.
    @Test func anUnsoundIndexAsksTheRuntime() {
        let witnesses = MetatypeWords(Hooked.self as any Model.Type).witnesses
        let foreign: any Model.Type = MetatypeWords(NoModel.self, witnesses).metatype()
        let coded = CodedTypes(Keys.CodingKeys.self, Coded.self)
        let index = ConformanceIndex([ConformanceRecord.example(foreign as any Model.Type)], coded)
        #expect(!index.isSound)
        var asked = 0
        let found: (any Model.Type)? = index.metatype(of: Plain.self, 0) { type in
            asked += 1
            return type as? any Model.Type
        }
        #expect(found != nil && asked == 1)
        let sound = ConformanceIndex([ConformanceRecord.example(Hooked.self as any Model.Type)], coded)
        #expect(sound.hasIdleKeys(Keys.self) && !sound.hasIdleKeys(Plain.self) && !sound.hasIdleKeys((Int, Int).self))
        let other: (any Model.Type)? = sound.metatype(of: Plain.self, 0) { _ in
            asked += 1
            return nil
        }
        #expect(sound.isSound && other != nil && asked == 1)
    }

    /// Where two types that one generic type makes are not seen to share their witnesses, the runtime is asked of every type.
    @Test func aConformanceThatIsNotSharedAsksTheRuntime() {
        var asked = 0
        let ask = { (type: Any.Type) in
            asked += 1
            return type as? any SequenceType.Type
        }
        let mixed = SharedConformance<any SequenceType.Type>([Int].self, ContiguousArray<Int>.self)
        let (array, optional) = (mixed.metatype(of: [Plain].self, or: ask), mixed.metatype(of: Plain?.self, or: ask))
        #expect(array?.elementType == Plain.self && optional == nil && asked == 2)
        let shared = SharedConformance<any SequenceType.Type>([Int].self, [Plain].self)
        let (own, other) = (shared.metatype(of: [Coin].self, or: ask), shared.metatype(of: ContiguousArray<Coin>.self, or: ask))
        #expect(own?.elementType == Coin.self && other == nil && asked == 2)
    }
}
