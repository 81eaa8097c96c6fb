import PeriluneLinks

extension SegmentTest {
    /// What is asked as a chain of keys, as ``MeetingIndex`` compares them.
    ///
    /// A literal is its text with escapes, because equal strings need not have equal bytes.
    var chain: MeetingIndex.Chain {
        switch self {
        case .shape(let shape): shape.chain
        case .literal(let text): TextShape(strict: text).chain + ["=" + PercentEscapes.encode(text)]
        case .hostSuffix(let domain): Self.domains(domain)
        case .affix(let affix): affix.outerShape.chain
        }
    }

    /// The chain of a host: its parent domains, then the host itself: `org`, `example.org`, `=www.example.org`.
    static func chain(host: String) -> MeetingIndex.Chain {
        let domain = host.firstIndex(of: ".").map { String(host[host.index(after: $0)...]) }
        return (domain.map(domains) ?? []) + ["=" + host]
    }

    /// The domain and those above it.
    private static func domains(_ domain: String) -> MeetingIndex.Chain {
        var domains = [domain]
        var rest = domain[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            domains.append(String(rest))
        }
        return domains.reversed()
    }
}

extension TextShape {
    fileprivate var chain: MeetingIndex.Chain {
        switch self {
        case .text: []
        case .digits: ["digits"]
        case .float: ["digits", "float"]
        case .integer: ["digits", "float", "integer"]
        }
    }
}
