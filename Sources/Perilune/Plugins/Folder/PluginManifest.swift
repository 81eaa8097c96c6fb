internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneLua

/// What `plugin.lua` says.
struct PluginManifest: Sendable {
    /// The folder with its `/`.
    let folder: String
    var name = ""
    var version = ""
    var summary = ""
    /// Files, with the folder.
    var scripts: [String] = []
    /// Files by the names that scripts require, with the folder.
    var modules: [(name: String, file: String)] = []
    var eventTypes: [EventType] = []
    /// Scopes by grant; an empty list is every scope.
    var grants: [String: [String]] = [:]
    var settings: [DeclaredSetting] = []
    var definitions: [String] = []
    /// Where the grants are written.
    var grantsPlace = PeriluneError.Place()
    /// The text of the file that all of this was read from.
    var source: [UInt8] = []

    /// A setting of the plugin.
    struct DeclaredSetting: Sendable {
        let name: String
        let type: HostFunction.ParameterType
        /// `nil` where it has to be given.
        let fallback: Value?
        let summary: String
    }

    /// Reads the manifest of a folder, and collects what is wrong in it.
    ///
    /// - Throws: Where there is none, or it does not run.
    static func read(
        _ path: String
    ) throws(PeriluneError) -> (manifest: PluginManifest, mistakes: [PeriluneError]) {
        let folder = path.hasSuffix("/") ? path : path + "/"
        let file = folder + FolderPlugin.manifestName
        guard TextFile.exists(file) else {
            throw PeriluneError(
                "plugin.manifest", "the folder has no \(FolderPlugin.manifestName)",
                at: .init(file: path),
                hint: "create it with the plugin's contents: return { name = \"…\", … }")
        }
        var text: [UInt8] = []
        let source = try EvaluatedFile.run(errors: "plugin.manifest") { () throws(PeriluneError) in
            let script = try Script(file)
            text = script.source
            return script
        }
        var reader = ManifestReader(source, text: text, folder: folder)
        reader.read()
        return (reader.manifest, reader.mistakes)
    }
}

extension PluginManifest {
    /// The settings with their values: those that were given, else the defaults.
    func values(_ given: Value) throws(PeriluneError) -> Value {
        var values = Value.Members()
        let names = settings.map(\.name)
        for member in given.object?.pairs ?? [] where !names.contains(member.name) {
            throw PeriluneError(
                "plugin.settings", "unknown setting '\(member.name)'",
                hint: NearestName.hint(for: member.name, in: names)
                    ?? (names.isEmpty
                        ? "the plugin has no settings"
                        : "the settings are \(names.joined(separator: ", "))"))
        }
        for setting in settings {
            guard let value = given[setting.name] ?? setting.fallback else {
                throw PeriluneError(
                    "plugin.settings", "the required setting '\(setting.name)' is missing",
                    hint: "\(setting.type.rawValue): \(setting.summary)")
            }
            guard setting.type.accepts(value) else {
                throw PeriluneError(
                    "plugin.settings",
                    "the setting '\(setting.name)' must be of type \(setting.type.rawValue), got \(value.kind)",
                    hint: setting.summary)
            }
            values[setting.name] = value
        }
        return .object(values)
    }

    /// What the scripts may reach: what the manifest asks for, as far as each part of it is granted.
    func needs(within host: Grants, _ kinds: [GrantKind]) throws(PeriluneError) -> Grants {
        var needed = grants
        for (grant, scopes) in grants {
            guard host.allows(grant) else { throw missingGrantError(grant, nil) }
            let kind = kinds.named(grant)
            for scope in scopes {
                let isGranted =
                    kind.map { host.allows($0, scope: scope) } ?? host.allows(grant, scope: scope)
                if !isGranted { throw missingGrantError(grant, scope) }
            }
            // Requests to every host are never granted without a word.
            if kind?.isImplied == false, scopes.isEmpty, host.granted == nil {
                throw missingGrantError(grant, nil)
            }
            // It asks for all there is: that is what the host has.
            if scopes.isEmpty { needed[grant] = host.granted?[grant] ?? [] }
        }
        return Grants(needed, at: grantsPlace)
    }

    private func missingGrantError(_ grant: String, _ scope: String?) -> PeriluneError {
        let what = scope.map { "'\(grant)' for '\($0)'" } ?? "'\(grant)'"
        let line = scope.map { "\(grant) = { \"\($0)\" }" } ?? "\(grant) = true"
        return PeriluneError(
            "plugin.grant",
            "the plugin requires the grant \(what), which the configuration does not give",
            at: grantsPlace,
            hint: "in the plugin's entry of the configuration, write grants = { \(line) }")
    }
}

extension HostFunction.ParameterType {
    /// Whether a value is of the type.
    func accepts(_ value: Value) -> Bool {
        switch (self, value) {
        case (.any, _), (.string, .string), (.number, .integer), (.number, .number),
            (.integer, .integer), (.boolean, .bool), (.table, .array), (.table, .object):
            true
        default: false
        }
    }
}
