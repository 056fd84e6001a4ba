extension BaseModel {
    /// A copy of the model.
    ///
    /// Of a struct that is the value itself. Of a class it is a new instance of the same class, that of a subclass included: made by its
    /// `init()`, with every property that takes part copied, whether a key leads to it or not. The copy is shallow, as YYModel's is: a
    /// property that holds an instance holds the same one in the copy. Properties with an accessor are read and set through it. What
    /// takes no part (`ignoredProperties`, `lazy` and `weak` ones) is as `init()` makes it, and so is a `let`, which nothing else can set. Of a
    /// ``DescribedClass`` it is made of all values that the original's struct has.
    ///
    /// ```swift
    /// final class Account: Model { var name = ""; var owner: User? }
    /// let account = try Account(json: #"{"name": "main", "owner": {"id": 7}}"#)
    /// let copy = account.modelCopy()
    /// copy.name = "spare"
    /// account.name   // "main"
    /// ```
    ///
    /// - Returns: The copy.
    /// - Precondition: A class can be mapped: every property that takes part is of a type that Yodel knows.
    /// - Complexity: Linear in the number of properties, whatever they hold.
    public func modelCopy() -> Self {
        if let instance = self as? any DescribedClass, let copy = Self.copy(of: instance) { return copy }
        guard let model = type(of: self) as? any Model.Type, model is AnyClass, let copy = model.init() as? Self else { return self }
        ModelCopier(plans: .shared).copy(self as AnyObject, to: copy as AnyObject)
        return copy
    }

    /// Whether two models are of one type and every property that takes part is equal, whether a key leads to it or not; a `let` takes part if
    /// its type is one that Yodel can write.
    ///
    /// ```swift
    /// let ann = try User(json: #"{"id": 7, "name": "Ann"}"#)
    /// var other = ann
    /// ann.modelIsEqual(other)   // true
    /// other.name = "Bea"
    /// ann.modelIsEqual(other)   // false
    /// ```
    ///
    /// What is equal, by the type of the property:
    ///
    /// | type | equal |
    /// |---|---|
    /// | numbers, strings, dates and the like, `JSONValue` | by their own `==`; so a NaN equals nothing, and 0.0 equals -0.0 |
    /// | enum and other raw representable types | by raw value |
    /// | model | by this rule; an instance of a subclass equals none of its superclass |
    /// | array | element by element, in their order |
    /// | dictionary | if they have the same keys with equal values |
    /// | `Set` | by its own `==` |
    /// | `Any` | models, arrays and dictionaries as above, everything else that is hashable as `AnyHashable` |
    /// | any other | as the next sentences say |
    ///
    /// A value of a type that Yodel knows only by its coding or by a transform is compared by its own `==` if it is `Equatable`; else
    /// instances are compared by identity, and values by the JSON that `JSONEncoder` makes of them. What is not `Encodable` either is
    /// equal to all of its type.
    ///
    /// An instance equals itself, whatever it holds. Instances may refer to each other in cycles: two graphs are equal if no way along
    /// their properties leads to a difference. A chain of instances may have any length, but values inside values, and models in a `Set`,
    /// go down the call stack.
    ///
    /// - Parameter other: Another model.
    /// - Returns: Whether they are equal.
    /// - Precondition: The model, and every model in it, can be mapped.
    /// - Complexity: Linear in the size of both models and of the instances that can be reached from them. Each pair of those is compared
    ///   once; of cycles of different lengths that may be as many pairs as the product of the lengths.
    public func modelIsEqual(_ other: Self) -> Bool {
        var comparison = ModelComparison(.shared)
        if type(of: self) is AnyClass {
            return comparison.areEqual(self as AnyObject, other as AnyObject)
        }
        return unsafe withUnsafePointer(to: self) { left in
            unsafe withUnsafePointer(to: other) { right in
                unsafe comparison.areEqual(Self.self, UnsafeRawPointer(left), UnsafeRawPointer(right))
            }
        }
    }

    /// Feeds the model to a hasher: what ``modelIsEqual(_:)`` holds equal has the same hash.
    ///
    /// Every property that takes part is fed by the same rules, whatever it holds: elements of sets, values of dictionaries, instances however
    /// far they are. So no document makes many models that differ and have one hash. Instances may refer to each other in cycles: of one that
    /// leads to a cycle counts what is at most three instances below it, and what else is reached without a cycle.
    ///
    /// One thing does not take part. A value whose type is `Equatable`, but neither `Hashable` nor a model, counts by its type alone: what its `==` looks
    /// at is the type's own business, and a hash of anything that it leaves out would tell equal values apart. Models that differ only in such values have
    /// one hash, so a set of n of them takes time in n²: let types that strangers fill be `Hashable`.
    ///
    /// ```swift
    /// let user = try User(json: #"{"id": 7}"#)
    /// var hasher = Hasher()
    /// user.modelHash(into: &hasher)
    /// let hash = hasher.finalize()
    /// ```
    ///
    /// - Parameter hasher: The hasher.
    /// - Precondition: The model, and every model in it, can be mapped.
    /// - Complexity: Linear in the size of the model and of the instances that can be reached from it, each of which counts once. Models in a
    ///   `Set` are hashed again when the set is put into another one, so sets in each other cost their depth times their size; they go down the
    ///   call stack, as values inside values do.
    public func modelHash(into hasher: inout Hasher) {
        if type(of: self) is AnyClass {
            ModelHasher.feed(self as AnyObject, .shared, &hasher)
        } else {
            unsafe withUnsafePointer(to: self) { unsafe ModelHasher.feed(Self.self, UnsafeRawPointer($0), .shared, &hasher) }
        }
    }

    /// The model as a text for people, in YYModel's layout: a line for each property, sorted by name.
    ///
    /// ```swift
    /// let user = try User(json: #"{"id": 7, "name": "Ann", "tags": ["swift"]}"#)
    /// print(user.modelDescription)
    /// ```
    /// ```
    /// <User> {
    ///     age = 0;
    ///     born = <nil>;
    ///     email = <nil>;
    ///     home = <nil>;
    ///     id = 7;
    ///     name = "Ann";
    ///     tags = [
    ///         "swift"
    ///     ]
    /// }
    /// ```
    ///
    /// An instance has its address in its head: `<Account: 0x00007f0a5c00b2d0>`. One whose own text is being written is only its head, so
    /// that a cycle has an end; one that stands at many places is written out at each, up to a thousand times in all. Of enums and the
    /// like the raw value is shown, of `Data` the first hundred characters in hexadecimal, of null in JSON `<null>`. Keys of dictionaries
    /// are sorted, elements of sets by their texts. Values more than 64 levels inside each other are `...`.
    ///
    /// Which properties are shown, `describedProperties` says. The text is for logs and debuggers; its form may change.
    ///
    /// - Precondition: The model, and every model in it, can be mapped.
    public var modelDescription: String {
        var describer = ModelDescriber(.shared)
        if type(of: self) is AnyClass {
            describer.add(self as AnyObject)
        } else {
            unsafe withUnsafePointer(to: self) { unsafe describer.add(Self.self, UnsafeRawPointer($0)) }
        }
        return describer.text
    }
}

extension BaseModel {
    /// A copy of an instance that is made of a struct of its values.
    fileprivate static func copy(of instance: some DescribedClass) -> Self? { type(of: instance).copy(instance) as? Self }
}
