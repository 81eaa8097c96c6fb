import Arguments
import LuaSyntax
import Perilune
package import PeriluneCore
import PeriluneFiles
import PeriluneLua
import PeriluneTesting

/// Definitions for completion in editors: for scripts, tests and the configuration.
package enum ProjectDefinitions {
    /// The modules of scripts and tests.
    package static func modules() throws(PeriluneError) -> [HostModule] {
        var registry = try registry()
        try registry.add(TestRunner.module)
        return BuiltInModules.all + registry.modules
    }

    /// The types of events that the plugins declare.
    package static func eventTypes() throws(PeriluneError) -> [EventType] {
        try EventType.ofHost + registry().eventTypes
    }

    private static func registry() throws(PeriluneError) -> Registry {
        var registry = Registry()
        for plugin in CommandPlugins.all { try plugin.register(in: &registry) }
        return registry
    }

    /// The files of the folder `meta`.
    package static func files() throws(PeriluneError) -> [(name: String, text: String)] {
        EditorDefinitions.files(modules: try modules())
            + [
                (
                    ConfigurationDefinitions.fileName,
                    ConfigurationDefinitions.text(
                        plugins: CommandPlugins.schemas, grants: CommandPlugins.grantKinds,
                        sinks: CommandPlugins.sinks)
                )
            ]
    }

    /// The file with the events of the logs of `--from`; `nil` without this option.
    static func events(
        _ values: Values, _ terminal: Terminal
    ) throws -> (name: String, text: String)? {
        let logs = values.strings("from")
        if logs.isEmpty { return nil }
        let reader = ShapeReader(
            limits: EventDefinitions.limits, codec: try LogCodec.chosen(values, terminal))
        var left = values.integer("limit") ?? 10_000
        for log in logs {
            let before = reader.shape.events + reader.skipped
            try reader.read(log: log, limit: left)
            left -= reader.shape.events + reader.skipped - before
        }
        guard !reader.shape.types.isEmpty else {
            var error = PeriluneError(
                "event.missing", "no line is an event", at: .init(file: logs[0]))
            error.hint = LogHint.text(for: error, in: logs[0], read: LogCodec.name(values))
            throw error
        }
        LogHint.warn(ofLinesWithoutEvents: reader.skipped, of: logs, terminal)
        let definitions = EventDefinitions(
            of: reader.shape, from: LogHint.names(logs),
            codec: values.string("as").map(\.withoutControls))
        report(definitions, reader.shape, terminal)
        return (EventDefinitions.fileName, definitions.text)
    }

    /// Warns about fields and types that are missing in the file.
    private static func report(
        _ definitions: EventDefinitions, _ shape: LogShape, _ terminal: Terminal
    ) {
        let fields = definitions.leftOut
        if !fields.isEmpty {
            let shown = fields.prefix(5).map { $0.count > 100 ? "\($0.prefix(99))…" : $0 }
            let more = fields.count > 5 ? " and \(fields.count - 5) more" : ""
            terminal.info(
                "warning: left out \(Counted(fields.count, "field")) whose name is empty, is longer than 64 bytes or has quotes, backslashes or control characters: \(shown.joined(separator: ", "))\(more)\n"
                    .withoutControls)
        }
        if shape.hasMoreTypes {
            terminal.info(
                "warning: left out all but the first \(EventDefinitions.limits.types) types of events\n"
            )
        }
    }

    /// The reference page of the configuration.
    package static var configurationPage: String {
        ConfigurationReference.page(
            plugins: CommandPlugins.schemas,
            codecs: CommandPlugins.codecs, sinks: CommandPlugins.sinks)
    }
}
