import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// Objects in JSON: one per line, spread over lines, or the elements of arrays.
struct JSONCodec: ConfigurableCodec {
    var name = "json"
    var summary = "objects in JSON"
    var envelope = EnvelopeOptions(type: [Template(constant: "entry.json")])
    /// The arrays whose elements are the entries.
    var explode: [String] = []
    /// Names that an object of this format has, for recognition.
    var marks: [FieldPath] = []

    var schema: SettingsSchema {
        let time = envelope.time?.field.map { "`\($0)` by default" }
        let array =
            explode.isEmpty
            ? ", such as `Records`" : "; `\(explode.joined(separator: "."))` by default"
        return SettingsSchema(
            envelope.fields(time: time ?? "none by default") + [
                .init(
                    "explode", .text,
                    "The path of an array whose elements become the events\(array).")
            ])
    }

    func configured(_ settings: Settings) throws(PeriluneError) -> any Codec {
        var codec = self
        codec.envelope = try envelope.with(settings)
        if let path = try settings.text("explode") {
            codec.explode = FieldPath(path).names
        }
        return codec
    }

    /// A log whose first line is an object has one object per line; in others, brackets delimit the entries.
    func framing(of start: [UInt8]) -> EntryFraming {
        let explode = arrays(in: start)
        guard explode.isEmpty, let line = LogStart(start).lines.first,
            line.first == UInt8(ascii: "{"),
            (try? Value(json: Array(line))) != nil || start.firstIndex(of: 0x0A) == nil
        else {
            let isArray = start.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "[")
            let isObject = start.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
            return isArray || isObject || !explode.isEmpty ? .json(elementsOf: explode) : .lines
        }
        return .lines
    }

    /// The path of the arrays, if the log has them: formats such as CloudTrail also have one entry per line.
    private func arrays(in start: [UInt8]) -> [String] {
        guard let name = explode.first, let object = Self.objects(of: start, []).first,
            object[FieldPath(name)] == nil, marks.contains(where: { object[$0] != nil })
        else { return explode }
        return []
    }

    func decoder(for log: LogHead) -> (any EntryDecoder)? {
        JSONDecoder(EnvelopeWriter(envelope, log))
    }

    func recognizes(_ start: [UInt8]) -> Bool {
        let objects = Self.objects(of: start, arrays(in: start))
        guard let object = objects.first else { return marks.isEmpty && Self.isCut(start) }
        // CloudEvents in an array, or over several lines, are not data of other events.
        if marks.isEmpty, CloudEventsCodec.isEvent(object) { return false }
        return marks.allSatisfy { object[$0] != nil }
    }

    /// Whether a log begins with an object that is too long to be seen whole, and is not a CloudEvent.
    private static func isCut(_ start: [UInt8]) -> Bool {
        guard start.count >= LogSource.startSize else { return false }
        let text = start.filter { !" \t\r\n".utf8.contains($0) }
        guard ["{\"", "[{\"", "[{}"].contains(where: { text.starts(with: $0.utf8) }) else {
            return false
        }
        return !String(decoding: text, as: UTF8.self).contains("\"specversion\":")
    }

    /// The first object of a log, if it is whole.
    static func objects(of start: [UInt8], _ explode: [String]) -> [Value] {
        var scanner = EntryScanner(.json(elementsOf: explode))
        return unsafe start.withUnsafeBytes { bytes in
            guard let found = unsafe scanner.next(in: bytes, from: 0),
                let value = try? Value(json: unsafe Array(bytes[found.start..<found.end])),
                value.object != nil
            else { return [] }
            return [value]
        }
    }
}
