import PeriluneCore

/// Reads a pattern as CCFURLResponder 0.0.1 did.
///
/// It scanned rather than parsed: what it did not expect it skipped, and where a key was missing
/// it put `nil` into an array, which raised an exception; that is an error here.
struct CompatiblePatternParser {
    private let text: String
    private let scalars: [Unicode.Scalar]
    private var position = 0

    static func parse(_ text: String) throws(PeriluneError) -> [URLPattern.Component] {
        var components: [URLPattern.Component] = []
        var column = 1
        for part in text.split(separator: "/", omittingEmptySubsequences: false) {
            var parser = CompatiblePatternParser(part)
            do throws(PeriluneError) {
                components.append(try parser.component())
            } catch {
                var located = error
                located.place = .init(column: column, sourceLine: text)
                throw located
            }
            column += part.utf8.count + 1
        }
        return sharingLiterals(components)
    }

    private init(_ part: Substring) {
        text = String(part)
        scalars = Array(part.unicodeScalars)
    }

    private mutating func component() throws(PeriluneError) -> URLPattern.Component {
        skipSpace()
        guard position < scalars.count else {
            throw PeriluneError(
                "pattern.empty", "A component is empty",
                hint: "the mobile SDK raises an exception here, for a leading slash too")
        }
        let type = consume { $0 != ":" }
        guard type == "l" else {
            skipSpace()
            if position < scalars.count, scalars[position] == ":", !type.isEmpty { position += 1 }
            skipSpace()
            let key = consume(while: \.isAlphanumeric)
            guard !key.isEmpty else {
                throw PeriluneError(
                    "pattern.key", "'\(text)' has no key",
                    hint: "the mobile SDK raises an exception here; write type:Key")
            }
            let kinds: [String: URLPattern.Component.Kind] = ["i": .integer, "f": .float]
            return .init(kind: kinds[type] ?? .string, key: key)
        }
        _ = consume { !$0.isAlphanumeric }
        let literal = consume { $0 != ")" }
        _ = consume { !$0.isAlphanumeric }
        let key = consume(while: \.isAlphanumeric)
        guard !literal.isEmpty, !key.isEmpty else {
            throw PeriluneError(
                "pattern.syntax", "'\(text)' is not a literal (error 103 of the mobile SDK)",
                hint: "write a literal as l:(text)Key")
        }
        return .init(kind: .literal(literal), key: key)
    }

    private mutating func skipSpace() { _ = consume(while: \.properties.isWhitespace) }

    private mutating func consume(while accepts: (Unicode.Scalar) -> Bool) -> String {
        var taken = String.UnicodeScalarView()
        while position < scalars.count, accepts(scalars[position]) {
            taken.append(scalars[position])
            position += 1
        }
        return String(taken)
    }

    /// The original kept literal texts by key, so of two under one key both compare with the
    /// later text.
    private static func sharingLiterals(
        _ components: [URLPattern.Component]
    ) -> [URLPattern.Component] {
        var texts: [String: String] = [:]
        for component in components {
            if case .literal(let text) = component.kind { texts[component.key] = text }
        }
        return components.map { component in
            guard case .literal = component.kind, let text = texts[component.key] else {
                return component
            }
            return .init(kind: .literal(text), key: component.key)
        }
    }
}
