import PeriluneCore
import PeriluneJSON

/// Copies an object to the data of an event, byte for byte.
final class JSONDecoder: PreviewingDecoder, EnvelopeDecoder {
    let envelope: EnvelopeWriter
    private let document = JSONDocument()
    /// The paths of the envelope, and those of conditions below the data.
    private let fields: JSONPaths

    init(_ envelope: EnvelopeWriter) {
        self.envelope = envelope
        fields = JSONPaths(document, envelope.paths)
    }

    func examine(_ entry: Span<UInt8>) throws(PeriluneError) {
        try document.read(entry)
        guard document.isObject else {
            throw PeriluneError(
                "codec.entry", "the entry is JSON but not an object",
                hint: "the codec json makes events of objects")
        }
    }

    func isValid(_ entry: Span<UInt8>) -> Bool {
        document.fits(inside: 1) && envelope.isValid(entry, fields)
    }

    func write(
        _ entry: Span<UInt8>, at place: EntryPlace, to event: EventBuilder
    ) throws(PeriluneError) {
        try envelope.write(entry, fields, at: place, to: event)
        event.value(document)
        event.endObject()
    }

    var hasConstantType: Bool { envelope.hasConstantType }

    func writeType(of entry: Span<UInt8>, to text: EventBuilder) -> Bool {
        envelope.writeType(of: entry, fields, to: text)
    }

    func field(at path: FieldPath) -> Int? {
        guard path.names.count > 1, path.names[0] == "data" else { return nil }
        return fields.add(path.names.dropFirst())
    }

    func withValue(
        _ field: Int, of entry: Span<UInt8>, _ body: (PreviewedValue, Span<UInt8>) -> Void
    ) {
        fields.withValue(field, body)
    }
}

extension JSONPaths: EntryFields {
    func withField(
        _ number: Int, of entry: Span<UInt8>,
        _ body: (_ text: Span<UInt8>, _ isEscaped: Bool) -> Void
    ) -> Bool {
        withText(number) { body($0, true) }
    }

    func hasField(_ number: Int, of entry: Span<UInt8>) -> Bool { hasText(number) }
}
