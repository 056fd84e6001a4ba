// swift-tools-version: 6.2

import Foundation
import PackageDescription

// A program that uses the library as others do, to be built in every way in which programs are; `run` does. With CONSUMER_WITHOUT_REFLECTION set,
// its own module has no reflection metadata, and the library has. Its warnings are errors but with YODEL_WARNINGS_AS_ERRORS=0.

let warnings: [SwiftSetting] = Context.environment["YODEL_WARNINGS_AS_ERRORS"] == "0" ? [] : [.treatAllWarnings(as: .error)]
let isSilent = ProcessInfo.processInfo.environment["CONSUMER_WITHOUT_REFLECTION"] != nil
let silence: [SwiftSetting] = isSilent ? [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])] : []

let package = Package(
    name: "Toolchain",
    dependencies: [.package(name: "Yodel", path: "../..")],
    targets: [
        .executableTarget(
            name: "Consumer",
            dependencies: [.product(name: "Yodel", package: "Yodel"), .product(name: "YodelFoundation", package: "Yodel")],
            path: "Sources",
            swiftSettings: warnings + silence
        )
    ],
    swiftLanguageModes: [.v6]
)
