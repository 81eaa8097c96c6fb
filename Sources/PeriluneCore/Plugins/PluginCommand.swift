/// A command that a plugin adds to the tool: `perilune backfill --since 2026-01-01 sales`.
///
/// The tool parses the command line by these declarations, and shows them in its help.
public struct PluginCommand: Sendable {
    /// One word in kebab-case, or two: the plugin's name and what it does, such as `quota show`.
    public let name: String
    /// One line without a full stop.
    public let summary: String
    /// Paragraphs for the help.
    public let discussion: [String]
    /// The operands; `nil` if the command has none.
    public let operands: Operands?
    /// The options of the command, in the order of the help.
    public let options: [Option]
    /// Runs the command and returns the exit status: 0 for success, at most 125.
    public let run: @Sendable (Invocation) async throws -> Int

    /// Declares a command.
    public init(
        _ name: String, _ summary: String, discussion: [String] = [], operands: Operands? = nil,
        options: [Option] = [], run: @escaping @Sendable (Invocation) async throws -> Int
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.operands = operands
        self.options = options
        self.run = run
    }

    /// Words of the command line that belong to no option.
    public struct Operands: Sendable, Hashable {
        /// The name in the help, in capitals.
        public let name: String
        /// One sentence.
        public let summary: String
        /// Whether there must be one.
        public let isRequired: Bool
        /// Whether there may be more than one.
        public let isMany: Bool

        /// Declares operands.
        public init(
            _ name: String, _ summary: String, isRequired: Bool = true, isMany: Bool = false
        ) {
            self.name = name
            self.summary = summary
            self.isRequired = isRequired
            self.isMany = isMany
        }
    }

    /// An option of the command.
    public struct Option: Sendable, Hashable {
        /// The long name, without dashes.
        public let name: String
        /// What it takes.
        public let kind: Kind
        /// One sentence.
        public let summary: String

        /// What an option takes.
        public enum Kind: Sendable, Hashable {
            /// A flag without a value.
            case flag
            /// A text; `variable` stands for it in the help, in capitals.
            case text(variable: String)
            /// A whole number.
            case integer(variable: String)
            /// One of some words.
            case choice([String])
        }

        /// Declares an option.
        public init(_ name: String, _ kind: Kind, _ summary: String) {
            self.name = name
            self.kind = kind
            self.summary = summary
        }
    }

    /// One run of a command.
    public struct Invocation: Sendable {
        /// The words that belong to no option.
        public let operands: [String]
        /// The values by the names of the options: texts, integers, or `true`.
        public let values: Value.Members
        /// Writes to the standard output.
        public let write: @Sendable (String) throws -> Void
        /// Writes to the standard error.
        public let note: @Sendable (String) -> Void

        /// Makes a run.
        public init(
            operands: [String] = [], values: Value.Members = .init(),
            write: @escaping @Sendable (String) throws -> Void,
            note: @escaping @Sendable (String) -> Void
        ) {
            self.operands = operands
            self.values = values
            self.write = write
            self.note = note
        }
    }
}
