import PeriluneCore
import PeriluneFiles

/// Lines of any text.
struct LinesCodec: ConfigurableCodec {
    let name = "lines"
    let summary = "Lines of text; the event's data is the line."
    var envelope = EnvelopeOptions(type: [Template(constant: "log.line")])

    var schema: SettingsSchema {
        SettingsSchema(EnvelopeOptions.fields(type: "log.line"))
    }

    func configured(_ settings: Settings) throws(PeriluneError) -> any Codec {
        var codec = self
        codec.envelope = try envelope.with(settings)
        return codec
    }

    func decoder(for log: LogHead) -> (any RecordDecoder)? {
        LinesDecoder(EnvelopeWriter(envelope, log))
    }
}

private final class LinesDecoder: RecordDecoder {
    private var envelope: EnvelopeWriter

    init(_ envelope: EnvelopeWriter) { self.envelope = envelope }

    func decode(
        _ record: Span<UInt8>, at place: RecordPlace, into event: inout [UInt8]
    ) throws(PeriluneError) {
        try record.checkUTF8()
        try envelope.write(record, NoFields(), at: place, to: &event)
        event.append(string: record)
        event.append(UInt8(ascii: "}"))
    }
}

/// The fields of a record that has none.
private struct NoFields: RecordFields {
    func withField(
        _ number: Int, of record: Span<UInt8>,
        _ body: (_ text: Span<UInt8>, _ isEscaped: Bool) -> Void
    ) -> Bool { false }
}
