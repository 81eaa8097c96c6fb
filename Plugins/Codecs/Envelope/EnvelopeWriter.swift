import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// The fields of an entry that templates of attributes use.
protocol EntryFields {
    /// Calls `body` with the bytes of a field of the envelope, by its number, and whether they are escaped as in
    /// JSON.
    ///
    /// - Returns: Whether the field exists and is text or a number; otherwise `body` is not called.
    func withField(
        _ number: Int, of entry: Span<UInt8>,
        _ body: (_ text: Span<UInt8>, _ isEscaped: Bool) -> Void
    ) -> Bool

    /// Whether the entry has a field, with the result of `withField`.
    func hasField(_ number: Int, of entry: Span<UInt8>) -> Bool
}

extension EntryFields {
    func hasField(_ number: Int, of entry: Span<UInt8>) -> Bool {
        withField(number, of: entry) { _, _ in }
    }
}

/// Writes the attributes of events.
struct EnvelopeWriter {
    /// The fields that are needed, by number.
    let paths: [FieldPath]
    let id: Attribute
    let mayLackID: Bool
    let type: Attribute
    let attributes: [Attribute]
    /// The fields of the first alternatives of the required attributes; `nil` if their text may be empty all the same.
    let firstFields: [Int]?
    let templates: Templates
    /// `"1.0"`, and the source with a colon.
    private let version = Array(#""1.0""#.utf8)
    private let idPrefix: [UInt8]
    let timeField: Int?
    let time: TimeReader?
    /// Records which fields named in the options never occurred.
    let named: NamedFields
    /// The time of the entry, in RFC 3339, where the decoder has read it.
    var ownTime: [UInt8]?

    struct Attribute {
        let name: EventBuilder.Attribute
        let alternatives: Range<Int>
        let isRequired: Bool
        /// The range of the text with its quotes, if it is the same in all events.
        let constant: Range<Int>?
    }

    /// Templates without arrays in arrays, so that nothing is retained for an event.
    struct Templates {
        enum Piece {
            case text(Range<Int>)
            case field(Int)
        }

        var paths: [FieldPath] = []
        var texts: [UInt8] = []
        var pieces: [Piece] = []
        var alternatives: [Range<Int>] = []

        /// The fields of the first alternative of an attribute; `nil` if its text may be empty all the same.
        func firstFields(of attribute: Attribute) -> [Int]? {
            // Without its quotes.
            if let constant = attribute.constant { return constant.count > 2 ? [] : nil }
            guard let first = attribute.alternatives.first else { return nil }
            var fields: [Int] = []
            var hasText = false
            for piece in pieces[alternatives[first]] {
                switch piece {
                case .text(let range): hasText = hasText || !range.isEmpty
                case .field(let number): fields.append(number)
                }
            }
            return hasText || !fields.isEmpty ? fields : nil
        }

        mutating func add(
            _ name: EventBuilder.Attribute, _ templates: [[Template.Piece]], isRequired: Bool = true
        ) -> Attribute {
            let first = alternatives.count
            var constant: Range<Int>?
            if templates.count == 1, case .text(let text)? = templates[0].first,
                templates[0].count == 1
            {
                constant = texts.count..<(texts.count + text.escaped.count + 2)
                add([.text(text)], quote: [0x22])
            } else {
                for template in templates { add(template, quote: []) }
            }
            return Attribute(
                name: name, alternatives: first..<alternatives.count, isRequired: isRequired,
                constant: constant)
        }

        private mutating func add(_ template: [Template.Piece], quote: [UInt8]) {
            let first = pieces.count
            for piece in template {
                switch piece {
                case .text(let text):
                    let start = texts.count
                    texts += quote + text.escaped + quote
                    pieces.append(.text(start..<texts.count))
                case .field(let path):
                    let number = paths.firstIndex(of: path) ?? paths.count
                    if number == paths.count { paths.append(path) }
                    pieces.append(.field(number))
                }
            }
            alternatives.append(first..<pieces.count)
        }
    }

    init(_ options: EnvelopeOptions, _ log: LogHead) {
        var templates = Templates()
        id = templates.add(.id, options.id.map(\.pieces))
        mayLackID = options.mayLackID
        let sources =
            options.source.isEmpty
            ? [[Template.Piece.text(log.source)]] : options.source.map(\.pieces)
        let source = templates.add(.source, sources)
        type = templates.add(.type, options.type.map(\.pieces))
        var attributes = [source, type]
        for (name, list) in [
            (EventBuilder.Attribute.subject, options.subject),
            (.partitionkey, options.partitionKey),
        ] where !list.isEmpty {
            attributes.append(templates.add(name, list.map(\.pieces), isRequired: false))
        }
        self.attributes = attributes
        idPrefix = log.idPrefix.escaped
        var timeField: Int?
        if let field = options.time?.field {
            timeField = templates.paths.firstIndex(of: field) ?? templates.paths.count
            if timeField == templates.paths.count { templates.paths.append(field) }
        }
        self.timeField = timeField
        time = options.time.map { TimeReader($0, log) }
        var optionsWithFields = options.named
        if let also = options.alsoNamed {
            optionsWithFields.append(also)
            for path in also.paths where !templates.paths.contains(path) {
                templates.paths.append(path)
            }
        }
        paths = templates.paths
        named = NamedFields(optionsWithFields, in: templates.paths)
        self.templates = templates
        var required = [source, type]
        if !id.alternatives.isEmpty, !mayLackID { required.append(id) }
        let fields = required.compactMap(templates.firstFields)
        firstFields = fields.count < required.count ? nil : Set(fields.joined()).sorted()
    }

    /// Writes the event up to its data, which comes next; then the event is closed like an object.
    func write(
        _ entry: Span<UInt8>, _ fields: some EntryFields, at place: EntryPlace,
        to event: EventBuilder
    ) throws(PeriluneError) {
        event.beginEvent()
        event.attribute(.specversion, json: version.span)
        try writeID(entry, fields, at: place, to: event)
        for attribute in attributes {
            if let constant = attribute.constant {
                event.attribute(attribute.name, json: templates.texts.span.extracting(constant))
                continue
            }
            let mark = event.mark
            event.beginString(attribute.name)
            if attribute.isRequired {
                try write(attribute, entry, fields, to: event)
            } else if !isWritten(attribute, entry, fields, to: event) {
                event.remove(attribute.name, at: mark)
                continue
            }
            event.endString()
        }
        try writeTime(entry, fields, to: event)
        named.check(entry, fields)
        event.attribute(.data)
    }

    private func writeID(
        _ entry: Span<UInt8>, _ fields: some EntryFields, at place: EntryPlace,
        to event: EventBuilder
    ) throws(PeriluneError) {
        event.beginString(.id)
        if id.alternatives.isEmpty || mayLackID && !isWritten(id, entry, fields, to: event) {
            event.append(escaped: idPrefix.span)
            event.append(place.offset)
        } else if !mayLackID {
            try write(id, entry, fields, to: event)
        }
        event.endString()
    }

    private func writeTime(
        _ entry: Span<UInt8>, _ fields: some EntryFields, to event: EventBuilder
    ) throws(PeriluneError) {
        if let ownTime {
            event.attribute(.time)
            event.string(ownTime.span)
            return
        }
        guard time != nil, let timeField else { return }
        var problem: PeriluneError?
        _ = fields.withField(timeField, of: entry) { text, _ in
            do throws(PeriluneError) {
                if time?.writes(text) == true {
                    event.attribute(.time)
                    event.string(text)
                    return
                }
                guard try time?.read(text) == true else { return }
                event.attribute(.time)
                time?.write(to: event)
            } catch {
                problem = error
                problem?.message = "the field \(paths[timeField]) \(error.message)"
            }
        }
        if let problem { throw problem }
    }

    private func write(
        _ attribute: Attribute, _ entry: Span<UInt8>, _ fields: some EntryFields,
        to event: EventBuilder
    ) throws(PeriluneError) {
        if isWritten(attribute, entry, fields, to: event) { return }
        let first = templates.alternatives[attribute.alternatives.lowerBound]
        let missing = templates.pieces[first].compactMap { piece -> String? in
            guard case .field(let number) = piece else { return nil }
            return fields.hasField(number, of: entry) ? nil : paths[number].description
        }
        throw PeriluneError(
            PeriluneError.Code(rawValue: "event.\(attribute.name)"),
            "the entry has no \(missing.joined(separator: ", ")), which the event's \(attribute.name) needs",
            hint: "set the codec's option \(attribute.name) to a template of other fields")
    }

    /// Writes the first alternative whose fields are all there and not empty.
    func isWritten(
        _ attribute: Attribute, _ entry: Span<UInt8>, _ fields: some EntryFields,
        to event: EventBuilder
    ) -> Bool {
        let start = event.count
        for number in attribute.alternatives {
            var isThere = true
            for place in templates.alternatives[number] {
                switch templates.pieces[place] {
                case .text(let range):
                    event.append(escaped: templates.texts.span.extracting(range))
                case .field(let number):
                    isThere = fields.withField(number, of: entry) { text, isEscaped in
                        if isEscaped {
                            event.append(escaped: text)
                        } else {
                            event.append(text)
                        }
                    }
                }
                if !isThere { break }
            }
            if isThere, event.count > start { return true }
            event.removeText(to: start)
        }
        return false
    }
}

extension String {
    /// The bytes as between the quotes of a JSON string.
    var escaped: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(escaping: Array(utf8).span)
        return bytes
    }
}
