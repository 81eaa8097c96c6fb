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
            if parts.count == 2, parts[0].trimmed == "organization" { return parts[1].trimmed }
            rest = rest[end.upperBound...]
        }
        return nil
    }
}
