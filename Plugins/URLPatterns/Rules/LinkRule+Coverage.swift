extension LinkRule {
    /// Whether every link that another rule takes is taken by this one, part by part.
    ///
    /// True is certain; for rules of which only the whole would tell it is false.
    package func covers(_ other: LinkRule) -> Bool {
        (scheme == nil || scheme == other.scheme) && (event == nil || event == other.event)
            && (port == nil || port == other.port)
            && Self.covers(host, other.host) && Self.covers(path, other.path)
            && query.allSatisfy { wide in
                other.query.contains { $0.name == wide.name && Self.covers(wide, $0) }
            }
    }

    static func covers(_ wide: Host?, _ narrow: Host?) -> Bool {
        switch (wide, narrow) {
        case (nil, _): true
        case (.exact(let one)?, .exact(let other)?): one == other
        case (.subdomain(let domain)?, .exact(let host)?): host.hasSuffix(".\(domain)")
        case (.subdomain(let domain)?, .subdomain(let other)?):
            other == domain || other.hasSuffix(".\(domain)")
        default: false
        }
    }

    private static func covers(_ wide: Path?, _ narrow: Path?) -> Bool {
        guard let wide else { return true }
        guard let narrow, narrow.segments.count >= wide.segments.count,
            wide.isOpenEnded
                || (!narrow.isOpenEnded && narrow.segments.count == wide.segments.count)
        else { return false }
        return zip(wide.segments, narrow.segments).allSatisfy { covers($0, $1) }
    }

    static func covers(_ wide: Segment, _ narrow: Segment) -> Bool {
        switch (wide, narrow) {
        case (.any, _): true
        case (.literal(let one), .literal(let other)): one == other
        case (.capture(let one), .capture(let other)): one.type.covers(other.type)
        case (.capture(let one), .literal(let text)): one.type.covers(text)
        case (.capture(let one), .any): one.type == .string
        default: false
        }
    }

    private static func covers(_ wide: Parameter, _ narrow: Parameter) -> Bool {
        switch (wide.condition, narrow.condition) {
        case (.present, _): true
        case (.anyValue, .present): false
        case (.anyValue, _): true
        case (.equals(let one), .equals(let other)): one == other
        case (.capture(let one), .capture(let other)): one.type.covers(other.type)
        case (.capture(let one), .equals(let text)): one.type.covers(text)
        case (.capture(let one), .anyValue): one.type == .string
        default: false
        }
    }
}

extension LinkRule.CaptureType {
    /// Whether every text of another type is one of this type.
    fileprivate func covers(_ other: Self) -> Bool {
        self == .string || self == other || (self == .float && other == .integer)
    }

    fileprivate func covers(_ text: String) -> Bool {
        guard case .shape(let shape) = test else { return false }
        return TextShape(strict: text) >= shape
    }
}
