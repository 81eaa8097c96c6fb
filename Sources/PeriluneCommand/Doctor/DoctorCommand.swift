import Arguments
import Perilune
import PeriluneCore

let doctorAction: Action = Action(
    command: Command(
        name: "doctor", summary: "Check this machine and the installation",
        discussion: [
            "Prints a line for each check: ok, note (worth knowing), warning (something works less well than it could) or problem (something does not work), with what to do. It checks the version, the libraries that are loaded at first use, fonts, certificates, the limit of open files, the clock, the configuration (as 'perilune config check' does), the store, the address that 'perilune serve' would listen on, completions and the manual page, and the service manager.",
            "It changes nothing. The exit code is 1 if there is a problem, else 0; warnings do not count.",
        ],
        options: [
            .setting(.listen, "The address of 'perilune serve'."),
            .setting(.store, "The store of 'perilune serve'."),
        ] + Project.options + [.toggle("json", "Write one JSON object.")],
        examples: [
            Example(
                "perilune doctor", "Check whether everything that the commands need is installed."),
            Example(
                "perilune doctor --config /etc/perilune/perilune.lua --store /var/lib/perilune/perilune.db",
                "Check the service of the Debian package."),
            Example("perilune doctor --json | jq '.problems'", "Print the number of problems."),
        ]),
    run: runDoctor)

@Sendable
private func runDoctor(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    var values = values
    var findings = MachineChecks.findings + LibraryChecks.findings
    findings += try ProjectChecks.findings(&values, terminal)
    findings += try ServerChecks.findings(values)
    findings += InstallationChecks.findings
    return try Finding.show(findings, values, terminal)
}
