import Yodel

/// Types with every kind of property that access by name can meet.
enum AccessKinds {
    protocol Named { var name: String { get } }

    enum Colour: String { case red, blue }

    @propertyWrapper struct Wrapped {
        private var stored: [() -> Void]

        init(wrappedValue: [() -> Void]) { stored = wrappedValue }

        var wrappedValue: [() -> Void] {
            get { stored }
            set { stored = newValue }
        }
    }

    struct Value: Model, Named {
        var name = "n"
        var flag: UInt8 = 1
        var number: Int? = 5
        var twice: Int?? = .some(nil)
        let constant = 7
        lazy var late = 6
        var closure: () -> Void = {}
        let action: () -> Int = { 3 }
        var pair: (Int, () -> Void) = (1, {})
        var tuple = (1, "two")
        var colour = Colour.red
        var any: Any = 1
        var anyMaybe: Any?
        var named: (any Named)?
        var animal: Animal? = Animal()
        var list = [1, 2]
        @Wrapped var wrapped = []
        var last = UInt64.max
    }

    class Animal: Model {
        var legs = 4
        weak var owner: Animal?
        unowned(unsafe) var shadow: Animal?
        var observed = 1 { didSet { legs = 0 } }
        required init() {}
    }

    class Dog: Animal { var name = "Rex" }
    final class Box<T: Sendable>: Dog {
        var content: T?
        let id = 12
    }

    /// Looks at its owner when it ends.
    final class Ending {
        let end: () -> Void
        init(_ end: @escaping () -> Void) { self.end = end }
        deinit { end() }
    }

    final class Owner: Model {
        var child: Ending?
        var text = "t"
        init() {}
    }
}

extension AccessKinds.Dog: AccessKinds.Named {}
