import Arguments
import Perilune
import PeriluneCore

/// The options for exporting spans to a collector.
enum TraceOptions {
    static let all: [Option] = [.setting(.traceEndpoint), .setting(.traceEvery)]

    /// The exporter for the collector of the command line; `nil` without one.
    static func exporter(
        _ values: Values, _ problems: ProblemLog
    ) throws(PeriluneError) -> SpanExporter? {
        guard let endpoint = values.string("trace-endpoint") else { return nil }
        var options = SpanExporterOptions(endpoint: endpoint)
        let every = values.integer("trace-every") ?? 0
        options.ratio = every > 0 ? 1 / Double(every) : 0
        return try SpanExporter(options) { problems.show(IntakeProblem($0)) }
    }
}
