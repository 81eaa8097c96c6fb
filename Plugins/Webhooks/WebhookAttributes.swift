import PeriluneJSON

/// The templates for the attributes of events.
///
/// For each attribute, the first template whose fields all exist is used.
struct WebhookAttributes: Sendable {
    var id: [WebhookTemplate] = []
    var type: [WebhookTemplate] = []
    var subject: [WebhookTemplate] = []
    var partitionKey: [WebhookTemplate] = []

    /// The text of the first template whose fields all exist.
    static func text(_ templates: [WebhookTemplate], _ values: JSONTree) -> String? {
        for template in templates {
            if let text = template.text(values) { return text }
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
