/// The valid values of an option or operand.
///
/// They are checked while parsing, and used for completion.
package enum Accepted: Sendable, Equatable {
    case text
    /// A path, which is only relevant for completion.
    case file
    case choice([String])
    /// Any text; completion offers these words.
    case suggestion([String])
    case integer(ClosedRange<Int>)

    /// The problem with a value, as the end of a sentence; nil if it is valid.
    func problem(with value: String) -> String? {
        switch self {
        case .text, .file, .suggestion:
            return nil
        case .choice(let choices):
            return choices.contains(value) ? nil : "must be \(list(choices)), not '\(value)'"
        case .integer(let range):
            if let number = Int(value), range.contains(number) { return nil }
            return "must be an integer \(describe(range)), not '\(value)'"
        }
    }

    /// The words to choose from; empty for other kinds.
    var choices: [String] {
        guard case .choice(let choices) = self else { return [] }
        return choices
    }

    func describe(_ range: ClosedRange<Int>) -> String {
        range.upperBound == .max
            ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
    }
}

/// Joins words: `a`, `a or b`, `a, b or c`.
func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
}
