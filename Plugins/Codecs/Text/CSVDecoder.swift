import PeriluneCore
import PeriluneJSON

/// Makes objects of rows.
final class CSVDecoder: PreviewingDecoder, EnvelopeDecoder, EntryFields {
    private let delimiter: UInt8
    private let quote: UInt8
    private let names: MemberNames
    /// Whether values of the column are written as numbers where they are some.
    private let isTyped: [Bool]
    private let hasTyped: Bool
    let envelope: EnvelopeWriter
    /// For each field of the envelope, its column; `nil` if there is none.
    private let columns: [Int?]
    /// The columns by their paths in the event.
    private let numbers: [FieldPath: Int]
    private var row = Row()

    init(_ codec: CSVCodec, _ names: [String], _ envelope: EnvelopeWriter) {
        delimiter = codec.delimiter
        quote = codec.quote
        self.names = MemberNames(names)
        isTyped = names.map { codec.typed.contains("*") || codec.typed.contains($0) }
        hasTyped = isTyped.contains(true)
        self.envelope = envelope
        columns = envelope.paths.map { names.firstIndex(of: $0.description) }
        numbers = Dictionary(
            names.enumerated().map { (FieldPath("data.\($0.element)"), $0.offset) },
            uniquingKeysWith: { first, _ in first })
    }

    func examine(_ entry: Span<UInt8>) throws(PeriluneError) {
        try entry.checkUTF8()
        try row.split(entry, delimiter, quote)
        guard row.parts.count == isTyped.count else {
            throw row.columnCountError(isTyped.count, in: entry)
        }
    }

    func isValid(_ entry: Span<UInt8>) -> Bool { envelope.isValid(entry, self) }

    func write(
        _ entry: Span<UInt8>, at place: EntryPlace, to event: EventBuilder
    ) throws(PeriluneError) {
        try envelope.write(entry, self, at: place, to: event)
        event.beginObject()
        let parts = row.parts
        if row.isPlain, !hasTyped {
            event.members(of: names, parts.span, in: entry)
        } else {
            for number in parts.indices {
                row.withText(parts[number], of: entry) { write(number, $0, to: event) }
            }
        }
        event.endObject()
        event.endObject()
    }

    private func write(_ number: Int, _ text: Span<UInt8>, to event: EventBuilder) {
        guard isTyped[number] else { return event.member(number, of: names, text) }
        event.name(number, of: names)
        if !event.writesTyped(text) { event.string(text) }
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

    var hasConstantType: Bool { envelope.hasConstantType }

    func writeType(of entry: Span<UInt8>, to text: EventBuilder) -> Bool {
        envelope.writeType(of: entry, self, to: text)
    }

    func field(at path: FieldPath) -> Int? {
        // A name with a dot is not the path that looks like it.
        guard path.names.count == 2, let number = numbers[path] else { return nil }
        return isTyped[number] ? nil : number
    }

    func filter(_ requirements: [[RequiredText]]) -> RowFilter? {
        guard envelope.ownTime == nil, let needed = envelope.firstFields else { return nil }
        var tests: [(column: Int, test: RowFilter.Test)] = []
        for field in needed {
            guard let column = columns[field] else { return nil }
            tests.append((column, .isNotEmpty))
        }
        if let field = envelope.timeField, let column = columns[field] {
            tests.append((column, .isValid { [envelope] in envelope.isTimeValid($0) }))
        }
        for texts in requirements {
            // One value is enough to know that the delegate does not take the row.
            let known = texts.lazy.compactMap { text in
                self.field(at: text.path).map { (column: $0, texts: text.texts) }
            }
            guard let required = known.first else { return nil }
            tests += required.texts.map { (required.column, .differs(from: $0)) }
        }
        return RowFilter(delimiter: delimiter, quote: quote, columns: isTyped.count, tests)
    }

    func withValue(
        _ field: Int, of entry: Span<UInt8>, _ body: (PreviewedValue, Span<UInt8>) -> Void
    ) {
        row.withText(row.parts[field], of: entry) { body(.string, $0) }
    }
}
