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

    // MARK: The rest of an object

    private static func role(_ isRest: Bool) -> String { isRest ? "takes all remaining keys" : "is flattened" }

    static func keysBesideRole(_ property: String, isRest: Bool, of type: Any.Type) -> ModelError {
        invalid("'\(property)' of \(type) \(role(isRest)), and has keys of its own")
    }

    static func keylessNotStored(_ property: String, isRest: Bool, of type: Any.Type) -> ModelError {
        invalid("'\(property)' of \(type) \(role(isRest)): make it a stored property that is read, without accessor and transform")
    }

    static func restOfType(_ property: String, _ propertyType: Any.Type, of type: Any.Type) -> ModelError {
        invalid(
            "'\(property)' of \(type) takes all remaining keys and is of type \(propertyType): make it a [String: JSONValue] or another "
                + "dictionary by String, a JSONObject or an Optional of these")
    }

    static func twoRests(_ property: String, _ other: String, of type: Any.Type) -> ModelError {
        invalid("'\(property)' and '\(other)' of \(type) both take all remaining keys")
    }

    static func restBesideUnknownKeys(_ property: String, of type: Any.Type) -> ModelError {
        invalid("'\(property)' of \(type) takes all remaining keys, and onUnknownKey is .fail: one of the two has no effect")
    }

    static func restKeyTaken(_ rest: String, of type: Any.Type) -> ModelError {
        invalid(
            "'\(rest)' of \(type) has a key that is another property's: the object would have it twice, or it would be read into that "
                + "property")
    }

    static func writtenOver(_ properties: [String], by property: String, of type: Any.Type) -> ModelError {
        let names = properties.map { "'\($0)'" }.joined(separator: ", ")
        return invalid(
            "'\(property)' of \(type) is written at a key that leads to \(names), and has not what \(properties.count == 1 ? "that has" : "these have"): "
                + "it would be lost; give one of them another key to write, or none: .keys(..., writing: \"\")")
    }

    // MARK: Flattened models

    static func flattenedOther(_ property: String, _ propertyType: Any.Type, of type: Any.Type) -> ModelError {
        invalid(
            "'\(property)' of \(type) is flattened and is of type \(propertyType): make it a struct that is a model, an enum that lists its cases "
                + "(DescribedEnum), or an Optional of these")
    }

    static func flattenedHooks(_ property: String, _ propertyType: Any.Type, of type: Any.Type) -> ModelError {
        invalid(
            "'\(property)' of \(type) is flattened, and \(propertyType) has hooks, which would see the object of \(type): let \(type) have them, or "
                + "'\(property)' a key")
    }

    static func flattenedCase(_ property: String, _ propertyType: Any.Type, of type: Any.Type) -> ModelError {
        invalid("'\(property)' of \(type) is flattened, and of \(type) and \(propertyType) only one ignores the case of keys")
    }

    static func flattenedKeys(_ property: String, _ other: String, key: String, of type: Any.Type) -> ModelError {
        invalid(
            "'\(property)' and '\(other)' of \(type) meet in one object at the key '\(key)': two models that share an object share no key")
    }

    static func flattenedBeside(_ property: String, _ other: String, of type: Any.Type) -> ModelError {
        invalid(
            "'\(property)' of \(type) is an enum that is flattened: all keys that \(type) does not have are its, and none is left for "
                + "'\(other)'")
    }

    static func flattenedPrefix(_ property: String, _ propertyType: Any.Type, isEnum: Bool, of type: Any.Type) -> ModelError {
        invalid(
            "'\(property)' of \(type) is flattened with a prefix, and \(propertyType) is an \(isEnum ? "enum" : "Optional"): no prefix can be put before "
                + "its keys")
    }

    static func flattenedPart(_ property: String, _ propertyType: Any.Type, of type: Any.Type) -> ModelError {
        invalid(
            "'\(property)' of \(type) is flattened, and \(propertyType) takes all keys that it does not have: whether the Optional has a value would be "
                + "known of none")
    }

    static func flattenedForm(_ property: String, _ propertyType: Any.Type, of type: Any.Type) -> ModelError {
        invalid(
            "'\(property)' of \(type) is flattened, and nothing but a tag tells the cases of \(propertyType) from the keys of \(type): let its form "
                + "be .tagged or .keyed(by:)")
    }

    static func flattenedInSchema(_ property: String, of type: Any.Type) -> ModelError {
        invalid(
            "'\(property)' of \(type) is flattened, an enum or an Optional, and onUnknownKey is .fail: a schema has no words for keys of which one part is "
                + "known to one and one to the other")
    }

    static func flattenedNoObject(_ property: String, of type: Any.Type) -> ModelError {
        invalid("'\(property)' of \(type) is flattened, and its value is no object: its keys have nowhere to stand")
    }

    static func arrayModel(_ reason: String, of type: Any.Type) -> ModelError {
        invalid("\(type) is an array in JSON (model.isArray), \(reason)")
    }

    // MARK: Lists of properties

    static func notStored(_ property: String, of type: Any.Type) -> ModelError {
        invalid(
            "modelForm of \(type): '\(property)' is not a property stored in the value itself: it is computed, lazy, weak, wrapped, observed, "
                + "a function, or nested deeper")
    }

    static func describedTwice(_ property: String, of type: Any.Type) -> ModelError {
        invalid("modelForm of \(type) lists '\(property)' twice, or under another name as well")
    }

    static func undescribed(_ properties: [String], of type: Any.Type) -> ModelError {
        let list = properties.map { "'\($0)'" }.joined(separator: ", ")
        return invalid("modelForm of \(type) does not list \(list); list ignored properties with addIgnored")
    }

    static func undescribedBytes(from offset: Int, of type: Any.Type) -> ModelError {
        invalid("modelForm of \(type) does not list the stored property at byte \(offset); list ignored properties with addIgnored")
    }

    static func describedNoStruct(_ type: Any.Type) -> ModelError {
        invalid("\(type) lists its properties and is not a struct: make it a Model")
    }

    static func foreignForm(of type: Any.Type) -> ModelError {
        invalid("modelForm of \(type) is that of another type: make it of what \(type) itself stores, or leave it to Model")
    }

    static func undescribedSubclass(_ type: Any.Type, of superclass: Any.Type) -> ModelError {
        invalid(
            "\(type) has no modelForm of its own, but that of its superclass \(superclass), which has nothing of what \(type) stores: override it, "
                + "or let \(type) have @Model as well")
    }

    static func undescribedSuperclass(_ superclass: Any.Type, of type: Any.Type) -> ModelError {
        invalid(
            "\(type) is a subclass of \(superclass), of whose properties its modelForm has nothing: let \(superclass) have one, or have "
                + "@Model, as well")
    }

    static func undescribedBetween(_ superclass: Any.Type, _ properties: [String], of type: Any.Type) -> ModelError {
        let list = properties.map { "'\($0)'" }.joined(separator: ", ")
        return invalid(
            "\(superclass), a superclass of \(type), has no modelForm of its own, so that \(list.isEmpty ? "what it stores" : list) would be lost: let it "
                + "have one, or have @Model, as well")
    }

    static func leftOutWithoutDefault(_ property: String, of type: Any.Type) -> ModelError {
        invalid("'\(property)' of \(type) is never read and has no default: a value could not be made")
    }

    static func wantsValueBefore(_ what: String, of type: Any.Type) -> ModelError {
        invalid("\(type) is made when all its properties have come: it cannot have \(what)")
    }

    static func unlisted(_ type: Any.Type) -> ModelError {
        invalid("\(type) holds the values of a class and does not list its properties: give its modelForm the list")
    }

    static func keysDeclaredTwice(_ property: String, of type: Any.Type) -> ModelError {
        invalid("'\(property)' of \(type) has its keys, or its transform, both where it is listed and in describe(_:)")
    }

    // MARK: Enums that list their cases

    static func describedNoEnum(_ type: Any.Type) -> ModelError { invalid("\(type) is a DescribedEnum but not an enum: make it a Model") }

    static func noCases(of type: Any.Type) -> ModelError { invalid("describe(_:) of \(type) lists no case") }

    static func sharedTag(_ name: String, of one: String, _ other: String, in type: Any.Type) -> ModelError {
        invalid(
            one == other
                ? "describe(_:) of \(type) gives '\(one)' the name '\(name)' twice, or lists it twice"
                : "describe(_:) of \(type) gives '\(one)' and '\(other)' one name, '\(name)'")
    }

    static func severalOthers(of type: Any.Type) -> ModelError {
        invalid("describe(_:) of \(type) lists more than one case for unknown names")
    }

    static func otherModelWithoutTag(of type: Any.Type) -> ModelError {
        invalid(
            "describe(_:) of \(type): only beside a tag may the case for all others take a model; let it take a JSONObject or a JSONValue")
    }

    static func otherNoModel(_ payload: Any.Type, of type: Any.Type) -> ModelError {
        invalid("describe(_:) of \(type): the case for all others has a payload of type \(payload), which is not read from an object")
    }

    static func otherLosesTag(_ payload: Any.Type, _ key: String?, of type: Any.Type) -> ModelError {
        invalid(
            "describe(_:) of \(type): the case for all others has a payload of type \(payload), which does not keep "
                + "\(key.map { "the key '\($0)'" } ?? "the key that the tag names"), so that it would not be written back: give \(payload) a property "
                + "for it, or one that takes all remaining keys")
    }

    static func textsBesideTag(of type: Any.Type) -> ModelError {
        invalid(
            "describe(_:) of \(type): its values are objects with a tag, so that the case for all others takes no text, but a JSONObject")
    }

    static func tagIsContent(_ key: String, of type: Any.Type) -> ModelError {
        invalid("describe(_:) of \(type): the key '\(key)' cannot have both the case's name and its payload")
    }

    static func tagBesideNoObject(_ tag: String, _ payload: Any.Type, of name: String, in type: Any.Type) -> ModelError {
        invalid(
            "'\(name)' of \(type) has a payload of type \(payload), which is not a model: the tag '\(tag)' cannot stand among its keys; "
                + "give the form a key for the content")
    }

    static func tagBesideChosenType(_ tag: String, _ payload: Any.Type, of name: String, in type: Any.Type) -> ModelError {
        invalid(
            "'\(name)' of \(type) has a payload of type \(payload), whose objects choose their types: the tag '\(tag)' cannot stand among its "
                + "keys; give the form a key for the content")
    }

    static func tagIsKey(_ tag: String, of property: String, _ payload: Any.Type, of name: String, in type: Any.Type) -> ModelError {
        invalid("the tag '\(tag)' of \(type) is also the key of '\(property)' of \(payload), the payload of '\(name)'")
    }

    static func tagThroughKey(_ tag: String, of property: String, _ payload: Any.Type, of name: String, in type: Any.Type) -> ModelError {
        invalid(
            "the way to the tag '\(tag)' of \(type) and the key of '\(property)' of \(payload), the payload of '\(name)', are one or lead through each "
                + "other")
    }

    static func nameOfNoCase(_ value: String, of type: Any.Type) -> ModelError {
        invalid(
            "describe(_:) of \(type) gives a case the name \(value): a name is a string, an integer or a boolean, with several tags an array of these "
                + "and of nil, and not of nil alone")
    }

    static func nameWithoutTag(_ name: String, of type: Any.Type) -> ModelError {
        invalid("describe(_:) of \(type) gives a case the name \(name): without a tag names are strings")
    }

    static func nameOfTags(_ name: String, _ tags: Int, of type: Any.Type) -> ModelError {
        invalid(
            "describe(_:) of \(type) gives a case the name \(name): its form has \(tags == 1 ? "one tag" : "\(tags) tags"), and a name has one value "
                + "for each")
    }

    static func tagLeadsNowhere(_ path: String, _ reason: String, of type: Any.Type) -> ModelError {
        invalid("describe(_:) of \(type) gives the form the path '\(path)', which is not supported: \(reason)")
    }

    static func tagInTheWay(_ path: String, of type: Any.Type) -> ModelError {
        invalid(
            "describe(_:) of \(type) gives the form two paths of which one is the other, or leads through it: '\(path)' is the second; a tag among the "
                + "payload's keys needs no path to the content")
    }

    static func writtenPayload(_ name: String, _ payload: Any.Type, of type: Any.Type) -> ModelError {
        invalid("'\(name)' of \(type) has a payload of type \(payload), which can be written, but not read")
    }

    static func tagOfSubclass(_ tag: String, _ payload: Any.Type, of name: String, in type: Any.Type) -> ModelError {
        invalid("the payload of '\(name)' of \(type) is of type \(payload), a subclass, which cannot have the tag '\(tag)' among its keys")
    }

    static func namesWithoutTag(_ name: String, of type: Any.Type) -> ModelError {
        invalid("describe(_:) of \(type) gives '\(name)' more than one name, and no name is read where there is no tag")
    }

    static func sharedPayload(_ payload: Any.Type?, of one: String, _ other: String, in type: Any.Type) -> ModelError {
        let what = payload.map { "have payloads of one type, \($0)" } ?? "have no payload, and are both null"
        return invalid("'\(one)' and '\(other)' of \(type) \(what): where there is no tag, '\(other)' would never be read")
    }

    static func caseBehindAll(_ name: String, _ taker: String, _ payload: Any.Type, in type: Any.Type) -> ModelError {
        invalid("'\(name)' of \(type) comes after '\(taker)', whose payload, of type \(payload), takes every value: it would never be read")
    }

    static func payloadWithoutEnd(_ name: String, of type: Any.Type) -> ModelError {
        invalid(
            "the payload of '\(name)' of \(type) is again of type \(type), with no tag and nothing else between them: values would be infinite"
        )
    }

    static func unlistedCase(of type: Any.Type) -> ModelError {
        invalid("a value of \(type) is of a case that describe(_:) does not list")
    }

    // MARK: What names no property

    static func namelessKeyPath(in declaration: String, of type: Any.Type) -> ModelError {
        invalid(
            "\(declaration) of \(type) has a key path without a stored property's name, like those of classes that are not final and of "
                + "computed properties; write the name")
    }

    static func foreignKeyPath(in declaration: String, _ root: Any.Type, of type: Any.Type) -> ModelError {
        invalid("\(declaration) of \(type) has a key path of \(root), which is neither \(type) nor a superclass of it")
    }

    static func notOfOptions(_ declaration: String, of type: Any.Type) -> ModelError {
        invalid(
            "options change \(declaration) of \(type), and archives and texts for people have no options: say it in describe(_:) of the type"
        )
    }

    static func codingKeys(of type: Any.Type) -> ModelError {
        invalid("CodingKeys of \(type) are not read by a plain Model; say model.keys in describe(_:), or use @Model")
    }

    static func unseenCodingKeys(of type: Any.Type) -> ModelError {
        invalid(
            "CodingKeys of \(type) are declared where @Model does not see them, and say other keys: declare them in \(type) itself, as an enum, or let its "
                + "declaration state Codable")
    }

    static func codingKeysWithoutCases(of type: Any.Type) -> ModelError {
        invalid(
            "CodingKeys of \(type) are no enum, and have no key for some of its properties: make them an enum, or give each property @Key")
    }

    static func codedTwice(_ name: String, of type: Any.Type) -> ModelError {
        invalid("'\(name)' of \(type) has a key in CodingKeys, or is left out there, and has one of its own as well")
    }

    static func caseWithoutCodingKey(_ name: String, of type: Any.Type) -> ModelError {
        invalid("'\(name)' of \(type) has no case in CodingKeys, and needs one")
    }
}

extension DefaultStringInterpolation {
    /// A type as a program writes it.
    fileprivate mutating func appendInterpolation(_ type: Any.Type) { appendLiteral(TypeText.name(of: type)) }
}
