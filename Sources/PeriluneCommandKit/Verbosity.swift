package import Arguments
import PeriluneCore

/// The amount of messages on standard error.
package enum Verbosity: Sendable {
    /// Errors only.
    case quiet
    case normal
    /// Also prints what was read and chosen before the first event.
    case verbose

    /// `--quiet` and `--verbose`, which exclude each other.
    package static let options: [Option] = [
        .toggle("quiet", short: "q", "Write only errors and data."),
        .toggle(
            "verbose", short: "v",
            "Also write which configuration is used, which codec and why, and the plugins and scripts with their grants."
        ),
    ]

    /// The verbosity that the command line sets; normal for a command that does not have these options.
    package init(_ values: Values, _ command: Command) throws(UsageError) {
        guard command.options.contains(where: { $0.name == "quiet" }) else {
            self = .normal
            return
        }
        switch (values.flag("quiet"), values.flag("verbose")) {
        case (true, true):
            throw UsageError(
                .invalidValue, "--quiet and --verbose cannot be combined",
                program: "perilune \(command.name)")
        case (true, false): self = .quiet
        case (false, true): self = .verbose
        case (false, false): self = .normal
        }
    }
}

extension Terminal {
    /// Prints a line only with `--verbose`.
    package func detail(_ text: @autoclosure () -> String) {
        if verbosity == .verbose { info(text().withoutControls + "\n") }
    }
}
