/// Lines that wait for sinks, by output; the records are under an empty name.
package typealias OutboxLines = [String: [UInt8]]

/// The stream that a sink gets: the records, or the values of one output.
package struct OutboxStream: Sendable, Hashable {
    /// The name of the sink.
    package let sink: String
    /// The name of the output; empty for the records.
    package let output: String

    package init(sink: String, output: String) {
        self.sink = sink
        self.output = output
    }

    /// Reads the name that the store has; no sink and no output has a `/` in its name.
    package init(name: String) {
        let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        sink = String(parts[0])
        output = parts.count > 1 ? String(parts[1]) : ""
    }

    /// The name in the store: of a sink that gets the values of an output, `sink/output`.
    package var name: String { output.isEmpty ? sink : "\(sink)/\(output)" }
}
