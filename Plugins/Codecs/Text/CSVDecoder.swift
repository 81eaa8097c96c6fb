import PeriluneCore

/// Makes objects of rows.
final class CSVDecoder: EntryDecoder, EntryFields {
    let writesValidJSON = true
    private let delimiter: UInt8
    private let quote: UInt8
    private let names: [[UInt8]]
    /// Whether values of the column are written as numbers where they are some.
    private let isTyped: [Bool]
    private var envelope: EnvelopeWriter
    /// For each field of the envelope, its column.
    private let columns: [Int?]
    private var row = Row()

    init(_ codec: CSVCodec, _ names: [String], _ envelope: EnvelopeWriter) {
        delimiter = codec.delimiter
        quote = codec.quote
        self.names = Self.prefixes(names)
        isTyped = names.map { codec.typed.contains("*") || codec.typed.contains($0) }
        self.envelope = envelope
        columns = envelope.paths.map { names.firstIndex(of: $0.description) }
    }

    func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: inout [UInt8]
    ) throws(PeriluneError) {
        try entry.checkUTF8()
        try row.split(entry, delimiter, quote)
        guard row.parts.count == names.count else { throw row.wrongCount(names.count, in: entry) }
        try envelope.write(entry, self, at: place, to: &event)
        for number in row.parts.indices {
            let part = row.parts[number]
            event += names[number]
            row.withText(part, of: entry) { text in
                if isTyped[number], event.append(typed: text) { return }
                event.append(string: text)
            }
        }
        event.append("}}")
    }

    func withField(
        _ number: Int, of entry: Span<UInt8>,
        _ body: (_ text: Span<UInt8>, _ isEscaped: Bool) -> Void
    ) -> Bool {
        guard let column = columns[number] else { return false }
        let part = row.parts[column]
        guard part.end > part.start else { return false }
        row.withText(part, of: entry) { body($0, false) }
        return true
    }

    /// Names as they are written before values: `{"first":` and `,"second":`.
    static func prefixes(_ names: [String]) -> [[UInt8]] {
        names.enumerated().map { number, name in
            Array((number == 0 ? "{\"" : ",\"").utf8) + name.escaped + Array("\":".utf8)
        }
    }
}
