import Glibc

/// Reads the arguments of the command line.
enum UTF8Arguments {
    /// The arguments; `nil`, with a message, if one is not UTF-8.
    ///
    /// `CommandLine.arguments` would replace invalid bytes, so that another link or file would be processed.
    static var all: [String]? {
        var arguments: [String] = []
        for number in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = unsafe CommandLine.unsafeArgv[number] else { continue }
            guard let argument = unsafe String(validatingCString: bytes) else {
                let message = "perilune: argument \(number) is not UTF-8\n"
                _ = unsafe write(STDERR_FILENO, message, message.utf8.count)
                return nil
            }
            arguments.append(argument)
        }
        return arguments
    }
}
