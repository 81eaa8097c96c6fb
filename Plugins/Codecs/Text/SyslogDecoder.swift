import PeriluneCore

/// Makes objects of the lines of syslog.
final class SyslogDecoder: EntryDecoder, EntryFields {
    let writesValidJSON = true
    private var envelope: EnvelopeWriter
    private let clock: SyslogTime
    private let hasOwnTime: Bool
    /// For each field of the envelope, its number among the names.
    private let columns: [Int?]
    private var line = SyslogLine()
    private var lastText: [UInt8] = []
    private var lastTime: [UInt8]?

    private static let facilities = SyslogNames.facilities.map { Array($0.utf8) }
    private static let severities = SyslogNames.severities.map { Array($0.utf8) }
    private static let names = ["host", "app", "pid", "msgid", "message"]

    init(_ envelope: EnvelopeWriter, _ clock: SyslogTime, hasOwnTime: Bool) {
        self.envelope = envelope
        columns = envelope.paths.map { Self.names.firstIndex(of: $0.description) }
        self.clock = clock
        self.hasOwnTime = hasOwnTime
    }

    func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: inout [UInt8]
    ) throws(PeriluneError) {
        try entry.checkUTF8()
        try line.read(entry)
        if hasOwnTime { envelope.ownTime = try time(entry.extracting(line.time)) }
        try envelope.write(entry, self, at: place, to: &event)
        event.append(UInt8(ascii: "{"))
        if let priority = line.priority {
            event.append(#""facility":""#)
            event += Self.facilities[priority >> 3]
            event.append(#"","severity":""#)
            event += Self.severities[priority & 7]
            event.append(#"","#)
        }
        append(#""host":"#, line.host, entry, to: &event)
        append(#""app":"#, line.app, entry, to: &event)
        append(#""pid":"#, line.process, entry, to: &event)
        append(#""msgid":"#, line.messageID, entry, to: &event)
        if !line.elements.isEmpty { appendData(entry, to: &event) }
        event.append(#""message":"#)
        event.append(string: entry.extracting(line.message))
        event.append("}}")
    }

    func withField(
        _ number: Int, of entry: Span<UInt8>,
        _ body: (_ text: Span<UInt8>, _ isEscaped: Bool) -> Void
    ) -> Bool {
        let ranges = [line.host, line.app, line.process, line.messageID, line.message]
        guard let index = columns[number], !isNil(ranges[index], entry) else {
            return false
        }
        body(entry.extracting(ranges[index]), false)
        return true
    }

    /// Lines of the same second come together.
    private func time(_ text: Span<UInt8>) throws(PeriluneError) -> [UInt8]? {
        if text.isEmpty || text.isDash { return nil }
        if text.count == lastText.count, text.has(lastText, at: 0), !lastText.isEmpty {
            return lastTime
        }
        let time = try clock.time(text)
        lastText.removeAll(keepingCapacity: true)
        lastText.append(copying: text)
        var bytes: [UInt8] = []
        time?.write(to: &bytes)
        lastTime = time == nil ? nil : bytes
        return lastTime
    }

    private func isNil(_ range: Range<Int>, _ entry: Span<UInt8>) -> Bool {
        range.isEmpty || range.count == 1 && entry[range.lowerBound] == UInt8(ascii: "-")
    }

    private func append(
        _ name: StaticString, _ range: Range<Int>, _ entry: Span<UInt8>, to event: inout [UInt8]
    ) {
        if isNil(range, entry) { return }
        event.append(name)
        event.append(string: entry.extracting(range))
        event.append(UInt8(ascii: ","))
    }

    /// `"data":{"id":{"name":"value"}},`; if a name occurs twice, the last value wins.
    private func appendData(_ entry: Span<UInt8>, to event: inout [UInt8]) {
        func text(_ range: Range<Int>) -> String {
            var bytes: [UInt8] = []
            var index = range.lowerBound
            while index < range.upperBound {
                if entry[index] == UInt8(ascii: "\\"), index + 1 < range.upperBound,
                    [0x22, 0x5C, 0x5D].contains(entry[index + 1])
                {
                    index += 1
                }
                bytes.append(entry[index])
                index += 1
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        var data = Value.Members()
        for (number, element) in line.elements.enumerated() {
            var members = Value.Members()
            for parameter in line.parameters where parameter.element == number {
                members[text(parameter.name)] = .string(text(parameter.value))
            }
            data[text(element)] = .object(members)
        }
        var writer = JSONWriter()
        writer.write(.object(data))
        event.append(#""data":"#)
        event += writer.bytes
        event.append(UInt8(ascii: ","))
    }
}
