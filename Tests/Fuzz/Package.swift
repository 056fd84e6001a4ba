// swift-tools-version: 6.2

import PackageDescription

// The library and the targets of Tests/YodelTestSupport/Fuzz with libFuzzer in front. `run` builds it with the flags that this needs; they apply to the
// library too, so that the fuzzer sees where in it an input leads.

let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "Yodel", path: "../..")],
    targets: [
        .executableTarget(
            name: "Fuzz",
            dependencies: [.product(name: "Yodel", package: "Yodel")],
            path: "Sources",
            swiftSettings: [.treatAllWarnings(as: .error), .unsafeFlags(["-parse-as-library"])]
        )
    ],
    swiftLanguageModes: [.v6]
)
