/// What the command line asks for.
struct Options {
    var rounds = 11
    var isQuick = false
    var dataFolder: String?
    var jsonFile: String?
    var filters: [String] = []

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            func value() throws -> String {
                guard let value = rest.popFirst() else { throw BenchError("\(option) needs a value") }
                return value
            }
            switch option {
            case "--quick": isQuick = true
            case "--rounds":
                guard let count = Int(try value()), count >= 1 else { throw BenchError("--rounds needs a whole number from 1 on") }
                rounds = count
            case "--data": dataFolder = try value()
            case "--json": jsonFile = try value()
            case "--filter": filters.append(try value())
            default: throw BenchError("unknown option \"\(option)\"; run --help lists the options")
            }
        }
    }

    func few(_ count: Int, quick: Int) -> Int { isQuick ? quick : count }

    func wants(_ workload: String, _ operation: Operation) -> Bool {
        let name = "\(workload) \(operation.rawValue)"
        return filters.isEmpty || filters.contains { name.contains($0) }
    }
}
