import PeriluneCore
import PeriluneFiles

extension ConfigurationReader {
    /// Plugins whose settings are a file or a table of the same names.
    static let withSettings = ["crm", "http", "patterns", "sharing"]
    /// Plugins that open files.
    static let withViews = ["charts", "login"]

    private static let names = withSettings + withViews + ["folders", "libraries"]

    mutating func readPlugins(_ value: Value) {
        guard let members = members(of: value, "plugins", Self.names) else { return }
        for name in Self.withSettings {
            if let value = members[name] { plugins[name] = settings(value, "plugins.\(name)") }
        }
        for name in Self.withViews {
            guard let value = members[name] else { continue }
            let needs = "a file name or a list of file names"
            views[name] = texts(value, "plugins.\(name)", needs: needs)
                .map { input($0.0, $0.part) }
        }
        if let value = members["folders"] { pluginFolders = list(value, "plugins.folders") }
        if let value = members["libraries"] { pluginLibraries = list(value, "plugins.libraries") }
    }

    private mutating func settings(_ value: Value, _ part: String) -> PluginSettings? {
        if let text = value.string, !text.isEmpty { return .file(input(text, part)) }
        if value.object != nil { return .table(value) }
        wrong(part, value, needs: "the name of a JSON file, or a table with the same fields")
        return nil
    }

    /// A list such as `{ "plugins/one", { path = "plugins/two", required = false } }`.
    private mutating func list(_ value: Value, _ part: String) -> [PluginEntry] {
        guard let elements = value.elements else {
            wrong(part, value, needs: "a list")
            return []
        }
        var found: [PluginEntry] = []
        for (index, element) in elements.enumerated() {
            let part = "\(part)[\(index + 1)]"
            if let path = element.string, !path.isEmpty {
                found.append(
                    PluginEntry(
                        path: input(path, part), isRequired: true, settings: .null,
                        folder: folder, grants: .all, place: source.place(of: part)))
                continue
            }
            let names = ["path", "required", "settings", "grants"]
            guard let members = members(of: element, part, names) else { continue }
            if let value = members["required"], value.bool == nil {
                wrong("\(part).required", value, needs: "true or false")
            }
            if let value = members["settings"], value.object == nil {
                wrong("\(part).settings", value, needs: "a table with string keys")
            }
            guard let path = text(members["path"] ?? .null, "\(part).path") else { continue }
            let isRequired = members["required"]?.bool ?? true
            found.append(
                PluginEntry(
                    path: isRequired
                        ? input(path, "\(part).path") : FilePath.join(folder, path),
                    isRequired: isRequired,
                    settings: members["settings"] ?? .null, folder: folder,
                    grants: members["grants"].map { readGrants($0, "\(part).grants") } ?? .all,
                    place: source.place(of: part)))
        }
        return found
    }
}
