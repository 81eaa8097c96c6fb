package import PeriluneCore
package import PeriluneFiles
import PeriluneJSON

/// A template for names with fields of a value: `orders.{region}`.
package struct NameTemplate: Sendable {
    private let pieces: [Template.Piece]
    private let hasFields: Bool
    private let isPlain: @Sendable (Unicode.Scalar) -> Bool

    /// The maximum number of bytes that a field adds to a name.
    private static let limit = 100

    /// Parses a setting; in fields, characters that are not plain are replaced by `_`.
    package init(
        _ text: String, of setting: String, _ settings: Settings,
        isPlain: @escaping @Sendable (Unicode.Scalar) -> Bool
    ) throws(PeriluneError) {
        self.isPlain = isPlain
        do throws(PeriluneError) {
            let template = try Template(text, code: .outputOption)
            pieces = template.pieces
            hasFields = !template.paths.isEmpty
        } catch {
            throw settings.error(at: setting, error.message, hint: error.hint)
        }
    }

    /// An example of a name, with a letter for each field.
    package var example: String {
        pieces.map { if case .text(let text) = $0 { text } else { "x" } }.joined()
    }

    /// The name for a value.
    package func name(of json: ArraySlice<UInt8>) throws(PeriluneError) -> String {
        let value = hasFields ? try Value(spellingNumbers: json) : .null
        return pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .field(let path): word(value[path])
            }
        }.joined()
    }

    private func word(_ value: Value?) -> String {
        let text = value.flatMap { $0 == .null ? nil : $0.string ?? $0.json } ?? ""
        var word = ""
        for scalar in text.unicodeScalars {
            let next = isPlain(scalar) ? String(scalar) : "_"
            if word.utf8.count + next.utf8.count > Self.limit { break }
            word += next
        }
        return word.isEmpty ? "_" : word
    }
}
