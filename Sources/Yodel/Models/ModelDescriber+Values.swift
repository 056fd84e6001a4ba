import FoundationEssentials

extension ModelDescriber {
    /// Data is cut off behind as many characters.
    static let dataLimit = 100

    /// SAFETY, for all below: a value of the plan's type stands at the address.
    mutating func value(_ plan: PlanRef, _ address: ValueAddress) {
        guard let inner = plan.unwrapped(at: address) else { return text += "<nil>" }
        switch inner.pointee.kind {
        case .object: add(inner.pointee.handle.with(\.type), address)
        case .instance, .boxed: add(inner[instanceAt: address])
        case .sequence: sequence(inner, address)
        case .dictionary: dictionary(inner, address)
        case .rawValue: inner.withRawValue(address) { value($0, $1) }
        case .cases: cases(inner.cases, address)
        case .json: json(inner[address, as: JSONValue.self])
        case .rawJSON: add(lines: inner[address, as: RawJSON.self].text)
        case .any, .anyArray, .anyDictionary, .decodable, .encodable, .custom: foreign(inner.any(address))
        case .scalar(let kind): scalar(kind.scalarType, address)
        }
    }

    private mutating func scalar<S: Scalar>(_ type: S.Type, _ address: ValueAddress) {
        unsafe scalar(address.assumingMemoryBound(to: type).pointee)
    }

    private mutating func scalar(_ value: some Scalar) {
        switch value.shown {
        case .plain(let plain): text += plain
        case .text(let string): quoted(string)
        case .data(let data): self.data(data)
        }
    }

    private mutating func quoted(_ string: some StringProtocol) {
        text += "\""
        add(lines: string)
        text += "\""
    }

    /// Bytes in groups of four, as `NSData` shows them.
    private mutating func data(_ data: Data) {
        var hex = "<"
        for (index, byte) in data.enumerated() {
            if index > 0 && index.isMultiple(of: 4) { hex += " " }
            hex += (byte < 16 ? "0" : "") + String(byte, radix: 16)
            guard hex.utf8.count <= Self.dataLimit else { break }
        }
        hex += ">"
        text += hex.utf8.count > Self.dataLimit ? hex.prefix(Self.dataLimit) + "..." : hex
    }

    /// An enum: its case's name, and its payload in parentheses.
    private mutating func cases(_ cases: CasesPlan, _ address: ValueAddress) {
        let isListed: Void? = cases.withCase(address) { index, payload in
            let one = cases.cases[index]
            text += one.declaration.names.first?.text ?? "other"
            guard let plan = one.plan, let payload else { return }
            text += "("
            value(plan, payload)
            text += ")"
        }
        if isListed == nil { text += "\(cases.type)" }
    }

    // MARK: Containers

    private mutating func sequence(_ plan: PlanRef, _ address: ValueAddress) {
        let type = plan.sequence
        guard let element = plan.pointee.element else { preconditionFailure("a sequence without elements") }
        let stride = element.pointee.stride
        guard type.count(address) > 0 else { return text += "[]" }
        type.withElements(address) { base, count in
            guard type.isSet else { return block("[", "]", count) { unsafe $0.value(element, base + $1 * stride) } }
            sortedBlock("[", "]", count) { unsafe $0.value(element, base + $1 * stride) }
        }
    }

    private mutating func dictionary(_ plan: PlanRef, _ address: ValueAddress) {
        let type = plan.dictionary
        guard let key = plan.pointee.key, let element = plan.pointee.element else {
            preconditionFailure("a dictionary without keys or values")
        }
        guard type.count(address) > 0 else { return text += "{}" }
        type.withPairs(address) { keys, values, count in
            let texts = (0..<count).map { unsafe Self.key(key, keys + $0 * key.pointee.stride) }
            pairs(texts) { describer, index in unsafe describer.value(element, values + index * element.pointee.stride) }
        }
    }

    /// Writes a dictionary, sorted by its keys.
    private mutating func pairs(_ keys: [String], _ value: (_ describer: inout ModelDescriber, _ index: Int) -> Void) {
        let texts = keys.map(\.marksInOrder)
        let order = keys.indices.sorted { texts[$0] < texts[$1] }
        block("{", "}", keys.count) { describer, index in
            describer.add(lines: keys[order[index]])
            describer.text += " = "
            value(&describer, order[index])
        }
    }

    private static func key(_ plan: PlanRef, _ address: ValueAddress) -> String {
        guard plan.pointee.kind == .rawValue else { return String(describing: plan.any(address)) }
        return plan.withRawValue(address) { key($0, $1) }
    }

    // MARK: Without a plan

    private mutating func json(_ value: JSONValue) {
        switch value {
        case .null: text += "<null>"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let number): text += number.text
        case .string(let string): quoted(string)
        case .array(let array): block("[", "]", array.count) { $0.json(array[$1]) }
        case .object(let object):
            let members = Array(object)
            pairs(members.map(\.key)) { $0.json(members[$1].value) }
        }
    }

    private mutating func foreign(_ value: Any) {
        if let convertible = value as? any PlainValueConvertible {
            guard let plain = convertible.plainValue else { return text += "<null>" }
            return foreign(plain)
        }
        switch ForeignValue(value, plans) {
        case .nothing: text += "<nil>"
        case .array(let array): block("[", "]", array.count) { $0.foreign(array[$1]) }
        case .set(let set):
            guard let type = type(of: set.base) as? any SequenceType.Type else { return add(describing: set.base) }
            let array = ForeignValue.elements(of: set.base, type)
            array.isEmpty ? text += "[]" : sortedBlock("[", "]", array.count) { $0.foreign(array[$1]) }
        case .dictionary(let dictionary):
            let members = Array(dictionary)
            pairs(members.map { String(describing: $0.key.base) }) { $0.foreign(members[$1].value) }
        case .object(let value): ForeignValue.withAddress(of: value) { add(type(of: value), $0) }
        case .instance(let instance): add(instance)
        case .hashable(let hashable): plain(hashable.base)
        case .other(let value): plain(value)
        }
    }

    private mutating func plain(_ value: Any) {
        switch value {
        case let value as any Scalar: scalar(value)
        case let value as JSONValue: json(value)
        case let value as JSONObject: json(.object(value))
        default: add(describing: value)
        }
    }
}
