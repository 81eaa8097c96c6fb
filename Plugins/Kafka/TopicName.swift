import PeriluneCore
import PeriluneFiles
import PeriluneMessages

/// Names of topics.
enum TopicName {
    /// The longest name that brokers accept.
    private static let limit = 249

    /// Whether brokers accept a name.
    static func isValid(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= limit && text != "." && text != ".."
            && text.unicodeScalars.allSatisfy(isPlain)
    }

    @Sendable fileprivate static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": true
        default: false
        }
    }
}

/// The topic for a value, with fields of it: `orders.{region}`.
struct TopicTemplate: Sendable {
    private let template: NameTemplate

    init(_ text: String, _ settings: Settings) throws(PeriluneError) {
        template = try NameTemplate(text, of: "topic", settings, isPlain: TopicName.isPlain)
        guard TopicName.isValid(template.example) else {
            throw settings.error(
                at: "topic", "'\(text)' is not a topic",
                hint: "write letters, digits and . _ -, such as orders.{region}")
        }
    }

    /// The topic for a value; characters of fields that a topic cannot have become `_`.
    func topic(of json: ArraySlice<UInt8>) throws(PeriluneError) -> String {
        try template.name(of: json)
    }
}
