// swift-tools-version: 6.2

// Libraries of models as users of the package have them: the models, a dynamic product, and what gives it the functions that Python calls.

import PackageDescription

/// A library with the models of a target.
func models(_ name: String) -> Target {
    .target(
        name: name,
        dependencies: [.product(name: "Yodel", package: "Yodel"), .product(name: "YodelColumns", package: "Yodel")],
        // Nothing but the functions that Python calls is to be seen: several such libraries may be loaded by one process.
        linkerSettings: [.unsafeFlags(["-Xlinker", "--version-script=\(Context.packageDirectory)/exports.map"])]
    )
}

let package = Package(
    name: "Events",
    products: [
        .library(name: "Events", type: .dynamic, targets: ["Events"]),
        .library(name: "Other", type: .dynamic, targets: ["Other"]),
    ],
    // Files that are compressed by gzip or zstd need the trait, and zlib and zstd.
    dependencies: [.package(name: "Yodel", path: "../../..", traits: ["Compression"])],
    targets: [models("Events"), models("Other")]
)
