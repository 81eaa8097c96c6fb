import PeriluneCore

/// A comment before a query in FetchXML, such as `<!-- organization: sales -->`.
enum FetchComment {
    /// The organization that a comment before the first element names; `nil` if none does.
    static func organization(in text: String) -> String? {
        var rest = text[...]
        while let start = rest.firstRange(of: "<") {
            rest = rest[start.lowerBound...]
            guard rest.hasPrefix("<!") || rest.hasPrefix("<?") else { return nil }
            guard rest.hasPrefix("<!--") else {
                rest = rest.dropFirst(2)
                continue
            }
            guard let end = rest.firstRange(of: "-->") else { return nil }
            let comment = rest[..<end.lowerBound].dropFirst(4)
            let parts = comment.split(separator: ":", maxSplits: 1)
            if parts.count == 2, trimmed(parts[0]) == "organization" { return trimmed(parts[1]) }
            rest = rest[end.upperBound...]
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> String {
        let kept = text.drop(while: \.isWhitespace)
        return String(kept.reversed().drop(while: \.isWhitespace).reversed())
    }
}
