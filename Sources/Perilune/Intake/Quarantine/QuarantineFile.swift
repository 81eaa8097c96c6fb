internal import PeriluneCore
internal import PeriluneHTTP
internal import PeriluneJSON

/// A file that `process --quarantine` wrote: events that could not be processed, one per line.
package struct QuarantineFile {
    private let path: String

    /// Makes a reader of a file.
    package init(path: String) { self.path = path }

    /// Passes the events to the body, in order; the number of an event is that of its line.
    ///
    /// - Throws: `quarantine.file` for a line that is not a quarantined event, and errors of the body.
    package func entries(
        _ body: (Quarantine.Entry) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        try LogReader(path, codec: nil).forEach { item, number throws(PeriluneError) in
            guard case .event(let line) = item, let entry = Self.entry(line, number) else {
                throw lineError(number)
            }
            try body(entry)
            return true
        }
    }

    private static func entry(_ line: [UInt8], _ number: Int) -> Quarantine.Entry? {
        guard let value = try? Value(json: line), let log = value["log"]?.string,
            let place = value["line"]?.integer, let reason = value["error"]
        else { return nil }
        let bytes =
            value["bytes"]?.string.map { Array($0.utf8) }
            ?? value["base64"]?.string.flatMap { Base64.decode($0) }
        guard let bytes else { return nil }
        return Quarantine.Entry(
            id: Int64(number), time: nil, path: "\(log):\(place)", bytes: bytes, reason: reason,
            isUnreadable: value["unreadable"] == .bool(true))
    }

    private func lineError(_ line: Int) -> PeriluneError {
        PeriluneError(
            "quarantine.file", "the line is not a quarantined event",
            at: .init(file: path, line: line),
            hint: "name a file that 'perilune process --quarantine' wrote")
    }
}
