extension LinkRuleExplanation.Rejection {
    /// Why a rule does not fit, in a few words.
    ///
    /// Values of parameters and fragments are not quoted: they may be secrets, and this is shown and logged.
    var reason: String {
        switch self {
        case .event(let expected, let found):
            return Self.text("evt", found.map { String($0) }, String(expected))
        case .invalid(let problem): return "the link is invalid: \(problem)"
        case .port(let expected, let found):
            return Self.text("the port", found.map { String($0) }, String(expected))
        case .scheme(let expected, let found): return Self.text("the scheme", found, expected)
        case .host(.exact(let expected), let found): return Self.text("the host", found, expected)
        case .host(.subdomain(let domain), let found):
            return Self.text("the host", found, "*.\(domain)")
        case .path(_, nil, let found): return "the path continues with '\(found ?? "")'"
        case .path(let segment, let expected?, let found):
            return Self.text("path segment \(segment)", found, expected.text)
        case .parameter(let parameter, let found):
            guard !found.isEmpty else { return "the parameter '\(parameter.name)' is missing" }
            return "the parameter '\(parameter.name)' is not \(parameter.condition.text)"
        case .fragment(_, nil): return "the fragment is missing"
        case .fragment(let expected, _): return "the fragment is not \(expected.text)"
        }
    }

    private static func text(_ part: String, _ found: String?, _ expected: String) -> String {
        guard let found else { return "\(part) is missing, expected \(expected)" }
        return "\(part) is \(found), not \(expected)"
    }
}

extension LinkRule.Segment {
    fileprivate var text: String {
        switch self {
        case .literal(let text): text
        case .any: "any segment"
        case .capture(let capture): capture.text
        case .affix(let affix): affix.text
        }
    }
}

extension LinkRule.Parameter.Condition {
    fileprivate var text: String {
        switch self {
        case .present: "there"
        case .anyValue: "given a value"
        case .equals(let text): "'\(text)'"
        case .capture(let capture): capture.text
        case .affix(let affix): "'\(affix.text)'"
        }
    }
}

extension LinkRule.Capture {
    fileprivate var text: String {
        switch type {
        case .string: "a string"
        case .integer: "an integer"
        case .float: "a number"
        }
    }
}
