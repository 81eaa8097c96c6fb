/// A pattern for event types: dotted, `*` stands for one or more segments.
///
/// `link.*` matches `link.drill` and `link.drill.late`, not `link`; `*` matches every type;
/// `crm.*.update` matches `crm.lead.update`.
public struct TypePattern: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The pattern as it was written.
    public let description: String
    private let segments: [Substring]

    /// Reads a pattern.
    public init(_ text: String) throws(PeriluneError) {
        let segments = text.split(separator: ".", omittingEmptySubsequences: false)
        for segment in segments where segment.isEmpty || (segment != "*" && segment.contains("*")) {
            throw PeriluneError(
                "interest.type", "'\(text)' is not a pattern for event types",
                hint:
                    "write dotted names, with * for one or more whole segments: link.*, crm.*.update"
            )
        }
        description = text
        self.segments = segments
    }

    /// Creates a pattern from a literal, which must be valid.
    public init(stringLiteral value: String) {
        description = value
        segments = value.split(separator: ".", omittingEmptySubsequences: false)
    }

    /// Whether a type matches.
    public func matches(_ type: String) -> Bool {
        if description == "*" { return !type.isEmpty }
        let names = type.split(separator: ".", omittingEmptySubsequences: false)
        // A star matches any parts, so backtracking to the last star is enough.
        var name = 0
        var segment = 0
        var star: (segment: Int, name: Int)?
        while name < names.count {
            if segment < segments.count, segments[segment] == "*" {
                star = (segment, name)
                segment += 1
                name += 1
            } else if segment < segments.count,
                segments[segment].utf8.elementsEqual(names[name].utf8)
            {
                segment += 1
                name += 1
            } else if let back = star {
                star = (back.segment, back.name + 1)
                segment = back.segment + 1
                name = back.name + 2
                if name > names.count { return false }
            } else {
                return false
            }
        }
        return segment == segments.count
    }
}
