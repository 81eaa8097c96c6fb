package import PeriluneCore
internal import PeriluneJSON

/// Finds one line of a log of events or records.
package struct LogSearch: Sendable {
    private let log: String
    /// Turns entries into events, for logs whose lines are not events.
    private let codec: (any Codec)?

    /// A line that was found.
    package struct Found: Sendable {
        /// The line as an event or a record; with a codec, the event that it made from the entry.
        package let json: [UInt8]
        /// The line of the log, from 1.
        package let line: Int
        /// The number of lines before it that are not blank, as the limit of a ``LogProcessor`` counts them.
        package let before: Int
    }

    /// The maximum number of names that are compared to suggest the one that was meant.
    private static let mostNames = 10_000

    package init(_ log: String, codec: (any Codec)? = nil) {
        self.log = log
        self.codec = codec
    }

    /// The first line whose member `name` has this text.
    package func line(where name: String, is text: String) throws(PeriluneError) -> Found {
        let document = JSONDocument()
        var others: [String] = []
        var lines = 0
        let found = try first { json, line, before in
            lines = line
            guard (try? document.read(json)) != nil,
                let other = document.member(name, of: document.root).flatMap(document.string)
            else { return nil }
            if other == text { return Found(json: json, line: line, before: before) }
            if others.count < Self.mostNames { others.append(other) }
            return nil
        }
        if let found { return found }
        let meant = NearestName.of(text, in: others, most: Self.mostNames)
        let isLine = Int(text).map { (1...max(1, lines)).contains($0) } ?? false
        throw PeriluneError(
            "event.missing", "\(log) has no event '\(text)'",
            hint: meant.map { "did you mean '\($0)'?" }
                ?? (isLine ? "to choose an event by its line, write --line \(text)" : nil))
    }

    /// The line with this number, from 1.
    package func line(_ number: Int) throws(PeriluneError) -> Found {
        var earlier: Int?
        var later: Int?
        let found = try first(orErrorAt: number) { json, line, before in
            if line == number { return Found(json: json, line: line, before: before) }
            if line < number { earlier = line } else { later = later ?? line }
            return nil
        }
        if let found { return found }
        // A blank line, a comment, or a line in the middle of an entry.
        let hint: String? =
            switch (earlier, later) {
            case (let earlier?, let later?):
                "the nearest events are at lines \(earlier) and \(later)"
            case (let earlier?, nil): "the last event is at line \(earlier)"
            case (nil, let later?): "the first event is at line \(later)"
            case (nil, nil): nil
            }
        throw PeriluneError(
            "event.missing", "\(log) has no event at line \(number)", hint: hint)
    }

    /// The first event after a line.
    package func line(after number: Int) throws(PeriluneError) -> Found {
        let found = try first { json, line, before in
            line > number ? Found(json: json, line: line, before: before) : nil
        }
        if let found { return found }
        throw PeriluneError(
            "event.missing",
            number == 0 ? "\(log) has no events" : "\(log) has no event after line \(number)")
    }

    /// Finds the first entry for which `body` returns a result.
    ///
    /// Entries that are too long, or are not events, are skipped; on the line `wanted` they are an error.
    private func first(
        orErrorAt wanted: Int? = nil, _ body: ([UInt8], _ line: Int, _ before: Int) -> Found?
    ) throws(PeriluneError) -> Found? {
        var before = 0
        var found: Found?
        try LogReader(log, codec: codec).forEach { entry, line throws(PeriluneError) in
            switch entry {
            case .event(let json): found = body(json, line, before)
            case .refused(var error) where line == wanted:
                error.place.file = log
                error.place.line = line + max(0, (error.place.line ?? 1) - 1)
                throw error
            case .oversized where line == wanted:
                throw PeriluneError(
                    "event.size", "the line exceeds the maximum length of an event",
                    at: .init(file: log, line: line),
                    hint: "'perilune process' takes longer lines with --max-event")
            case .refused, .oversized, .nothing: break
            }
            // Pieces of an entry that is too long count as entries, as for the limit of a log.
            before += 1
            return found == nil
        }
        return found
    }
}
