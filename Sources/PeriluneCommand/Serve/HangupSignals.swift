import Glibc
import PeriluneCommandKit

/// Receives SIGHUP, except when the terminal was closed, which ends the process as usual.
struct HangupSignals: Sendable {
    private let source: SignalSource

    init(_ come: @escaping @Sendable () -> Void) {
        let hadTerminal = Self.hasTerminal
        source = SignalSource(SIGHUP) {
            if hadTerminal, !Self.hasTerminal {
                kill(getpid(), SIGTERM)
            } else {
                come()
            }
        }
    }

    private static var hasTerminal: Bool {
        let descriptor = unsafe open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }
}
