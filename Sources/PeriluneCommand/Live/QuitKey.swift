import Dispatch
import Glibc

/// Ends a view on a terminal when the user presses q.
final class QuitKey {
    private var settings: termios
    private let source: any DispatchSourceRead

    /// Listens for the key until `restore()`; `nil` if standard input is not a terminal in the foreground.
    init?(_ quit: @escaping @Sendable () -> Void) {
        settings = termios()
        // In the background, changing the terminal would stop the process.
        guard tcgetpgrp(STDIN_FILENO) == getpgrp(),
            unsafe tcgetattr(STDIN_FILENO, &settings) == 0
        else { return nil }
        var immediate = settings
        immediate.c_lflag &= ~tcflag_t(ICANON | ECHO)
        unsafe tcsetattr(STDIN_FILENO, TCSANOW, &immediate)
        source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .global())
        source.setEventHandler {
            var key: UInt8 = 0
            guard unsafe read(STDIN_FILENO, &key, 1) == 1 else { return }
            if key == UInt8(ascii: "q") { quit() }
        }
        source.resume()
    }

    /// Restores the terminal.
    func restore() {
        source.cancel()
        unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
}
