import Yodel

/// The description of a service: dictionaries by name of structs with many optional properties, of which two to four are there.
struct Directory: Model, Codable, Equatable, Sendable {
    var version = ""
    var metadata: [String: String] = [:]
    var operations: [String: DirectoryOperation] = [:]
    var shapes: [String: DirectoryShape] = [:]
    var documentation: String?
}

/// What can be asked of it.
struct DirectoryOperation: Model, Codable, Equatable, Sendable {
    var name = ""
    var http: DirectoryRequest?
    var input: DirectoryReference?
    var output: DirectoryReference?
    var errors: [DirectoryReference]?
    var documentation: String?
    var documentationUrl: String?
    var endpoint: String?
    var authtype: String?
    var deprecated: Bool?
    var deprecatedMessage: String?
    var idempotent: Bool?
    var httpChecksumRequired: Bool?
}

/// How it is asked.
struct DirectoryRequest: Model, Codable, Equatable, Sendable {
    var method = ""
    var requestUri = ""
    var responseCode: Int?
}

/// A type: of members, of elements, or of text and numbers in bounds.
struct DirectoryShape: Model, Codable, Equatable, Sendable {
    var type = ""
    var required: [String]?
    var members: [String: DirectoryReference]?
    var member: DirectoryReference?
    var key: DirectoryReference?
    var value: DirectoryReference?
    var choices: [String]?
    var min: Int?
    var max: Int?
    var pattern: String?
    var documentation: String?
    var payload: String?
    var locationName: String?
    var timestampFormat: String?
    var exception: Bool?
    var fault: Bool?
    var sensitive: Bool?
    var flattened: Bool?
    var streaming: Bool?
    var deprecated: Bool?
    var union: Bool?
    var box: Bool?
}

/// The use of a type.
struct DirectoryReference: Model, Codable, Equatable, Sendable {
    var shape = ""
    var documentation: String?
    var location: String?
    var locationName: String?
    var queryName: String?
    var timestampFormat: String?
    var box: Bool?
    var flattened: Bool?
    var streaming: Bool?
    var deprecated: Bool?
    var xmlAttribute: Bool?
    var idempotencyToken: Bool?
    var jsonvalue: Bool?
}
