import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneLua
import PeriluneStore

/// The options for processing events, shared by all commands that do so.
enum ScriptOptions {
    static let all: [Option] =
        [
            .value(
                "script", short: "s", "FILE", accepts: .file, isRepeatable: true,
                default: "the scripts of the configuration",
                "A Lua script or a folder of scripts; earlier scripts get events first."
            ),
            .setting(.state, "Keep the state of the scripts in this SQLite file."),
            .setting(.timeLimit),
            .setting(.memoryLimit),
            .setting(.instructionLimit),
            .setting(.callLimit),
            .setting(.seed),
            .setting(.order),
            .setting(
                .outputs,
                "A named output, to which scripts emit values with commander:emit(value, \"NAME\"). The values go to FILE, or with NAME=sink:SINK to a sink; its options follow as JSON."
            ),
            .toggle("dry-run", "Describe effects without carrying them out."),
        ] + CommandPlugins.options + Project.options + PluginOptions.all

    /// Reads the scripts and creates the host.
    static func host(
        _ values: Values, _ terminal: Terminal, isDryRun: Bool, store: (any StateStore)? = nil,
        change: (inout HostOptions) -> Void = { _ in }
    ) throws(PeriluneError) -> Host {
        var options = hostOptions(values, isDryRun: isDryRun)
        change(&options)
        let components = try components(values, terminal)
        if let store {
            return try host(of: components, options: options, store: store, terminal)
        }
        return try host(
            of: components, options: options, store: self.store(values, terminal), terminal)
    }

    /// The store for the scripts' state.
    static func store(
        _ values: Values, _ terminal: Terminal
    ) throws(PeriluneError) -> any StateStore {
        guard let path = values.string("state") else { return MemoryStateStore() }
        let aside =
            values.isGiven(setAsideDamaged.name) ? StoreFiles.damagedRows(path) : nil
        let store = try SQLiteStateStore(path: path, settingAside: aside)
        report(store.setAside, path, terminal)
        return store
    }

    /// Reports the damaged rows that were moved out of a store.
    static func report(_ damage: [StoreDamage], _ path: String, _ terminal: Terminal) {
        for damage in damage {
            terminal.info("\(path): a damaged row was set aside: \(damage.text)\n".withoutControls)
        }
    }

    /// The option of commands that can continue with a damaged store.
    static let setAsideDamaged = Option.toggle(
        "set-aside-damaged",
        "At start, read every row of the store, and move damaged ones to a file beside it.")

    /// The store for commands that do not change it; another process may write it meanwhile.
    static func storeToRead(_ values: Values) throws(PeriluneError) -> any StateStore {
        guard let path = values.string("state"), TextFile.exists(path) else {
            return MemoryStateStore()
        }
        return try SQLiteStateStore(reading: path)
    }

    /// Creates a host.
    static func host(
        of components: [Component], options: HostOptions, store: any StateStore,
        _ terminal: Terminal
    ) throws(PeriluneError) -> Host {
        try Host(components, options: options, store: store, log: TerminalLog(terminal))
    }

    /// Creates the host for the scripts in a command of a plugin.
    static func host(
        with plugin: any Plugin, _ values: Values, _ terminal: Terminal
    ) throws(PeriluneError) -> Host {
        let plugins = try CommandPlugins.configured(values, open: [plugin])
        var scripts: [Component] = []
        for path in try files(values) {
            scripts.append(.script(try values.configuredScript(path)))
        }
        let others = try PluginOptions.load(values, terminal).map { Component.plugin($0.plugin) }
        var options = HostOptions()
        options.outputs = withoutFiles(values.project?.configuration.hostOptions.outputs ?? [])
        return try Host(
            plugins.map { .plugin($0) } + others + scripts, options: options,
            store: MemoryStateStore(), log: TerminalLog(terminal))
    }

    /// The options of commands that choose in another way whether effects are carried out.
    static let withoutDryRun = all.filter { $0.name != "dry-run" }

    /// The options of the host that all commands share.
    static func hostOptions(_ values: Values, isDryRun: Bool) -> HostOptions {
        var options = HostOptions()
        options.isDryRun = isDryRun
        if let time = values.integer("call-limit") { options.callTime = .seconds(time) }
        options.seed = UInt64(values.integer("seed") ?? 0)
        options.order = values.string("order").flatMap(DelegateOrder.init) ?? .first
        options.outputs = withoutFiles(outputs(values))
        return options
    }

    /// The outputs of a command that writes no files.
    private static func withoutFiles(_ outputs: [NamedOutput]) -> [NamedOutput] {
        outputs.map { $0.file == nil ? $0 : NamedOutput($0.name) }
    }

    /// The outputs of `--to`, else those of the configuration.
    static func outputs(_ values: Values) -> [NamedOutput] {
        guard !values.isGiven("to") else {
            return values.strings("to").compactMap(NamedOutput.init(text:))
        }
        return values.strings("to").isEmpty ? [] : values.project?.configuration.outputs ?? []
    }

    /// The outputs of a command that writes them.
    ///
    /// - Throws: An error if two outputs have the same name or file.
    static func outputsToWrite(_ values: Values, _ program: String) throws -> [NamedOutput] {
        if values.isGiven("to") {
            for text in values.strings("to") where NamedOutput(text: text) == nil {
                // Only the name is shown, because the rest may contain a secret of a sink.
                let name = text.prefix { !"= {".contains($0) }
                if let brace = text.firstIndex(of: "{"), text[..<brace].contains("=sink:") {
                    throw UsageError(
                        .invalidValue, "the options of output '\(name)' are not a JSON object",
                        program: program)
                }
                throw UsageError(
                    .invalidValue,
                    "an output must be NAME=FILE or NAME=sink:SINK, with options NAME=sink:SINK {JSON}: '\(name)' is not",
                    program: program)
            }
        }
        let outputs = outputs(values)
        for (number, output) in outputs.enumerated() {
            let others = outputs[..<number]
            if others.contains(where: { $0.name == output.name }) {
                throw UsageError(
                    .invalidValue, "two outputs have the name '\(output.name)'", program: program)
            }
        }
        return outputs
    }

    /// The limits of scripts.
    static func limits(_ values: Values) -> ScriptLimits {
        var limits = ScriptLimits()
        if let time = values.integer("time-limit") { limits.time = .milliseconds(time) }
        if let memory = values.integer("memory-limit") { limits.memory = memory << 20 }
        if let count = values.integer("instruction-limit") { limits.instructions = count }
        return limits
    }

    /// The plugins of the command and the scripts.
    static func components(
        _ values: Values, _ terminal: Terminal
    ) throws(PeriluneError) -> [Component] {
        let plugins = try pluginComponents(values, terminal)
        let scripts = try scripts(values)
        terminal.detail(scripts)
        return plugins + scripts.map { .script($0) }
    }

    /// The scripts in the operands, including those in folders.
    static func scripts(_ values: Values) throws(PeriluneError) -> [Script] {
        var scripts: [Script] = []
        for path in try files(values) { scripts.append(try script(path, values)) }
        return scripts
    }

    /// The files that a run reads besides its logs: scripts, the configuration, files of plugins, and those of the server.
    static func inputs(_ values: Values) throws(PeriluneError) -> [String] {
        let options = CommandPlugins.options.map(\.name) + ["plugin"]
        return try files(values) + options.filter(values.declares).flatMap(values.strings)
            + [values.project?.configuration.file].compactMap(\.self) + serverFiles(values)
    }

    /// The token, the certificate and the key of the server, also in commands without these options.
    private static func serverFiles(_ values: Values) -> [String] {
        let settings: [Setting] = [.tokenFile, .certificate, .key]
        return settings.compactMap { setting in
            let text =
                values.declares(setting.option)
                ? values.string(setting.option)
                : values.project?.configuration.values[setting.path]?.string
            return text.flatMap { try? Credential.path($0) }
        }
    }

    /// The files of the scripts.
    static func files(_ values: Values) throws(PeriluneError) -> [String] {
        var files: [String] = []
        for path in values.strings("script") {
            files += FolderTree.isFolder(path) ? try ScriptFiles.expand([path]) : [path]
        }
        return files
    }

    /// The plugins of the command with open views, for callers with scripts of their own.
    static func pluginComponents(
        _ values: Values, _ terminal: Terminal
    ) throws(PeriluneError) -> [Component] {
        try CommandPlugins.opened(values, terminal).map { .plugin($0) }
            + (try PluginOptions.load(values, terminal, limits: limits(values))
                .map { .plugin($0.plugin) })
    }

    /// A script with the limits of the options and its configuration.
    static func script(_ path: String, _ values: Values) throws(PeriluneError) -> Script {
        var script = try Script(path, limits: limits(values))
        configure(&script, as: [path], values)
        return script
    }

    /// Configures a script with the limits of the options, and with the configuration's entry for the first of these
    /// files that has one.
    static func configure(_ script: inout Script, as paths: [String], _ values: Values) {
        script.limits = limits(values)
        guard let configuration = values.project?.configuration,
            let entry = paths.lazy.compactMap({ configuration.entry(of: $0) }).first
        else { return }
        var own = entry.limits
        if values.isGiven("time-limit") { own.milliseconds = nil }
        if values.isGiven("memory-limit") { own.megabytes = nil }
        if values.isGiven("instruction-limit") { own.instructions = nil }
        entry.configure(&script, limits: script.limits, own: own)
    }
}

/// Prints the log lines of scripts on standard error.
struct TerminalLog: LogSink {
    private let terminal: Terminal

    init(_ terminal: Terminal) { self.terminal = terminal }

    func log(_ line: LogLine) {
        let level = line.level == "warn" ? "warning" : line.level
        if terminal.verbosity == .quiet, level != "error" { return }
        if terminal.logsJSON {
            return terminal.log(
                level, Redaction.redact(line.message), event: line.event,
                [
                    ("script", .string(line.script)),
                    ("fields", line.fields.flatMap { $0 == .null ? nil : Redaction.redact($0) }),
                ])
        }
        let message = Redaction.redact(line.message).asMessage
        var text = "\(level): \(line.script): \(message)"
        if let fields = line.fields, fields != .null { text += " \(Redaction.redact(fields).json)" }
        if let event = line.event { text += " (event \(Redaction.redact(event).asMessage))" }
        terminal.show(text + "\n")
    }
}
