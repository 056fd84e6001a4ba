// swift-tools-version: 6.2

// A library of models as a user of the package has one: the models, a dynamic product, and what gives it the functions that Python calls.

import PackageDescription

let package = Package(
    name: "Events",
    products: [.library(name: "Events", type: .dynamic, targets: ["Events"])],
    dependencies: [.package(name: "Yodel", path: "../../..", traits: ["Compression"])],
    targets: [
        .target(
            name: "Events",
            dependencies: [.product(name: "Yodel", package: "Yodel"), .product(name: "YodelColumns", package: "Yodel")],
            // Nothing but the functions that Python calls is to be seen: several such libraries may be loaded by one process.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--version-script=\(Context.packageDirectory)/exports.map"])]
        )
    ]
)
