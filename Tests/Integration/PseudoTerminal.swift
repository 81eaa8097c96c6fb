import Foundation

/// A terminal with a program in it, as a person would sit at one.
final class PseudoTerminal {
    private let process: Process
    private let main: Int32
    private(set) var text = ""
    /// What was shown before the text that was waited for last.
    private(set) var passed = ""

    struct Unavailable: Error {}

    /// Starts `perilune` with arguments in a shell's folder, where its history is too, unless another place is given.
    init(_ shell: Shell, _ arguments: String, state: String? = nil) throws {
        process = shell.process(
            // Only a program in the foreground of its own terminal gets its keys.
            "exec setsid --ctty --wait bin/perilune \(arguments)",
            environment: [
                "TERM": "xterm", "XDG_STATE_HOME": state ?? shell.folder.path,
                "HOME": shell.folder.path,
            ])
        main = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        // What unlockpt and ptsname ask of Linux; Swift does not see these.
        var locked: Int32 = 0
        var number: UInt32 = 0
        guard main >= 0, ioctl(main, 0x4004_5431, &locked) == 0,
            ioctl(main, 0x8004_5430, &number) == 0
        else { throw Unavailable() }
        let side = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        guard side >= 0 else { throw Unavailable() }
        let terminal = FileHandle(fileDescriptor: side, closeOnDealloc: true)
        process.standardInput = terminal
        process.standardOutput = terminal
        process.standardError = terminal
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
        close(main)
    }

    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(main, bytes, bytes.count)
    }

    /// Waits until the text shows behind what was waited for before; false where it never does.
    func shows(_ wanted: String) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 60)
        while Date() < deadline {
            if let range = text.range(of: wanted) {
                passed = String(text[..<range.lowerBound])
                text = String(text[range.upperBound...])
                return true
            }
            guard read(milliseconds: 200) else { return false }
        }
        return false
    }

    /// Reads what there is, if it comes in time; false at the end.
    private func read(milliseconds: Int32) -> Bool {
        var poller = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
        guard poll(&poller, 1, milliseconds) > 0 else { return process.isRunning }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(main, &buffer, buffer.count)
        guard count > 0 else { return false }
        text += String(decoding: buffer[..<count], as: UTF8.self)
        return true
    }

    /// Types Ctrl-D until the program ends, and answers the status.
    ///
    /// A key between the prompt and the first look for keys may be taken for a letter: Ctrl-U clears the
    /// line of it.
    func end() -> Int32 {
        let deadline = Date(timeIntervalSinceNow: 60)
        while process.isRunning {
            if Date() > deadline { process.terminate() }
            type("\u{15}\u{4}")
            _ = read(milliseconds: 500)
        }
        process.waitUntilExit()
        return process.terminationStatus
    }
}
