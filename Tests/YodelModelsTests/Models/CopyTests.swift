import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Opaque { var number = 0 }

private class Animal: Model {
    var name = ""
    var legs = 4
    required init() {}
}

private final class Dog: Animal {
    var tags: [String] = []
    var owner: Animal?
    var born: Date?
    var extra: Any?
}

private final class Odd: Model {
    var name = ""
    let serial = UUID()
    weak var link: Animal?
    lazy var cache = [name]
    var handler: (() -> Void)?
}

private final class Unmappable: Model { var pair = (1, 2) }

private final class Declared: Model {
    var unmapped = ""
    var ignored = "default"
    var opaque = Opaque()
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["unmapped": []]
        model.ignored = ["ignored"]
        model.transforms = ["opaque": PropertyTransform(from: { _ in Opaque() }, to: { (_: Opaque) in nil })]
    }
}

private class Page<Item>: Model {
    var items: [Item] = []
    var next: Page<Item>?
    required init() {}
}

private final class Numbered<Item>: Page<Item> {
    var number = 0
}

@propertyWrapper private struct Clamped {
    private var stored = 0
    var wrappedValue: Int {
        get { stored }
        set { stored = min(newValue, 100) }
    }
}

private final class Accessed: Model {
    var celsius = 0.0
    var fahrenheit: Double {
        get { celsius * 9 / 5 + 32 }
        set { celsius = (newValue - 32) * 5 / 9 }
    }
    @Clamped var percent: Int
    var limit = 10
    private var bounded = 0
    var level: Int {
        get { bounded }
        set { bounded = min(newValue, limit) }
    }
    var changes = 0
    var observed = "" {
        didSet { changes += 1 }
    }

    static func describe(_ model: inout ModelDescription) {
        model.access(\Accessed.fahrenheit, named: "fahrenheit")
        model.access(\Accessed.percent, named: "percent")
        model.access(\Accessed.level, named: "level")
        model.access(\Accessed.observed, named: "observed")
        model.ignored = ["bounded"]
    }
}

@Suite("Copies")
struct CopyTests {
    @Test func aStructIsItsOwnCopy() throws {
        struct Point: Model {
            var x = 0.0
            var shape: Animal?
        }
        let point = Point(x: 1.5, shape: Animal())
        let copy = point.modelCopy()
        #expect(copy.x == 1.5 && copy.shape === point.shape)
    }

    @Test func aClassIsCopiedPropertyByProperty() {
        let dog = Dog()
        dog.name = "Rex, whose name is too long to be small"
        dog.legs = 3
        dog.tags = ["a", "b"]
        dog.owner = Animal()
        dog.born = Date(timeIntervalSince1970: 1)
        dog.extra = [1, "x"] as [Any]
        let copy = dog.modelCopy()
        #expect(copy !== dog && copy.name == dog.name && copy.legs == 3 && copy.tags == ["a", "b"] && copy.born == dog.born)
        #expect(copy.owner === dog.owner && (copy.extra as? [Any])?.count == 2)
        copy.name = "other"
        copy.tags.append("c")
        #expect(dog.name.hasPrefix("Rex") && dog.tags == ["a", "b"])
        #expect(dog.modelCopy().modelIsEqual(dog) && !copy.modelIsEqual(dog))
    }

    @Test func theDynamicClassIsCopied() throws {
        let dog = Dog()
        dog.tags = ["x"]
        dog.legs = 5
        let animal: Animal = dog
        let copy = animal.modelCopy()
        #expect(type(of: copy) == Dog.self && (copy as? Dog)?.tags == ["x"] && copy.legs == 5)
        let any: any Model = dog
        #expect((any.modelCopy() as? Dog)?.tags == ["x"])
    }

    @Test func genericClasses() {
        let page = Numbered<String>()
        page.items = ["a", "a string that is too long to be small"]
        page.number = 7
        page.next = Page()
        let parent: Page<String> = page
        let copy = parent.modelCopy() as? Numbered<String>
        #expect(copy?.items == page.items && copy?.number == 7 && copy?.next === page.next)
        let other = Numbered<Int8>()
        other.items = [1, 2, 3]
        other.number = -1
        #expect(other.modelCopy().items == [1, 2, 3] && other.modelCopy().number == -1)
    }

    @Test func whatTakesNoPartIsAsInitMakesIt() {
        let odd = Odd()
        let link = Animal()
        odd.link = link
        odd.cache = ["kept"]
        odd.handler = {}
        odd.name = "n"
        let copy = odd.modelCopy()
        #expect(copy.name == "n" && copy.serial != odd.serial && copy.link == nil && copy.cache == ["n"] && copy.handler == nil)
        let declared = Declared()
        declared.unmapped = "u"
        declared.ignored = "i"
        declared.opaque = Opaque(number: 4)
        let other = declared.modelCopy()
        #expect(other.unmapped == "u" && other.ignored == "default" && other.opaque.number == 4)
    }

    /// Stored properties are what they were, though the accessors change them; and what an accessor depends on is there when it is set.
    @Test func accessors() {
        let model = Accessed()
        model.celsius = 0.1
        model.percent = 70
        model.limit = 50
        model.level = 40
        model.observed = "seen"
        model.changes = 3
        let copy = model.modelCopy()
        #expect(copy.celsius == 0.1 && copy.percent == 70 && copy.limit == 50 && copy.level == 40 && copy.observed == "seen")
        #expect(copy.changes == 3 && copy.modelIsEqual(model))
        copy.level = 41
        #expect(!copy.modelIsEqual(model))
    }

    @Test(.early) func aClassThatCannotBeMappedStops() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Unmappable().modelCopy()
        }
        // An optimised build stops without a text.
        #if DEBUG
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("model error: property 'pair' of Unmappable has type (Int, Int), which Yodel cannot map"), "\(text)")
        #else
        _ = result
        #endif
    }
}
