import PeriluneCore
import PeriluneJSON

/// Puts an object into the data of an event, byte for byte.
final class JSONDecoder: PreviewingDecoder, EnvelopeDecoder {
    let envelope: EnvelopeWriter
    private let document = JSONDocument()
    private let fields: JSONFields
    /// The paths, below the data, that conditions ask for.
    private var paths: [JSONPath] = []

    init(_ envelope: EnvelopeWriter) {
        self.envelope = envelope
        fields = JSONFields(document: document, paths: envelope.paths.map(JSONPath.init))
    }

    func examine(_ entry: Span<UInt8>) throws(PeriluneError) {
        try document.read(entry)
        guard document.kind(document.root) == .object else {
            throw PeriluneError(
                "codec.entry", "the entry is JSON but not an object",
                hint: "the codec json makes events of objects")
        }
    }

    func isValid(_ entry: Span<UInt8>) -> Bool {
        document.fitsIntoObject && envelope.isValid(entry, fields)
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
        paths.append(JSONPath(path.names.dropFirst()))
        return paths.count - 1
    }

    func withValue(
        _ field: Int, of entry: Span<UInt8>, _ body: (PreviewedValue, Span<UInt8>) -> Void
    ) {
        document.withValue(at: paths[field], body)
    }
}

/// The fields of an object that the envelope uses.
private struct JSONFields: EntryFields {
    let document: JSONDocument
    let paths: [JSONPath]

    func withField(
        _ number: Int, of entry: Span<UInt8>,
        _ body: (_ text: Span<UInt8>, _ isEscaped: Bool) -> Void
    ) -> Bool {
        document.withText(at: paths[number]) { body($0, true) }
    }
}
