import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// Pairs of names and values: `level=info msg="user logged in" duration=12ms`.
struct LogfmtCodec: ConfigurableCodec {
    let name = "logfmt"
    let summary = "logfmt"
    var typed: [String] = []
    var envelope = EnvelopeOptions(type: [Template(constant: "entry.logfmt")])

    var schema: SettingsSchema {
        SettingsSchema(
            EnvelopeOptions.fields(type: "entry.logfmt") + [
                .init(
                    "types", .texts,
                    "Names of fields in which numbers, true and false are converted; `*` for all fields. By default, all values are strings."
                )
            ])
    }

    func configured(_ settings: Settings) throws(PeriluneError) -> any Codec {
        var codec = self
        codec.envelope = try envelope.with(settings)
        codec.typed = try settings.texts("types")
        codec.envelope.alsoNamed = ("types", codec.typed.filter { $0 != "*" }.map { FieldPath($0) })
        return codec
    }

    func decoder(for log: LogHead) -> (any EntryDecoder)? {
        LogfmtDecoder(EnvelopeWriter(envelope, log), typed)
    }

    /// Two pairs or more on a line, which begins with one.
    func recognizes(_ start: [UInt8]) -> Bool {
        var pairs = LogfmtPairs()
        return LogStart(start).mostLines { line in
            (try? pairs.read(line)) != nil && pairs.pairs.count > 1
                && pairs.pairs.allSatisfy { !$0.isBare }
        }
    }
}

private final class LogfmtDecoder: BuildingDecoder, EnvelopeDecoder, EntryFields {
    let envelope: EnvelopeWriter
    private let typed: [[UInt8]]
    private let isTyped: Bool
    private let wanted: [[UInt8]]
    private var line = LogfmtPairs()

    init(_ envelope: EnvelopeWriter, _ typed: [String]) {
        self.envelope = envelope
        self.typed = typed.map { Array($0.utf8) }
        isTyped = typed.contains("*")
        wanted = envelope.paths.map { Array($0.description.utf8) }
    }

    func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: EventBuilder
    ) throws(PeriluneError) {
        try entry.checkUTF8()
        try line.read(entry)
        try envelope.write(entry, self, at: place, to: event)
        event.beginObject()
        for number in line.pairs.indices {
            let pair = line.pairs[number]
            // If a name occurs twice, the last value wins, as in other readers.
            if isRepeated(number, entry) { continue }
            let name = entry.extracting(pair.name)
            event.name(name)
            let text = entry.extracting(pair.value)
            if pair.isBare {
                event.scalar(Self.yes.span)
            } else if pair.isEscaped, let plain = text.unescaped {
                event.string(plain.span)
            } else if pair.isEscaped
                || !(isTyped(name) && !text.isEmpty && event.writesTyped(text))
            {
                event.string(text)
            }
        }
        event.endObject()
        event.endObject()
    }

    private static let yes = Array("true".utf8)

    func withField(
        _ number: Int, of entry: Span<UInt8>,
        _ body: (_ text: Span<UInt8>, _ isEscaped: Bool) -> Void
    ) -> Bool {
        let name = wanted[number]
        guard
            let pair = line.pairs.last(where: {
                $0.name.count == name.count && entry.has(name, at: $0.name.lowerBound)
            }), !pair.value.isEmpty
        else { return false }
        let text = entry.extracting(pair.value)
        if pair.isEscaped, let plain = text.unescaped {
            body(plain.span, false)
        } else {
            body(text, false)
        }
        return true
    }

    private func isTyped(_ name: Span<UInt8>) -> Bool {
        isTyped || typed.contains { $0.count == name.count && name.has($0, at: 0) }
    }

    private func isRepeated(_ number: Int, _ entry: Span<UInt8>) -> Bool {
        let name = line.pairs[number].name
        for later in line.pairs[(number + 1)...] where later.name.count == name.count {
            var index = 0
            while index < name.count,
                entry[name.lowerBound + index] == entry[later.name.lowerBound + index]
            { index += 1 }
            if index == name.count { return true }
        }
        return false
    }
}
