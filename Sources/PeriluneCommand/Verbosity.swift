import Arguments
import Perilune
import PeriluneCore
import PeriluneLua

/// How much a command writes to standard error.
enum Verbosity {
    /// Errors only.
    case quiet
    case normal
    /// Also what was read and chosen before the first event.
    case verbose

    static let options: [Option] = [
        .toggle("quiet", short: "q", "Write only errors and data."),
        .toggle(
            "verbose", short: "v",
            "Also write which configuration is used, which codec and why, and the plugins and scripts with their grants."
        ),
    ]

    /// The verbosity that the command line sets; normal for a command that does not have these options.
    init(_ values: Values, _ command: Command) throws(UsageError) {
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
    /// Writes a line that only `--verbose` shows.
    func detail(_ text: @autoclosure () -> String) {
        if verbosity == .verbose { note(text().withoutControls + "\n") }
    }

    /// Details of the scripts: their files and grants.
    func detail(_ scripts: [Script]) {
        for script in scripts { detail("script: \(script.path), \(Self.grants(script.grants))") }
    }

    private static func grants(_ grants: Grants) -> String {
        guard let granted = grants.granted else { return "granted everything" }
        if granted.isEmpty { return "granted nothing" }
        let texts = granted.sorted { $0.key < $1.key }.map { name, scopes in
            scopes.isEmpty ? name : "\(name) (\(scopes.joined(separator: ", ")))"
        }
        return "granted \(texts.joined(separator: ", "))"
    }
}

extension Values {
    /// Where the value of an option comes from: the command line, the environment, the configuration or the default.
    func origin(of option: String) -> String {
        if let variable = variables[option] { return "set by \(variable)" }
        if isGiven(option) { return "set by --\(option)" }
        guard let project, !strings(option).isEmpty else { return "the default" }
        return "set in \(project.configuration.file)"
    }
}
