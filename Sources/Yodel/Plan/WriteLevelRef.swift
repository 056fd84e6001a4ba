// What is worked out of the keys that models are written with: what these store is read from their `pointee`.
//
// SAFETY: an index is that of a part which is there; see also PlanPart.

typealias WriteLevelRef = PlanPart<WriteLevel>
typealias WriteEntryRef = PlanPart<WriteEntry>

extension WriteLevelRef {
    @inline(__always)
    func entry(_ place: Int) -> WriteEntryRef { unsafe pointee.entries + place }
}

extension WriteEntryRef {
    /// The entry that is written after this one. After the last one stands `MemberStep.end`.
    @inline(__always) var next: WriteEntryRef { unsafe self + 1 }

    /// One of the properties that the key may be written from.
    @inline(__always)
    func property(_ choice: Int) -> PropertyRef { unsafe pointee.choices[choice] }

    /// The type of a plain key's property.
    @inline(__always) var value: PlanRef { pointee.value! }

    /// The same without its optional: what it is written as when it is not nil.
    @inline(__always) var present: PlanRef { pointee.present! }

    /// Whether one of its properties is not nil in a model that `init()` has made.
    func isFilledByDefault(_ model: ModelRef) -> Bool {
        (0..<pointee.choiceCount).contains { model.isFilledByDefault(property($0).pointee.index) }
    }
}
