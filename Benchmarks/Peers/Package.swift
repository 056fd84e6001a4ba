// swift-tools-version: 6.2

import PackageDescription

// Yodel beside simdjson and RapidJSON, in one process; `run` fetches simdjson, builds and starts it. No user builds it: it is a package of its own. Models and documents are those of
// Bench, which are linked into its sources.

// RapidJSON 1.1.0 has an assignment to a constant in a template, which newer compilers refuse as soon as they see it; nobody asks for that assignment.
let late: [CXXSetting] = [.unsafeFlags(["-fdelayed-template-parsing", "-Wno-delayed-template-parsing-in-cxx20"])]

let package = Package(
    name: "Peers",
    dependencies: [.package(name: "Yodel", path: "../..")],
    targets: [
        .target(name: "CPeers", cxxSettings: late),
        .executableTarget(name: "Peers", dependencies: ["CPeers", .product(name: "Yodel", package: "Yodel")]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx20
)
