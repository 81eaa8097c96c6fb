// swift-tools-version: 6.2
import PackageDescription

// What a plugin in a shared library is built with: `make install` puts this file beside the sources of the
// targets it names. A plugin's own package depends on it by path, as Examples/LibraryPlugin does.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "perilune-sdk",
    products: [
        .library(name: "PeriluneLibrary", targets: ["PeriluneCore", "PeriluneLibrary"]),
        .library(name: "PeriluneTestKit", targets: ["PeriluneTestKit"]),
    ],
    targets: [
        .target(
            name: "CPeriluneJSON",
            cxxSettings: [.define("SIMDJSON_THREADS_ENABLED", to: "1")],
            linkerSettings: [.linkedLibrary("simdjson")]),
        .target(name: "CPerilunePlugin"),
        .target(name: "PeriluneCore", swiftSettings: settings),
        .target(
            name: "PeriluneJSON", dependencies: ["PeriluneCore", "CPeriluneJSON"],
            swiftSettings: settings),
        .target(
            name: "PeriluneLibrary",
            dependencies: ["PeriluneCore", "PeriluneJSON", "CPerilunePlugin"],
            swiftSettings: settings,
            linkerSettings: [
                // The library has its own copy of all this, perhaps of another version than the host's.
                // Nothing of it may be seen by, or taken from, the rest of the process.
                .unsafeFlags([
                    "-Xlinker", "--version-script=\(Context.packageDirectory)/exports.map",
                ])
            ]),
        .target(
            name: "PeriluneTestKit", dependencies: ["PeriluneCore"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)
