extension PlanBuilder {
    /// A property that takes part, before its keys are known.
    struct Member {
        var name: String
        var offset: Int
        var access: Box<PropertyAccess>?
        var record: TypeRecord
        var transform: Box<ValueTransform>?
        private var keys: Keys
        var isConstant = false
        /// Whether there is no model without it.
        var isRequired = false
        /// What is declared to stand for it where it is nil.
        var onNil: NilForm?
        /// Whether it collects the keys that no other property takes.
        var isRest = false
        /// Whether they make one value, since it is an enum that is flattened.
        var isWhole = false
        /// Whether it is an Optional whose model has its keys in the object of the model around it.
        var isPart = false
        /// Whether its model has its keys in the object of the model around it.
        var isFlattened = false
        /// Whether keys of documents are converted to its own name.
        var hasConvertedKeys = false
        /// Where in `name` its own name begins, before which are those of the properties that it is flattened into.
        var ownNameStart = 0
        var ownName: String { String(decoding: name.utf8.dropFirst(ownNameStart), as: UTF8.self) }

        /// Where it is read and written.
        private enum Keys {
            /// At one key of the model's object. Most properties are: no arrays are made for it.
            case key(String)
            case places(Places)
        }

        private final class Places {
            let paths: [[String]]
            let writtenPath: [String]
            let passedPaths: [[String]]

            init(paths: [[String]], writtenPath: [String], passedPaths: [[String]]) {
                (self.paths, self.writtenPath, self.passedPaths) = (paths, writtenPath, passedPaths)
            }
        }

        /// A property that is read and written at one key of the model's object.
        init(
            _ name: String, key: String, offset: Int, _ record: TypeRecord, access: Box<PropertyAccess>?, transform: Box<ValueTransform>?
        ) {
            (self.name, self.offset, self.access, self.record, self.transform) = (name, offset, access, record, transform)
            keys = .key(key)
        }

        /// - Parameters:
        ///   - paths: Alternatives, each of them the keys of a path. Empty: the property is not read.
        ///   - writtenPath: The keys of the place that it is written to. Empty: the property is not written.
        ///   - passedPaths: Places where what is written stands, though nothing is read from there: no unknown keys.
        init(
            _ name: String, paths: [[String]], writtenPath: [String], passedPaths: [[String]], offset: Int, _ record: TypeRecord,
            access: Box<PropertyAccess>?, transform: Box<ValueTransform>?, isConstant: Bool
        ) {
            (self.name, self.offset, self.access, self.record, self.transform) = (name, offset, access, record, transform)
            keys = .places(Places(paths: paths, writtenPath: writtenPath, passedPaths: passedPaths))
            self.isConstant = isConstant
        }

        /// Puts a prefix before its keys, of paths before the first ones.
        mutating func prefixKeys(_ prefix: String) {
            func prefixed(_ path: [String]) -> [String] { path.first.map { [prefix + $0] + path.dropFirst() } ?? [] }
            switch keys {
            case .key(let key): keys = .key(prefix + key)
            case .places(let places):
                keys = .places(
                    Places(
                        paths: places.paths.map(prefixed), writtenPath: prefixed(places.writtenPath),
                        passedPaths: places.passedPaths.map(prefixed)))
            }
            // Documents have them as they are spelt here.
            hasConvertedKeys = false
        }

        /// The key that it is read and written at, and nowhere else; nil if there is more to it.
        var key: String? { if case .key(let key) = keys { key } else { nil } }

        /// Alternatives, each of them the keys of a path. Empty: the property is not read.
        var paths: [[String]] {
            switch keys {
            case .key(let key): [[key]]
            case .places(let places): places.paths
            }
        }

        /// How many alternatives there are.
        var pathCount: Int {
            switch keys {
            case .key: 1
            case .places(let places): places.paths.count
            }
        }

        /// The keys of the place that it is written to. Empty: the property is not written.
        var writtenPath: [String] {
            switch keys {
            case .key(let key): [key]
            case .places(let places): places.writtenPath
            }
        }

        /// Places where what is written stands, though nothing is read from there.
        var passedPaths: [[String]] {
            switch keys {
            case .key: []
            case .places(let places): places.passedPaths
            }
        }
    }
}
