extension BaseModel {
    /// A copy of the model.
    ///
    /// For a struct this is the value itself. For a class it is a new instance of the same dynamic class: made by its `init()`, with every property copied
    /// that takes part, whether a key leads to it or not. The copy is shallow, as YYModel's is: a property that holds an instance holds the same one in
    /// the copy. Properties with an accessor are read and set through it. Properties that take no part (ignored, `lazy` and `weak` ones) stay
    /// as `init()` makes them, and so does a `let`, which nothing else can set. The copy of a class with a ``ModelForm`` is made from all values that the
    /// original's struct has, a `let` with its value in its declaration included.
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
    /// - Precondition: The class can be mapped: every property that takes part has a type that Yodel knows.
    /// - Complexity: Linear in the number of properties, regardless of their values.
    public func modelCopy() -> Self {
        let type = type(of: self)
        guard type is AnyClass else { return self }
        guard case .made(let model) = type.modelForm.kind else { return type.copy(self) }
        guard let copy = model.init() as? Self else { return self }
        ModelCopier(plans: .shared).copy(self as AnyObject, to: copy as AnyObject)
        return copy
    }

    /// Whether two models have the same type and every property that takes part is equal, whether a key leads to it or not; a `let` takes part if Yodel
    /// can write its type.
    ///
    /// ```swift
    /// let ann = try User(json: #"{"id": 7, "name": "Ann"}"#)
    /// var other = ann
    /// ann.modelIsEqual(other)   // true
    /// other.name = "Bea"
    /// ann.modelIsEqual(other)   // false
    /// ```
    ///
    /// When values are equal, by the type of the property:
    ///
    /// | type | equal |
    /// |---|---|
    /// | numbers, strings, dates and the like, `JSONValue` | by their own `==`, so NaN equals nothing, and 0.0 equals -0.0 |
    /// | enum and other raw representable types | by raw value |
    /// | model | by this rule; an instance of a subclass never equals one of its superclass |
    /// | array | element by element, in order |
    /// | dictionary | if they have the same keys with equal values |
    /// | `Set` | by its own `==` |
    /// | `Any` | models, arrays and dictionaries as above, everything else that is hashable as `AnyHashable` |
    /// | any other | as the next sentences say |
    ///
    /// A value of a type that Yodel knows only by its coding or by a transform is compared by its own `==` if it is `Equatable`; else instances are
    /// compared by identity, and values by the JSON that `JSONEncoder` makes of them. A value that is not `Encodable` either equals every value of its
    /// type.
    ///
    /// An instance equals itself, whatever it holds. Instances may refer to each other in cycles: two graphs are equal if no path along their properties
    /// leads to a difference. A chain of instances may have any length, but nested values, and models in a `Set`, use the call stack.
    ///
    /// - Parameter other: Another model.
    /// - Returns: Whether they are equal.
    /// - Precondition: The model, and every model in it, can be mapped.
    /// - Complexity: Linear in the size of both models and of the instances that can be reached from them. Each pair of those is compared once; for cycles
    ///   of different lengths, the number of pairs can reach the product of the lengths.
    public func modelIsEqual(_ other: Self) -> Bool {
        var comparison = ModelComparison(.shared)
        if type(of: self) is AnyClass {
            return comparison.areEqual(self as AnyObject, other as AnyObject)
        }
        return unsafe ValueAddress.of(self) { left in
            unsafe ValueAddress.of(other) { right in comparison.areEqual(Self.self, left, right) }
        }
    }

    /// Feeds the model to a hasher: models that are equal by ``modelIsEqual(_:)`` have the same hash.
    ///
    /// Every property that takes part counts by the same rules, whatever it holds: elements of sets, values of dictionaries, instances at any distance. So
    /// no document can make many different models with one hash. Instances may refer to each other in cycles: for an instance that leads to a cycle, only
    /// values at most three instances below it count, and all values reachable without a cycle.
    ///
    /// There is one exception. A value whose type is `Equatable`, but neither `Hashable` nor a model, counts only by its type: only the type knows what
    /// its `==` compares, and a hash of anything that `==` ignores would distinguish equal values. Models that differ only in such values have one hash,
    /// so a set of n of them takes time in n²: make types that untrusted input fills `Hashable`.
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
    /// - Complexity: Linear in the size of the model and of the instances that can be reached from it, each of which counts once. Models in a `Set` are
    ///   hashed again when the set is put into another one, so nested sets cost their depth times their size; they use the call stack, as nested values
    ///   do.
    public func modelHash(into hasher: inout Hasher) {
        if type(of: self) is AnyClass {
            ModelHasher.feed(self as AnyObject, .shared, &hasher)
        } else {
            unsafe ValueAddress.of(self) { ModelHasher.feed(Self.self, $0, .shared, &hasher) }
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
    /// An instance has its address in its head: `<Account: 0x00007f0a5c00b2d0>`. An instance inside its own text is only its head, so a cycle ends; an
    /// instance that appears in many places is written at each, up to a thousand times in all. Enums and the like show their raw value, `Data` shows its
    /// first hundred characters in hexadecimal, a JSON null shows `<null>`. Keys of dictionaries are sorted, elements of sets by their texts. Values
    /// nested deeper than 64 levels are `...`.
    ///
    /// ``ModelDescription/described`` selects the properties. The text is for logs and debuggers; its form may change.
    ///
    /// - Precondition: The model, and every model in it, can be mapped.
    public var modelDescription: String {
        var describer = ModelDescriber(.shared)
        if type(of: self) is AnyClass {
            describer.add(self as AnyObject)
        } else {
            unsafe ValueAddress.of(self) { describer.add(Self.self, $0) }
        }
        return describer.text
    }
}
