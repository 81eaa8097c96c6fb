import PeriluneCore

/// Makes objects of the lines of an access log.
final class AccessLogDecoder: EntryDecoder, EntryFields {
    /// A variable can occur twice in a format.
    let writesValidJSON: Bool
    private let pattern: LinePattern
    private let kinds: [AccessMember.Kind]
    /// `"host":` for each field.
    private let names: [[UInt8]]
    private var envelope: EnvelopeWriter
    /// For each field of the envelope, its number in the line.
    private let columns: [Int?]
    private var ranges: [Range<Int>] = []

    init(_ pattern: LinePattern, _ members: [AccessMember], _ envelope: EnvelopeWriter) {
        self.pattern = pattern
        kinds = members.map(\.kind)
        let written = members.flatMap {
            $0.kind == .request ? ["method", "path", "protocol", $0.name] : [$0.name]
        }
        writesValidJSON = Set(written).count == written.count
        names = members.map { Array("\"".utf8) + $0.name.escaped + Array("\":".utf8) }
        self.envelope = envelope
        columns = envelope.paths.map { pattern.fields.firstIndex(of: $0.description) }
    }

    func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: inout [UInt8]
    ) throws(PeriluneError) {
        try entry.checkUTF8()
        try pattern.match(entry, &ranges)
        try envelope.write(entry, self, at: place, to: &event)
        event.append(UInt8(ascii: "{"))
        let start = event.count
        for number in ranges.indices {
            let range = ranges[number]
            guard write(number, entry.extracting(range), to: &event) else {
                throw PeriluneError(
                    "codec.entry",
                    "the line does not match this format: \(pattern.fields[number]) is not a number",
                    at: .init(line: 1, column: range.lowerBound + 1))
            }
        }
        if event.count > start { event.removeLast() }
        event.append("}}")
    }

    func withField(
        _ number: Int, of entry: Span<UInt8>,
        _ body: (_ text: Span<UInt8>, _ isEscaped: Bool) -> Void
    ) -> Bool {
        guard let column = columns[number] else { return false }
        let text = entry.extracting(ranges[column])
        if text.isEmpty || text.isDash { return false }
        if let plain = text.unescaped {
            body(plain.span, false)
        } else {
            body(text, false)
        }
        return true
    }

    /// Writes a member and a comma; nothing for a dash, which stands for no value.
    ///
    /// - Returns: False if the value must be a number but is not.
    private func write(_ number: Int, _ text: Span<UInt8>, to event: inout [UInt8]) -> Bool {
        switch kinds[number] {
        case .time: return true
        case .request:
            if writeRequest(text, to: &event) { return true }
        case .count where text.isDash:
            event += names[number]
            event.append("0,")
            return true
        case .number, .count:
            if text.isJSONNumber {
                event += names[number]
                event.append(copying: text)
                event.append(UInt8(ascii: ","))
                return true
            }
            if kinds[number] == .count { return false }
        case .text: break
        }
        if text.isDash { return true }
        event += names[number]
        writeText(text, to: &event)
        event.append(UInt8(ascii: ","))
        return true
    }

    /// `GET /shop HTTP/1.1`; a request that is not of this form stays as it is.
    private func writeRequest(_ text: Span<UInt8>, to event: inout [UInt8]) -> Bool {
        guard let first = text.firstIndex(of: 0x20, from: 0), first > 0 else { return false }
        var last = text.count - 1
        while last > first, text[last] != 0x20 { last -= 1 }
        guard last > first + 1, last + 1 < text.count else { return false }
        event.append(#""method":"#)
        writeText(text.extracting(..<first), to: &event)
        event.append(#","path":"#)
        writeText(text.extracting((first + 1)..<last), to: &event)
        event.append(#","protocol":"#)
        writeText(text.extracting((last + 1)...), to: &event)
        event.append(UInt8(ascii: ","))
        return true
    }

    private func writeText(_ text: Span<UInt8>, to event: inout [UInt8]) {
        if let plain = text.unescaped {
            event.append(string: plain)
        } else {
            event.append(string: text)
        }
    }
}

extension Span<UInt8> {
    /// Whether it is the dash that stands for no value.
    var isDash: Bool { count == 1 && self[0] == UInt8(ascii: "-") }
}
