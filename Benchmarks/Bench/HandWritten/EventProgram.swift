import CYajl

/// Fills an `Event` in yajl's callbacks.
struct EventProgram {
    /// Where in the document the next value stands.
    private enum Place: UInt8 {
        case outside, event, user, place, tags, samples
    }

    private let event: UnsafeMutablePointer<Event>
    private var place = Place.outside
    private var field: Event.Field?
    private var userField: EventUser.Field?
    private var placeField: EventPlace.Field?
    /// The depth inside a value that the model does not declare.
    private var skipped = 0

    static func decode(_ document: Document) throws -> Event {
        var event = Event()
        try withUnsafeMutablePointer(to: &event) { event in
            var program = EventProgram(event: event)
            try withUnsafeMutablePointer(to: &program) { try YajlProgram.parse(document, callbacks, context: $0) }
        }
        // A copy would retain each of the strings.
        return consume event
    }

    private init(event: UnsafeMutablePointer<Event>) {
        self.event = event
    }

    nonisolated(unsafe) private static let callbacks = YajlProgram.callbacks(
        yajl_callbacks(
            yajl_null: { _ in 1 },
            yajl_boolean: { context, value in at(context).pointee.boolean(value != 0) },
            yajl_integer: nil,
            yajl_double: nil,
            yajl_number: { context, base, count in
                let base = UnsafeRawPointer(base!).assumingMemoryBound(to: UInt8.self)
                return at(context).pointee.number(TokenBytes(base: base, count: count))
            },
            yajl_string: { context, base, count in at(context).pointee.string(TokenBytes(base: base!, count: count)) },
            yajl_start_map: { context in at(context).pointee.startMap() },
            yajl_map_key: { context, base, count in at(context).pointee.key(TokenBytes(base: base!, count: count)) },
            yajl_end_map: { context in at(context).pointee.end() },
            yajl_start_array: { context in at(context).pointee.startArray() },
            yajl_end_array: { context in at(context).pointee.end() }))

    private static func at(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<EventProgram> {
        context.unsafelyUnwrapped.assumingMemoryBound(to: EventProgram.self)
    }
}

extension EventProgram {
    private mutating func startMap() -> Int32 {
        if skipped > 0 {
            skipped &+= 1
        } else if place == .outside {
            place = .event
        } else if place == .event, field == .user {
            place = .user
        } else if place == .event, field == .place {
            event.pointee.place = EventPlace()
            place = .place
        } else {
            skipped = 1
        }
        return 1
    }

    private mutating func startArray() -> Int32 {
        if skipped > 0 {
            skipped &+= 1
        } else if place == .event, field == .tags {
            place = .tags
        } else if place == .event, field == .samples {
            place = .samples
        } else {
            skipped = 1
        }
        return 1
    }

    private mutating func end() -> Int32 {
        if skipped > 0 {
            skipped &-= 1
        } else {
            place = place == .event ? .outside : .event
        }
        return 1
    }

    private mutating func key(_ key: TokenBytes) -> Int32 {
        if skipped > 0 { return 1 }
        switch place {
        case .event: field = Event.field(key)
        case .user: userField = EventUser.field(key)
        case .place: placeField = EventPlace.field(key)
        case .outside, .tags, .samples: break
        }
        return 1
    }

    private mutating func boolean(_ value: Bool) -> Int32 {
        if skipped == 0, place == .event, let field { event.pointee.assign(value, to: field) }
        return 1
    }

    private mutating func number(_ token: TokenBytes) -> Int32 {
        if skipped > 0 { return 1 }
        switch place {
        case .event:
            guard let field else { return 1 }
            if field == .duration_ms { event.pointee.duration_ms = token.decimal } else { event.pointee.assign(token.integer, to: field) }
        case .user:
            if let userField { event.pointee.user.assign(token.integer, to: userField) }
        case .place:
            if placeField == .latitude { event.pointee.place?.latitude = token.decimal }
            if placeField == .longitude { event.pointee.place?.longitude = token.decimal }
        case .samples: event.pointee.samples.append(token.integer)
        case .outside, .tags: break
        }
        return 1
    }

    private mutating func string(_ token: TokenBytes) -> Int32 {
        if skipped > 0 { return 1 }
        switch place {
        case .event:
            if let field { event.pointee.assign(token.string, to: field) }
        case .user:
            if let userField { event.pointee.user.assign(token.string, to: userField) }
        case .place:
            if placeField == .city { event.pointee.place?.city = token.string }
        case .tags: event.pointee.tags.append(token.string)
        case .outside, .samples: break
        }
        return 1
    }
}
