import Foundation
import Testing

/// Who may import whom, as Documentation/Architecture.md draws it.
struct LayeringTests {
    /// All arrows from the targets under Sources.
    private static let arrows: [String: Set<String>] = [
        "CLua": [], "CSQLite": [], "CZlib": [], "CZstd": [], "CBzip2": [], "CLZMA": [],
        "CPeriluneEpoll": [], "CCurl": [], "CNATS": [], "CKafka": [],
        "CGnuTLS": [], "CXML": [], "CPeriluneLoading": [],
        "CPeriluneJSON": [], "CPeriluneRegex": ["CPeriluneLoading"],
        "CPeriluneEncoding": ["CPeriluneLoading"],
        "CPeriluneLua": ["CLua", "CPeriluneJSON", "CPeriluneEncoding", "CPeriluneRegex"],
        "PeriluneCore": [], "LuaSyntax": [], "Arguments": [],
        "PeriluneJSON": ["PeriluneCore", "CPeriluneJSON"],
        "PeriluneLua": [
            "PeriluneCore", "PeriluneJSON", "LuaSyntax", "CPeriluneLua", "CPeriluneRegex",
        ],
        "PeriluneStore": [
            "PeriluneCore", "CPeriluneActivity", "CPeriluneEncoding", "CSQLite", "CPeriluneLoading",
        ],
        "CPeriluneActivity": [],
        "PeriluneFiles": [
            "PeriluneCore", "PeriluneJSON", "CBzip2", "CLZMA", "CZlib", "CZstd",
            "CPeriluneEncoding", "CPeriluneLoading",
        ],
        "PeriluneHTTP": [
            "PeriluneCore", "CPeriluneEncoding", "CPeriluneEpoll", "CCurl", "CGnuTLS",
            "CPeriluneLoading",
        ],
        "PeriluneXML": ["PeriluneCore", "PeriluneJSON", "CXML", "CPeriluneLoading"],
        "PeriluneNATS": ["PeriluneCore", "PeriluneJSON", "CNATS", "CPeriluneLoading"],
        "PeriluneKafka": ["PeriluneCore", "CKafka", "CPeriluneLoading"],
        "PeriluneMessages": ["PeriluneCore", "PeriluneFiles", "PeriluneHTTP", "PeriluneJSON"],
        "CPeriluneLinks": ["CICU", "CPeriluneLoading"],
        "PeriluneLinks": ["PeriluneCore", "CPeriluneLinks"],
        "CICU": [], "CPeriluneLocale": ["CICU", "CPeriluneLoading"],
        "PeriluneLocale": ["PeriluneCore", "CPeriluneLocale"],
        "CPeriluneLineEditing": ["CPeriluneLoading"], "LineEditing": ["CPeriluneLineEditing"],
        "CPango": [], "CCairo": [], "CPNG": [],
        "CPeriluneDrawing": ["CPango", "CCairo", "CPNG", "CPeriluneLoading"],
        "PeriluneDrawing": ["PeriluneCore", "CPeriluneDrawing", "CPeriluneEncoding"],
        "CPerilunePlugin": [],
        "PeriluneLibrary": ["PeriluneCore", "PeriluneJSON", "CPerilunePlugin"],
        "Perilune": [
            "LuaSyntax", "PeriluneCore", "PeriluneFiles", "PeriluneHTTP", "PeriluneJSON",
            "PeriluneLibrary", "PeriluneLua", "PeriluneStore",
        ],
        "PeriluneFoundation": ["Perilune"],
        "PeriluneCluster": [
            "PeriluneCore", "PeriluneFiles", "PeriluneHTTP", "PeriluneJSON", "PeriluneNATS",
            "PeriluneStore", "Perilune",
        ],
        "PeriluneTestKit": ["PeriluneCore"],
        "PeriluneTesting": [
            "PeriluneCore", "PeriluneFiles", "PeriluneJSON", "PeriluneLua", "PeriluneStore",
            "PeriluneXML", "LuaSyntax", "Perilune",
        ],
        "PeriluneCommandKit": ["Arguments", "PeriluneCore", "PeriluneFiles", "PeriluneJSON"],
        "PeriluneCommand": [
            "Arguments", "CPeriluneLoading", "LineEditing", "LuaSyntax", "PeriluneCommandKit",
            "PeriluneCore", "PeriluneFiles", "PeriluneHTTP", "PeriluneJSON", "PeriluneLinks",
            "PeriluneLua", "PeriluneStore", "PeriluneTestKit", "PeriluneTesting", "Perilune",
            "PeriluneCluster", "PeriluneNATS",
        ],
    ]

    /// What a plugin may stand on: the core and the safe layers over C libraries.
    private static let belowPlugins: Set<String> = [
        "PeriluneCore", "PeriluneJSON", "PeriluneLua", "PeriluneStore", "PeriluneFiles",
        "PeriluneHTTP", "PeriluneNATS", "PeriluneKafka", "PeriluneMessages", "PeriluneXML",
        "PeriluneDrawing", "PeriluneLocale", "PeriluneLinks",
    ]

    /// The plugins that exist to extend another one.
    private static let extensions: [String: Set<String>] = [
        "CRMSandboxPlugin": ["CRMPlugin"]
    ]

    /// What the commands of a plugin may stand on besides the plugin.
    private static let belowCommands = belowPlugins.union([
        "Arguments", "Perilune", "PeriluneCommandKit", "PeriluneTesting",
    ])

    /// The only files of the command that may import plugins or their commands.
    private static let composing: Set<String> = [
        "Sources/PeriluneCommand/CommandPlugins.swift",
        // Writes what the plugin finds out about the conditions of scripts.
        "Sources/PeriluneCommand/Check/CheckConflicts.swift",
    ]

    /// The only Swift target that may see a C module; nobody sees Lua's own.
    private static let owners: [String: String?] = [
        "CLua": nil, "CPeriluneLua": "PeriluneLua", "CPeriluneRegex": "PeriluneLua",
        "CPeriluneJSON": "PeriluneJSON",
        "CSQLite": "PeriluneStore", "CZlib": "PeriluneFiles", "CZstd": "PeriluneFiles",
        "CBzip2": "PeriluneFiles", "CLZMA": "PeriluneFiles",
        "CPeriluneEpoll": "PeriluneHTTP", "CCurl": "PeriluneHTTP", "CGnuTLS": "PeriluneHTTP",
        "CNATS": "PeriluneNATS", "CKafka": "PeriluneKafka", "CXML": "PeriluneXML", "CPango": nil,
        "CCairo": nil, "CPNG": nil,
        "CPeriluneDrawing": "PeriluneDrawing",
        "CICU": nil, "CPeriluneLocale": "PeriluneLocale", "CPeriluneLinks": "PeriluneLinks",
        "CPerilunePlugin": "PeriluneLibrary",
        "CPeriluneLineEditing": "LineEditing", "CPeriluneActivity": "PeriluneStore",
    ]

    private let package: SwiftPackage

    init() throws { package = try SwiftPackage.describe() }

    private func allowed(_ target: SwiftPackage.Target) -> Set<String>? {
        // What anybody who embeds Perilune may.
        if target.isExample { return ["Perilune", "PeriluneFoundation", "PeriluneHTTP"] }
        if target.isPlugin {
            return Self.belowPlugins.union(Self.extensions[target.name] ?? [])
        }
        if target.isCommands {
            let plugin = target.name.replacing("Commands", with: "Plugin")
            return Self.belowCommands.union(Self.extensions[plugin] ?? []).union([plugin])
        }
        guard target.name == "PeriluneCommand" else { return Self.arrows[target.name] }
        return Self.arrows[target.name]?.union(plugins)
    }

    /// The plugins, and their commands.
    private var plugins: [String] {
        package.targets.filter { ($0.isPlugin || $0.isCommands) && !$0.isTest }.map(\.name)
    }

    @Test func theCommandImportsPluginsInOneFile() throws {
        let plugins = plugins
        let command = try #require(package.targets.first { $0.name == "PeriluneCommand" })
        let found = try command.files().filter {
            imports($0.text).contains { plugins.contains($0) }
        }
        #expect(Set(found.map(\.path)) == Self.composing)
    }

    @Test func everyTargetIsOnTheMapAndEveryDependencyIsAllowed() {
        for target in package.targets where !target.isTest {
            guard let allowed = allowed(target) else {
                Issue.record("\(target.name) is not on the map: draw it, and add it here")
                continue
            }
            for dependency in target.dependencies ?? [] where !allowed.contains(dependency) {
                Issue.record("\(target.name) may not import \(dependency)")
            }
        }
    }

    /// SwiftPM lets a target import what its dependencies depend on.
    @Test func everyImportIsADeclaredArrow() throws {
        let names = Set(package.targets.map(\.name))
        for target in package.targets where !target.isTest {
            let declared = Set(target.dependencies ?? [])
            for file in try target.files() {
                for name in imports(file.text) where names.contains(name) && name != target.name {
                    if !declared.contains(name) {
                        Issue.record("\(file.path) imports \(name), which is not declared")
                    }
                }
            }
        }
    }

    @Test func everyCModuleIsImportedByOneTarget() throws {
        for target in package.targets {
            for file in try target.files() where file.path.hasSuffix(".swift") {
                for name in imports(file.text) {
                    guard let owner = Self.owners[name], !target.isTest || owner == nil else {
                        continue
                    }
                    if owner != target.name { Issue.record("\(file.path) imports \(name)") }
                }
            }
        }
    }

    @Test func noTargetHasTheNameOfATypeInsideIt() throws {
        for target in package.targets where !target.isTest {
            let kinds = ["class", "struct", "enum", "actor", "protocol", "typealias"]
            let declarations = kinds.map { "\($0) \(target.name)" }
            for file in try target.files() where file.path.hasSuffix(".swift") {
                for line in file.text.split(separator: "\n") {
                    for declaration in declarations where line.contains(declaration) {
                        let rest = line.split(separator: declaration, maxSplits: 1).last ?? ""
                        if rest.first.map({ $0.isLetter || $0.isNumber || $0 == "_" }) != true {
                            Issue.record("\(file.path) declares \(target.name)")
                        }
                    }
                }
            }
        }
    }

    @Test func filesAreShort() throws {
        for target in package.targets where !target.isTest {
            for file in try target.files() where lines(file.text) > 400 {
                Issue.record("\(file.path) has \(lines(file.text)) lines: split it by ideas")
            }
        }
    }

    @Test func theMedianFileHasAtMost120Lines() throws {
        let sizes = try package.targets.filter { !$0.isTest }
            .flatMap { try $0.files() }.map { lines($0.text) }.sorted()
        #expect(sizes.count > 100)
        #expect(sizes[sizes.count / 2] <= 120)
    }

    private func lines(_ text: String) -> Int {
        text.utf8.count { $0 == UInt8(ascii: "\n") }
    }

    /// The modules that a Swift file imports: the word behind `import`, whatever stands before it.
    private func imports(_ text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let keyword = words.firstIndex(of: "import"), keyword + 1 < words.count,
                words[..<keyword].allSatisfy({ $0.hasPrefix("@") || Self.access.contains($0) })
            else { return nil }
            return String(words[keyword + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        }
    }

    private static let access: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private",
    ]
}
