public import PeriluneLinks

/// Why a link satisfies a rule or not.
///
/// Texts of the link are quoted decoded, and unmasked: mask secrets before you show them.
public struct LinkRuleExplanation: Hashable, Sendable {
    /// The number of the rule in its set.
    public let index: Int
    /// The rule that was compared with the link.
    public let rule: LinkRule
    /// The first part that did not fit; `nil` if the link satisfies the rule.
    public let rejection: Rejection?

    /// The part of a link that did not match, with what the rule requires and what the link has.
    ///
    /// The parts are tested in the order of the cases.
    public enum Rejection: Hashable, Sendable {
        /// The link is invalid, so no rule matches it.
        case invalid(LinkProblem)
        /// Another event id, or none.
        case event(expected: Int64, found: Int64?)
        /// Another scheme, or none.
        case scheme(expected: String, found: String?)
        /// Another host, or none.
        case host(expected: LinkRule.Host, found: String?)
        /// Another port, or none.
        case port(expected: UInt16, found: UInt16?)
        /// A path segment, counted from 1. Without `expected` the path of the link is too long,
        /// without `found` it is too short.
        case path(segment: Int, expected: LinkRule.Segment?, found: String?)
        /// A parameter; `found` are the values that the link has under that name.
        case parameter(expected: LinkRule.Parameter, found: [String])
        /// Another fragment, or none.
        case fragment(expected: LinkRule.Segment, found: String?)
    }
}

extension LinkRuleSet {
    /// For every rule, in the order of registration, the first part of the link that it rejects.
    public func explain(_ url: String) -> [LinkRuleExplanation] {
        rules.enumerated().map { index, rule in
            .init(index: index, rule: rule, rejection: rule.rejection(url.utf8.span))
        }
    }
}

extension LinkRule {
    typealias Rejection = LinkRuleExplanation.Rejection

    /// Tests the rule part by part, without the index.
    func rejection(_ url: Span<UInt8>) -> Rejection? {
        switch LinkReading(url) {
        case .asWritten(let parts): rejection(url, parts)
        case .canonical(let text, let parts): rejection(text.span, parts)
        case .invalid(let problem): .invalid(problem)
        }
    }

    private func rejection(_ url: Span<UInt8>, _ parts: LinkParts) -> Rejection? {
        if let event {
            let found = EventNumber(url, parts).value
            if found != event { return .event(expected: event, found: found) }
        }
        if let scheme {
            let range = parts.scheme?.range ?? 0..<0
            let isOfPage =
                parts.mayHaveSchemeOfPage && LinkParts.schemesOfPages.contains(scheme)
            if !isOfPage, !url.decoded(range, equals: scheme.utf8, folded: true) {
                return .scheme(expected: scheme, found: parts.scheme.map { url.text($0.range) })
            }
        }
        let foundHost = parts.comparedHost(url)
        if let host, !host.accepts(url, foundHost), !host.is(parts.mappedAddress(url)) {
            return .host(expected: host, found: foundHost.map { url.decodedText($0) })
        }
        if let port, port != parts.port { return .port(expected: port, found: parts.port) }
        return pathRejection(url, parts) ?? queryRejection(url, parts)
            ?? fragmentRejection(url, parts)
    }

    private func pathRejection(_ url: Span<UInt8>, _ parts: LinkParts) -> Rejection? {
        guard let path else { return nil }
        var cursor = ComponentCursor(parts, in: url, withHost: false)
        for (index, segment) in path.segments.enumerated() {
            guard let range = cursor.next(url, .strict) else {
                return .path(segment: index + 1, expected: segment, found: nil)
            }
            if !segment.accepts(url, range) {
                return .path(
                    segment: index + 1, expected: segment, found: url.decodedText(range))
            }
        }
        guard !path.isOpenEnded, let range = cursor.next(url, .strict) else { return nil }
        return .path(
            segment: path.segments.count + 1, expected: nil, found: url.decodedText(range))
    }

    private func queryRejection(_ url: Span<UInt8>, _ parts: LinkParts) -> Rejection? {
        for parameter in query(for: parts) where parameter.occurrence(url, parts) == nil {
            var found: [String] = []
            var cursor = QueryCursor(parts.query?.range)
            while let candidate = cursor.next(url) {
                guard
                    url.decoded(
                        candidate.name, equals: parameter.name.utf8,
                        plusIsSpace: parts.plusIsSpace),
                    let value = candidate.value
                else { continue }
                found.append(url.decodedText(value, plusIsSpace: parts.plusIsSpace))
            }
            return .parameter(expected: parameter, found: found)
        }
        return nil
    }
}

extension LinkRule {
    private func fragmentRejection(_ url: Span<UInt8>, _ parts: LinkParts) -> Rejection? {
        guard let fragment else { return nil }
        guard let range = parts.fragment?.range else {
            return .fragment(expected: fragment, found: nil)
        }
        return fragment.accepts(url, range)
            ? nil : .fragment(expected: fragment, found: url.decodedText(range))
    }
}

extension LinkRule.Host {
    fileprivate func `is`(_ address: String?) -> Bool {
        if case .exact(let name) = self, let address { name == address } else { false }
    }

    fileprivate func accepts(_ url: Span<UInt8>, _ range: Range<Int>?) -> Bool {
        guard let range else { return false }
        switch self {
        case .exact(let name): return url.decoded(range, equals: name.utf8, folded: true)
        case .subdomain(let domain):
            var position = range.lowerBound
            while position < range.upperBound {
                let byte = url.decodedByte(at: &position, before: range.upperBound)
                let rest = position..<range.upperBound
                if byte == UInt8(ascii: "."),
                    url.decoded(rest, equals: domain.utf8, folded: true)
                {
                    return true
                }
            }
            return false
        }
    }
}

extension LinkRule.Segment {
    /// Whether a range of a link, decoded, passes the test.
    func accepts(_ url: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool = false) -> Bool {
        switch self {
        case .any: return true
        case .literal(let text):
            return url.decoded(range, equals: text.utf8, plusIsSpace: plusIsSpace)
        case .capture(let capture):
            let shape = capture.type.shape
            return shape == .text || TextShape(strict: url, range) >= shape
        case .affix(let affix):
            return affix.test.middle(url, range, plusIsSpace: plusIsSpace) != nil
        }
    }
}
