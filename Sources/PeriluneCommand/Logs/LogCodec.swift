import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles

/// The options for the format of logs, shared by all commands that read logs.
enum LogCodec {
    static let options: [Option] = [
        .setting(.logFormat, accepts: .suggestion(names)),
        .setting(
            .codecOptions,
            "An option of the codec, such as id={request}; an option in a table has a dotted name, such as time.field=ts."
        ),
    ]

    /// Names of codecs for completion; plugins may provide others.
    private static let names =
        [RecognizingCodec.word, Registry.usualCodec, "link"] + CommandPlugins.codecs.map(\.name)

    /// The name of the chosen codec.
    static func name(_ values: Values) -> String { values.string("as") ?? Registry.usualCodec }

    /// The chosen codec; `nil` if each line is an event.
    ///
    /// `logs` are the logs to read, for the messages of `--verbose`.
    static func chosen(
        _ values: Values, _ terminal: Terminal, for logs: [String] = []
    ) throws -> (any Codec)? {
        let name = name(values)
        terminal.detail("codec: \(name), \(values.origin(of: "as"))")
        let options = try options(values, for: name)
        if name == Registry.usualCodec, options.object?.pairs.isEmpty != false { return nil }
        // Other plugins are only loaded if the command's own have no such codec. For auto, theirs take precedence.
        let own = try registry()
        if name == "event" || own.codecs.contains(where: { $0.name == name }) {
            return try own.codec(name, options)
        }
        // Without messages, because they are loaded again for the host.
        var silent = terminal
        silent.verbosity = .normal
        let loaded = try PluginOptions.load(values, silent).map(\.plugin)
        let all = try registry(of: loaded)
        if name == RecognizingCodec.word { try recognize(logs, all.codecs, terminal) }
        return try all.codec(name, options)
    }

    /// Throws if no codec recognizes one of the logs, before others are processed.
    private static func recognize(
        _ logs: [String], _ codecs: [any Codec], _ terminal: Terminal
    ) throws(PeriluneError) {
        // A pipe can be read only once. Other errors are those of the run.
        for log in logs where FileIdentity(path: log) != nil {
            guard let start = try? LogSource.start(of: log), !start.isEmpty else { continue }
            guard let codec = RecognizingCodec.codec(of: start, codecs) else {
                var error = RecognizingCodec.unrecognized(log, start, codecs)
                if logs.count > 1, let hint = error.hint {
                    error.hint = "\(hint); --as is for all logs, so process this one by itself"
                }
                throw error
            }
            terminal.detail(
                "codec of \(log): \(codec.name), because it looks like \(codec.summary)")
        }
    }

    /// The codecs of the command's own plugins.
    static var builtIn: [any Codec] { (try? registry().codecs) ?? [] }

    private static func registry(
        of loaded: [any Plugin] = []
    ) throws(PeriluneError) -> Registry {
        var registry = Registry()
        for plugin in loaded + CommandPlugins.all { try registry.register(plugin) }
        return registry
    }

    /// The options of the codec: those of the configuration, if they are for this codec, overridden by those of the
    /// command line.
    private static func options(_ values: Values, for name: String) throws -> Value {
        var members = Value.Members()
        if let configured = values.project?.configuration.values["sources.codec"]?.object,
            !values.isGiven("as")
                || values.project?.configuration.values["sources.as"]?.string == name
        {
            members = configured
        }
        for pair in values.isGiven("codec") ? values.strings("codec") : [] {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw UsageError(
                    .invalidValue, "--codec must be KEY=VALUE, not '\(pair)'",
                    program: "perilune \(values.command)")
            }
            let path = parts[0].split(separator: ".", omittingEmptySubsequences: false)
            set(.string(String(parts[1])), at: path[...], in: &members)
        }
        return .object(members)
    }

    private static func set(
        _ value: Value, at path: ArraySlice<Substring>, in members: inout Value.Members
    ) {
        guard let name = path.first.map(String.init) else { return }
        let known = members[name]
        guard path.count > 1 || known?.object != nil else { return members[name] = value }
        // time=ts and time.format=… set the same table, in which ts has an empty name.
        var inner = known?.object ?? .init(known.map { [("", $0)] } ?? [])
        set(value, at: path.count > 1 ? path.dropFirst() : [""], in: &inner)
        members[name] = .object(inner)
    }
}
