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
    static func text(_ templates: [String], _ values: Value) -> String? {
        for template in templates {
            var text = ""
            var isComplete = true
            for piece in Template(constant: template).pieces {
                switch piece {
                case .text(let plain): text += plain
                case .field(let path):
                    switch values[path] {
                    case .string(let found)? where !found.isEmpty: text += found
                    case .integer(let number)?: text += "\(number)"
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
        let parts = text.split {
            !($0.isASCII && ($0.isLetter || $0.isNumber)) && $0 != "_" && $0 != "-"
        }
        return parts.joined(separator: ".")
    }
}
