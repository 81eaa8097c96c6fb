import PeriluneCore
import PeriluneJSON

extension Redaction {
    /// Masks secrets in JSON text; the digits of other numbers stay.
    static func redact(json text: String) -> String {
        guard let tree = try? JSONTree(Array(text.utf8)) else { return redact(quoted: text) }
        var writer = JSONWriter()
        writer.write(redact(tree))
        return writer.text
    }
}
