import Glibc
import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// Writes values as messages of RFC 5424.
struct SyslogFormat: Sendable {
    let output: String
    var facility = Text("user")
    var severity = Text("info")
    var host = Text(machine)
    var app = Text("perilune")
    var messageID = Text("")
    /// The whole value without a template.
    var message: Text?
    /// The field with the time.
    var time: FieldPath?

    /// A template that is read once.
    struct Text: Sendable {
        fileprivate let pieces: [Template.Piece]

        init(_ template: Template) { pieces = template.pieces }

        fileprivate init(_ text: String) { pieces = [.text(text)] }
    }

    init(output: String) { self.output = output }

    /// The name of this machine.
    private static let machine: String = {
        let text = try? TextFile.read("/proc/sys/kernel/hostname", limit: 4096, what: "host name")
        return String(decoding: (text ?? []).prefix { $0 > 0x20 }, as: UTF8.self)
    }()

    /// Names of severities that logs use.
    private static let otherSeverities = [
        "emergency": 0, "panic": 0, "critical": 2, "fatal": 2, "error": 3, "warn": 4,
        "information": 6, "informational": 6, "trace": 7,
    ]

    /// The members of values that its templates and its time name.
    var members: [NamedMembers.Member] {
        let fields = templates.flatMap { name, text in
            (text?.pieces ?? []).compactMap { piece -> NamedMembers.Member? in
                guard case .field(let path) = piece else { return nil }
                return .init(path: path, use: "which the option \(name) uses")
            }
        }
        let time = time.map { path in
            NamedMembers.Member(
                path: path, use: "which the option time names",
                substitute: "the time of sending is in the message")
        }
        return fields + [time].compactMap(\.self)
    }

    /// The templates by the names of their options.
    private var templates: [(String, Text?)] {
        [
            ("facility", facility), ("severity", severity), ("host", host), ("app", app),
            ("msgid", messageID), ("message", message),
        ]
    }

    /// The message of a value.
    ///
    /// Its structured data identifies the value, so that a receiver can ignore a repetition.
    func message(
        _ value: SinkValue, at now: Timestamp, noting members: NamedMembers? = nil
    ) throws(PeriluneError) -> [UInt8] {
        let json = needsFields(value) ? try Value(spellingNumbers: value.json) : .null
        members?.check(json)
        let facility = Self.number(text(facility, json), of: SyslogNames.facilities) ?? 1
        let severity = Self.number(text(severity, json), of: SyslogNames.severities) ?? 6
        let moment = time.flatMap { json[$0]?.string }.flatMap { Timestamp($0) } ?? now
        var bytes = Array("<\(facility * 8 + severity)>1 ".utf8)
        moment.write(to: &bytes)
        let fields: [(String, Int)] = [
            (text(host, json), 255), (text(app, json), 48),
            ("\(getpid())", 128), (text(messageID, json), 32),
        ]
        for (field, limit) in fields {
            bytes.append(0x20)
            bytes += Self.word(field, limit)
        }
        bytes += Array(" [perilune@32473 output=\"".utf8)
        bytes += Self.parameter(output)
        bytes += Array("\" id=\"\(value.sequence)-\(value.number)\"] ".utf8)
        if let message {
            bytes += text(message, json).utf8
        } else if let string = json.string {
            bytes += string.utf8
        } else {
            bytes += value.json
        }
        return bytes
    }

    /// The number of a facility or severity, given by name (including names in logs) or by number.
    static func number(_ text: String, of names: [String]) -> Int? {
        let name = text.lowercased()
        if let index = names.firstIndex(of: name) { return index }
        if let number = Int(name) { return names.indices.contains(number) ? number : nil }
        return names.count == SyslogNames.severities.count ? otherSeverities[name] : nil
    }

    /// Whether the value has to be read: for a template, the time, or to unquote a string.
    private func needsFields(_ value: SinkValue) -> Bool {
        if time != nil || value.json.first == UInt8(ascii: "\"") { return true }
        return templates.contains { _, text in
            text?.pieces.contains { if case .field = $0 { true } else { false } } == true
        }
    }

    private func text(_ template: Text, _ value: Value) -> String {
        var text = ""
        for piece in template.pieces {
            switch piece {
            case .text(let plain): text += plain
            case .field(let path):
                if let found = value[path], found != .null { text += found.string ?? found.json }
            }
        }
        return text
    }

    /// A word of the header: printable ASCII of a limited length, `-` if it is empty.
    private static func word(_ text: String, _ limit: Int) -> [UInt8] {
        let bytes = text.utf8.prefix(limit).map { (33...126).contains($0) ? $0 : UInt8(ascii: "_") }
        return bytes.isEmpty ? [UInt8(ascii: "-")] : bytes
    }

    /// The value of a parameter, with the escapes of RFC 5424.
    private static func parameter(_ text: String) -> [UInt8] {
        text.utf8.flatMap { byte -> [UInt8] in
            [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "]")].contains(byte)
                ? [UInt8(ascii: "\\"), byte] : [byte]
        }
    }
}
