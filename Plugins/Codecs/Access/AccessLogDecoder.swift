import PeriluneCore
import PeriluneJSON

/// Makes objects of the lines of an access log.
final class AccessLogDecoder: BuildingDecoder, EntryFields {
    private let pattern: LinePattern
    private let kinds: [AccessMember.Kind]
    /// The names of the parts of a request, then those of the fields.
    private let names: MemberNames
    private static let requestNames = ["method", "path", "protocol"]
    /// Whether a name may occur twice, as a variable can in a format.
    private let haveRepeats: Bool
    private let envelope: EnvelopeWriter
    /// For each field of the envelope, its number in the line.
    private let columns: [Int?]
    private var ranges: [Range<Int>] = []
    /// Whether the line has escapes.
    private var hasEscapes = false

    init(_ pattern: LinePattern, _ members: [AccessMember], _ envelope: EnvelopeWriter) {
        self.pattern = pattern
        kinds = members.map(\.kind)
        names = MemberNames(Self.requestNames + members.map(\.name))
        let hasRequest = members.contains { $0.kind == .request }
        haveRepeats =
            hasRequest ? names.haveRepeats : MemberNames(members.map(\.name)).haveRepeats
        self.envelope = envelope
        columns = envelope.paths.map { pattern.fields.firstIndex(of: $0.description) }
    }

    func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: EventBuilder
    ) throws(PeriluneError) {
        try entry.checkUTF8()
        try pattern.match(entry, &ranges)
        hasEscapes = entry.firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil
        try envelope.write(entry, self, at: place, to: event)
        if haveRepeats { event.requireParse() }
        event.beginObject()
        // Of the decoder, the array would be retained for each value.
        let ranges = ranges
        for number in ranges.indices {
            let range = ranges[number]
            guard write(number, entry.extracting(range), to: event) else {
                throw PeriluneError(
                    "codec.entry",
                    "the line does not match this format: \(pattern.fields[number]) is not a number",
                    at: .init(line: 1, column: range.lowerBound + 1))
            }
        }
        event.endObject()
        event.endObject()
    }

    func withField(
        _ number: Int, of entry: Span<UInt8>,
        _ body: (_ text: Span<UInt8>, _ isEscaped: Bool) -> Void
    ) -> Bool {
        guard let column = columns[number] else { return false }
        let text = entry.extracting(ranges[column])
        if text.isEmpty || text.isDash { return false }
        if hasEscapes, let plain = text.unescaped {
            body(plain.span, false)
        } else {
            body(text, false)
        }
        return true
    }

    /// Writes a member; nothing for a dash, which stands for no value.
    ///
    /// - Returns: False if the value must be a number but is not.
    private func write(_ number: Int, _ text: Span<UInt8>, to event: EventBuilder) -> Bool {
        switch kinds[number] {
        case .time: return true
        case .request:
            if writeRequest(text, to: event) { return true }
        case .count where text.isDash:
            name(number, in: event)
            event.scalar(Self.zero.span)
            return true
        case .number, .count:
            if text.isJSONNumber {
                name(number, in: event)
                event.scalar(text)
                return true
            }
            if kinds[number] == .count { return false }
        case .text: break
        }
        if !text.isDash { writeText(Self.requestNames.count + number, text, to: event) }
        return true
    }

    private static let zero = Array("0".utf8)

    private func name(_ number: Int, in event: EventBuilder) {
        event.name(Self.requestNames.count + number, of: names)
    }

    /// `GET /shop HTTP/1.1`; a request that is not of this form stays as it is.
    private func writeRequest(_ text: Span<UInt8>, to event: EventBuilder) -> Bool {
        guard let first = text.firstIndex(of: 0x20, from: 0), first > 0 else { return false }
        var last = text.count - 1
        while last > first, text[last] != 0x20 { last -= 1 }
        guard last > first + 1, last + 1 < text.count else { return false }
        writeText(0, text.extracting(..<first), to: event)
        writeText(1, text.extracting((first + 1)..<last), to: event)
        writeText(2, text.extracting((last + 1)...), to: event)
        return true
    }

    private func writeText(_ name: Int, _ text: Span<UInt8>, to event: EventBuilder) {
        if hasEscapes, let plain = text.unescaped {
            event.member(name, of: names, plain.span)
        } else {
            event.member(name, of: names, text)
        }
    }
}

extension Span<UInt8> {
    /// Whether it is the dash that stands for no value.
    var isDash: Bool { count == 1 && self[0] == UInt8(ascii: "-") }
}
