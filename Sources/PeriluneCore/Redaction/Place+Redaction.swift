extension PeriluneError.Place {
    /// The place with the secrets of its line masked, and the column adjusted to the masked line.
    package var redacted: Self {
        guard !isMasked, let line = sourceLine else { return self }
        var place = self
        place.isMasked = true
        // In JSON, a secret ends with its string.
        let isJSON = ["{", "["].contains(line.first { $0 != " " && $0 != "\t" })
        place.sourceLine =
            isJSON ? Redaction.redact(quoted: line) : Redaction.redact(line)
        if let column {
            let before = String(decoding: line.utf8.prefix(column - 1), as: UTF8.self)
            let shown = isJSON ? Redaction.redact(quoted: before) : Redaction.redact(before)
            place.column = shown.utf8.count + 1
        }
        return place
    }
}
