import PeriluneCore
import PeriluneJSON

extension Redaction {
    /// JSON, as a value with masked texts.
    static func redact(json text: String) -> String {
        guard let value = try? Value(json: text) else { return redact(quoted: text) }
        return redact(value).json
    }
}
