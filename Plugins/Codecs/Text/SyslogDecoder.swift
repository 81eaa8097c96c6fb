import PeriluneCore
import PeriluneJSON

/// Makes objects of the lines of syslog.
final class SyslogDecoder: BuildingDecoder, EnvelopeDecoder, EntryFields {
    private(set) var envelope: EnvelopeWriter
    private let clock: SyslogTime
    private let hasOwnTime: Bool
    /// For each field of the envelope, its number among the names; `nil` if there is none.
    private let columns: [Int?]
    private var line = SyslogLine()
    private var lastText: [UInt8] = []
    private var lastTime: [UInt8]?

    private static let facilities = SyslogNames.facilities.map { Array($0.utf8) }
    private static let severities = SyslogNames.severities.map { Array($0.utf8) }
    private static let names = [
        "host", "app", "pid", "msgid", "message", "facility", "severity", "data",
    ]
    private let memberNames = MemberNames(names)

    init(_ envelope: EnvelopeWriter, _ clock: SyslogTime, hasOwnTime: Bool) {
        self.envelope = envelope
        columns = envelope.paths.map { Self.names.firstIndex(of: $0.description) }
        self.clock = clock
        self.hasOwnTime = hasOwnTime
    }

    func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: EventBuilder
    ) throws(PeriluneError) {
        try entry.checkUTF8()
        try line.read(entry)
        if hasOwnTime { envelope.ownTime = try time(entry.extracting(line.time)) }
        try envelope.write(entry, self, at: place, to: event)
        event.beginObject()
        for number in [Self.facility, Self.severity] {
            if let name = priorityName(number) {
                event.member(number, of: memberNames, name.span)
            }
        }
        write(0, line.host, entry, to: event)
        write(1, line.app, entry, to: event)
        write(2, line.process, entry, to: event)
        write(3, line.messageID, entry, to: event)
        if !line.elements.isEmpty { writeData(entry, to: event) }
        event.member(4, of: memberNames, entry.extracting(line.message))
        event.endObject()
        event.endObject()
    }

    func withField(
        _ number: Int, of entry: Span<UInt8>,
        _ body: (_ text: Span<UInt8>, _ isEscaped: Bool) -> Void
    ) -> Bool {
        guard let index = columns[number] else { return false }
        if index == Self.facility || index == Self.severity {
            guard let name = priorityName(index) else { return false }
            body(name.span, false)
            return true
        }
        let ranges = [line.host, line.app, line.process, line.messageID, line.message]
        // Structured data is not a text.
        guard index < ranges.count, !isNil(ranges[index], entry) else { return false }
        body(entry.extracting(ranges[index]), false)
        return true
    }

    /// The numbers of these members.
    private static let facility = 5
    private static let severity = 6

    /// The name of the facility or the severity; `nil` without a priority.
    private func priorityName(_ number: Int) -> [UInt8]? {
        line.priority.map {
            number == Self.facility ? Self.facilities[$0 >> 3] : Self.severities[$0 & 7]
        }
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

    private func write(
        _ name: Int, _ range: Range<Int>, _ entry: Span<UInt8>, to event: EventBuilder
    ) {
        if isNil(range, entry) { return }
        event.member(name, of: memberNames, entry.extracting(range))
    }

    /// `"data":{"id":{"name":"value"}}`; if a name occurs twice, the last value wins.
    private func writeData(_ entry: Span<UInt8>, to event: EventBuilder) {
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
        event.name(7, of: memberNames)
        event.beginObject()
        for element in data.pairs {
            event.name(element.name.utf8.span)
            event.beginObject()
            for parameter in element.value.object?.pairs ?? [] {
                event.name(parameter.name.utf8.span)
                event.string((parameter.value.string ?? "").utf8.span)
            }
            event.endObject()
        }
        event.endObject()
    }
}
