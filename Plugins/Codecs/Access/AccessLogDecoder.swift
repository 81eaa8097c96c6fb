import PeriluneCore
import PeriluneJSON

/// Makes objects of the lines of an access log.
final class AccessLogDecoder: PreviewingDecoder, EnvelopeDecoder, EntryFields {
    private let pattern: LinePattern
    private let kinds: [AccessMember.Kind]
    /// The fields that must be numbers.
    private let counts: [Int]
    /// The names of the parts of a request, followed by those of the fields.
    private let names: MemberNames
    private static let requestNames = ["method", "path", "protocol"]
    private let request: Int?
    /// The numbers of the names, by their paths in the event.
    private let numbers: [FieldPath: Int]
    /// Whether a name may occur twice, as a variable can in a format.
    private let haveRepeats: Bool
    let envelope: EnvelopeWriter
    /// For each field of the envelope, the number of its field in the line; `nil` if there is none.
    private let columns: [Int?]
    private var ranges: [Range<Int>] = []
    /// Whether the line has escapes.
    private var hasEscapes = false

    init(_ pattern: LinePattern, _ members: [AccessMember], _ envelope: EnvelopeWriter) {
        self.pattern = pattern
        kinds = members.map(\.kind)
        counts = members.indices.filter { members[$0].kind == .count }
        let allNames = Self.requestNames + members.map(\.name)
        names = MemberNames(allNames)
        request = members.firstIndex { $0.kind == .request }
        haveRepeats =
            request != nil ? names.haveRepeats : MemberNames(members.map(\.name)).haveRepeats
        self.envelope = envelope
        columns = envelope.paths.map { pattern.fields.firstIndex(of: $0.description) }
        numbers = Dictionary(
            allNames.enumerated().map { (FieldPath("data.\($0.element)"), $0.offset) },
            uniquingKeysWith: { _, last in last })
    }

    func examine(_ entry: Span<UInt8>) throws(PeriluneError) {
        try entry.checkUTF8()
        try pattern.match(entry, &ranges)
        hasEscapes = entry.firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil
    }

    func isValid(_ entry: Span<UInt8>) -> Bool {
        if haveRepeats { return false }
        for number in counts {
            let text = entry.extracting(ranges[number])
            if !text.isDash, !text.isJSONNumber { return false }
        }
        return envelope.isValid(entry, self)
    }

    func write(
        _ entry: Span<UInt8>, at place: EntryPlace, to event: EventBuilder
    ) throws(PeriluneError) {
        try envelope.write(entry, self, at: place, to: event)
        if haveRepeats { event.requireParse() }
        event.beginObject()
        // A local copy: reading the property would retain the array for each value.
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

    private func writeRequest(_ text: Span<UInt8>, to event: EventBuilder) -> Bool {
        guard let (first, last) = spaces(of: text) else { return false }
        writeText(0, text.extracting(..<first), to: event)
        writeText(1, text.extracting((first + 1)..<last), to: event)
        writeText(2, text.extracting((last + 1)...), to: event)
        return true
    }

    /// The spaces around the path in `GET /shop HTTP/1.1`; a request that is not of this form stays as it is.
    private func spaces(of text: Span<UInt8>) -> (Int, Int)? {
        guard let first = text.firstIndex(of: 0x20, from: 0), first > 0 else { return nil }
        var last = text.count - 1
        while last > first, text[last] != 0x20 { last -= 1 }
        guard last > first + 1, last + 1 < text.count else { return nil }
        return (first, last)
    }

    private func writeText(_ name: Int, _ text: Span<UInt8>, to event: EventBuilder) {
        if hasEscapes, let plain = text.unescaped {
            event.member(name, of: names, plain.span)
        } else {
            event.member(name, of: names, text)
        }
    }

    var hasConstantType: Bool { envelope.hasConstantType }

    func writeType(of entry: Span<UInt8>, to text: EventBuilder) -> Bool {
        envelope.writeType(of: entry, self, to: text)
    }

    func field(at path: FieldPath) -> Int? {
        guard let number = numbers[path] else { return nil }
        let field = number - Self.requestNames.count
        if field < 0 { return request == nil ? nil : number }
        return kinds[field] == .time || kinds[field] == .request ? nil : number
    }

    func withValue(
        _ field: Int, of entry: Span<UInt8>, _ body: (PreviewedValue, Span<UInt8>) -> Void
    ) {
        if hasEscapes { return body(.unknown, .init()) }
        let number = field - Self.requestNames.count
        if number < 0 { return withRequest(field, of: entry, body) }
        let text = entry.extracting(ranges[number])
        switch kinds[number] {
        case .count, .number:
            if text.isJSONNumber { return body(.scalar, text) }
            if kinds[number] == .count { return body(.scalar, Self.zero.span) }
        case .text, .time, .request: break
        }
        body(text.isDash ? .nothing : .string, text)
    }

    private func withRequest(
        _ part: Int, of entry: Span<UInt8>, _ body: (PreviewedValue, Span<UInt8>) -> Void
    ) {
        guard let request else { return body(.unknown, .init()) }
        let text = entry.extracting(ranges[request])
        guard let (first, last) = spaces(of: text) else { return body(.nothing, .init()) }
        switch part {
        case 0: body(.string, text.extracting(..<first))
        case 1: body(.string, text.extracting((first + 1)..<last))
        default: body(.string, text.extracting((last + 1)...))
        }
    }
}

extension Span<UInt8> {
    /// Whether it is a dash, which stands for a missing value.
    var isDash: Bool { count == 1 && self[0] == UInt8(ascii: "-") }
}
