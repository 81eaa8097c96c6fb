import Glibc
import PeriluneFiles

/// Checks for files that are installed with the command.
enum InstallationChecks {
    static var findings: [Finding] {
        let share = "\(prefix)/share"
        let completions = [
            ("bash", "bash-completion/completions/perilune"),
            ("zsh", "zsh/site-functions/_perilune"), ("zsh", "zsh/vendor-completions/_perilune"),
            ("fish", "fish/vendor_completions.d/perilune.fish"),
        ].filter { TextFile.exists("\(share)/\($0.1)") }.map(\.0)
        let manual = ["1", "1.gz"].map { "\(share)/man/man1/perilune.\($0)" }
            .first { TextFile.exists($0) }
        return [
            completions.isEmpty
                ? Finding(
                    "completions", .note, "not installed under \(share)",
                    hint: "source <(perilune completions bash)")
                : Finding("completions", .ok, completions.joined(separator: ", ")),
            manual.map { Finding("manual", .ok, $0) }
                ?? Finding(
                    "manual", .note, "no manual page under \(share)",
                    hint: "perilune manual | man -l -"),
        ]
    }

    /// The installation prefix: `/usr` for `/usr/bin/perilune`.
    private static var prefix: String {
        let path = unsafe realpath("/proc/self/exe", nil)
        defer { unsafe free(path) }
        guard let path = unsafe path.map({ unsafe String(cString: $0) }) else { return "/usr" }
        let folder = FilePath.folder(of: path)
        return FilePath.absolute(folder + "..")
    }
}
