import Yodel

/// The description of a service: dictionaries by name of structs with many optional properties, of which two to four are there.
struct ServiceDescription: Model, Codable, Equatable {
    var version = ""
    var metadata: [String: String] = [:]
    var operations: [String: ServiceOperation] = [:]
    var shapes: [String: ServiceShape] = [:]
    var documentation: String?
}

/// What can be asked of it.
struct ServiceOperation: Model, Codable, Equatable {
    var name = ""
    var http: ServiceRequest?
    var input: ServiceReference?
    var output: ServiceReference?
    var errors: [ServiceReference]?
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
struct ServiceRequest: Model, Codable, Equatable {
    var method = ""
    var requestUri = ""
    var responseCode: Int?
}

/// A type: of members, of elements, or of text and numbers in bounds.
struct ServiceShape: Model, Codable, Equatable {
    var type = ""
    var required: [String]?
    var members: [String: ServiceReference]?
    var member: ServiceReference?
    var key: ServiceReference?
    var value: ServiceReference?
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
struct ServiceReference: Model, Codable, Equatable {
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
