import Dispatch
import Glibc

/// SIGHUP, but for the one that comes since the terminal is gone: that one ends the process, as usual.
///
/// Unchecked: the source is made before anybody else has it, and kept.
final class HangupSignals: @unchecked Sendable {
    private let source: any DispatchSourceSignal

    init(_ come: @escaping @Sendable () -> Void) {
        let hadTerminal = Self.hasTerminal
        signal(SIGHUP, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler {
            if hadTerminal, !Self.hasTerminal {
                kill(getpid(), SIGTERM)
            } else {
                come()
            }
        }
        source.resume()
    }

    private static var hasTerminal: Bool {
        let descriptor = unsafe open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }
}
