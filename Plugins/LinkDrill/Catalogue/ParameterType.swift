/// The type of a parameter's value.
public enum ParameterType: Hashable, Sendable {
    /// The identifier of an object: 32 hexadecimal digits.
    case guid
    /// The name of an object.
    case name
    /// A decimal integer of 64 bits.
    case integer
    /// Several texts, joined by a raw `|`.
    case list
    /// Any text.
    case text
    /// `1` or `0`.
    case flag
    /// `0` alone is off; every other text, and absence, is on.
    case onUnlessZero
    /// One of some numbers, each with a meaning; other numbers are let through with a warning.
    case choice([Choice])
    /// Answers to value prompts: `ValuePromptAnswers`.
    case valuePrompts
    /// Answers to element prompts: `ElementPromptAnswers`.
    case elementPrompts

    /// An allowed number of a parameter.
    public struct Choice: Hashable, Sendable {
        /// The number.
        public let value: Int64
        /// The meaning of the number.
        public let meaning: String

        init(_ value: Int64, _ meaning: String) {
            self.value = value
            self.meaning = meaning
        }
    }

    /// The name of the type, for messages.
    public var name: String {
        switch self {
        case .guid: "guid"
        case .name: "name"
        case .integer: "integer"
        case .list: "list"
        case .text: "text"
        case .flag: "flag"
        case .onUnlessZero: "on unless 0"
        case .choice: "choice"
        case .valuePrompts: "value prompt answers"
        case .elementPrompts: "element prompt answers"
        }
    }
}
