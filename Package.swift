// swift-tools-version: 6.2
import PackageDescription

// The map of this package, and who may import whom, is in Documentation/Architecture.md;
// Tests/Integration/LayeringTests.swift fails on any arrow that is not drawn there.

let bridge: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Everything but the bridges to C: a pointer is an error there.
let strict: [SwiftSetting] = bridge + [.strictMemorySafety()]

func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
    settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, swiftSettings: bridge)
}

func targets(_ names: [String]) -> [Target.Dependency] { names.map { .target(name: $0) } }

/// A folder under `Plugins/` is an ordinary target, not SwiftPM's kind of plugin.
func plugin(
    _ name: String, _ dependencies: [String] = [], tests: [Target.Dependency] = [],
    testData: [String] = [], resources: [Resource] = [], hasCommands: Bool = false
) -> [Target] {
    let ofTests = Set(dependencies).union([
        "PeriluneCore", "PeriluneLua", "Perilune", "PeriluneTestKit",
    ])
    return [
        .target(
            name: "\(name)Plugin", dependencies: targets(["PeriluneCore"] + dependencies),
            path: "Plugins/\(name)", exclude: ["README.md"] + (hasCommands ? ["Commands"] : []),
            resources: resources, swiftSettings: strict),
        .testTarget(
            name: "\(name)PluginTests",
            dependencies: targets(ofTests.sorted()) + [.target(name: "\(name)Plugin")] + tests,
            path: "Tests/Plugins/\(name)", exclude: testData, swiftSettings: bridge),
    ]
}

/// What a plugin brings to the command: a target of its own, so that embedders do not link it.
func commands(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: "\(name)Commands",
        dependencies: [
            "Arguments", "PeriluneCommandKit", "PeriluneCore", .target(name: "\(name)Plugin"),
        ]
            + dependencies,
        path: "Plugins/\(name)/Commands", swiftSettings: strict)
}

/// A host under `Examples/`, which is a package of its own too: built here so that the tests run it.
func example(_ name: String) -> Target {
    .executableTarget(
        name: "\(name)Example", dependencies: ["Perilune", "PeriluneFoundation", "PeriluneHTTP"],
        path: "Examples/\(name)/Sources")
}

let systemLibraries: [Target] = [
    .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
    // Loaded when they are needed (CPeriluneLoading): no pkgConfig, which would link to them. Where headers need
    // its flags, `--pkg-config-path Sources/CPango/pkgconfig` gives the flags without the libraries.
    .systemLibrary(name: "CSQLite"), .systemLibrary(name: "CZlib"), .systemLibrary(name: "CZstd"),
    .systemLibrary(name: "CBzip2"), .systemLibrary(name: "CLZMA"),
    .systemLibrary(name: "CCurl"), .systemLibrary(name: "CGnuTLS"), .systemLibrary(name: "CNATS"),
    .systemLibrary(name: "CKafka"),
    .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    // pangocairo.pc has a flag that SwiftPM warns about, in the builds of embedders too. Those of the headers that Pango's
    // own include have none; CPango/pango is a link to Pango's.
    .systemLibrary(name: "CPango", pkgConfig: "harfbuzz", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CICU"),
]

let bridges: [Target] = [
    // No pkgConfig for simdjson: SwiftPM drops the -D that its ABI depends on.
    .target(
        name: "CPeriluneJSON",
        cxxSettings: [.define("SIMDJSON_THREADS_ENABLED", to: "1")],
        linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CPeriluneLoading"),
    .target(name: "CPeriluneRegex", dependencies: ["CPeriluneLoading"]),
    // The headers of GnuTLS, zlib and xxHash need no flags.
    .target(name: "CPeriluneEncoding", dependencies: ["CPeriluneLoading"]),
    .target(
        name: "CPeriluneLua",
        dependencies: ["CLua", "CPeriluneJSON", "CPeriluneEncoding", "CPeriluneRegex"]),
    // Pango brings Cairo along.
    .target(
        name: "CPeriluneDrawing", dependencies: ["CPango", "CCairo", "CPNG", "CPeriluneLoading"],
        cSettings: [.headerSearchPath("../CPango")]),
    .target(name: "CPeriluneLocale", dependencies: ["CICU", "CPeriluneLoading"]),
    .target(name: "CPeriluneLinks", dependencies: ["CICU", "CPeriluneLoading"]),
    // The header between a host and plugins in shared libraries; C authors need nothing else.
    .target(name: "CPerilunePlugin"),
    .target(name: "CPeriluneLineEditing", dependencies: ["CPeriluneLoading"]),
    .target(name: "CPeriluneActivity"),
    .target(name: "CPeriluneEpoll"),
]

let package = Package(
    name: "perilune",
    products: [
        .executable(name: "perilune", targets: ["PeriluneCommand"]),
        // With PeriluneHTTP, whose server takes what an `Intake` handles, and PeriluneFoundation, which adds Codable.
        .library(name: "Perilune", targets: ["Perilune", "PeriluneFoundation", "PeriluneHTTP"]),
        .library(name: "PeriluneTestKit", targets: ["PeriluneTestKit"]),
        .library(
            name: "PerilunePlugins",
            targets: [
                "PeriluneLinks", "LinkDrillPlugin", "URLPatternsPlugin", "SharingPlugin",
                "CodecsPlugin", "CRMPlugin", "CRMSandboxPlugin", "ChartsPlugin", "FilesPlugin",
                "HTTPPlugin", "KafkaPlugin", "LoginScreenPlugin", "NATSPlugin", "SinksPlugin",
                "SocketsPlugin", "StreamsPlugin", "WebhooksPlugin",
            ]),
    ],
    targets: systemLibraries + bridges + [
        library("PeriluneCore"),
        library("PeriluneJSON", ["PeriluneCore", "CPeriluneJSON"], settings: bridge),
        library(
            "PeriluneLua",
            ["PeriluneCore", "PeriluneJSON", "LuaSyntax", "CPeriluneLua", "CPeriluneRegex"],
            settings: bridge),
        library(
            "PeriluneStore",
            [
                "PeriluneCore", "CPeriluneActivity", "CPeriluneEncoding", "CPeriluneLoading",
                "CSQLite",
            ],
            settings: bridge),
        library(
            "PeriluneFiles",
            [
                "PeriluneCore", "PeriluneJSON", "CBzip2", "CLZMA", "CZlib", "CZstd",
                "CPeriluneEncoding", "CPeriluneLoading",
            ],
            settings: bridge),
        library(
            "PeriluneHTTP",
            [
                "PeriluneCore", "CPeriluneEncoding", "CPeriluneEpoll", "CCurl", "CGnuTLS",
                "CPeriluneLoading",
            ],
            settings: bridge),
        library(
            "PeriluneNATS", ["PeriluneCore", "PeriluneJSON", "CNATS", "CPeriluneLoading"],
            settings: bridge),
        library("PeriluneKafka", ["PeriluneCore", "CKafka", "CPeriluneLoading"], settings: bridge),
        library(
            "PeriluneMessages", ["PeriluneCore", "PeriluneFiles", "PeriluneHTTP", "PeriluneJSON"]),
        library(
            "PeriluneXML", ["PeriluneCore", "PeriluneJSON", "CXML", "CPeriluneLoading"],
            settings: bridge),
        library("PeriluneLinks", ["PeriluneCore", "CPeriluneLinks"]),
        library(
            "PeriluneDrawing", ["PeriluneCore", "CPeriluneDrawing", "CPeriluneEncoding"],
            settings: bridge),
        library("PeriluneLocale", ["PeriluneCore", "CPeriluneLocale"], settings: bridge),
        library(
            "PeriluneLibrary", ["PeriluneCore", "PeriluneJSON", "CPerilunePlugin"],
            exclude: ["SDK"], settings: bridge),
        library("LuaSyntax"),
        library("Arguments"),
        library("LineEditing", ["CPeriluneLineEditing"], settings: bridge),
        library(
            "Perilune",
            [
                "LuaSyntax", "PeriluneCore", "PeriluneFiles", "PeriluneHTTP", "PeriluneJSON",
                "PeriluneLibrary", "PeriluneLua", "PeriluneStore",
            ]),
        // Apart, since the command does not link to Foundation.
        library("PeriluneFoundation", ["Perilune"]),
        library(
            "PeriluneCluster",
            [
                "PeriluneCore", "PeriluneFiles", "PeriluneHTTP", "PeriluneJSON", "PeriluneNATS",
                "PeriluneStore", "Perilune",
            ]),
        library("PeriluneTestKit", ["PeriluneCore"]),
        library(
            "PeriluneTesting",
            [
                "PeriluneCore", "PeriluneFiles", "PeriluneJSON", "PeriluneLua", "PeriluneStore",
                "PeriluneXML", "LuaSyntax", "Perilune",
            ]),
        library(
            "PeriluneCommandKit", ["Arguments", "PeriluneCore", "PeriluneFiles", "PeriluneJSON"]),
        commands("Charts", ["PeriluneFiles", "PeriluneHTTP", "PeriluneJSON", "PeriluneTesting"]),
        commands("LoginScreen", ["PeriluneFiles", "PeriluneJSON"]),
        commands("CRM", ["Perilune", "PeriluneFiles", "PeriluneHTTP"]),
        commands("CRMSandbox", ["CRMPlugin", "PeriluneHTTP", "PeriluneTesting"]),
        .executableTarget(
            name: "PeriluneCommand",
            dependencies: [
                "Arguments", "CPeriluneLoading", "LineEditing", "LuaSyntax", "PeriluneCommandKit",
                "PeriluneCore",
                "PeriluneFiles", "PeriluneLinks", "PeriluneLua", "PeriluneStore", "PeriluneHTTP",
                "PeriluneJSON", "PeriluneTestKit", "Perilune", "PeriluneTesting",
                "PeriluneCluster", "PeriluneNATS",
                "LinkDrillPlugin", "URLPatternsPlugin", "SharingPlugin", "CRMPlugin",
                "ChartsPlugin", "CodecsPlugin", "FilesPlugin", "HTTPPlugin", "KafkaPlugin",
                "LoginScreenPlugin", "NATSPlugin", "SinksPlugin", "SocketsPlugin", "StreamsPlugin",
                "WebhooksPlugin",
                "CRMCommands", "CRMSandboxCommands", "ChartsCommands", "LoginScreenCommands",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PeriluneCoreTests", dependencies: ["PeriluneCore", "PeriluneTestKit"],
            exclude: ["Data"], swiftSettings: bridge),
        .testTarget(
            name: "PeriluneJSONTests",
            dependencies: ["PeriluneCore", "PeriluneJSON", "CPeriluneJSON"],
            exclude: ["attributes.json"], swiftSettings: bridge),
        .testTarget(
            name: "PeriluneLuaTests",
            dependencies: [
                "PeriluneCore", "PeriluneFiles", "PeriluneJSON", "PeriluneLua", "PeriluneStore",
                "Perilune",
            ],
            exclude: ["Attacks", "Differential", "Kept.txt", "LuaSuite"], swiftSettings: bridge),
        tests(
            "PeriluneLibrary",
            [
                "PeriluneCore", "PeriluneJSON", "PeriluneLibrary", "PeriluneTestKit", "Perilune",
                "PeriluneLua",
            ]),
        tests("PeriluneStore", ["PeriluneCore", "PeriluneStore", "PeriluneTestKit"]),
        tests("PeriluneFiles", ["PeriluneCore", "PeriluneFiles"]),
        tests("PeriluneHTTP", ["PeriluneCore", "PeriluneHTTP", "CPeriluneLoading"]),
        tests("PeriluneCluster", ["PeriluneCore", "PeriluneCluster", "PeriluneNATS", "Perilune"]),
        tests("PeriluneXML", ["PeriluneCore", "PeriluneXML"]),
        .testTarget(
            name: "PeriluneLinksTests",
            dependencies: ["PeriluneCore", "PeriluneLinks", "PeriluneTestKit"],
            exclude: ["Fixtures"], swiftSettings: bridge),
        tests(
            "PeriluneDrawing",
            ["PeriluneCore", "PeriluneDrawing", "PeriluneXML", "CPeriluneDrawing"]),
        tests("PeriluneLocale", ["PeriluneCore", "PeriluneLocale"]),
        tests("LuaSyntax", ["LuaSyntax"]),
        tests("PeriluneCommandKit", ["Arguments", "PeriluneCommandKit"]),
        .testTarget(
            name: "ArgumentsTests", dependencies: ["Arguments"], exclude: ["Snapshots"],
            swiftSettings: bridge),
        tests(
            "Perilune",
            [
                "LuaSyntax", "PeriluneCore", "PeriluneFiles", "PeriluneHTTP", "PeriluneJSON",
                "PeriluneStore", "Perilune", "PeriluneFoundation", "PeriluneTestKit",
            ]),
        tests(
            "PeriluneTesting",
            ["PeriluneCore", "PeriluneLua", "PeriluneXML", "Perilune", "PeriluneTesting"]),
        .testTarget(
            name: "ScriptsTests",
            dependencies: [
                "PeriluneCore", "PeriluneLua", "Perilune", "PeriluneTesting", "PeriluneCommand",
                "LinkDrillPlugin", "URLPatternsPlugin", "SharingPlugin", "CRMPlugin",
                "ChartsPlugin", "LoginScreenPlugin",
            ],
            path: "Tests/Scripts", swiftSettings: bridge),
        // The pages of Documentation/Reference, compared with the declarations that they describe.
        .testTarget(
            name: "ReferenceTests",
            dependencies: [
                "Arguments", "LuaSyntax", "PeriluneCore", "PeriluneHTTP", "PeriluneLua", "Perilune",
                "PeriluneCommand", "PeriluneTesting",
            ],
            path: "Tests/Reference", swiftSettings: bridge),
        // The command is a dependency so that `swift test` builds the binary these tests run.
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "PeriluneCommand", "Perilune", "LinkDrillPlugin", "ExpenseRulesExample",
                "LinkOpenerExample", "EventServerExample", "OrderServiceExample",
            ],
            path: "Tests/Integration", swiftSettings: bridge),
        example("ExpenseRules"), example("LinkOpener"), example("EventServer"),
        example("OrderService"),
    ]
        + plugin("LinkDrill", ["PeriluneLinks", "PeriluneXML"], tests: ["URLPatternsPlugin"])
        + plugin(
            "URLPatterns", ["PeriluneFiles", "PeriluneJSON", "PeriluneLinks"],
            tests: ["LinkDrillPlugin"])
        + plugin(
            "Codecs", ["PeriluneFiles", "PeriluneHTTP", "PeriluneJSON", "PeriluneStore"],
            tests: ["LinkDrillPlugin", "CPeriluneJSON"], testData: ["Data"])
        + plugin(
            "Sinks", ["PeriluneFiles", "PeriluneHTTP", "PeriluneJSON", "PeriluneStore"])
        + plugin(
            "Sockets", ["PeriluneFiles", "PeriluneHTTP"], tests: ["CodecsPlugin", "PeriluneJSON"])
        + plugin(
            "Streams", tests: ["PeriluneFiles", "PeriluneStore"], resources: [.embedInCode("Lua")])
        + plugin(
            "Webhooks", ["PeriluneFiles", "PeriluneHTTP", "PeriluneJSON"], tests: ["CodecsPlugin"],
            testData: ["Data"])
        + plugin(
            "Files", ["PeriluneFiles", "PeriluneHTTP", "PeriluneJSON"], tests: ["CodecsPlugin"])
        + plugin(
            "NATS",
            [
                "PeriluneFiles", "PeriluneHTTP", "PeriluneJSON", "PeriluneMessages", "PeriluneNATS",
            ], tests: ["PeriluneCluster", "PeriluneStore"])
        + plugin(
            "Kafka",
            [
                "PeriluneFiles", "PeriluneHTTP", "PeriluneJSON", "PeriluneKafka",
                "PeriluneMessages",
            ], tests: ["CKafka"])
        + plugin("HTTP", ["PeriluneFiles", "PeriluneHTTP", "PeriluneJSON"])
        + plugin("Sharing", ["PeriluneFiles", "PeriluneHTTP", "PeriluneJSON"])
        + plugin(
            "Charts",
            [
                "PeriluneDrawing", "PeriluneFiles", "PeriluneHTTP", "PeriluneJSON",
                "PeriluneLocale", "PeriluneLua", "PeriluneStore", "PeriluneXML",
            ],
            tests: ["LuaSyntax"], testData: ["Data"], resources: [.embedInCode("Pages/Files")],
            hasCommands: true)
        + plugin(
            "LoginScreen", ["PeriluneDrawing", "PeriluneFiles", "PeriluneXML"], hasCommands: true)
        + plugin(
            "CRM", ["PeriluneFiles", "PeriluneHTTP", "PeriluneJSON", "PeriluneXML"],
            testData: ["Webhook/Contexts"], hasCommands: true)
        + plugin(
            "CRMSandbox",
            ["CRMPlugin", "PeriluneHTTP", "PeriluneJSON", "PeriluneStore", "PeriluneXML"],
            hasCommands: true),
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)

/// The profile of the code in C and C++, which the Makefile names; `count` makes one instead.
///
/// Documentation/decisions/0102-profile-of-the-c-code.md describes both.
let profile = Context.environment["PERILUNE_PROFILE"].flatMap { $0.isEmpty ? nil : $0 }

/// Flags for the code in C and C++ that every event runs through.
var native: [String] = []

/// The Makefile sets `PERILUNE_RELEASE` for the binaries of this repository: modules off the hot path are
/// optimized for size there, which compiles and starts faster, and costs no measurable speed
/// (Documentation/decisions/0053-release-flags.md). Packages that depend on this one build with the
/// defaults: SwiftPM refuses such flags in a dependency.
if Context.environment["PERILUNE_RELEASE"] != nil {
    let small: Set<String> = [
        "Arguments", "ChartsCommands", "ChartsPlugin", "CRMCommands", "CRMSandboxCommands",
        "CRMSandboxPlugin", "LineEditing", "LoginScreenCommands", "LoginScreenPlugin",
        "HTTPPlugin", "LuaSyntax", "NATSPlugin", "PeriluneCluster", "PeriluneCommand",
        "PeriluneCommandKit",
        "PeriluneLibrary",
        "PeriluneTesting", "PeriluneXML", "SharingPlugin", "SocketsPlugin", "StreamsPlugin",
        "WebhooksPlugin",
    ]
    for target in package.targets where small.contains(target.name) {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Osize"])]
    }
    native = ["-flto"]
    if let profile {
        native += ["-fprofile-instr-use=\(profile)", "-Wno-profile-instr-out-of-date"]
    }
} else if profile == "count" {
    // `make profile` counts without the optimizer of Swift, which the counts do not depend on.
    native = ["-O2", "-fprofile-instr-generate", "-mllvm", "-runtime-counter-relocation"]
    for target in package.targets where target.name == "PeriluneCommand" {
        target.linkerSettings = [
            .unsafeFlags(["-Xclang-linker", "-fprofile-instr-generate"])
        ]
    }
}

for target in package.targets
where !native.isEmpty && ["CPeriluneJSON", "CPeriluneLua"].contains(target.name) {
    // For C++ too: SwiftPM passes unsafe flags for C to both.
    target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(native)]
}

/// `PERILUNE_TESTS=PeriluneLuaTests,PeriluneJSONTests` keeps these test targets and their dependencies, and
/// leaves out the rest: an edit is tested without building what it does not concern.
if let names = Context.environment["PERILUNE_TESTS"], !names.isEmpty {
    var kept = Set(names.split(separator: ",").map(String.init))
    var more = kept
    while !more.isEmpty {
        let targets = package.targets.filter { more.contains($0.name) }
        let dependencies = targets.flatMap(\.dependencies).compactMap { dependency in
            switch dependency {
            case .byNameItem(let name, _), .targetItem(let name, _): name
            default: String?.none
            }
        }
        more = Set(dependencies).subtracting(kept)
        kept.formUnion(more)
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { product in
        let targets =
            (product as? Product.Executable)?.targets ?? (product as? Product.Library)?.targets
        return !kept.isSuperset(of: targets ?? [])
    }
}
