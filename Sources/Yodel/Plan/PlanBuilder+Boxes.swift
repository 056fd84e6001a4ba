// A class that is made of a struct of its values (`ModelForm`). Its plan has the struct's as a raw value's (`ValuePlan.key`):
//
//     User   boxed   key: the plan of User.Stored      read: an object makes a Stored, which makes an instance
//                                                      written: an instance gives its Stored, which is written
//
// The struct's plan is the class's own: it has the declarations of both, and errors name the class. So it is not the one that the struct has where it is used
// by itself.
//
// A `let` that has its value in its declaration is set by nobody: not by the initialiser that takes the struct, and not by a document. An instance that stands
// for another one, its copy or what a merge has made of it, has the other's value there. It is put into the new instance before anybody else has that.

/// A property of a class whose value no initialiser can set: listed as a constant, or as one that takes no part, and declared with `let`.
struct BoxConstant {
    /// Bytes from the start of an instance; nil if the class is built without reflection metadata.
    var offset: Int?
    /// Bytes from the start of the struct of values.
    var offsetInValues: Int
    var handle: TypeHandle
}

/// The declaration of a class whose instances are made from a struct of their values. The layer above makes it from the public protocol.
struct BoxDeclaration {
    /// A `BoxHandle`.
    var handle: TypeHandle
    /// Of the struct.
    var values: ModelDeclaration
}

extension PlanBuilder {
    /// Fills the record of a class, and makes that of the struct of its values.
    mutating func fillBox(_ record: TypeRecord, _ declaration: BoxDeclaration) {
        let values = addApart(record.type, declaration.values, kind: .object)
        record.kept.append(values)
        record.unpublished.key = values.plan
        record.constants = Self.constants(of: record.type, declaration.values.listed ?? [])
    }

    private static func constants(of type: Any.Type, _ listed: [DescribedField]) -> [BoxConstant] {
        let listed = listed.filter { $0.role != .property }
        if listed.isEmpty { return [] }
        // Where the walk does not tell all fields, a constant may be any of them.
        let isHidden = FieldWalk.canary == .noReflection || FieldWalk.hidesFields(of: type, size: 0)
        let fields = isHidden ? [] : FieldWalk.storedFields(of: type).filter { !$0.isVariable && $0.isStrong && $0.form == .own && $0.fits }
        return listed.compactMap { property in
            let field = fields.last { $0.name == property.name && $0.type == property.type }
            if field == nil && !isHidden { return nil }
            return BoxConstant(offset: field?.offset, offsetInValues: property.offset, handle: .of(property.type))
        }
    }

    /// A record of a class that is declared in another way than its type is. It is its owner's alone.
    mutating func addBoxApart(_ type: Any.Type, _ declaration: BoxDeclaration) -> TypeRecord {
        let record = TypeRecord(type: type, handle: declaration.handle, cache: cache)
        record.writePlan(kind: .boxed)
        fillBox(record, declaration)
        return record
    }
}

extension PlanRef {
    /// Makes an instance that stands for another one of the very class, whose constants it has.
    ///
    /// SAFETY, for the caller: the plan is the class's own; `payload` holds a struct of its values, which is moved out.
    ///
    /// - Parameters:
    ///   - room: Fresh memory for a reference to the instance, which nobody else has yet.
    ///   - original: Of a reference to the other instance.
    /// - Returns: false if the constants differ and the build does not tell where they are; the memory is fresh then.
    func putCopy(_ room: MutableAddress, payload: MutableAddress, of original: ValueAddress) -> Bool {
        let constants = pointee.record.with(\.constants)
        return withHandle { handle in
            _ = unsafe handle.putRawValue(room, payload: payload, fresh: true)
            if constants.isEmpty || putConstants(constants, of: original, to: room.value) { return true }
            unsafe handle.deinitialize(room, count: 1)
            return false
        }
    }

    /// - Parameter instance: Of the only reference to an instance that has just been made.
    private func putConstants(_ constants: [BoxConstant], of original: ValueAddress, to instance: ValueAddress) -> Bool {
        // SAFETY: both are references to instances of the plan's class, which has a property of the handle's type at each offset.
        let (from, to) = unsafe (InstanceRef(at: original).address, InstanceRef(at: instance).address)
        for constant in constants {
            guard let offset = constant.offset else { continue }
            unsafe constant.handle.withRoom { room in
                unsafe constant.handle.initializeCopy(room, from: (from + offset).value)
                unsafe constant.handle.put(to + offset, from: room, fresh: false)
            }
        }
        let hidden = constants.filter { $0.offset == nil }
        return hidden.isEmpty || areSame(hidden, original, instance)
    }

    /// Whether constants have the same bytes in the structs of two instances' values.
    private func areSame(_ constants: [BoxConstant], _ left: ValueAddress, _ right: ValueAddress) -> Bool {
        withRawValue(left) { _, left in
            withRawValue(right) { _, right in
                constants.allSatisfy { constant in
                    (0..<constant.handle.size).allSatisfy { index in
                        let offset = constant.offsetInValues + index
                        return unsafe (left + offset).load(as: UInt8.self) == (right + offset).load(as: UInt8.self)
                    }
                }
            }
        }
    }

    /// The plan of the class that an instance is of: this one, or that of a subclass.
    ///
    /// - Parameter address: Of a reference to the instance.
    func ofInstance(at address: ValueAddress) throws(ModelError) -> PlanRef {
        let type: AnyClass = Swift.type(of: self[instanceAt: address])
        if ObjectIdentifier(type) == ObjectIdentifier(self.type) { return self }
        return try plan(for: type)
    }
}
