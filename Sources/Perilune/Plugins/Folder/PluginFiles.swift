internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneLua

/// The Lua files of a plugin, as scripts and modules of a host.
///
/// Each file of the folder is a module with a full name such as `vip/levels`, so that a script loads it only once, by
/// whichever name it is required. Modules for other scripts are also registered under their short names. Inside the
/// folder, files and `settings` are required by their short names.
struct PluginFiles: Sendable {
    private let manifest: PluginManifest
    private let settings: Value
    /// The sources of the files that are modules, by their short names.
    private let sources: [String: [UInt8]]
    /// The sources of the scripts, by their paths.
    private let scripts: [String: [UInt8]]

    private static let limit = 1 << 20

    init(_ manifest: PluginManifest, settings: Value) throws(PeriluneError) {
        self.manifest = manifest
        self.settings = settings
        var sources: [String: [UInt8]] = [:]
        let scripts = Set(manifest.scripts)
        for name in TextFile.luaFiles(in: manifest.folder) {
            let file = manifest.folder + name + ".lua"
            guard !scripts.contains(file), !manifest.definitions.contains(file),
                !ScriptFiles.isTest(file), name + ".lua" != FolderPlugin.manifestName
            else { continue }
            sources[name] = try TextFile.read(file, limit: Self.limit, what: "module")
        }
        for module in manifest.modules {
            sources[Self.shortName(module.file)] = try TextFile.read(
                module.file, limit: Self.limit, what: "module")
        }
        self.sources = sources
        var texts: [String: [UInt8]] = [:]
        for path in manifest.scripts {
            texts[path] = try TextFile.read(path, limit: Self.limit, what: "script")
        }
        self.scripts = texts
    }

    /// Whether the files and the settings are the same.
    func areSame(as other: PluginFiles) -> Bool {
        manifest.source == other.manifest.source && sources == other.sources
            && scripts == other.scripts && settings == other.settings
    }

    /// The modules: those of the plugin's own files, then those for other scripts.
    func modules() throws(PeriluneError) -> [HostModule] {
        let prefix = manifest.name + "/"
        let json = "require(\"json\").decode(\(settings.json.luaQuoted))"
        var modules = [HostModule(prefix + "settings", "", lua: "return " + json)]
        for (name, source) in sources.sorted(by: { $0.key < $1.key }) {
            modules.append(HostModule(prefix + name, "", lua: wrapped(source)))
        }
        for (name, file) in manifest.modules {
            let short = Self.shortName(file)
            let outline = try ModuleFile(path: file, source: sources[short] ?? [])
            modules.append(
                HostModule(
                    name, outline.summary, fields: outline.fields,
                    lua: "return require(\((prefix + short).luaQuoted))",
                    outline.functions))
        }
        return modules
    }

    /// A script of the plugin; its `require` looks among the plugin's files first.
    func script(_ path: String) -> Script {
        let prefix = manifest.name + "/"
        let own = Set(sources.keys).union(["settings"])
        let name = prefix + FilePath.name(of: path)
        return Script(
            name: name, path: path, folder: manifest.folder, source: scripts[path] ?? [],
            limits: ScriptLimits()
        ) { required throws(PeriluneError) in
            own.contains(required)
                ? Array("return require(\((prefix + required).luaQuoted))".utf8) : nil
        }
    }

    static func shortName(_ file: String) -> String {
        String(FilePath.name(of: file).dropLast(4))
    }

    /// Wraps a source so that its `require` finds the plugin's other files; line numbers do not change.
    private func wrapped(_ source: [UInt8]) -> String {
        let own = (sources.keys.sorted() + ["settings"])
            .map { "[\($0.luaQuoted)]=true" }.joined(separator: ",")
        return "local require__, own__ = require, {\(own)} local function require(name) "
            + "return require__(own__[name] and \((manifest.name + "/").luaQuoted) .. name or name) end "
            + String(decoding: source, as: UTF8.self)
    }
}
