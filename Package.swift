// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

// Warnings are errors where the environment asks for it, as `.ci/run` does: what a newer compiler warns of must not keep programs from building that
// depend on this package by its path.
let warnings: [SwiftSetting] = Context.environment["YODEL_WARNINGS_AS_ERRORS"] == "1" ? [.treatAllWarnings(as: .error)] : []

let strict: [SwiftSetting] =
    warnings + [
        .strictMemorySafety(),
        // A record of a stream is lent; the compiler sees to it that it is not kept.
        .enableExperimentalFeature("Lifetimes"),
    ]

// The documentation's plugin is a dependency only where the environment asks for it, as the step `docs` of `.ci/run` does.
let documentation: [Package.Dependency] =
    Context.environment["YODEL_DOCUMENTATION"] == "1"
    ? [.package(url: "https://github.com/swiftlang/swift-docc-plugin.git", from: "1.5.0")] : []

// The tests of the core, a target for a few layers each. `YODEL_TESTS` names those that are built, as in `YODEL_TESTS="YodelDecodingTests YodelTests"`;
// without it all are. What they share is a test target too, so that no release build has it.
let wantedTests = Context.environment["YODEL_TESTS"]?.split(separator: " ").map(String.init)
let coreTests: [Target] = [
    "YodelBaseTests", "YodelPlanTests", "YodelDecodingTests", "YodelEncodingTests", "YodelModelsTests", "YodelStreamsTests", "YodelTests",
].filter { wantedTests?.contains($0) ?? true }.map { name in
    .testTarget(
        name: name,
        dependencies: ["Yodel", "YodelFoundation", "YodelTestSupport", "CArrow", "CScan", "CScanPortable"],
        // Read where they are, by the path of the source.
        exclude: name == "YodelTests" ? ["Fixtures"] : [],
        swiftSettings: warnings
    )
}

// With YODEL_STATIC_YAJL=1 programs have yajl in them, from the archive of libyajl-dev: they need no shared library of it where they run.
let yajl: Target =
    Context.environment["YODEL_STATIC_YAJL"] == "1"
    ? .systemLibrary(name: "CYajl", path: "CSources/CYajlStatic")
    : .systemLibrary(
        name: "CYajl", path: "CSources/CYajl", pkgConfig: "yajl", providers: [.apt(["libyajl-dev"]), .brew(["yajl"])])

let package = Package(
    name: "Yodel",
    products: [
        .library(name: "Yodel", targets: ["Yodel"]),
        .library(name: "YodelFoundation", targets: ["YodelFoundation"]),
        .library(name: "YodelNIO", targets: ["YodelNIO"]),
        .library(name: "YodelMacros", targets: ["YodelMacros"]),
        .library(name: "YodelColumns", targets: ["YodelColumns"]),
        .library(name: "YodelIngest", targets: ["YodelIngest"]),
        .library(name: "YodelServer", targets: ["YodelServer"]),
        .executable(name: "Ingest", targets: ["Ingest"]),
    ],
    traits: [
        .trait(name: "NIO", description: "SwiftNIO: what YodelNIO holds. Without it its names are unavailable and nothing is fetched."),
        .trait(name: "Macros", description: "@Model: what YodelMacros holds. Without it its names are unavailable and nothing is fetched."),
        .trait(name: "Compression", description: "Files compressed by gzip or zstd in the scans of YodelColumns. Needs zlib and zstd."),
        .trait(
            name: "Ingest",
            description:
                "From files to a database: what YodelIngest and Ingest hold. Without it their names are unavailable and nothing is fetched. Needs SQLite, zlib and zstd.",
            enabledTraits: ["Compression"]),
        .trait(
            name: "Server",
            description: "Requests to models with Hummingbird: what YodelServer holds. With Ingest also IngestRoutes and `Ingest serve`.",
            enabledTraits: ["NIO"]),
        .trait(
            name: "PostgreSQL", description: "PostgreSQLSink of YodelIngest, and the program's --into postgresql://…. Needs libpq.",
            enabledTraits: ["Ingest"]),
    ],
    dependencies: documentation + [
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.86.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax.git", from: "603.0.1"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.8.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        // The parts of requests and answers that Hummingbird's channels carry.
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.34.1"),
    ],
    targets: [
        yajl,
        .target(name: "CScan", path: "CSources/CScan"),
        // What differs by platform. No product has it, so that no program sees what it exports.
        .target(name: "YodelSystem", swiftSettings: strict),
        .target(name: "CArrow", path: "CSources/CArrow"),
        .target(
            name: "Yodel",
            dependencies: ["CYajl", "CScan", "CArrow", "YodelSystem"],
            swiftSettings: strict
        ),
        .target(name: "YodelFoundation", dependencies: ["Yodel"], swiftSettings: strict),
        .target(
            name: "YodelArchives",
            dependencies: [
                .target(name: "CZlib", condition: .when(traits: ["Compression"])),
                .target(name: "CZstd", condition: .when(traits: ["Compression"])),
            ],
            swiftSettings: strict
        ),
        .target(name: "YodelColumns", dependencies: ["Yodel", "YodelArchives", "YodelSystem", "CArrow"], swiftSettings: strict),
        .target(
            name: "YodelNIO",
            dependencies: ["Yodel", .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["NIO"]))],
            swiftSettings: strict
        ),
        .macro(
            name: "YodelMacroPlugin",
            dependencies: [
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: .when(traits: ["Macros"])),
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: .when(traits: ["Macros"])),
            ],
            swiftSettings: warnings
        ),
        .target(
            name: "YodelMacros",
            dependencies: ["Yodel", .target(name: "YodelMacroPlugin", condition: .when(traits: ["Macros"]))],
            swiftSettings: strict
        ),
        .systemLibrary(name: "CZlib", path: "CSources/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(name: "CZstd", path: "CSources/CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
        .systemLibrary(
            name: "CPostgreSQL", path: "CSources/CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "YodelIngest",
            dependencies: [
                "Yodel", "YodelArchives", "YodelSystem",
                .target(name: "CZlib", condition: .when(traits: ["Ingest"])),
                .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Ingest"])),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["Ingest"])),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Ingest"])),
                .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Ingest"])),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Ingest"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["NIO"])),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "YodelServer",
            dependencies: [
                "Yodel", "YodelNIO", "YodelIngest",
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Server"])),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Server"])),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Server"])),
                .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Server"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Server"])),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: .when(traits: ["Server"])),
            ],
            swiftSettings: strict
        ),
        .target(name: "IngestSample", dependencies: ["YodelSystem"], swiftSettings: strict),
        .executableTarget(
            name: "Ingest",
            dependencies: [
                "Yodel", "YodelIngest", "YodelServer", "YodelSystem", "IngestSample",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Ingest"])),
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Server"])),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Server"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
            ],
            swiftSettings: strict
        ),
        .target(name: "CMallocCount", path: "CSources/CMallocCount"),
        .target(name: "CScanPortable", dependencies: ["CScan"], path: "CSources/CScanPortable"),
        .executableTarget(
            name: "Bench",
            dependencies: ["Yodel", "YodelFoundation", "CYajl", "CMallocCount"],
            path: "Benchmarks/Bench",
            swiftSettings: warnings
        ),
        .executableTarget(
            name: "BenchServe",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Ingest"])),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["Ingest"])),
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Server"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
            ],
            path: "Benchmarks/BenchServe",
            swiftSettings: warnings
        ),
        .testTarget(
            name: "YodelTestSupport",
            dependencies: [
                "Yodel", "YodelFoundation",
                .target(name: "CZlib", condition: .when(traits: ["Ingest"])),
                .target(name: "CZstd", condition: .when(traits: ["Ingest"])),
            ],
            swiftSettings: warnings
        ),
        .testTarget(
            name: "YodelNIOTests",
            dependencies: [
                "Yodel", "YodelNIO",
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["NIO"])),
                .product(name: "NIOEmbedded", package: "swift-nio", condition: .when(traits: ["NIO"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["NIO"])),
            ],
            swiftSettings: warnings
        ),
        .testTarget(
            name: "YodelMacrosTests",
            dependencies: [
                "YodelMacros", .target(name: "YodelMacroPlugin", condition: .when(traits: ["Macros"])),
                .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax", condition: .when(traits: ["Macros"])),
            ],
            swiftSettings: warnings
        ),
        .testTarget(
            name: "YodelIngestTests",
            dependencies: [
                "Yodel", "YodelIngest", "YodelTestSupport", "IngestSample",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Ingest"])),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Ingest"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["NIO"])),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Ingest"])),
            ],
            swiftSettings: warnings
        ),
        .testTarget(
            name: "YodelServerTests",
            dependencies: [
                "Yodel", "YodelFoundation", "YodelIngest", "YodelNIO", "YodelServer", "YodelTestSupport",
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Server"])),
                .product(name: "HummingbirdTesting", package: "hummingbird", condition: .when(traits: ["Server"])),
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Ingest"])),
                .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Server"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
                .product(name: "NIOEmbedded", package: "swift-nio", condition: .when(traits: ["Server"])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Server"])),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: .when(traits: ["Server"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Server"])),
            ],
            swiftSettings: warnings
        ),
    ] + coreTests,
    swiftLanguageModes: [.v6]
)
