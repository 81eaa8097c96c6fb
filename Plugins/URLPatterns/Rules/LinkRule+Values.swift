import PeriluneCore
import PeriluneLinks

extension LinkRule {
    /// What the wildcards of the rule match in a link that satisfies it.
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
            guard let range = parameter.occurrence(url, parts)?.value else { continue }
            switch parameter.condition {
            case .present, .equals: continue
            case .anyValue:
                captures.add(url.decodedText(range, plusIsSpace: parts.plusIsSpace))
            case .capture(let capture):
                try captures.add(capture, url, range, plusIsSpace: parts.plusIsSpace)
            case .affix(let affix):
                try captures.add(affix, url, range, plusIsSpace: parts.plusIsSpace)
            }
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
            switch segment {
            case .literal: continue
            case .any: captures.add(url.decodedText(range))
            case .capture(let capture):
                try captures.add(capture, url, range)
            case .affix(let affix): try captures.add(affix, url, range)
            }
        }
        guard path.isOpenEnded else { return }
        // As written: decoded, a slash inside a segment could not be told from one between segments.
        let rest = cursor.next(url, .strict)
        captures.add(rest.map { url.text($0.lowerBound..<Int(parts.path.upper)) } ?? "")
    }
}

extension Captures {
    fileprivate mutating func add(_ text: String) { positions.append(.string(text)) }

    fileprivate mutating func add(
        _ capture: LinkRule.Capture, _ url: Span<UInt8>, _ range: Range<Int>,
        plusIsSpace: Bool = false
    ) throws(PeriluneError) {
        names[capture.name] = try capture.type.test.value(
            url, range, name: capture.name, plusIsSpace: plusIsSpace)
    }

    fileprivate mutating func add(
        _ affix: LinkRule.Affix, _ url: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool = false
    ) throws(PeriluneError) {
        guard let middle = affix.test.middle(url, range, plusIsSpace: plusIsSpace) else { return }
        guard let capture = affix.capture else {
            return add(url.decodedText(middle, plusIsSpace: plusIsSpace))
        }
        try add(capture, url, middle, plusIsSpace: plusIsSpace)
    }
}
