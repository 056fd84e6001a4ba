// Keys that are counted while objects are read: those that no property has, and those that do not come.

/// What becomes of keys that a level does not have; known to the compiler.
protocol OtherKeys {
    /// Whether somebody counts them.
    static var areCounted: Bool { get }
}

/// They are passed over.
enum PassedKeys: OtherKeys {
    static var areCounted: Bool { @inline(__always) get { false } }
}

/// They are counted.
enum CountedKeys: OtherKeys {
    static var areCounted: Bool { @inline(__always) get { true } }
}

/// Where values go while keys are counted.
struct WatchingSink<Sink: ObjectSink>: ObjectSink {
    typealias Others = CountedKeys

    let sink: Sink

    var isDraft: Bool { @inline(__always) get { sink.isDraft } }
    var tracksKeys: Bool { @inline(__always) get { sink.tracksKeys } }

    @inline(__always)
    func property(_ next: TextPlace, _ entry: EntryRef, _ decoding: inout Decoding<NoFeatures>) -> Decoding<NoFeatures>.Read {
        decoding.features.frame.property = entry.propertyIndex
        return sink.property(next, entry, &decoding)
    }
}

extension NoFeatures {
    /// Features of a decode that counts keys if somebody wants to know.
    init(watching watch: Pinned<KeyWatch>?) {
        tracksKeys = watch != nil
        self.watch = watch
    }

    /// A property's key has arrived.
    ///
    /// - Parameter come: Gets the bit of one of the first 64.
    @inline(__always)
    func note(_ property: Int, _ come: inout UInt64) {
        if property < 64 {
            come |= 1 &<< UInt64(truncatingIfNeeded: property)  // &<<: below 64
        } else {
            watch?.pointee.come(property, frame)
        }
    }
}

extension Decoding where Features == NoFeatures {
    /// Reads the keys and values of a model's object, and counts keys.
    ///
    /// - Parameters: Those of `keys`.
    @inline(never)
    mutating func watchedKeys<Sink: ObjectSink>(
        _ start: TextPlace, _ level: LevelRef, _ sink: Sink, _ seen: inout UInt64
    ) -> TextPlace? {
        guard let watch = features.watch else { return nil }
        let (outer, model) = (features.frame, level.pointee.model)
        features.frame = watch.pointee.open(outer, model)
        let end = keys(start, level, WatchingSink(sink: sink), &seen)
        if end != nil { watch.pointee.close(features.frame, model) } else { watch.pointee.leave(features.frame) }
        features.frame = outer
        return end
    }
}

// What is read with all features: where it is in the document is known without frames.

extension AllFeatures {
    /// A number that only the path to the current value has, whatever the indexes of arrays and the keys of dictionaries.
    private var way: UInt {
        var way: UInt = 0
        for index in 0..<steps.count {
            let step: UInt
            switch steps[index] {
            case .none: continue
            case .key(let entry): step = entry.identity
            case .index: step = 1
            case .dictionaryKey: step = 2
            case .sought(let place): step = 3 &+ UInt(truncatingIfNeeded: place)
            case .name(let text): step = unsafe UInt(bitPattern: text.toOpaque())
            }
            // &+, &*: a hash wraps by design.
            way = (way ^ step) &* 0x9E37_79B9_7F4A_7C15 &+ 1
            way ^= way >> 29
        }
        return way
    }

    /// The same as text, `*` for each key of a dictionary.
    private var wayText: String {
        let components = path.components
        var next = 0
        var text: [JSONPath.Component] = []
        for index in 0..<steps.count {
            switch steps[index] {
            case .none: continue
            case .dictionaryKey: text.append(.key("*"))
            default: text.append(components[next])
            }
            next += 1
        }
        return JSONPath(text).pattern
    }

    /// Notes a key of the current object that no property has, if keys are counted.
    func noteUnknown(_ key: String) {
        guard let watch else { return }
        var key = key
        let node = watch.pointee.place(at: way, nil) { wayText }
        unsafe key.withBorrowedBytes { watch.pointee.noteUnknown($0, node, nil) }
    }

    /// Notes the keys that an object lacks, if somebody counts them.
    @inline(never)
    func noteMissing(_ open: OpenModel) {
        guard let watch, let come = open.come, !open.isMerge else { return }
        watch.pointee.noteMissing(of: open.model, at: way, { wayText }, { come.has($0) })
    }

    /// A frame for a value that the plain loop reads at the current place.
    func frame(of plan: PlanRef) -> KeyFrame {
        guard let watch else { return KeyFrame() }
        return KeyFrame(node: watch.pointee.place(at: way, plan) { wayText })
    }
}

extension OpenModel {
    /// Notes the properties whose keys have arrived at a level.
    mutating func note(_ keys: KeysCome, of level: LevelRef) {
        for index in 0..<level.pointee.count where keys.has(index) {
            let entry = level.entry(index)
            if let route = entry.pointee.route { note(route) } else { note(property: entry.propertyIndex) }
        }
        if come == nil { come = KeysCome(count: model.pointee.total) }
    }

    /// Notes that a key with a route has arrived.
    mutating func note(_ route: RouteRef) {
        for index in 0..<route.pointee.leafCount { note(property: route.leaf(index).property.pointee.index) }
    }

    private mutating func note(property: Int) {
        if come == nil { come = KeysCome(count: model.pointee.total) }
        _ = come?.insert(Int32(truncatingIfNeeded: property))
    }
}
