#if Macros
import Foundation
import YodelMacros

/// Types as clients of services declare them, in one of two forms that differ by a word; `AdoptedSourceTests` compares their texts.
public enum ByModel {}

// What several clients have.
extension ByModel {
    /// A part of a list, with the way to the next one.
    @Model
    struct Page<Item> {
        let items: [Item]
        let first: Item?
        let total: Int
        private(set) var next: URL?
        var cursor: String?

        var isLast: Bool { next == nil && cursor == nil }

        enum CodingKeys: String, CodingKey {
            case items
            case first = "first_item"
            case total = "total_count"
            case next = "next_url"
            case cursor
        }
    }

    /// What stands around an object.
    @Model
    public struct Envelope<Object: Hashable & Sendable>: Hashable, Sendable {
        /// Names the request.
        public let requestID: UUID
        /// Which version of the interface has answered.
        public let version: Int
        /// What was asked for.
        public let data: Object
        /// More of it, by name.
        public let included: [String: Object]?
        /// What went wrong.
        public let warnings: [Warning]?

        /// Something that went wrong.
        @Model
        public struct Warning: Hashable, Sendable {
            /// Names it.
            public let code: Int32
            /// Says it.
            public let text: String
        }

        /// Makes one by hand.
        public init(requestID: UUID, data: Object) {
            self.requestID = requestID
            self.data = data
            version = 1
            included = nil
            warnings = nil
        }

        private enum CodingKeys: String, CodingKey {
            case requestID = "request_id"
            case version = "v"
            case data, included, warnings
        }
    }

    /// What a service says where it refuses something.
    @Model
    struct Refusal: Error, Hashable {
        let error: String
        let errorDescription: String?
        let fields: [String: [Reason]]?

        enum Reason: String, CaseIterable {
            case taken = "ERR_TAKEN"
            case blank = "ERR_BLANK"
            case tooLong = "ERR_TOO_LONG"
        }

        enum CodingKeys: String, CodingKey {
            case error
            case errorDescription = "error_description"
            case fields = "details"
        }
    }
}
#endif
