import Perilune
import PeriluneCore

/// A folder with a configuration in it, gone with the test.
final class ProjectFolder {
    private let folder: TemporaryFolder

    init(_ configuration: String = "return {}", scripts: [String] = []) throws {
        folder = try TemporaryFolder()
        try write(configuration, Configuration.fileName)
        for name in scripts { try write("return { execute = function() end }", name) }
    }

    func write(_ text: String, _ name: String) throws { try folder.write(name, text) }

    func path(_ name: String) -> String { folder.path(name) }

    func read() throws(ConfigurationError) -> Configuration {
        try Configuration(
            file: path(Configuration.fileName),
            plugins: ConfigurablePlugins(
                sections: [
                    PluginSection("crm", .settings), PluginSection("sharing", .settings),
                    PluginSection("charts", .files), PluginSection("login", .files),
                ],
                grants: [
                    GrantKind("crm", "Organizations.", scopes: .names),
                    GrantKind("mail", "Domains.", scopes: .domains), .http,
                    GrantKind("files", "Folders.", scopes: .folders),
                    GrantKind("charts", "Dashboards.", scopes: .none),
                ]))
    }

    /// Each mistake as `line:column message`, with the folder left out.
    func mistakes() -> [String] {
        do {
            _ = try read()
            return []
        } catch {
            return error.mistakes.map { mistake in
                let place = "\(mistake.place.line ?? 0):\(mistake.place.column ?? 0)"
                return "\(place) \(mistake.message)".replacing(path(""), with: "")
            }
        }
    }

    func hints() -> [String?] {
        do {
            _ = try read()
            return []
        } catch {
            return error.mistakes.map(\.hint)
        }
    }
}
