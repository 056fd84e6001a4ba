import Foundation
import Yodel

// Feeds of clouds: what the article FeedsOfTheWild says of them.

/// GitHub archive.
enum GitHubFeed: DocumentedFeed {
    static let section = "GitHub archive"

    struct Push: Model {
        var ref = ""

        static func describe(_ model: inout ModelDescription) { model.keys = ["ref": "payload.ref"] }
    }

    struct Watch: Model {
        var action = ""

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["action": "payload.action"]
        }
    }

    enum Activity: DescribedEnum {
        case push(Push), watch(Watch), other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type")
            cases.add("PushEvent", make: Self.push) { if case .push(let one) = $0 { one } else { nil } }
            cases.add("WatchEvent", make: Self.watch) {
                if case .watch(let one) = $0 { one } else { nil }
            }
            cases.addOther(make: Self.other) { if case .other(let one) = $0 { one } else { nil } }
        }
    }

    struct Event: Model {
        var id = 0
        var created: Date?
        var activity: Activity?

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["created": "created_at", "activity": .flattened]
        }
    }

    static func run(_ sample: String, _ path: String, _ print: (Any...) -> Void) throws {
        try ModelFile(path).read(Event.self, framing: .lines) { record in
            let event = try record.get()
            switch event.activity {
            case .push(let push): print(event.id, push.ref, event.created!)
            case .watch(let watch): print(event.id, watch.action)
            case .other(let other): print(event.id, other["type"]!)
            case nil: print(event.id)
            }
        }
    }
}

/// CloudTrail.
enum CloudTrailFeed: DocumentedFeed {
    static let section = "CloudTrail"

    struct Role: Model {
        var name = ""

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["name": "sessionContext.sessionIssuer.userName"]
        }
    }

    struct Service: Model {
        var invokedBy = ""
    }

    enum Caller: DescribedEnum {
        case role(Role), service(Service), other(JSONObject)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .tagged("type")
            cases.add("AssumedRole", make: Self.role) {
                if case .role(let one) = $0 { one } else { nil }
            }
            cases.add("AWSService", make: Self.service) {
                if case .service(let one) = $0 { one } else { nil }
            }
            cases.addOther(make: Self.other) { if case .other(let one) = $0 { one } else { nil } }
        }
    }

    struct Call: Model {
        var name = ""
        var time: Date?
        var caller: Caller?
        var usedMFA = false
        var instances: [String] = []

        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "name": "eventName", "time": "eventTime", "caller": "userIdentity",
                "usedMFA": .keys(
                    "userIdentity.sessionContext.attributes.mfaAuthenticated", writing: ""),
                "instances": "requestParameters.instancesSet.items",
            ]
            model.transforms = ["instances": .each("instanceId")]
        }
    }

    static func run(_ sample: String, _ path: String, _ print: (Any...) -> Void) throws {
        try ModelFile(path).read(Call.self, framing: .array(at: "Records")) { record in
            guard let call = record.model else { return print(record.error!) }
            switch call.caller {
            case .role(let role): print(call.name, role.name, call.usedMFA, call.instances)
            case .service(let service): print(call.name, service.invokedBy, call.instances)
            case .other, nil: print(call.name)
            }
        }
    }
}

/// Kubernetes audit log.
enum KubernetesFeed: DocumentedFeed {
    static let section = "Kubernetes audit log"

    enum Port: DescribedEnum {
        case number(Int), name(String)

        static func describe(_ cases: inout EnumCases<Self>) {
            cases.form = .untagged
            cases.add("number", make: Self.number) {
                if case .number(let one) = $0 { one } else { nil }
            }
            cases.add("name", make: Self.name) { if case .name(let one) = $0 { one } else { nil } }
        }
    }

    struct Audit: Model {
        var verb = ""
        var user = ""
        var decision: String?
        var ports: [Port] = []
        var code: Int?
        var received: Date?

        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "user": "user.username", "code": "responseStatus.code",
                "decision": #"annotations["authorization.k8s.io/decision"]"#,
                "ports": "requestObject.spec.ports", "received": "requestReceivedTimestamp",
            ]
            model.transforms = ["ports": .each("targetPort")]
        }
    }

    static func run(_ sample: String, _ path: String, _ print: (Any...) -> Void) throws {
        let decoder = ModelDecoder()
        let audits = try decoder.decode([Audit].self, from: sample, at: "items")
        print(audits[0].verb, audits[0].user, audits[0].decision!, audits[0].code!)
        print(try ModelEncoder().encodeToString(audits[0].ports), audits[0].received!.timeIntervalSince1970)
    }
}
