import PeriluneCore
import PeriluneFiles

extension ConfigurationReader {
    /// Reads the table: a member for each plugin, and two lists of other plugins.
    mutating func readPlugins(_ value: Value) {
        let lists = ["folders", "libraries"]
        let sections = configurable.sections
        let names = sections.map { $0.map(\.name) + lists }
        guard let members = members(of: value, "plugins", names) else { return }
        for member in members.pairs where !lists.contains(member.name) {
            let kind = sections?.first { $0.name == member.name }?.kind
            plugins[member.name] = settings(member.value, "plugins.\(member.name)", kind)
        }
        if let value = members["folders"] { pluginFolders = list(value, "plugins.folders") }
        if let value = members["libraries"] { pluginLibraries = list(value, "plugins.libraries") }
    }

    /// The settings of a plugin; without a kind, files or settings are allowed.
    private mutating func settings(
        _ value: Value, _ part: String, _ kind: PluginSection.Kind?
    ) -> PluginSettings? {
        if kind != .files, value.object != nil { return .table(value) }
        if kind == .settings, value.string?.isEmpty != false {
            reportInvalid(
                part, value, needs: "the name of a JSON file, or a table with the same fields")
            return nil
        }
        let files = texts(value, part, needs: "a file name or a list of file names")
        return .files(files.map { input($0.0, $0.part) })
    }

    /// A list such as `{ "plugins/one", { path = "plugins/two", required = false } }`.
    private mutating func list(_ value: Value, _ part: String) -> [PluginEntry] {
        guard let elements = value.elements else {
            reportInvalid(part, value, needs: "a list")
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
                reportInvalid("\(part).required", value, needs: "true or false")
            }
            if let value = members["settings"], value.object == nil {
                reportInvalid("\(part).settings", value, needs: "a table with string keys")
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
