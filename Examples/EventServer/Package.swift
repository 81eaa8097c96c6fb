// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "event-server",
    // In a package of your own: its URL.
    dependencies: [.package(name: "perilune", path: "../..")],
    targets: [
        .executableTarget(
            name: "EventServer",
            dependencies: [.product(name: "Perilune", package: "perilune")],
            path: "Sources")
    ],
    swiftLanguageModes: [.v6]
)
