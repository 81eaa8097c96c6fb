import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// The templates for the attributes of events, over `body`, `headers` and `source`.
///
/// For each attribute, the first template whose fields all exist is used.
struct WebhookAttributes: Sendable {
    var id: [String] = []
    var type: [String] = []
    var subject: [String] = []
    var partitionKey: [String] = []

    /// The first template whose fields are all there.
    ///
    /// Numbers are spelled as in the body; `null`, objects and arrays count as missing.
    static func text(_ templates: [String], _ values: JSONTree) -> String? {
        for template in templates {
            var text = ""
            var isComplete = true
            for piece in Template(constant: template).pieces {
                switch piece {
                case .text(let plain): text += plain
                case .field(let path):
                    switch values[path] {
                    case .string(let found)? where !found.isEmpty: text += found
                    case .number(let digits)?: text += digits
                    case .bool(let value)?: text += value ? "true" : "false"
                    default: isComplete = false
                    }
                }
            }
            if isComplete, !text.isEmpty { return text }
        }
        return nil
    }

    /// A text as the type of an event: `orders/create` becomes `orders.create`.
    static func type(_ text: String) -> String {
        text.unicodeScalars.split { !isKept($0) }.map { String($0) }.joined(separator: ".")
    }

    /// Whether a type keeps a character: a letter, with its accents, or a digit of any script, `_` or `-`.
    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "_" || scalar == "-" { return true }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .nonspacingMark, .spacingMark:
            // Characters that are not seen would make types that only look the same.
            return !scalar.properties.isDefaultIgnorableCodePoint
        default: return false
        }
    }
}
