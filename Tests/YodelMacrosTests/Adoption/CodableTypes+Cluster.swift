#if Macros
import Foundation

// Machines that run programs.
extension ByCodable {
    /// What everything has.
    struct ObjectMeta: Codable, Hashable {
        struct OwnerReference: Codable, Hashable {
            let kind: String
            let name: String
            let uid: UUID
            let controller: Bool?
        }

        let name: String
        let namespace: String?
        let uid: UUID
        let generation: Int64?
        let creationTimestamp: Date
        let labels: [String: String]?
        let annotations: [String: String]?
        let ownerReferences: [OwnerReference]?
        let finalizers: [String]?
    }

    /// How one sees whether a program runs.
    enum Probe: Codable, Hashable {
        case httpGet(path: String, port: UInt16, scheme: String?)
        case tcpSocket(port: UInt16)
        case exec([String])
        case after(Double)
        case none
    }

    /// How packets travel.
    enum Transport: String, Codable, CaseIterable {
        case tcp = "TCP"
        case udp = "UDP"
        case sctp = "SCTP"
    }

    /// A program with all that it needs.
    struct Container: Codable, Hashable {
        struct Port: Codable, Hashable {
            let name: String?
            let containerPort: UInt16
            let `protocol`: Transport?
        }

        struct Variable: Codable, Hashable {
            let name: String
            let value: String?
        }

        struct Resources: Codable, Hashable {
            let limits: [String: String]?
            let requests: [String: String]?
        }

        let name: String
        let image: String
        let command: [String]?
        let args: [String]?
        let env: [Variable]?
        let ports: [Port]?
        let resources: Resources
        let livenessProbe: Probe?
        var tty: Bool?
    }

    /// Programs that run together.
    struct Pod: Codable, Hashable {
        struct Spec: Codable, Hashable {
            enum RestartPolicy: String, Codable, CaseIterable {
                case always = "Always"
                case onFailure = "OnFailure"
                case never = "Never"
            }

            let containers: [Container]
            let initContainers: [Container]?
            let restartPolicy: RestartPolicy?
            let nodeSelector: [String: String]?
            let priority: Int32?
            let grace: Int64

            enum CodingKeys: String, CodingKey {
                case containers, initContainers, restartPolicy, nodeSelector, priority
                case grace = "terminationGracePeriodSeconds"
            }
        }

        struct State: Codable, Hashable {
            let phase: String
            let conditions: [Condition]
            let podIP: String?
            let startTime: Date?
        }

        let apiVersion: String
        let kind: String
        let metadata: ObjectMeta
        let spec: Spec
        let status: State?
    }

    /// What is the case, or is not.
    struct Condition: Codable, Hashable {
        enum Verdict: String, Codable, CaseIterable {
            case yes = "True"
            case no = "False"
            case unknown = "Unknown"
        }

        let type: String
        let status: Verdict
        let reason: String?
        let message: String?
        let lastTransitionTime: Date
    }

    /// The way to programs.
    struct Service: Codable, Hashable {
        struct Port: Codable, Hashable {
            let name: String?
            let port: UInt16
            let targetPort: UInt16?
            let `protocol`: Transport
        }

        let metadata: ObjectMeta
        let clusterIP: String?
        let ports: [Port]
        let selector: [String: String]
        let externalIPs: [String]?
    }

    /// Values that programs are given.
    struct ConfigMap: Codable, Hashable {
        let metadata: ObjectMeta
        let immutable: Bool?
        let data: [String: String]?
        let binaryData: [String: Data]?
    }

    /// How many of one pod there are.
    struct Deployment: Codable, Hashable {
        enum Strategy: Codable, Hashable {
            case recreate
            case rollingUpdate(maxSurge: Int, maxUnavailable: Int?)
            case canary(weights: [Int], pause: Double)
        }

        struct Status: Codable, Hashable {
            let replicas: Int32
            let readyReplicas: Int32?
            let observedGeneration: Int64
            let conditions: [Condition]?
        }

        let metadata: ObjectMeta
        let replicas: Int32
        let selector: [String: [String: String]]
        let template: Pod.Spec
        let strategy: Strategy
        let status: Status?
    }

    /// A machine.
    struct Node: Codable, Hashable {
        struct Address: Codable, Hashable {
            let type: String
            let address: String
        }

        struct Image: Codable, Hashable {
            let names: [String]
            let sizeBytes: Int64
        }

        struct Taint: Codable, Hashable {
            let key: String
            let value: String?
            let effect: String
            let timeAdded: Date?
        }

        let metadata: ObjectMeta
        let capacity: [String: String]
        let addresses: [Address]
        let taints: [Taint]?
        let images: [Image]
        let unschedulable: Bool?
        let podCIDRs: [String]?
    }

    /// What a document may hold.
    struct Schema: Codable, Hashable {
        enum Kind: String, Codable, CaseIterable {
            case object, array, string, integer, number, boolean
        }

        let type: Kind
        let description: String?
        let properties: [String: Schema]?
        let items: [Schema]?
        let required: [String]?
        let minimum: Double?
        let nullable: Bool
    }

    /// A program that runs at times.
    struct CronJob: Codable, Hashable {
        let metadata: ObjectMeta
        let schedule: String
        var suspend: Bool
        let history: [Run]
        let template: Pod.Spec

        struct Run: Codable, Hashable {
            let started: Date
            let ended: Date?
            let exitCode: Int32?
            let logs: URL?
        }

        enum CodingKeys: String, CodingKey {
            case metadata, schedule, suspend, history
            case template = "jobTemplate"
        }
    }
}
#endif
