import PeriluneCore

/// Makes objects of the lines of an access log.
final class AccessLogDecoder: EntryDecoder, EntryFields {
    private let pattern: LinePattern
    private let kinds: [AccessMember.Kind]
    /// `"host":` for each field.
    private let names: [[UInt8]]
    private var envelope: EnvelopeWriter
    /// For each field of the envelope, its number in the line.
    private let columns: [Int?]
    private var ranges: [Range<Int>] = []
    private var unescaped: [UInt8] = []

    init(_ pattern: LinePattern, _ members: [AccessMember], _ envelope: EnvelopeWriter) {
        self.pattern = pattern
        kinds = members.map(\.kind)
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
        body(text, false)
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
        guard text.firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil else {
            return event.append(string: text)
        }
        unescaped.removeAll(keepingCapacity: true)
        unescaped.append(unescaping: text)
        // Escapes of bytes that are not UTF-8 are kept as written.
        if unescaped.isUTF8 {
            event.append(string: unescaped)
        } else {
            event.append(string: text)
        }
    }
}

extension Span<UInt8> {
    /// Whether it is the dash that stands for no value.
    var isDash: Bool { count == 1 && self[0] == UInt8(ascii: "-") }
}

extension [UInt8] {
    var isUTF8: Bool {
        span.isASCII
            ? true
            : unsafe withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) != nil }
    }

    /// Appends text with `\"`, `\\`, `\n`, `\t` and `\xe4` resolved, as Apache and nginx write them.
    mutating func append(unescaping text: Span<UInt8>) {
        func digit(_ byte: UInt8) -> UInt8? {
            switch byte {
            case 48...57: byte - 48
            case 97...102: byte - 87
            case 65...70: byte - 55
            default: nil
            }
        }
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < text.count else {
                append(byte)
                continue
            }
            let next = text[index]
            index += 1
            switch next {
            case UInt8(ascii: "n"): append(0x0A)
            case UInt8(ascii: "t"): append(0x09)
            case UInt8(ascii: "r"): append(0x0D)
            case UInt8(ascii: "b"): append(0x08)
            case UInt8(ascii: "v"): append(0x0B)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(next)
            case UInt8(ascii: "x"):
                guard index + 1 < text.count, let high = digit(text[index]),
                    let low = digit(text[index + 1])
                else {
                    append(contentsOf: [byte, next])
                    continue
                }
                append(high << 4 | low)
                index += 2
            default: append(contentsOf: [byte, next])
            }
        }
    }
}
