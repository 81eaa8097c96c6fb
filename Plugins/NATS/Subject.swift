import PeriluneCore
import PeriluneFiles
import PeriluneMessages

/// Subjects: words with dots between them.
enum Subject {
    /// Whether a text is a valid subject; a word `*` or a last word `>` is a wildcard.
    static func isValid(_ text: String, allowsWildcards: Bool) -> Bool {
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        return words.indices.allSatisfy { index in
            let word = words[index]
            if word == "*" || (word == ">" && index == words.count - 1) { return allowsWildcards }
            return !word.isEmpty && word.unicodeScalars.allSatisfy(isPlain)
        }
    }

    @Sendable fileprivate static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x20 && scalar.value != 0x7F && !".*>".unicodeScalars.contains(scalar)
    }
}

/// The subject for a value, with fields of it: `orders.{region}`.
struct SubjectTemplate: Sendable {
    private let template: NameTemplate

    init(_ text: String, _ settings: Settings) throws(PeriluneError) {
        template = try NameTemplate(text, of: "subject", settings, isPlain: Subject.isPlain)
        guard Subject.isValid(template.example, allowsWildcards: false) else {
            throw settings.error(
                at: "subject", "'\(text)' is not a subject to publish to",
                hint: "write words with dots between them, such as orders.{region}")
        }
    }

    /// The subject for a value; a field is one word, in which characters with a meaning become `_`.
    func subject(of json: ArraySlice<UInt8>) throws(PeriluneError) -> String {
        try template.name(of: json)
    }
}
