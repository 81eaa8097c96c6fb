import PeriluneCore

@testable import URLPatternsPlugin

/// The slow truth: scans all patterns, with strings and plain loops, sharing no code with the
/// index but the pattern parser.
struct PatternOracle {
    var patterns: [URLPattern]
    var policy = PatternSet.Policy.firstRegistered

    func matches(_ index: Int, _ url: String) -> Bool {
        Self.matches(patterns[index], Self.components(url))
    }

    static func matches(
        _ pattern: URLPattern, _ parts: (scheme: String?, components: [String])
    ) -> Bool {
        guard parts.components.count == pattern.components.count else { return false }
        if let scheme = pattern.scheme, scheme != parts.scheme?.lowercased() { return false }
        return zip(pattern.components, parts.components).allSatisfy { component, text in
            switch (pattern.matching, component.kind) {
            case (.strict, .literal(let literal)): Array(text.utf8) == Array(literal.utf8)
            case (.strict, .integer): isInteger(text)
            case (.strict, .float): isFloat(text)
            case (.compatible, .integer), (.compatible, .float):
                text.contains { "0123456789\u{663}".contains($0) }
            default: true
            }
        }
    }

    func winner(_ url: String) -> Int? {
        patterns.indices.filter { matches($0, url) }.min { isBetter($0, $1) }
    }

    func isBetter(_ one: Int, _ other: Int) -> Bool {
        guard policy == .mostSpecific else { return one < other }
        if patterns[one].priority != patterns[other].priority {
            return patterns[one].priority > patterns[other].priority
        }
        let (left, right) = (weights(one), weights(other))
        for (mine, others) in zip(left, right) where mine != others { return mine > others }
        return one < other
    }

    /// The texts of a value are compared as JSON, so the oracle needs no types.
    func values(_ index: Int, _ url: String) -> [String: String] {
        var values: [String: String] = [:]
        let texts = Self.components(url).components
        for (component, text) in zip(patterns[index].components, texts) {
            switch (patterns[index].matching, component.kind) {
            case (.strict, .integer): values[component.key] = Int64(text)?.description
            case (.strict, .float): values[component.key] = Double(text)?.description
            case (.compatible, .literal(let literal)) where literal != text: continue
            case (.compatible, .integer):
                values[component.key] =
                    (Int64(text) ?? Int64(text.prefix { $0 == "1" }) ?? 0)
                    .description
            case (.compatible, .float):
                let number = text.prefix { "-1.5".contains($0) }
                values[component.key] = (Float(number).map(Double.init) ?? 0).description
            default: values[component.key] = Value.string(text).json
            }
        }
        return values
    }

    private func weights(_ index: Int) -> [Int] {
        let pattern = patterns[index]
        return pattern.components.map { component -> Int in
            switch (pattern.matching, component.kind) {
            case (.strict, .literal): 9
            case (.strict, .integer): 8
            case (.strict, .float): 7
            case (.compatible, .integer), (.compatible, .float): 6
            default: 0
            }
        } + [pattern.scheme == nil ? 0 : 1]
    }

    static func components(_ url: String) -> (scheme: String?, components: [String]) {
        guard let mark = url.firstRange(of: "://") else { return (nil, split(url[...])) }
        return (String(url[..<mark.lowerBound]), split(url[mark.upperBound...]))
    }

    private static func split(_ text: Substring) -> [String] {
        text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map {
            String($0.replacing("%31", with: "1").replacing("%61", with: "a"))
        }
    }

    static func isInteger(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        return !digits.isEmpty && digits.allSatisfy { "0123456789".contains($0) }
    }

    static func isFloat(_ text: String) -> Bool {
        if isInteger(text) { return true }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && isInteger(String(parts[0])) && !parts[1].hasPrefix("-")
            && isInteger(String(parts[1]))
    }
}

/// Patterns of one to three components, and URLs that most of them meet.
struct TinyWorld {
    static let components = ["l:(a)", "l:(1)", "l:(x)", "s:", "i:", "f:"]
    static let texts = ["a", "1", "x", "1.5", "-1", "-", "a1", "%31", "%61", "1.", "zz"]

    /// Every pattern of up to three components: 6 + 36 + 216.
    static func allPatterns(_ matching: URLPattern.Matching) throws -> [URLPattern] {
        var patterns: [URLPattern] = []
        for length in 1...3 {
            for tuple in tuples(components, length) {
                let text = tuple.enumerated().map { $1 + "K\($0)" }.joined(separator: "/")
                patterns.append(try URLPattern(text, notification: text, matching: matching))
            }
        }
        return patterns
    }

    /// Every URL of up to three components, with and without a scheme.
    static func allURLs() -> [String] {
        (1...3).flatMap { tuples(texts, $0) }.flatMap { tuple in
            let path = tuple.joined(separator: "/")
            return ["app://" + path, "OTHER://" + path + "?q=1#f"]
        }
    }

    static func tuples(_ parts: [String], _ length: Int) -> [[String]] {
        guard length > 0 else { return [[]] }
        return tuples(parts, length - 1).flatMap { tuple in parts.map { tuple + [$0] } }
    }
}
