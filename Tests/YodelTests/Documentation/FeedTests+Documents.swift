import Foundation
import Yodel

// Documents of standards and registries, as the article FeedsOfTheWild has them.

/// FHIR.
enum FHIRFeed: DocumentedFeed {
    static let section = "FHIR"

    struct Patient: Model {
        var id = ""
        var birthDate: String?
        var family: String?

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["family": "name[0].family"]
        }
    }

    struct Quantity: Model {
        var value: JSONNumber?
        var unit: String?
    }

    struct Observation: Model {
        var id = ""
        var valueQuantity: Quantity?
        var valueString: String?
    }

    enum Resource: DescribedEnum {
        case patient(Patient), observation(Observation), other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("resourceType")
            cases.add("Patient", make: Self.patient) {
                if case .patient(let one) = $0 { one } else { nil }
            }
            cases.add("Observation", make: Self.observation) {
                if case .observation(let one) = $0 { one } else { nil }
            }
            cases.addOther(make: Self.other) { if case .other(let one) = $0 { one } else { nil } }
        }
    }

    struct Bundle: Model {
        var resources: [Resource] = []

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["resources": "entry"]
            model.transforms = ["resources": .each("resource")]
        }
    }

    static func run(_ sample: String, _ path: String, _ print: (Any...) -> Void) throws {
        for resource in try Bundle(json: sample).resources {
            switch resource {
            case .patient(let patient): print(patient.id, patient.family!, patient.birthDate!)
            case .observation(let observation):
                if let quantity = observation.valueQuantity {
                    print(observation.id, quantity.value!, quantity.unit!)
                } else if let text = observation.valueString {
                    print(observation.id, text)
                }
            case .other(let object): print(object["resourceType"]!)
            }
        }
    }
}

/// OpenAPI.
enum OpenAPIFeed: DocumentedFeed {
    static let section = "OpenAPI"

    enum Extra: DescribedEnum {
        case allowed(Bool), schema(Schema)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .untagged
            cases.add("allowed", make: Self.allowed) {
                if case .allowed(let one) = $0 { one } else { nil }
            }
            cases.add("schema", make: Self.schema) {
                if case .schema(let one) = $0 { one } else { nil }
            }
        }
    }

    final class Schema: Model {
        var reference: String?
        var type: [String]?
        var properties: [String: Schema]?
        var additionalProperties: Extra?

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["reference": "$ref"]
            model.transforms = ["type": .oneUnlessMany]
        }
    }

    struct Response: Model {
        var reference: String?
        var description: String?

        static func describe(_ model: inout ModelDescription) { model.keys = ["reference": "$ref"] }
    }

    struct Operation: Model {
        var operationId = ""
        var responses: [String: Response] = [:]

        static func describe(_ model: inout ModelDescription) { model.required = [\Self.responses] }
    }

    struct PathItem: Model {
        var parameters: [JSONValue] = []
        var operations: [String: Operation] = [:]

        static func describe(_ model: inout ModelDescription) { model.keys = ["operations": .rest] }
    }

    struct Description: Model {
        var openapi = ""
        var paths: [String: PathItem] = [:]
        var schemas: [String: Schema] = [:]

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["schemas": "components.schemas"]
        }
    }

    static func run(_ sample: String, _ path: String, _ print: (Any...) -> Void) throws {
        let description = try Description(json: sample)
        let item = description.paths["/kites/{id}"]!
        print(item.operations.keys.sorted(), item.operations["delete"]!.responses["204"]!.description!)
        let kite = description.schemas["Kite"]!
        print(kite.type!, kite.properties!["name"]!.type!, kite.properties!["next"]!.reference!)
        if case .allowed(let isAllowed) = kite.additionalProperties { print(isAllowed) }
    }
}

/// npm.
enum NPMFeed: DocumentedFeed {
    static let section = "npm"

    enum Commands: DescribedEnum {
        case one(String), named([String: String])

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .untagged
            cases.add("one", make: Self.one) { if case .one(let one) = $0 { one } else { nil } }
            cases.add("named", make: Self.named) { if case .named(let one) = $0 { one } else { nil } }
        }
    }

    struct Version: Model {
        var license: String?
        var repository: String?
        var bin: Commands?
        var deprecated: String?

        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "license": ["license", "license.type", "licenses[0].type"],
                "repository": ["repository", "repository.url"],
            ]
            model.transforms = [
                "deprecated": PropertyTransform(
                    from: { .some($0.stringValue) },
                    to: { (text: String?) in text.map { .string($0) } })
            ]
        }
    }

    struct Times: Model {
        var created: Date?
        var modified: Date?
        var versions: [String: Date] = [:]

        static func describe(_ model: inout ModelDescription) { model.keys = ["versions": .rest] }
    }

    struct Package: Model {
        var name = ""
        var distTags: [String: String] = [:]
        var versions: [String: Version] = [:]
        var time = Times()

        static func describe(_ model: inout ModelDescription) { model.keys.style = .kebabCase }
    }

    static func run(_ sample: String, _ path: String, _ print: (Any...) -> Void) throws {
        let package = try Package(json: sample)
        print(package.name, package.distTags["latest"]!, package.time.versions["0.9.0"]!)
        for (number, version) in package.versions.sorted(by: { $0.key < $1.key }) {
            print(number, version.license!, version.repository!, version.deprecated ?? "in use")
            switch version.bin {
            case .one(let path): print(package.name, path)
            case .named(let paths): print(paths.keys.sorted())
            case nil: break
            }
        }
    }
}
