internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneLua

/// The content of `plugin.lua`.
struct PluginManifest: Sendable {
    /// The folder, with its `/`.
    let folder: String
    var name = ""
    var version = ""
    var summary = ""
    /// The files of the scripts, with the folder.
    var scripts: [String] = []
    /// The files of the modules, with the folder, by the names for `require`.
    var modules: [(name: String, file: String)] = []
    var eventTypes: [EventType] = []
    /// The scopes by grant; an empty list stands for every scope.
    var grants: [String: [String]] = [:]
    var settings: [DeclaredSetting] = []
    var definitions: [String] = []
    /// The place of the grants.
    var grantsPlace = PeriluneError.Place()
    /// The source of the manifest.
    var source: [UInt8] = []

    /// A setting of the plugin.
    struct DeclaredSetting: Sendable {
        let name: String
        let type: HostFunction.ParameterType
        /// The default; `nil` if the setting is required.
        let fallback: Value?
        let summary: String
    }

    /// Reads the manifest of a folder, and collects the mistakes in it.
    ///
    /// - Throws: An error if there is no manifest, or it cannot be run.
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
    /// The values of all settings: those that were given, else the defaults.
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

    /// The grants of the scripts: those that the manifest requests, as far as the host grants them.
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
            // Access to every host must be granted explicitly.
            if kind?.isImplied == false, scopes.isEmpty, host.granted == nil {
                throw missingGrantError(grant, nil)
            }
            // Without scopes, the manifest requests everything that the host grants.
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
