/// A command of a tool: its name, options, operands and documentation.
package struct Command: Sendable {
    /// The name: one word or two; `crm sandbox` is a command of the group `crm`.
    package var name: String
    /// The heading under which the help lists it; empty for `Commands`.
    package var section: String
    /// One line without a full stop.
    package var summary: String
    /// Paragraphs of text for the help and the manual page.
    package var discussion: [String]
    /// The operands, in the order in which they are typed; only the last one may have several words.
    package var operands: [Operand]
    /// The options of this command; `--help` is added to every command.
    package var options: [Option]
    /// Shown in the help and on the manual page.
    package var examples: [Example]
    /// Whether the command is left out in the help and in completions.
    package var isHidden: Bool

    package init(
        name: String, section: String = "", summary: String, discussion: [String] = [],
        operands: [Operand] = [], options: [Option] = [], examples: [Example] = [],
        isHidden: Bool = false
    ) {
        self.name = name
        self.section = section
        self.summary = summary
        self.discussion = discussion
        self.operands = operands
        self.options = options
        self.examples = examples
        self.isHidden = isHidden
    }

    /// All options, including `--help`.
    var allOptions: [Option] { options + operands.compactMap(\.asOption) + [.help] }

    /// The first word, if the name has two.
    var group: String? {
        name.contains(" ") ? name.split(separator: " ").first.map(String.init) : nil
    }

    /// The last word of the name.
    var lastWord: String { name.split(separator: " ").last.map(String.init) ?? name }

    func option(named name: String) -> Option? { allOptions.first { $0.name == name } }

    func option(lettered letter: Character) -> Option? {
        allOptions.first { $0.letter == letter }
    }
}

/// An operand: a word of the command line that belongs to no option.
package struct Operand: Sendable {
    /// The number of words of an operand.
    package enum Count: Sendable {
        case one, optional, oneOrMore, anyNumber

        var isRequired: Bool { self == .one || self == .oneOrMore }
        var isMany: Bool { self == .oneOrMore || self == .anyNumber }
    }

    /// The name in the help, in capitals.
    package var name: String
    /// Whether it may be missing, and whether it may have several words.
    package var count: Count
    /// The valid words, which are checked while parsing.
    package var accepts: Accepted
    /// The name of an option that can set the operand, because other commands have it as an option.
    package var option: String?
    /// One sentence for the help.
    package var summary: String

    package init(
        _ name: String, _ count: Count, accepts: Accepted = .text, option: String? = nil,
        _ summary: String
    ) {
        self.name = name
        self.count = count
        self.accepts = accepts
        self.option = option
        self.summary = summary
    }

    var asOption: Option? {
        option.map { .value($0, name, accepts: accepts, "The same as the operand \(name).") }
    }

    /// The operand in a usage line: `URL…`, `[FILE]`.
    var usage: String {
        let word = count.isMany ? "\(name)…" : name
        return count.isRequired ? word : "[\(word)]"
    }
}

/// An example that can be pasted into a shell, with its description.
package struct Example: Sendable {
    package var line: String
    package var summary: String

    package init(_ line: String, _ summary: String) {
        self.line = line
        self.summary = summary
    }
}
