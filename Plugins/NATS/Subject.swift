import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// Subjects: words with dots between them.
enum Subject {
    /// Whether a text can be one; a word `*` or a last word `>` stands for any.
    static func isValid(_ text: String, allowsWildcards: Bool) -> Bool {
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        return words.indices.allSatisfy { index in
            let word = words[index]
            if word == "*" || (word == ">" && index == words.count - 1) { return allowsWildcards }
            return !word.isEmpty && word.unicodeScalars.allSatisfy(isPlain)
        }
    }

    fileprivate static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x20 && scalar.value != 0x7F && !".*>".unicodeScalars.contains(scalar)
    }
}

/// The subject for a value, with fields of it: `orders.{region}`.
struct SubjectTemplate: Sendable {
    private let pieces: [Template.Piece]
    private let hasFields: Bool

    /// The most bytes of a subject that one field may give.
    private static let limit = 100

    init(_ text: String, _ settings: Settings) throws(PeriluneError) {
        do throws(PeriluneError) {
            let template = try Template(text, code: .outputOption)
            pieces = template.pieces
            hasFields = !template.paths.isEmpty
        } catch {
            throw settings.wrong("subject", error.message, hint: error.hint)
        }
        let example = pieces.map { if case .text(let text) = $0 { text } else { "x" } }.joined()
        guard Subject.isValid(example, allowsWildcards: false) else {
            throw settings.wrong(
                "subject", "'\(text)' is not a subject to publish to",
                hint: "write words with dots between them, such as orders.{region}")
        }
    }

    /// The subject for a value; a field is one word, in which characters with a meaning become `_`.
    func subject(of json: ArraySlice<UInt8>) throws(PeriluneError) -> String {
        let value = hasFields ? try Value(emitted: json) : .null
        return pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .field(let path): Self.word(value[path])
            }
        }.joined()
    }

    private static func word(_ value: Value?) -> String {
        let text = value.flatMap { $0 == .null ? nil : $0.string ?? $0.json } ?? ""
        var word = ""
        for scalar in text.unicodeScalars {
            let next = Subject.isPlain(scalar) ? String(scalar) : "_"
            if word.utf8.count + next.utf8.count > limit { break }
            word += next
        }
        return word.isEmpty ? "_" : word
    }
}
