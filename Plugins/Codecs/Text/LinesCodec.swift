import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// Lines of any text.
struct LinesCodec: ConfigurableCodec {
    let name = "lines"
    let summary = "lines of text"
    var envelope = EnvelopeOptions(type: [Template(constant: "entry.line")])

    var schema: SettingsSchema {
        SettingsSchema(EnvelopeOptions.fields(type: "entry.line"))
    }

    func configured(_ settings: Settings) throws(PeriluneError) -> any Codec {
        var codec = self
        codec.envelope = try envelope.with(settings)
        return codec
    }

    func decoder(for log: LogHead) -> (any EntryDecoder)? {
        LinesDecoder(EnvelopeWriter(envelope, log))
    }
}

private final class LinesDecoder: BuildingDecoder, EnvelopeDecoder {
    let envelope: EnvelopeWriter

    init(_ envelope: EnvelopeWriter) { self.envelope = envelope }

    func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: EventBuilder
    ) throws(PeriluneError) {
        try entry.checkUTF8()
        try envelope.write(entry, NoFields(), at: place, to: event)
        event.string(entry)
        event.endObject()
    }
}

/// The fields of an entry that has none.
private struct NoFields: EntryFields {
    func withField(
        _ number: Int, of entry: Span<UInt8>,
        _ body: (_ text: Span<UInt8>, _ isEscaped: Bool) -> Void
    ) -> Bool { false }
}
