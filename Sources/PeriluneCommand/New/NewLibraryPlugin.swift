import PeriluneCore
import PeriluneFiles

/// The files of a new plugin that is a Swift package and builds a shared library.
enum NewLibraryPlugin {
    /// The folder of the SDK: that of `make install`, or that of the Debian package.
    static let installedSDK =
        ["/usr/local/share/perilune/sdk", "/usr/share/perilune/sdk"].first(where: TextFile.exists)
        ?? "/usr/local/share/perilune/sdk"

    /// The module that a plugin imports; a constant, because the command itself does not import it.
    private static let library = "PeriluneLibrary"

    static func files(named name: String, sdk: String) -> [NewFile] {
        let type = name.split(separator: "-")
            .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let module = name.replacing("-", with: "_")
        return [
            NewFile("Package.swift", package(name, type, sdk)),
            NewFile("Sources/\(type)/\(type).swift", plugin(name, type, module)),
            NewFile("Tests/\(type)Tests/\(type)Tests.swift", test(type)),
            NewFile("README.md", readme(name, type, module)),
            NewFile(".gitignore", ".build/\n"),
        ]
    }

    private static func package(_ name: String, _ type: String, _ sdk: String) -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        // The SDK is installed together with Perilune.
        let sdk = Context.environment["PERILUNE_SDK"] ?? "\(sdk)"

        let package = Package(
            name: "\(name)",
            products: [.library(name: "\(type)", type: .dynamic, targets: ["\(type)"])],
            dependencies: [.package(name: "perilune-sdk", path: sdk)],
            targets: [
                .target(
                    name: "\(type)",
                    dependencies: [.product(name: "PeriluneLibrary", package: "perilune-sdk")]),
                .testTarget(
                    name: "\(type)Tests",
                    dependencies: [
                        "\(type)", .product(name: "PeriluneTestKit", package: "perilune-sdk"),
                    ]),
            ],
            swiftLanguageModes: [.v6]
        )

        """
    }

    private static func plugin(_ name: String, _ type: String, _ module: String) -> String {
        """
        import \(library)

        /// Tells scripts which orders are large.
        ///
        /// ```lua
        /// if require("\(module)").isLarge(event.data.total) then … end
        /// ```
        public struct \(type): Plugin {
            /// The name that messages and `perilune plugin list` show.
            public let name = "\(name)"
            /// The version of this plugin.
            public let version = "0.1.0"
            /// What the plugin does.
            public let summary = "Tells which orders are large."
            /// The smallest total of a large order.
            let threshold: Int64

            /// Reads the settings of the configuration: `settings = { threshold = 500 }`.
            init(_ settings: Value = .null) throws(PeriluneError) {
                threshold = settings["threshold"]?.integer ?? 1000
                guard threshold > 0 else {
                    throw PeriluneError(
                        "\(name).settings", "threshold must be at least 1, got \\(threshold)")
                }
            }

            /// Registers what the plugin provides.
            public func register(in registry: inout Registry) throws(PeriluneError) {
                try registry.add(
                    HostModule(
                        "\(module)", "Classifies orders by size.",
                        [
                            HostFunction(
                                "isLarge", "Returns whether an order is large.",
                                [.init("total", .integer, "the total of the order")],
                                returns: "boolean",
                                .sync { [threshold] arguments, _ throws(PeriluneError) in
                                    .bool((arguments.first?.integer ?? 0) >= threshold)
                                })
                        ]))
                try registry.add(
                    PluginCommand(
                        "\(name)", "Tell whether an order is large",
                        operands: .init("TOTAL", "The total of the order.")
                    ) { [threshold] run in
                        let isLarge = (Int64(run.operands[0]) ?? 0) >= threshold
                        try run.write(isLarge ? "large\\n" : "small\\n")
                        return 0
                    })
            }
        }

        /// The entry point of the library.
        @_cdecl("perilune_plugin")
        public func perilunePlugin(_ abi: UInt32, _ host: UnsafeRawPointer?) -> UnsafeRawPointer? {
            PluginExport.serve(abi, host) { settings in try \(type)(settings) }
        }

        """
    }

    private static func test(_ type: String) -> String {
        """
        import \(library)
        import PeriluneTestKit
        import Testing

        @testable import \(type)

        struct \(type)Tests {
            @Test func followsTheRulesOfPlugins() throws {
                #expect(PluginConformance.check(try \(type)()).isEmpty)
            }

            @Test func readsTheThresholdFromTheConfiguration() throws {
                #expect(try \(type)(["threshold": 5]).threshold == 5)
                #expect(throws: PeriluneError.self) { try \(type)(["threshold": 0]) }
            }
        }

        """
    }

    private static func readme(_ name: String, _ type: String, _ module: String) -> String {
        """
        # \(name)

        Provides a module `\(module)` for scripts and a command, which tell whether an order is large.

        In this folder (if the SDK of Perilune is not where `Package.swift` expects it, set `PERILUNE_SDK`):

        ```sh
        swift test --disable-xctest
        swift build
        perilune plugin check .build/debug/lib\(type).so
        perilune \(name) 1200 --plugin .build/debug/lib\(type).so
        ```

        For machines without Swift, build with `swift build -c release -Xswiftc -static-stdlib`. To add the plugin to a
        project, run `perilune plugin add .build/release/lib\(type).so` in the project's folder. To change the
        threshold, list the plugin in `perilune.lua` instead:

        ```lua
        plugins = { libraries = { { path = "lib\(type).so", settings = { threshold = 500 } } } }
        ```

        """
    }
}
