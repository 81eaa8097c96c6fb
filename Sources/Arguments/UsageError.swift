/// A command line that cannot be understood, with what to do about it.
package struct UsageError: Error, Equatable, Sendable {
    /// What is wrong, so that tests need not compare messages.
    package enum Kind: Equatable, Sendable {
        case missingCommand, unknownCommand
        case unknownOption, missingValue, unexpectedValue, invalidValue
        case missingOperand, unexpectedOperand, invalidOperand
    }

    /// What is wrong with the command line.
    package var kind: Kind
    /// One sentence without a full stop.
    package var message: String
    /// The spelling that was probably meant.
    package var suggestion: String?
    /// What was run, as typed: `perilune` or `perilune process`.
    package var program: String

    package init(
        _ kind: Kind, _ message: String, suggestion: String? = nil, program: String
    ) {
        self.kind = kind
        self.message = message
        self.suggestion = suggestion
        self.program = program
    }

    /// The conventional exit code for a command line that is used wrongly (`EX_USAGE`).
    package static let exitCode: Int32 = 64
}

extension UsageError {
    /// The same error, with the variables of the environment that have set the options it names.
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
    /// The lines to print on standard error, without a final newline.
    package var description: String {
        var line = "\(program): \(message)"
        if let suggestion { line += "; did you mean '\(suggestion)'?" }
        return line + "\nSee '\(program) --help'."
    }
}
