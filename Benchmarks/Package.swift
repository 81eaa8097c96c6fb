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
    targets: [
        .executableTarget(name: "generate", swiftSettings: settings)
    ],
    swiftLanguageModes: [.v6]
)
