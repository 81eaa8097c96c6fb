// swift-tools-version: 6.2
import PackageDescription

// The SDK is installed with Perilune (make install).
let sdk = Context.environment["PERILUNE_SDK"] ?? "/usr/local/share/perilune/sdk"

let package = Package(
    name: "opening-hours",
    products: [.library(name: "OpeningHours", type: .dynamic, targets: ["OpeningHours"])],
    dependencies: [.package(name: "perilune-sdk", path: sdk)],
    targets: [
        .target(
            name: "OpeningHours",
            dependencies: [.product(name: "PeriluneLibrary", package: "perilune-sdk")]),
        .testTarget(
            name: "OpeningHoursTests",
            dependencies: [
                "OpeningHours", .product(name: "PeriluneTestKit", package: "perilune-sdk"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
