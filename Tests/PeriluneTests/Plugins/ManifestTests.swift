import Perilune
import Testing

/// Mistakes in `plugin.lua`, as their author reads them.
struct ManifestTests {
    private func mistakes(_ more: String, _ files: [String: String] = [:]) throws -> [PeriluneError]
    {
        let folder = try PluginFolderCase(manifest: more, files)
        return try withExtendedLifetime(folder) {
            try FolderPlugin.manifestProblems(in: folder.path)
        }
    }

    @Test func aValidManifestHasNoErrors() throws {
        #expect(try mistakes("").isEmpty)
    }

    @Test func aMissingManifestIsNamed() throws {
        let folder = try PluginFolderCase([:])
        let error = try #require(throws: PeriluneError.self) { try folder.plugin() }
        #expect(error.code == "plugin.manifest")
        #expect(error.message.contains("plugin.lua"))
    }

    @Test func allMissingSettingsAreNamedAtOnce() throws {
        let folder = try PluginFolderCase(["plugin.lua": "return {}"])
        let messages = try withExtendedLifetime(folder) {
            try FolderPlugin.manifestProblems(in: folder.path).map(\.message)
        }
        #expect(
            messages == [
                "the manifest has no name", "the manifest has no version",
                "the manifest has no summary",
                "the manifest has no perilune",
            ])
    }

    @Test(
        arguments: [
            ("scrips = {}", "unknown field 'scrips' in the manifest", "did you mean 'scripts'?", 3),
            (
                "scripts = { 'rout' }", "there is no file 'rout.lua' in the plugin's folder",
                "did you mean 'route.lua'?", 3
            ),
            (
                "scripts = { '../x' }", "'../x.lua' is outside the plugin's folder",
                "name a file in the plugin's folder", 3
            ),
            (
                "scripts = { '../\u{301}x' }", "'../\u{301}x.lua' is outside the plugin's folder",
                "name a file in the plugin's folder", 3
            ),
            (
                "settings = { a = { type = 'intger' } }", "unknown type 'intger'",
                "did you mean 'integer'?", 3
            ),
            (
                "settings = { a = { type = 'integer', default = 'x' } }",
                "the default of 'a' is not a valid integer", nil, 3
            ),
            (
                "settings = { a = { kind = 1 } }", "unknown field 'kind' in settings.a",
                "the fields are type, default, summary", 3
            ),
            (
                "grants = { mail = 'all' }",
                "grants.mail must be true or a list of scopes, such as { \"dev\" }", nil, 3
            ),
            ("events = { ['a..b'] = 'x' }", "'a..b' is not a pattern for event types", nil, 3),
            ("modules = { ['a-b'] = 'route' }", "'a-b' is not a valid module name", nil, 3),
            ("modules = 3", "modules must be a list of file names, got a number", nil, 3),
        ] as [(String, String, String?, Int)])
    func aMistakeHasItsLineAndASuggestion(
        _ more: String, _ message: String, _ hint: String?, _ line: Int
    ) throws {
        let found = try mistakes("\n" + more, ["route.lua": "return {}"])
        #expect(found.map(\.message) == [message])
        #expect(found.first?.place.line == line)
        if let hint { #expect(found.first?.hint == hint) }
    }

    @Test func aPluginForAnotherVersionSaysSo() throws {
        let folder = try PluginFolderCase([
            "plugin.lua": PluginFolderCase.manifest.replacing(">= 0.1", with: ">= 99") + "}"
        ])
        let error = try #require(throws: PeriluneError.self) { try folder.plugin() }
        #expect(error.message.hasPrefix("the plugin requires Perilune >= 99; this is "))
        #expect(error.place.line == 2)
    }

    @Test func aManifestThatDoesNotRunNamesItsLine() throws {
        let folder = try PluginFolderCase(["plugin.lua": "local a = nil\nreturn { name = a.b }"])
        let error = try #require(throws: PeriluneError.self) { try folder.plugin() }
        #expect(error.code == "plugin.manifest")
        #expect(error.place.line == 2)
    }

    @Test func settingsAreChecked() throws {
        let folder = try PluginFolderCase(
            manifest:
                "settings = { level = { type = 'integer' }, name = { type = 'string', default = 'x' } }"
        )
        func message(_ settings: Value) throws -> String {
            try #require(throws: PeriluneError.self) { try folder.plugin(settings: settings) }
                .message
        }
        #expect(try message(.null) == "plugin 'vip': the required setting 'level' is missing")
        #expect(try message(["levl": 1]) == "plugin 'vip': unknown setting 'levl'")
        #expect(try message(["level": "x"]).contains("must be of type integer"))
        _ = try folder.plugin(settings: ["level": 2])
    }
}
