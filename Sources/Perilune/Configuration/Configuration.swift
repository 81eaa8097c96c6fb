public import PeriluneCore
package import PeriluneFiles
public import PeriluneLua

/// A `perilune.lua`: scripts with their order, limits and grants, plugins, sources, sinks.
///
/// ```swift
/// let configuration = try Configuration(file: "perilune.lua")
/// let host = try await Host(options: configuration.hostOptions) {
///     LinkDrill()
///     for script in try configuration.scripts() { script }
/// }
/// ```
///
/// The file runs in the sandbox of scripts and returns a table; names of files in it are relative to its folder.
/// All mistakes are reported, before anything is loaded.
public struct Configuration: Sendable {
    /// The name of the file that ``find()`` looks for.
    public static let fileName = ScriptFiles.configuration

    /// The path of the file, as it was passed.
    public let file: String
    /// The entries of `scripts`, in order, including disabled ones.
    public let entries: [ScriptEntry]
    /// The settings that the file sets, by path.
    package let values: [String: Value]
    /// The named outputs.
    package let outputs: [NamedOutput]
    /// The members of `plugins` that the file sets, by name, such as `crm`.
    package let plugins: [String: PluginSettings]
    /// The folders of plugins in Lua.
    package let pluginFolders: [PluginEntry]
    /// The shared libraries of plugins.
    package let pluginLibraries: [PluginEntry]
    private let source: EvaluatedFile

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: The path of the file.
    ///   - grants: The kinds of grants of the host's plugins, by which scopes are read.
    /// - Throws: Every mistake in it.
    public init(file: String, grants: [GrantKind] = []) throws(ConfigurationError) {
        try self.init(file: file, plugins: ConfigurablePlugins(sections: nil, grants: grants))
    }

    /// Reads a file in which only some plugins can be configured.
    package init(file: String, plugins: ConfigurablePlugins) throws(ConfigurationError) {
        try self.init(file: file, in: .disk, plugins: plugins) { () throws(PeriluneError) in
            try Script(file)
        }
    }

    /// Reads the file of a Git revision.
    ///
    /// - Parameters:
    ///   - file: The path of the file, relative to the working directory.
    ///   - source: Its text in that revision, with the files that it requires.
    ///   - revision: The files of the revision, among which scripts are found.
    ///   - configurable: The plugins that can be configured.
    /// - Throws: Every mistake in the file.
    package init(
        file: String, _ source: Script, in revision: GitRevision,
        plugins configurable: ConfigurablePlugins
    ) throws(ConfigurationError) {
        try self.init(file: file, in: .revision(revision), plugins: configurable) { source }
    }

    private init(
        file: String, in listing: FileListing, plugins configurable: ConfigurablePlugins,
        _ script: () throws(PeriluneError) -> Script
    ) throws(ConfigurationError) {
        let source: EvaluatedFile
        do throws(PeriluneError) {
            source = try EvaluatedFile.run(errors: .configurationLua, script)
        } catch {
            throw ConfigurationError([error])
        }
        var reader = ConfigurationReader(source, in: listing, plugins: configurable)
        reader.read()
        guard reader.mistakes.isEmpty else { throw ConfigurationError(reader.mistakes) }
        self.file = file
        self.source = source
        entries = reader.entries
        values = reader.values
        outputs = reader.outputs
        plugins = reader.plugins
        pluginFolders = reader.pluginFolders
        pluginLibraries = reader.pluginLibraries
    }

    /// Finds the configuration for the working directory, in this folder or in a parent.
    ///
    /// The search ends at the root, and at the folder of a repository.
    public static func find() -> String? { try? find { TextFile.exists($0) } }

    /// Finds the configuration with another function that tells which files exist.
    package static func find(
        _ isThere: (_ path: String) throws(PeriluneError) -> Bool
    ) throws(PeriluneError) -> String? {
        var folder = ""
        for _ in 0...FilePath.absolute(".").split(separator: "/").count {
            if try isThere(folder + fileName) { return folder + fileName }
            if TextFile.exists(folder + ".git") { return nil }
            folder += "../"
        }
        return nil
    }

    /// The place of a setting, such as `scripts[1].limits`.
    package func place(of part: String) -> PeriluneError.Place { source.place(of: part) }

    /// The source of the settings of a plugin that are written in the configuration itself.
    package func settingsSource(of plugin: String, code: PeriluneError.Code) -> SettingsSource {
        let source = source
        return SettingsSource(code: code, folder: folder, firstIndex: 1) { part in
            source.place(of: part.isEmpty ? "plugins.\(plugin)" : "plugins.\(plugin).\(part)")
        }
    }

    /// The folder to which paths in the file are relative, with its `/`.
    package var folder: String { FilePath.folder(of: file) }
}

extension Configuration {
    /// The enabled scripts, with their limits and grants, in the order of the file.
    public func scripts() throws(PeriluneError) -> [Script] {
        var scripts: [Script] = []
        for entry in entries where entry.isEnabled {
            for file in entry.files { scripts.append(try script(file, limits: limits)) }
        }
        return scripts
    }

    /// The options of a host that the file sets; others have their defaults.
    public var hostOptions: HostOptions {
        var options = HostOptions()
        options.workers = values["workers"]?.integer.map { Int($0) } ?? options.workers
        options.seed = values["seed"]?.integer.map { UInt64($0) } ?? options.seed
        options.order = values["order"]?.string.flatMap(DelegateOrder.init) ?? options.order
        options.outputs = outputs
        return options
    }

    /// Names of secrets in addition to those that `Redaction` knows; pass them to `Redaction.addNames`.
    public var secretNames: [String] {
        (values["redact"]?.array ?? []).compactMap(\.string)
    }

    /// Configures a script by its entry; a script without an entry has all grants.
    package func script(
        _ file: String, limits: ScriptLimits
    ) throws(PeriluneError) -> Script {
        var script = try Script(file, limits: limits)
        if let entry = entry(of: file) { entry.configure(&script, limits: limits) }
        return script
    }

    /// The entry of a file, whichever path is used for it.
    package func entry(of file: String) -> ScriptEntry? {
        if let entry = entries.first(where: { $0.files.contains(file) }) { return entry }
        let wanted = FilePath.absolute(file)
        return entries.first { $0.files.contains { FilePath.absolute($0) == wanted } }
    }

    /// The limits of scripts whose entries have none.
    package var limits: ScriptLimits {
        let limits = ScriptEntry.Limits(
            milliseconds: values["limits.time"]?.integer.map { Int($0) },
            megabytes: values["limits.memory"]?.integer.map { Int($0) },
            instructions: values["limits.instructions"]?.integer.map { Int($0) })
        return limits.over(ScriptLimits())
    }
}
