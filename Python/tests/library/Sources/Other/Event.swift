import Foundation
import Yodel

/// A model of another library, by the same name and with other properties.
public struct Event: Model {
    public var name = ""
    public var at: Date?
    public var parts: [Part] = []

    public struct Part: Model {
        public var size = 0

        public init() {}
    }

    public init() {}
}
