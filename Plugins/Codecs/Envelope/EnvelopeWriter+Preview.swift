import PeriluneCore
import PeriluneJSON

/// The parts of an envelope that are known before it is written.
extension EnvelopeWriter {
    var hasConstantType: Bool { type.constant != nil }

    /// Whether the attributes are certainly valid.
    func isValid(_ entry: Span<UInt8>, _ fields: some EntryFields) -> Bool {
        (hasFirstFields(entry, fields) || canWriteRequired(entry, fields))
            && isTimeValid(entry, fields)
    }

    /// Whether the first alternatives of the required attributes can be written, as in most entries.
    private func hasFirstFields(_ entry: Span<UInt8>, _ fields: some EntryFields) -> Bool {
        guard let firstFields else { return false }
        for number in firstFields where !fields.hasField(number, of: entry) { return false }
        return true
    }

    private func canWriteRequired(_ entry: Span<UInt8>, _ fields: some EntryFields) -> Bool {
        if !id.alternatives.isEmpty, !mayLackID, !canWrite(id, entry, fields) { return false }
        for attribute in attributes where attribute.isRequired {
            if !canWrite(attribute, entry, fields) { return false }
        }
        return true
    }

    /// Writes the type as between its quotes.
    func writeType(
        of entry: Span<UInt8>, _ fields: some EntryFields, to event: EventBuilder
    ) -> Bool {
        guard let constant = type.constant else {
            return isWritten(type, entry, fields, to: event)
        }
        let text = (constant.lowerBound + 1)..<(constant.upperBound - 1)
        event.append(escaped: templates.texts.span.extracting(text))
        return true
    }

    private func canWrite(
        _ attribute: Attribute, _ entry: Span<UInt8>, _ fields: some EntryFields
    ) -> Bool {
        // Without its quotes.
        if let constant = attribute.constant { return constant.count > 2 }
        for number in attribute.alternatives {
            var isThere = true
            var hasText = false
            for place in templates.alternatives[number] {
                switch templates.pieces[place] {
                case .text(let range): hasText = hasText || !range.isEmpty
                case .field(let number):
                    isThere = fields.hasField(number, of: entry)
                    hasText = true
                }
                if !isThere { break }
            }
            if isThere, hasText { return true }
        }
        return false
    }

    private func isTimeValid(_ entry: Span<UInt8>, _ fields: some EntryFields) -> Bool {
        guard time != nil, let timeField else { return ownTime == nil }
        var isValid = true
        _ = fields.withField(timeField, of: entry) { text, _ in isValid = isTimeValid(text) }
        return isValid
    }

    /// Whether a text is a valid or a missing time.
    func isTimeValid(_ text: Span<UInt8>) -> Bool {
        time?.isValid(text) ?? true
    }
}
