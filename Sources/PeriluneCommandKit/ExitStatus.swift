/// What the shell sees.
///
/// The numbers are those of BSD's sysexits where one fits.
package enum ExitStatus: Int32, Sendable {
    /// All is well.
    case success = 0
    /// A check found something.
    case found = 1
    /// The run went to its end, but some events could not be processed.
    case quarantined = 2
    /// The command line is wrong.
    case usage = 64
    /// The input is broken: a truncated archive, an event that is no event.
    case badInput = 65
    /// An input is missing or cannot be read.
    case noInput = 66
    /// A bug.
    case software = 70
    /// An output cannot be made.
    case cannotCreate = 73
    /// Reading or writing failed on the way.
    case inputOutput = 74
    /// A script or a setting is wrong.
    case configuration = 78
    /// SIGINT ended a run after the lines in progress.
    case interrupted = 130
    /// The same by SIGTERM.
    case terminated = 143
}
