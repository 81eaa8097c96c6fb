/// An error in a command line, with a suggestion for correcting it.
package struct UsageError: Error, Equatable, Sendable {
    /// The kind of error, so that tests need not compare messages.
    package enum Kind: Equatable, Sendable {
        case missingCommand, unknownCommand
        case unknownOption, missingValue, unexpectedValue, invalidValue
        case missingOperand, unexpectedOperand, invalidOperand
    }

    /// The kind of error.
    package var kind: Kind
    /// One sentence without a full stop.
    package var message: String
    /// The word that was probably meant.
    package var suggestion: String?
    /// The program as it was run: `perilune` or `perilune process`.
    package var program: String

    package init(
        _ kind: Kind, _ message: String, suggestion: String? = nil, program: String
    ) {
        self.kind = kind
        self.message = message
        self.suggestion = suggestion
        self.program = program
    }

    /// The conventional exit code for usage errors (`EX_USAGE`).
    package static let exitCode: Int32 = 64
}

extension UsageError {
    /// The error, with the environment variables that have set the options in it.
    package func naming(_ variables: [String: String]) -> UsageError {
        var error = self
        for (option, variable) in variables.sorted(by: { $0.key < $1.key })
        where message.split(separator: " ").contains("--\(option)") {
            error.message += " (from \(variable) in the environment)"
        }
        return error
    }
}

extension UsageError: CustomStringConvertible {
    /// The lines for standard error, without a final newline.
    package var description: String {
        var line = "\(program): \(message)"
        if let suggestion { line += "; did you mean '\(suggestion)'?" }
        return line + "\nSee '\(program) --help'."
    }
}
