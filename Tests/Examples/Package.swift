// swift-tools-version: 6.2

import PackageDescription

// Programs to begin with, each a few dozen lines: README.md says what they show, and `run` builds and checks them. In a package of your own the dependency on
// Yodel has the traits that your program needs, which are named beside each target.

let warnings: [SwiftSetting] = Context.environment["YODEL_WARNINGS_AS_ERRORS"] == "1" ? [.treatAllWarnings(as: .error)] : []

let package = Package(
    name: "Examples",
    dependencies: [
        .package(name: "Yodel", path: "../..", traits: ["Server", "Ingest"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.30.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.10.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
    ],
    targets: [
        // Trait Server.
        .executableTarget(
            name: "Books",
            dependencies: [
                .product(name: "Yodel", package: "Yodel"),
                .product(name: "YodelServer", package: "Yodel"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            swiftSettings: warnings
        ),
        // Trait NIO, which Server enables.
        .executableTarget(
            name: "Client",
            dependencies: [
                .product(name: "Yodel", package: "Yodel"),
                .product(name: "YodelNIO", package: "Yodel"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ],
            swiftSettings: warnings
        ),
        // What the client is tried with.
        .executableTarget(
            name: "IssueServer",
            dependencies: [
                .product(name: "Yodel", package: "Yodel"),
                .product(name: "YodelServer", package: "Yodel"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            swiftSettings: warnings
        ),
        // Trait Ingest.
        .executableTarget(
            name: "Follower",
            dependencies: [
                .product(name: "Yodel", package: "Yodel"),
                .product(name: "YodelIngest", package: "Yodel"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: warnings
        ),
        // No trait.
        .executableTarget(name: "Columns", dependencies: [.product(name: "Yodel", package: "Yodel")], swiftSettings: warnings),
    ],
    swiftLanguageModes: [.v6]
)
