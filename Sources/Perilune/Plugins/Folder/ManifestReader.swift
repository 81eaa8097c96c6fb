internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneLua

/// Reads the table that a manifest returns, and collects all mistakes.
struct ManifestReader {
    private(set) var manifest: PluginManifest
    private(set) var mistakes: [PeriluneError] = []
    private let source: EvaluatedFile

    init(_ source: EvaluatedFile, text: [UInt8], folder: String) {
        self.source = source
        manifest = PluginManifest(folder: folder)
        manifest.source = text
    }

    private static let names = [
        "name", "version", "perilune", "summary", "scripts", "modules", "events", "grants",
        "settings", "definitions",
    ]

    mutating func read() {
        guard let root = members(of: source.value, "", Self.names) else { return }
        manifest.name = text(root, "name") ?? ""
        if root["name"]?.string != nil, !PluginName.isValid(manifest.name) {
            reportInvalid(
                "name", "the plugin name '\(manifest.name)' is not in kebab-case",
                hint: "use lower-case letters, digits and dashes, such as hot-leads")
        }
        manifest.version = text(root, "version") ?? ""
        manifest.summary = text(root, "summary") ?? ""
        readRequirement(root)
        if let value = root["scripts"] {
            manifest.scripts = files(value, "scripts").map(\.file)
        }
        if let value = root["modules"] { readModules(value) }
        if let value = root["definitions"] {
            manifest.definitions = files(value, "definitions").map(\.file)
        }
        if let value = root["events"] { readEvents(value) }
        if let value = root["grants"] { readGrants(value) }
        if let value = root["settings"] { readSettings(value) }
    }

    private mutating func readRequirement(_ root: Value.Members) {
        guard let text = text(root, "perilune") else { return }
        do throws(PeriluneError) {
            let requirement = try VersionRequirement(text)
            if !requirement.allows(.current) {
                reportInvalid(
                    "perilune",
                    "the plugin requires Perilune \(requirement); this is \(PeriluneVersion.current)",
                    hint: "install a version of the plugin for this Perilune")
            }
        } catch {
            reportInvalid("perilune", error.message, hint: error.hint)
        }
    }

    private mutating func readModules(_ value: Value) {
        guard value.object?.pairs.isEmpty == false else {
            for (file, part) in files(value, "modules") {
                addModule(PluginFiles.shortName(file), file, part)
            }
            return
        }
        for member in value.object?.pairs ?? [] {
            let part = "modules.\(member.name)"
            guard let text = member.value.string else {
                reportInvalid(part, "\(part) must be a file name, got \(member.value.kind)")
                continue
            }
            if let file = existingFile(text, for: part) { addModule(member.name, file, part) }
        }
    }

    private mutating func addModule(_ name: String, _ file: String, _ part: String) {
        let isName =
            name.utf8.first.map { !(48...57).contains($0) } == true
            && name.utf8.allSatisfy {
                (97...122).contains($0 | 0x20) || (48...57).contains($0) || $0 == 0x5F
            }
        guard isName, name != "settings" else {
            return reportInvalid(
                part, "'\(name)' is not a valid module name",
                hint:
                    "use letters, digits and _; to name a module differently from its file, write modules = { vip = \"lib.lua\" }"
            )
        }
        manifest.modules.append((name, file))
    }

    private mutating func readEvents(_ value: Value) {
        guard let members = value.object else {
            return reportInvalid(
                "events", "events must be a table with string keys, got \(value.kind)",
                hint: "write events = { [\"vip.missed\"] = \"When …\" }")
        }
        for member in members.pairs {
            guard let summary = member.value.string else {
                reportInvalid("events", "the event '\(member.name)' has no description")
                continue
            }
            do throws(PeriluneError) {
                _ = try TypePattern(member.name)
                manifest.eventTypes.append(EventType(member.name, summary))
            } catch {
                reportInvalid("events", error.message, hint: error.hint)
            }
        }
    }

    private mutating func readGrants(_ value: Value) {
        manifest.grantsPlace = source.place(of: "grants")
        if let list = value.array {
            for (index, element) in list.enumerated() {
                guard let name = element.string else {
                    reportInvalid("grants[\(index + 1)]", "a grant must be a name")
                    continue
                }
                manifest.grants[name] = []
            }
            return
        }
        for member in value.object?.pairs ?? [] {
            switch member.value {
            case .bool(true): manifest.grants[member.name] = []
            case .array(let scopes) where scopes.allSatisfy({ $0.string != nil }):
                manifest.grants[member.name] = scopes.compactMap(\.string)
            default:
                reportInvalid(
                    "grants.\(member.name)",
                    "grants.\(member.name) must be true or a list of scopes, such as { \"dev\" }")
            }
        }
        if value.object == nil {
            reportInvalid("grants", "grants must be a list, got \(value.kind)")
        }
    }

    private mutating func readSettings(_ value: Value) {
        guard let members = value.object else {
            return reportInvalid(
                "settings", "settings must be a table with string keys, got \(value.kind)")
        }
        let types = HostFunction.ParameterType.allCases.map(\.rawValue)
        for member in members.pairs {
            let part = "settings.\(member.name)"
            guard let fields = self.members(of: member.value, part, ["type", "default", "summary"])
            else { continue }
            let text = fields["type"]?.string ?? "any"
            guard let type = HostFunction.ParameterType(rawValue: text) else {
                reportInvalid(
                    "\(part).type", "unknown type '\(text)'",
                    hint: NearestName.hint(for: text, in: types)
                        ?? "the types are \(types.joined(separator: ", "))")
                continue
            }
            if let fallback = fields["default"], !type.accepts(fallback) {
                reportInvalid(
                    "\(part).default", "the default of '\(member.name)' is not a valid \(text)")
            }
            manifest.settings.append(
                .init(
                    name: member.name, type: type, fallback: fields["default"],
                    summary: fields["summary"]?.string ?? ""))
        }
    }
}

extension ManifestReader {
    private mutating func reportInvalid(_ part: String, _ message: String, hint: String? = nil) {
        mistakes.append(
            PeriluneError("plugin.manifest", message, at: source.place(of: part), hint: hint))
    }

    private mutating func members(
        of value: Value, _ part: String, _ names: [String]
    ) -> Value.Members? {
        guard let members = value.object else {
            reportInvalid(
                part, "\(part.isEmpty ? "the manifest" : part) must be a table with string keys")
            return nil
        }
        for member in members.pairs where !names.contains(member.name) {
            reportInvalid(
                part.isEmpty ? member.name : "\(part).\(member.name)",
                "unknown field '\(member.name)' in \(part.isEmpty ? "the manifest" : part)",
                hint: NearestName.hint(for: member.name, in: names)
                    ?? "the fields are \(names.joined(separator: ", "))")
        }
        return members
    }

    /// A required string.
    private mutating func text(_ root: Value.Members, _ name: String) -> String? {
        if let text = root[name]?.string, !text.isEmpty { return text }
        let example = [
            "name": "\"hot-leads\"", "version": "\"1.0.0\"", "perilune": "\">= 0.1\"",
            "summary": "\"What it is for.\"",
        ]
        reportInvalid(
            root[name] == nil ? "" : name,
            root[name] == nil ? "the manifest has no \(name)" : "\(name) must be a string",
            hint: "write \(name) = \(example[name] ?? "\"…\"")")
        return nil
    }

    /// A list of files in the folder; `.lua` is added to names without it.
    private mutating func files(_ value: Value, _ part: String) -> [(file: String, part: String)] {
        if let text = value.string {
            return existingFile(text, for: part).map { [($0, part)] } ?? []
        }
        guard let elements = value.elements else {
            reportInvalid(part, "\(part) must be a list of file names, got \(value.kind)")
            return []
        }
        var files: [(String, String)] = []
        for (index, element) in elements.enumerated() {
            let part = "\(part)[\(index + 1)]"
            guard let text = element.string else {
                reportInvalid(part, "\(part) must be a file name, got \(element.kind)")
                continue
            }
            if let file = existingFile(text, for: part) { files.append((file, part)) }
        }
        return files
    }

    /// A file that must exist in the folder.
    private mutating func existingFile(_ name: String, for part: String) -> String? {
        let name = name.hasSuffix(".lua") ? name : name + ".lua"
        guard !FilePath.isAbsolute(name), !FilePath.parts(of: name).contains("..") else {
            reportInvalid(
                part, "'\(name)' is outside the plugin's folder",
                hint: "name a file in the plugin's folder")
            return nil
        }
        let file = manifest.folder + name
        guard TextFile.exists(file) else {
            let there = TextFile.names(in: manifest.folder).filter { $0.hasSuffix(".lua") }.sorted()
            reportInvalid(
                part, "there is no file '\(name)' in the plugin's folder",
                hint: NearestName.hint(for: name, in: there))
            return nil
        }
        return file
    }
}
