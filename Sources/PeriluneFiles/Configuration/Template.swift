package import PeriluneCore

/// Text with fields in braces: `{namespace}/{name}`; `{{` is a literal brace.
package struct Template: Sendable {
    /// Literal text, or the path of the member that replaces the field.
    package enum Piece: Sendable {
        case text(String)
        case field(FieldPath)
    }

    /// The template as it was written.
    package let text: String

    package init(_ text: String, code: PeriluneError.Code) throws(PeriluneError) {
        self.text = text
        _ = try Self.pieces(of: text, code)
    }

    /// Creates a template that is known to be valid; it is parsed on demand, because most templates of codecs are
    /// never used.
    package init(constant text: String) { self.text = text }

    /// The text as literals and fields in turn, parsed at each call; empty for a constant that is not valid.
    package var pieces: [Piece] { (try? Self.pieces(of: text, "")) ?? [] }

    private static func pieces(
        of text: String, _ code: PeriluneError.Code
    ) throws(PeriluneError) -> [Piece] {
        var pieces: [Piece] = []
        var plain = ""
        var rest = text[...]
        while let brace = rest.firstIndex(of: "{") {
            plain += rest[..<brace]
            rest = rest[rest.index(after: brace)...]
            if rest.first == "{" {
                plain += "{"
                rest = rest.dropFirst()
                continue
            }
            guard let end = rest.firstIndex(of: "}"), end > rest.startIndex else {
                throw PeriluneError(
                    code, "is not a valid template: '\(text)'",
                    hint: "a field is written as {name}, and a brace as {{")
            }
            if !plain.isEmpty { pieces.append(.text(plain)) }
            plain = ""
            pieces.append(.field(FieldPath(rest[..<end])))
            rest = rest[rest.index(after: end)...]
        }
        plain += rest
        if !plain.isEmpty { pieces.append(.text(plain)) }
        return pieces
    }

    /// The paths of the fields.
    package var paths: [FieldPath] {
        pieces.compactMap { if case .field(let path) = $0 { path } else { nil } }
    }
}
