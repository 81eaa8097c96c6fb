import PeriluneLinks

extension LinkRule {
    /// A link that both rules take; `nil` where none is found.
    ///
    /// A link is certain, since both have been asked; that there is none is not.
    package func link(alsoFor other: LinkRule) -> String? {
        guard let scheme = Self.common(scheme, other.scheme, { $0 == $1 ? $0 : nil }),
            let event = Self.common(event, other.event, { $0 == $1 ? $0 : nil }),
            let host = Self.common(host, other.host, Self.meeting),
            let port = Self.common(port, other.port, { $0 == $1 ? $0 : nil }),
            let path = Self.common(path, other.path, Self.meeting)
        else { return nil }
        var link = ""
        if let scheme { link += scheme + ":" }
        if let host {
            link +=
                (scheme == nil ? "https:" : "") + "//" + host.example
                + (port.map { ":\($0)" } ?? "")
        } else if scheme != nil {
            link += "//"
        }
        if let path {
            link += (host == nil ? "" : "/") + path.segments.map(\.example).joined(separator: "/")
        }
        var pairs = event.map { ["evt=\($0)"] } ?? []
        var names: Set<String> = []
        for parameter in query + other.query where names.insert(parameter.name).inserted {
            let all = (query + other.query).filter { $0.name == parameter.name }
            guard let value = all.map(\.condition.example).max(by: { $0.rank < $1.rank }) else {
                continue
            }
            pairs.append("\(PercentEscapes.encode(parameter.name))=\(value.text)")
        }
        if !pairs.isEmpty { link += "?" + pairs.joined(separator: "&") }
        return LinkRuleSet([self, other]).matches(link).count == 2 ? link : nil
    }

    /// What two parts have in common, of which either may say nothing; `nil` where it is nothing.
    private static func common<Part>(
        _ one: Part?, _ other: Part?, _ meet: (Part, Part) -> Part?
    ) -> Part?? {
        guard let one, let other else { return .some(one ?? other) }
        return meet(one, other).map { .some($0) }
    }

    private static func meeting(_ one: Host, _ other: Host) -> Host? {
        if covers(one, other) { return other }
        return covers(other, one) ? one : nil
    }

    private static func meeting(_ one: Path, _ other: Path) -> Path? {
        let (short, long) =
            one.segments.count <= other.segments.count ? (one, other) : (other, one)
        guard short.segments.count == long.segments.count || short.isOpenEnded else { return nil }
        var segments = long.segments
        for (index, segment) in short.segments.enumerated() {
            if covers(segments[index], segment) {
                segments[index] = segment
            } else if !covers(segment, segments[index]) {
                return nil
            }
        }
        return Path(segments: segments, isOpenEnded: one.isOpenEnded && other.isOpenEnded)
    }
}

extension LinkRule.Host {
    fileprivate var example: String {
        switch self {
        case .exact(let host): host
        case .subdomain(let domain): "www.\(domain)"
        }
    }
}

extension LinkRule.Segment {
    fileprivate var example: String {
        switch self {
        case .literal(let text): PercentEscapes.encode(text)
        case .any: "x"
        case .capture(let capture): capture.type.example
        }
    }
}

extension LinkRule.CaptureType {
    fileprivate var example: String { self == .string ? "x" : "7" }
}

extension LinkRule.Parameter.Condition {
    /// A value, and how narrowly it is chosen.
    fileprivate var example: (text: String, rank: Int) {
        switch self {
        case .present, .anyValue: ("x", 0)
        case .capture(let capture): (capture.type.example, capture.type == .string ? 1 : 2)
        case .equals(let text): (PercentEscapes.encode(text), 3)
        }
    }
}
