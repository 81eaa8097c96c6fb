import LinkDrillPlugin
import PeriluneCore
import PeriluneJSON

/// Text without secrets where a link is only a part of it.
///
/// Of a text alone, ``Redaction`` takes all that follows a secret's `=` for the secret.
enum Masked {
    /// JSON, as a value with masked texts.
    static func json(_ text: String) -> String {
        guard let value = try? Value(json: text) else { return quoted(text) }
        return Redaction.redact(value).json
    }

    /// Text with strings in quotes in it, such as Lua: each is looked at by itself.
    static func quoted(_ text: String) -> String {
        var result = ""
        var part = ""
        var isEscaped = false
        for character in text {
            let ends = (character == "\"" && !isEscaped) || character.isNewline
            if ends {
                result += Redaction.redact(part)
                result.append(character)
                part = ""
            } else {
                part.append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return result + Redaction.redact(part)
    }
}
