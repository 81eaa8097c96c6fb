// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
]

// A package of its own, so that building or testing Perilune never builds a benchmark.
let package = Package(
    name: "perilune-benchmarks",
    dependencies: [.package(name: "perilune", path: "..")],
    targets: [
        .executableTarget(name: "generate", swiftSettings: settings),
        .target(name: "CLuaFloor", linkerSettings: [.linkedLibrary("lua5.4")]),
        .executableTarget(
            name: "inprocess",
            dependencies: [
                "CLuaFloor",
                .product(name: "Perilune", package: "perilune"),
                .product(name: "PerilunePlugins", package: "perilune"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "reload",
            dependencies: [.product(name: "Perilune", package: "perilune")],
            swiftSettings: settings),
        .executableTarget(
            name: "roundtrip",
            dependencies: [.product(name: "PerilunePlugins", package: "perilune")],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
