import PeriluneCore
import PeriluneLinks

extension LinkRule {
    /// The texts that the wildcards of the rule match in a link.
    func captures(
        _ url: Span<UInt8>, _ parts: LinkParts
    ) throws(PeriluneError) -> Captures {
        var captures = Captures()
        if hasAnyScheme { captures.add(url.text(parts.scheme?.range ?? 0..<0).lowercased()) }
        let name = url.text(parts.comparedHost(url) ?? 0..<0).lowercased()
        if case .subdomain(let domain)? = host {
            captures.add(String(name.dropLast(domain.count + 1)))
        } else if hasAnyHost {
            captures.add(name)
        }
        try readPath(url, parts, into: &captures)
        for parameter in query(for: parts) {
            guard let test = parameter.condition.value,
                let range = parameter.occurrence(url, parts)?.value
            else { continue }
            try captures.add(test, url, range, plusIsSpace: parts.plusIsSpace)
        }
        if let fragment, let range = parts.fragment?.range {
            try captures.add(fragment, url, range)
        }
        return captures
    }

    private func readPath(
        _ url: Span<UInt8>, _ parts: LinkParts, into captures: inout Captures
    ) throws(PeriluneError) {
        guard let path else { return }
        var cursor = ComponentCursor(parts, in: url, withHost: false)
        for segment in path.segments {
            guard let range = cursor.next(url, .strict) else { break }
            try captures.add(segment, url, range)
        }
        guard path.isOpenEnded else { return }
        // The raw text: if it were decoded, a slash inside a segment could not be distinguished from a separator.
        let rest = cursor.next(url, .strict)
        captures.add(rest.map { url.text($0.lowerBound..<Int(parts.path.upper)) } ?? "")
    }
}

extension Captures {
    fileprivate mutating func add(_ text: String) { positions.append(.string(text)) }

    /// Adds what a wildcard matched in a range that passes the test.
    fileprivate mutating func add(
        _ segment: LinkRule.Segment, _ url: Span<UInt8>, _ range: Range<Int>,
        plusIsSpace: Bool = false
    ) throws(PeriluneError) {
        switch segment {
        case .literal: return
        case .any: add(url.decodedText(range, plusIsSpace: plusIsSpace))
        case .capture(let capture):
            names[capture.name] = try capture.type.test.value(
                url, range, name: capture.name, plusIsSpace: plusIsSpace)
        case .affix(let affix):
            guard let middle = affix.test.middle(url, range, plusIsSpace: plusIsSpace) else {
                return
            }
            try add(
                affix.capture.map { .capture($0) } ?? .any, url, middle, plusIsSpace: plusIsSpace)
        }
    }
}
