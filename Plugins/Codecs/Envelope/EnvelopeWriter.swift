import PeriluneCore
import PeriluneFiles

/// The fields of an entry that templates of attributes use.
protocol EntryFields {
    /// Calls `body` with the bytes of a field that the envelope asks for, by its number, and with whether they are
    /// written as in a JSON string already; not where there is none.
    ///
    /// - Returns: Whether the field is there, and is text or a number.
    func withField(
        _ number: Int, of entry: Span<UInt8>,
        _ body: (_ text: Span<UInt8>, _ isEscaped: Bool) -> Void
    ) -> Bool
}

/// Writes the attributes of events.
struct EnvelopeWriter {
    /// The fields that are needed, by number.
    let paths: [FieldPath]
    private let source: [UInt8]
    private let id: [[Piece]]
    private let mayLackID: Bool
    private let attributes: [Attribute]
    private let timeField: Int?
    private var time: TimeReader?
    /// The time of the entry, in RFC 3339, where the decoder has read it.
    var ownTime: [UInt8]?

    private enum Piece {
        case text([UInt8])
        case field(Int)
    }

    private struct Attribute {
        let name: String
        /// The name and the quote of the value: `,"name":"`.
        let prefix: [UInt8]
        let alternatives: [[Piece]]
        let isRequired: Bool
    }

    init(_ options: EnvelopeOptions, _ log: LogHead) {
        var paths: [FieldPath] = []
        func number(_ path: FieldPath) -> Int {
            if let known = paths.firstIndex(of: path) { return known }
            paths.append(path)
            return paths.count - 1
        }
        func compiled(_ templates: [Template]) -> [[Piece]] {
            templates.map { template in
                template.pieces.map { piece in
                    switch piece {
                    case .text(let text): .text(text.escaped)
                    case .field(let path): .field(number(path))
                    }
                }
            }
        }
        source = log.source.escaped
        id = compiled(options.id)
        mayLackID = options.mayLackID
        let sources =
            options.source.isEmpty
            ? [[Piece.text(source)]] : compiled(options.source)
        var attributes = [
            Attribute(
                name: "source", prefix: Array(#","source":""#.utf8), alternatives: sources,
                isRequired: true),
            Attribute(
                name: "type", prefix: Array(#","type":""#.utf8),
                alternatives: compiled(options.type), isRequired: true),
        ]
        for (name, templates) in [
            ("subject", options.subject), ("partitionkey", options.partitionKey),
        ] where !templates.isEmpty {
            attributes.append(
                Attribute(
                    name: name, prefix: Array(#","\#(name)":""#.utf8),
                    alternatives: compiled(templates), isRequired: false))
        }
        self.attributes = attributes
        timeField = options.time?.field.map(number)
        time = options.time.map { TimeReader($0, log) }
        self.paths = paths
    }

    /// Writes the event up to its data: `{"specversion":"1.0",…,"data":`; after the data, it ends with a brace.
    mutating func write(
        _ entry: Span<UInt8>, _ fields: some EntryFields, at place: EntryPlace,
        to event: inout [UInt8]
    ) throws(PeriluneError) {
        event.append(#"{"specversion":"1.0","id":""#)
        if id.isEmpty || mayLackID && !isWritten(id, entry, fields, to: &event) {
            event += source
            event.append(0x3A)
            event.append(number: place.offset)
        } else if !mayLackID {
            try write(id, "id", entry, fields, to: &event)
        }
        event.append(UInt8(ascii: "\""))
        for attribute in attributes {
            let start = event.count
            event += attribute.prefix
            if attribute.isRequired {
                try write(attribute.alternatives, attribute.name, entry, fields, to: &event)
            } else if !isWritten(attribute.alternatives, entry, fields, to: &event) {
                event.removeLast(event.count - start)
                continue
            }
            event.append(UInt8(ascii: "\""))
        }
        try writeTime(entry, fields, to: &event)
        event.append(#","data":"#)
    }

    private mutating func writeTime(
        _ entry: Span<UInt8>, _ fields: some EntryFields, to event: inout [UInt8]
    ) throws(PeriluneError) {
        if let ownTime {
            event.append(#","time":""#)
            event += ownTime
            return event.append(UInt8(ascii: "\""))
        }
        guard time != nil, let timeField else { return }
        var problem: PeriluneError?
        let path = paths[timeField]
        _ = fields.withField(timeField, of: entry) { text, _ in
            do throws(PeriluneError) {
                guard let stamp = try time?.time(text) else { return }
                event.append(#","time":""#)
                event += stamp
                event.append(0x22)
            } catch {
                problem = error
                problem?.message = "the field \(path) \(error.message)"
            }
        }
        if let problem { throw problem }
    }

    private func write(
        _ alternatives: [[Piece]], _ name: String, _ entry: Span<UInt8>,
        _ fields: some EntryFields, to event: inout [UInt8]
    ) throws(PeriluneError) {
        if isWritten(alternatives, entry, fields, to: &event) { return }
        let missing = alternatives[0].compactMap { piece -> String? in
            guard case .field(let number) = piece else { return nil }
            return fields.withField(number, of: entry) { _, _ in } ? nil : paths[number].description
        }
        throw PeriluneError(
            PeriluneError.Code(rawValue: "event.\(name)"),
            "the entry has no \(missing.joined(separator: ", ")), which the event's \(name) needs",
            hint: "set the codec's option \(name) to a template of other fields")
    }

    /// Writes the first alternative whose fields are all there and not empty.
    private func isWritten(
        _ alternatives: [[Piece]], _ entry: Span<UInt8>, _ fields: some EntryFields,
        to event: inout [UInt8]
    ) -> Bool {
        let start = event.count
        for alternative in alternatives {
            var isThere = true
            for piece in alternative {
                switch piece {
                case .text(let text): event += text
                case .field(let number):
                    isThere = fields.withField(number, of: entry) { text, isEscaped in
                        if isEscaped {
                            event.append(copying: text)
                        } else {
                            event.append(escaping: text)
                        }
                    }
                }
                if !isThere { break }
            }
            if isThere, event.count > start { return true }
            event.removeLast(event.count - start)
        }
        return false
    }
}

extension String {
    /// As between the quotes of a JSON string.
    var escaped: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(escaping: Array(utf8).span)
        return bytes
    }
}
