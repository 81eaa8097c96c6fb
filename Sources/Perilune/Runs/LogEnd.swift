internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneJSON

/// The event `log.end`, which follows the last entry of a run's logs, so that scripts can emit totals.
package struct LogEnd {
    package static let type = EventType.logEnd

    /// The last chunk of the logs, and its decoder.
    var last: (chunk: Chunk, decoder: DecoderMaker?)?

    /// Whether a script names the type in `on`; a wildcard does not count.
    package static func isWanted(_ registry: Registry) -> Bool {
        registry.delegates.contains { delegate in
            delegate.interests.types.contains { $0.description == type }
        }
    }

    /// The event as a chunk of a log; its time is that of the last event.
    func chunk(_ logs: [String]) throws(PeriluneError) -> Chunk {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write("specversion", "1.0")
        let end = last.map { $0.chunk.offset + $0.chunk.count } ?? 0
        writer.write("id", "end:\(end)")
        writer.write("source", logs.last ?? "-")
        writer.write("type", Self.type)
        if let time = try time() { writer.write("time", time) }
        writer.write("data", ["logs": .array(logs.map { .string($0) })])
        writer.endObject()
        return Chunk(line: writer.bytes)
    }

    private func time() throws(PeriluneError) -> String? {
        guard let last, let event = LogReader.lastEvent(of: last.chunk, try last.decoder?.make())
        else { return nil }
        return (try? Value(spellingNumbers: event))?["time"]?.string
    }
}
