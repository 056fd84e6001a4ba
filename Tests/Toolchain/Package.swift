// swift-tools-version: 6.2

import Foundation
import PackageDescription

// Programs that use the library as others do, to be built in every way in which programs are; `run` does. With CONSUMER_WITHOUT_REFLECTION set,
// their own modules have no reflection metadata, and the library has. Their warnings are errors but with YODEL_WARNINGS_AS_ERRORS=0.
//
// CONSUMER_SETTING names what `Settings` is compiled with. These are settings of the program alone, so that the library is built once for all of them.

let imports: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
]
let settings: [String: [SwiftSetting]] = [
    "swift5": [.swiftLanguageMode(.v5)],
    "swift6": [.swiftLanguageMode(.v6)],
    "mainactor": [.defaultIsolation(MainActor.self)],
    "mainactor5": [.defaultIsolation(MainActor.self), .swiftLanguageMode(.v5)],
    "imports": imports,
    "memory": [.strictMemorySafety()],
    "cxx": [.interoperabilityMode(.Cxx)],
    "together": imports + [.defaultIsolation(MainActor.self), .strictMemorySafety(), .interoperabilityMode(.Cxx)],
    // Without the macro, which would take minutes to build again.
    "swiftbuild": [],
]

let warnings: [SwiftSetting] = Context.environment["YODEL_WARNINGS_AS_ERRORS"] == "0" ? [] : [.treatAllWarnings(as: .error)]
let isSilent = ProcessInfo.processInfo.environment["CONSUMER_WITHOUT_REFLECTION"] != nil
let silence: [SwiftSetting] = isSilent ? [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])] : []

let setting = Context.environment["CONSUMER_SETTING"]
let hasMacros = setting != nil && setting != "swiftbuild"
if let setting, settings[setting] == nil { fatalError("CONSUMER_SETTING: \(setting) is none of \(settings.keys.sorted())") }

let consumer: Target = .executableTarget(
    name: "Consumer",
    dependencies: [.product(name: "Yodel", package: "Yodel"), .product(name: "YodelFoundation", package: "Yodel")],
    path: "Sources",
    swiftSettings: warnings + silence
)
let program: Target = .executableTarget(
    name: "Settings",
    dependencies: [.product(name: "Yodel", package: "Yodel")] + (hasMacros ? [.product(name: "YodelMacros", package: "Yodel")] : []),
    path: "Settings",
    swiftSettings: warnings + (hasMacros ? [.define("MACROS")] : []) + (setting.flatMap { settings[$0] } ?? [])
)

let package = Package(
    name: "Toolchain",
    dependencies: [.package(name: "Yodel", path: "../..", traits: hasMacros ? ["Macros"] : [])],
    targets: setting == nil ? [consumer] : [program],
    swiftLanguageModes: [.v6]
)
