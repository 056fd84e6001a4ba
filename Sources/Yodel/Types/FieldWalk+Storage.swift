// How a field is stored. Generic code holds every type in one form; a field of a concrete type may be stored in another. The metatype of a struct is
// one pointer as a generic value and takes no bytes in a field; a function is stored by the calling convention of its own type. What holds them
// in-line, a tuple or an optional, differs likewise. A struct, class or enum has one layout wherever it is, whatever its fields are.
//
// So a store through a typed pointer, which is generic code, is right only for a field that is stored as a value is. The type tells; and since what we
// do not know of may differ too, every field is held against the room that it has.

/// How a type is stored as a field, against how generic code holds its values.
enum FieldForm {
    /// In the same form.
    case own
    /// It is, or holds in-line, a function.
    case function
    /// It is, or holds in-line, a metatype.
    case metatype
}

extension FieldWalk {
    static func form(of type: Any.Type) -> FieldForm {
        switch shape(of: type) {
        case .struct, .class, .enum, .other: return .own
        case .function: return .function
        case .metatype: return .metatype
        case .optional: return StandardTypes.optional(type).map { form(of: $0.wrappedType) } ?? .own
        case .tuple:
            var (whole, index) = (FieldForm.own, 0)
            while let element = element(of: type, at: index) {
                switch form(of: element) {
                case .own: break
                case .function: whole = .function
                case .metatype: return .metatype
                }
                index += 1
            }
            return whole
        }
    }

    /// The size and the alignment of a type's values in generic code.
    static func layout(of type: Any.Type) -> (size: Int, alignment: Int) {
        func open<T>(_ type: T.Type) -> (size: Int, alignment: Int) { (MemoryLayout<T>.size, MemoryLayout<T>.alignment) }
        return _openExistential(type, do: open)
    }

    /// The stored fields of a struct or class with the form of each, held against the room that it has.
    static func storedFields(of type: Any.Type) -> [WalkedField] {
        let end = (type as? AnyClass).map(instanceSize(of:)) ?? layout(of: type).size
        return judged(fields(of: type), end: end)
    }

    /// Holds each field against the room up to the next one, or to the end of the value or instance. Only what is stored in its own form is judged.
    static func judged(_ fields: [WalkedField], end: Int) -> [WalkedField] {
        var judged = fields
        for index in judged.indices { judged[index].form = form(of: judged[index].type) }
        // From the last one on, so that the room of each ends where the one after it begins.
        var limit = end
        func judge(_ index: Int) {
            let field = fields[index]
            let layout = layout(of: field.type)
            // What takes no bytes has no place: the walk gives it any offset. A metatype may take none.
            guard judged[index].form != .metatype && (layout.size > 0 || isHidden(field)) else { return }
            if judged[index].form == .own && field.isStrong {
                judged[index].fits =
                    field.offset >= 0 && field.offset.isMultiple(of: layout.alignment) && layout.size <= limit - field.offset
            }
            limit = field.offset
        }
        let isInOrder = fields.indices.dropFirst().allSatisfy { fields[$0 - 1].offset <= fields[$0].offset }
        if isInOrder {
            for index in fields.indices.reversed() { judge(index) }
        } else {
            // Sorting is stable: of fields at one offset the last declared is the last.
            for index in fields.indices.sorted(by: { fields[$0].offset < fields[$1].offset }).reversed() { judge(index) }
        }
        return judged
    }

    /// Whether the runtime does not show a field's type: it shows `Void` for one that is noncopyable. A field that is `Void` itself takes no bytes, and
    /// has offset zero but in generic classes.
    static func isHidden(_ field: WalkedField) -> Bool { field.offset > 0 && field.type == Void.self }

    /// Whether a struct that comes from C has bytes of which the walk says nothing: a union, bit-fields, members of an unnamed union. Small ones between
    /// two fields cannot be told from padding.
    ///
    /// - Parameter fields: The type's fields.
    static func hidesMembers(of type: Any.Type, besides fields: some Sequence<WalkedField>) -> Bool {
        guard shape(of: type) == .struct else { return false }
        let whole = layout(of: type)
        var position = 0
        for field in fields {
            let part = layout(of: field.type)
            if aligned(position, part.alignment) < field.offset { return isImported(type) }
            position = field.offset + part.size
        }
        return aligned(position, whole.alignment) < whole.size && isImported(type)
    }

    private static func aligned(_ offset: Int, _ alignment: Int) -> Int { (offset + alignment - 1) / alignment * alignment }

    /// Whether a type is declared in C.
    private static func isImported(_ type: Any.Type) -> Bool { name(of: type, isQualified: true).hasPrefix("__C.") }

    // MARK: Observation

    /// Which fields of a class are storage that `@Observable` has made: the variables with an underscore of each class that has a registrar. Empty if no class
    /// has one.
    static func observed(_ fields: [WalkedField], of type: Any.Type) -> [Bool] {
        guard let type = type as? AnyClass, fields.contains(where: isRegistrar) else { return [] }
        var observed = [Bool](repeating: false, count: fields.count)
        var start = 0
        for end in fieldCounts(of: type) where end <= fields.count && end > start {
            if fields[start..<end].contains(where: isRegistrar) {
                for index in start..<end { observed[index] = fields[index].isVariable && fields[index].name.hasPrefix("_") }
            }
            start = end
        }
        return observed
    }

    /// Whether a field is the registrar that the macro `@Observable` declares.
    static func isRegistrar(_ field: WalkedField) -> Bool {
        field.name == "_$observationRegistrar" && name(of: field.type, isQualified: true) == "Observation.ObservationRegistrar"
    }
}
