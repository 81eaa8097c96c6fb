// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "order-service",
    // In a package of your own: its URL.
    dependencies: [.package(name: "perilune", path: "../..")],
    targets: [
        .executableTarget(
            name: "OrderService",
            dependencies: [.product(name: "Perilune", package: "perilune")],
            path: "Sources")
    ],
    swiftLanguageModes: [.v6]
)
