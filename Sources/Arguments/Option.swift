/// An option of a command: a value with a name, or something that is on or off.
package struct Option: Sendable {
    /// Whether the option takes a value.
    package enum Kind: Sendable {
        /// An option with a value; `variable` is its name in the help, in capitals.
        case value(variable: String, accepts: Accepted, isRepeatable: Bool)
        /// An option that is on if it is given; if it is negatable, `--no-…` switches it off.
        case toggle(isNegatable: Bool)
    }

    /// The long name, without dashes.
    package var name: String
    /// The letter of the short form, without its dash; `nil` if there is none.
    package var letter: Character?
    /// Whether it takes a value, or is on or off.
    package var kind: Kind
    /// One sentence for the help.
    package var summary: String
    /// The default in words.
    package var defaultText: String?

    /// Creates an option with a value.
    package static func value(
        _ name: String, short letter: Character? = nil, _ variable: String,
        accepts: Accepted = .text, isRepeatable: Bool = false, default defaultText: String? = nil,
        _ summary: String
    ) -> Option {
        Option(
            name: name, letter: letter,
            kind: .value(variable: variable, accepts: accepts, isRepeatable: isRepeatable),
            summary: summary, defaultText: defaultText)
    }

    /// Creates an option that is on or off.
    package static func toggle(
        _ name: String, short letter: Character? = nil, isNegatable: Bool = false,
        default defaultText: String? = nil, _ summary: String
    ) -> Option {
        Option(
            name: name, letter: letter, kind: .toggle(isNegatable: isNegatable),
            summary: summary, defaultText: defaultText)
    }

    static let help = toggle("help", short: "h", "Show this help.")
    static let version = toggle("version", short: "V", "Show the version.")

    var variable: String? {
        guard case .value(let variable, _, _) = kind else { return nil }
        return variable
    }

    var accepts: Accepted {
        guard case .value(_, let accepts, _) = kind else { return .text }
        return accepts
    }

    var isRepeatable: Bool {
        guard case .value(_, _, let isRepeatable) = kind else { return false }
        return isRepeatable
    }

    var isNegatable: Bool {
        guard case .toggle(let isNegatable) = kind else { return false }
        return isNegatable
    }

    /// The environment variable that sets the option: `TOOL_MAX_BODY` for `--max-body`.
    func environmentVariable(of tool: String) -> String {
        String("\(tool)_\(name)".map { $0 == "-" ? "_" : $0 }).uppercased()
    }

    /// All long forms, with dashes.
    var longSpellings: [String] { isNegatable ? ["--\(name)", "--no-\(name)"] : ["--\(name)"] }

    /// All forms with dashes, the short one first.
    var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + longSpellings }
}
