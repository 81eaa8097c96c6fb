/// The exit status of the command.
///
/// The numbers are those of BSD's sysexits where one applies.
package enum ExitStatus: Int32, Sendable {
    /// The command succeeded.
    case success = 0
    /// A check found something.
    case found = 1
    /// The run was completed, but some events could not be processed.
    case quarantined = 2
    /// The command line is wrong.
    case usage = 64
    /// The input is invalid: a truncated archive, or something that is not an event.
    case badInput = 65
    /// An input is missing or cannot be read.
    case noInput = 66
    /// An internal error.
    case software = 70
    /// An output cannot be created.
    case cannotCreate = 73
    /// An error while reading or writing.
    case inputOutput = 74
    /// A script or a setting is invalid.
    case configuration = 78
    /// SIGINT ended a run after the lines in progress.
    case interrupted = 130
    /// SIGTERM ended a run after the lines in progress.
    case terminated = 143
}
