// The texts of declarations that are none or contradict themselves.

extension ModelError {
    static func discriminatorInTheWay(of property: String, of type: Any.Type) -> ModelError {
        invalid("the key of '\(property)' of \(type) and that of its discriminator lead through each other")
    }

    static func foreignDiscriminated(_ chosen: Any.Type, by type: Any.Type) -> ModelError {
        invalid("the discriminator of \(type) names \(chosen), which is neither \(type) nor a subclass of it")
    }

    static func repeatedDiscriminator(of type: Any.Type) -> ModelError {
        invalid("the discriminator of \(type) has one value for two types")
    }

    static func undiscriminated(_ type: Any.Type, path: JSONPath) -> ModelError {
        ModelError(
            .model, .invalidDeclaration, at: .none, path: path,
            "the discriminator of \(type) has no value for it: what is written would be read as another type")
    }

    static func faultyDateFormat(_ reason: String) -> ModelError { invalid(reason) }

    // MARK: Lists of properties

    static func notStored(_ property: String, of type: Any.Type) -> ModelError {
        invalid(
            "describe(_:) of \(type): '\(property)' is no property that is stored in the value as it is: it is computed, lazy, weak, wrapped, observed, "
                + "a function, or further away")
    }

    static func describedTwice(_ property: String, of type: Any.Type) -> ModelError {
        invalid("describe(_:) of \(type) lists '\(property)' twice, or under another name as well")
    }

    static func undescribed(_ properties: [String], of type: Any.Type) -> ModelError {
        let list = properties.map { "'\($0)'" }.joined(separator: ", ")
        return invalid("describe(_:) of \(type) does not list \(list); what takes no part is listed by addIgnored")
    }

    static func undescribedBytes(from offset: Int, of type: Any.Type) -> ModelError {
        invalid("describe(_:) of \(type) does not list the stored property at byte \(offset); what takes no part is listed by addIgnored")
    }

    static func describedNoStruct(_ type: Any.Type) -> ModelError {
        invalid("\(type) is a DescribedModel and no struct: let it be a Model")
    }

    static func leftOutWithoutDefault(_ property: String, of type: Any.Type) -> ModelError {
        invalid("'\(property)' of \(type) is never read and has no default: a value could not be made")
    }

    static func wantsValueBefore(_ declaration: String, of type: Any.Type) -> ModelError {
        invalid("\(type) is a DescribedModel, whose value is made when all its properties have come: it cannot have \(declaration)")
    }

    static func keysDeclaredTwice(_ property: String, of type: Any.Type) -> ModelError {
        invalid("'\(property)' of \(type) has its keys, or its transform, both where it is listed and in keyMapping or propertyTransforms")
    }

    // MARK: What is no declaration

    static func wrongDeclaration(_ declaration: String, of type: Any.Type, found: Any.Type, expected: String) -> ModelError {
        invalid("\(declaration) of \(type): expected \(expected), found \(found)")
    }

    static func namelessKeyPath(in declaration: String, of type: Any.Type) -> ModelError {
        invalid(
            "\(declaration) of \(type) has a key path that tells no stored property's name, as those of classes that are not final and of "
                + "computed properties; write the name")
    }

    static func noDeclaration(_ name: String, meant: String?, of type: Any.Type) -> ModelError {
        let hint = meant.map { "did you mean \($0)?" } ?? "what elements are, the properties' types say"
        return invalid("\(name) of \(type) is no declaration of Yodel; \(hint)")
    }

    static func declaredAsFunction(_ name: String, of type: Any.Type) -> ModelError {
        invalid("\(name)() of \(type) is a function and no declaration; did you mean static var \(name)?")
    }

    static func declaredForInstances(_ name: String, of type: Any.Type) -> ModelError {
        invalid(
            "\(name) of \(type) is not static and no declaration; did you mean static var \(name)? "
                + "A property of documents that is called so has its key in keyMapping")
    }

    static func uncalledHook(_ member: String, of type: Any.Type, hook: String, requirement: String) -> ModelError {
        let name = member.prefix { $0 != "(" }
        return invalid(
            "\(member) of \(type) is never called, since \(type) is no \(hook): that has \(requirement). "
                + "Conform to it, or name '\(name)' in ignoredProperties if it is no hook")
    }
}
