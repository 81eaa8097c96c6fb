import Foundation
import Perilune
import PeriluneLibrary
import PeriluneTestKit
import Testing

/// A library brings grants that nothing in the host knows of.
struct GrantKindTests {
    private let library: LibraryPlugin
    private let folder = FileManager.default.temporaryDirectory.appending(path: "kinds-\(UUID())")

    init() throws {
        library = try unsafe LibraryPlugin { abi, host in
            unsafe PluginExport.serve(abi, host) { _ in Archive() }
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func configuration(_ grants: String) throws -> Configuration {
        let script = """
            local archive = require "archive"
            return { on = "keep", execute = function(event, commander)
                archive.keep(event.data.file, event.data.to)
                commander:emit(event.data.file)
            end }
            """
        try script.write(to: folder.appending(path: "rule.lua"), atomically: true, encoding: .utf8)
        let file = folder.appending(path: Configuration.fileName)
        try """
        return {
          scripts = { "rule.lua" }, plugins = { libraries = {} },
          grants = \(grants),
        }
        """.write(to: file, atomically: true, encoding: .utf8)
        return try Configuration(
            file: file.path, plugins: ConfigurablePlugins(sections: [], grants: [.http]))
    }

    private func mistakes(_ grants: String) throws -> [String] {
        try configuration(grants).grantProblems(kinds: library.grantKinds, others: []).map {
            "\($0.place.line ?? 0): \($0.message); \($0.hint ?? "")"
        }
    }

    @Test func grantKindsAreDeclaredByTheLibrary() throws {
        let kinds = library.grantKinds
        #expect(kinds.map(\.name) == ["archive", "floors"])
        #expect(kinds.map(\.summary) == ["Folders of the archive.", "Floors and those below."])
        #expect(kinds.map(\.isImplied) == [true, false])
        #expect(kinds[0].modules == ["archive"])
        #expect(PluginConformance.check(library).isEmpty)
    }

    @Test(
        arguments: [
            ("docs/a.txt", "2", nil), ("other/a.txt", "2", "script.grant"),
            ("docs/a.txt", "4", "script.grant"),
        ] as [(String, String, String?)])
    func theLibraryComparesScopes(
        _ file: String, _ floor: String, _ code: String?
    ) async throws {
        let scripts = try configuration(
            "{ archive = { \"docs\" }, floors = { \"3\" } }"
        ).scripts()
        let host = try await Host {
            library
            for script in scripts { script }
        }
        let path = folder.appending(path: file).path
        let event = Event(
            id: "1", source: "/t", type: "keep",
            data: ["file": .string(path), "to": .string(floor)])
        let record = try await host.process(all: [event]).records[0]
        #expect(record.error?.code.rawValue == code)
    }

    @Test func theConfigurationIsCheckedAgainstTheGrantsOfTheLibrary() throws {
        #expect(try mistakes("{ archive = true, floors = { \"1\" } }") == [])
        #expect(
            try mistakes("{ archiv = true }")
                == ["3: unknown setting 'grants.archiv'; did you mean 'archive'?"])
    }
}

/// Keeps files on floors.
private struct Archive: Plugin {
    let name = "archive"
    let summary = "Keeps files."
    private static let folders = GrantKind(
        "archive", "Folders of the archive.", scopes: .folders, modules: ["archive"])
    private static let floors = GrantKind(
        "floors", "Floors and those below.",
        scopes: .custom(
            read: { text throws(PeriluneError) in text },
            covers: { (Int($0) ?? 0) >= (Int($1) ?? 0) }),
        isImplied: false)
    var grantKinds: [GrantKind] { [Self.folders, Self.floors] }

    func register(in registry: inout Registry) throws(PeriluneError) {
        try registry.add(
            HostModule(
                "archive", "Keeps files.",
                [
                    HostFunction(
                        "keep", "Keeps a file on a floor.",
                        [.init("file", .string, "the file"), .init("floor", .string, "where")],
                        .sync { arguments, call throws(PeriluneError) in
                            let use = "archive.keep"
                            try call.grants.check(
                                Self.folders, scope: arguments[0].string, use: use,
                                script: call.script)
                            try call.grants.check(
                                Self.floors, scope: arguments[1].string, use: use,
                                script: call.script)
                            return nil
                        })
                ]))
    }
}
