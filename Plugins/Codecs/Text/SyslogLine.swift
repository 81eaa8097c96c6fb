import PeriluneCore

/// The ranges of the parts of a syslog line.
struct SyslogLine {
    /// Facility and severity in one number.
    private(set) var priority: Int?
    private(set) var time = 0..<0
    private(set) var host = 0..<0
    private(set) var app = 0..<0
    private(set) var process = 0..<0
    private(set) var messageID = 0..<0
    private(set) var message = 0..<0
    /// The structured data of RFC 5424: the ids, and the parameters with the number of their id.
    private(set) var elements: [Range<Int>] = []
    private(set) var parameters: [Parameter] = []

    struct Parameter {
        let element: Int
        let name: Range<Int>
        let value: Range<Int>
    }

    private static let mostParameters = 1024

    /// Divides a line.
    ///
    /// - Throws: `codec.entry` with the column.
    mutating func read(_ line: Span<UInt8>) throws(PeriluneError) {
        self = SyslogLine(reusing: self)
        var index = 0
        if line.count > 0, line[0] == UInt8(ascii: "<") {
            guard let end = line.firstIndex(of: UInt8(ascii: ">"), from: 1), (2...4).contains(end),
                let number = Self.number(line, 1..<end), number < 192
            else { throw Self.syntaxError("the priority", 0) }
            priority = number
            index = end + 1
            if index + 1 < line.count, line[index] == UInt8(ascii: "1"), line[index + 1] == 0x20 {
                index += 2
                return try readHeader(line, &index)
            }
        }
        if priority != nil {
            // What programs send themselves may lack the time, and the host (RFC 3164, 4.3).
            if (try? readTime(line, &index)) != nil, !isTag(line, index) {
                host = try word(line, &index, "the host")
            }
        } else {
            try readTime(line, &index)
            if !isTag(line, index) { host = try word(line, &index, "the host") }
        }
        readTag(line, &index)
        message = index..<line.count
    }

    private init(reusing other: SyslogLine) {
        elements = other.elements
        parameters = other.parameters
        elements.removeAll(keepingCapacity: true)
        parameters.removeAll(keepingCapacity: true)
    }

    init() {}

    /// `Oct 11 22:14:15` of RFC 3164, or the time of RFC 3339 that rsyslog writes into files.
    private mutating func readTime(
        _ line: Span<UInt8>, _ index: inout Int
    ) throws(PeriluneError) {
        let start = index
        if start + 19 < line.count, line[start + 10] | 0x20 == UInt8(ascii: "t"),
            line[start + 4] == UInt8(ascii: "-"), line[start + 13] == UInt8(ascii: ":")
        {
            time = try word(line, &index, "the time")
            return
        }
        guard start + 15 < line.count, line[start + 3] == 0x20, line[start + 6] == 0x20,
            line[start + 9] == UInt8(ascii: ":"), line[start + 12] == UInt8(ascii: ":"),
            line[start + 15] == 0x20
        else { throw Self.syntaxError("the time", start) }
        var month = start
        guard TimePattern.month(line, &month) != nil else {
            throw Self.syntaxError("the time", start)
        }
        time = start..<start + 15
        index = start + 16
    }

    /// `sshd[123]: `; a line without a tag is all message.
    private mutating func readTag(_ line: Span<UInt8>, _ index: inout Int) {
        let start = index
        while index < line.count, line[index] != UInt8(ascii: ":"), line[index] != 0x20,
            line[index] != UInt8(ascii: "[")
        { index += 1 }
        let name = start..<index
        var number = index..<index
        if index < line.count, line[index] == UInt8(ascii: "["),
            let end = line.firstIndex(of: UInt8(ascii: "]"), from: index)
        {
            number = (index + 1)..<end
            index = end + 1
        }
        guard !name.isEmpty, index < line.count, line[index] == UInt8(ascii: ":") else {
            return index = start
        }
        app = name
        process = number
        index += 1
        if index < line.count, line[index] == 0x20 { index += 1 }
    }

    /// Whether the word at an index is a tag rather than a host.
    private func isTag(_ line: Span<UInt8>, _ index: Int) -> Bool {
        let end = line.firstIndex(of: 0x20, from: index) ?? line.count
        return end > index && line[end - 1] == UInt8(ascii: ":")
    }

    /// The header of RFC 5424, after its version.
    private mutating func readHeader(
        _ line: Span<UInt8>, _ index: inout Int
    ) throws(PeriluneError) {
        time = try word(line, &index, "the time")
        host = try word(line, &index, "the host")
        app = try word(line, &index, "the name of the program")
        process = try word(line, &index, "the process id")
        messageID = try word(line, &index, "the message id")
        try readData(line, &index)
        if index < line.count, line[index] == 0x20 { index += 1 }
        // A byte order mark marks the message as UTF-8.
        if line.has([0xEF, 0xBB, 0xBF], at: index) { index += 3 }
        message = index..<line.count
    }

    /// `-`, or `[id name="value" …][…]`, in which `\"`, `\\` and `\]` are escapes.
    private mutating func readData(
        _ line: Span<UInt8>, _ index: inout Int
    ) throws(PeriluneError) {
        if index < line.count, line[index] == UInt8(ascii: "-") {
            index += 1
            return
        }
        let data = "the structured data"
        guard index < line.count, line[index] == UInt8(ascii: "[") else {
            throw Self.syntaxError(data, index)
        }
        while index < line.count, line[index] == UInt8(ascii: "[") {
            index += 1
            let start = index
            while index < line.count, line[index] != 0x20, line[index] != UInt8(ascii: "]") {
                index += 1
            }
            elements.append(start..<index)
            while index < line.count, line[index] == 0x20 {
                index += 1
                let name = index
                index = line.firstIndex(of: UInt8(ascii: "="), from: index) ?? line.count
                let end = index
                guard index + 1 < line.count, line[index + 1] == UInt8(ascii: "\""),
                    parameters.count < Self.mostParameters
                else { throw Self.syntaxError(data, name) }
                index += 2
                let value = index
                while index < line.count, line[index] != UInt8(ascii: "\"") {
                    index += line[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                guard index < line.count else { throw Self.syntaxError(data, value) }
                parameters.append(
                    Parameter(
                        element: elements.count - 1, name: name..<end, value: value..<index))
                index += 1
            }
            guard index < line.count, line[index] == UInt8(ascii: "]") else {
                throw Self.syntaxError(data, min(index, line.count))
            }
            index += 1
        }
    }

    private func word(
        _ line: Span<UInt8>, _ index: inout Int, _ what: String
    ) throws(PeriluneError) -> Range<Int> {
        let start = index
        index = line.firstIndex(of: 0x20, from: index) ?? line.count
        guard index > start else { throw Self.syntaxError(what, start) }
        defer { index = min(line.count, index + 1) }
        return start..<index
    }

    private static func number(_ line: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var value = 0
        for index in range {
            guard (48...57).contains(line[index]) else { return nil }
            value = value * 10 + Int(line[index] - 48)
        }
        return value
    }

    private static func syntaxError(_ what: String, _ index: Int) -> PeriluneError {
        PeriluneError(
            "codec.entry", "the line is not syslog: \(what) is missing or wrong",
            at: .init(line: 1, column: index + 1))
    }
}
