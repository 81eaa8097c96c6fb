import PeriluneCore
import PeriluneJSON

extension Redaction {
    /// Masks secrets in JSON text.
    static func redact(json text: String) -> String {
        guard let value = try? Value(json: text) else { return redact(quoted: text) }
        return redact(value).json
    }
}
