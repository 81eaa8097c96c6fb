import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneTesting

let testAction: Action = Action(
    command: Command(
        name: "test", summary: "Run the tests of scripts",
        discussion: [
            "A test file lies beside its script (links.lua, links_test.lua) and returns a list of cases: events and their expected results. A script can also contain its cases, as tests = {…} in its delegate.",
            "Every case runs in its own host, with empty state, no network and a frozen clock. Scripts have the limits and grants of the configuration.",
        ],
        operands: [
            Operand(
                "PATH", .anyNumber, accepts: .file,
                "A folder, a test file or a script; default: the folder of the configuration and the scripts that it names elsewhere, or without a configuration the current folder."
            )
        ],
        options: [
            .value(
                "filter", short: "f", "TEXT",
                "Run only cases whose name or file name contains this text."),
            .value(
                "jobs", short: "j", "N", accepts: .integer(1...64), default: "2",
                "The number of files to run at the same time."),
            .toggle("update", short: "u", "Replace the snapshots with the current results."),
            .toggle("json", "Write the results as one JSON object."),
            .value(
                "junit", "FILE", accepts: .file, default: "none",
                "Also write the results as JUnit XML; - is standard output."),
            .toggle("watch", "Keep running; when a file changes, run the affected tests again."),
        ] + Verbosity.options + TestCoverage.options + Project.options + PluginOptions.all,
        examples: [
            Example("perilune test", "Run all tests of the project."),
            Example("perilune test rules/links.lua -f \"moved\"", "Run some cases of one script."),
            Example(
                "perilune test --junit report.xml --coverage-minimum 90",
                "Write a report for a CI server and require 90 % coverage."),
            Example(
                "perilune test rules --coverage-html coverage.html",
                "Show what the tests do not cover."),
        ]),
    run: runTest)

@Sendable
private func runTest(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    let paths = values.operands.isEmpty ? values.project?.tested ?? ["."] : values.operands
    if values.flag("watch") {
        let watch = TestWatch(paths: paths) { files, isFirst in
            if !isFirst { try terminal.write("\n") }
            var values = values
            do {
                values.defaults = try Project.load(values, testAction.command)
            } catch let error as ConfigurationError {
                for mistake in error.mistakes { terminal.report(mistake) }
                return
            }
            _ = try await run(files, paths, values, terminal)
        }
        try await watch.watch()
    }
    return try await run(try TestFile.find(paths), paths, values, terminal)
}

/// Runs the tests of some files.
private func run(
    _ files: [TestFile], _ paths: [String], _ values: Values, _ terminal: Terminal
) async throws -> ExitStatus {
    guard !values.flag("json") || values.string("junit") != "-" else {
        throw UsageError(
            .invalidValue, "--json and --junit - would both write to standard output",
            program: "perilune test")
    }
    try checkReports(values, reading: possibleInputs(files, values))
    let isQuiet = values.flag("json") || values.string("junit") == "-"
    var runner = TestRunner(CommandPlugins.testEnvironment)
    try TestPlugins.add(to: &runner, for: files, values, terminal)
    if let configuration = values.project?.configuration {
        runner.order = configuration.hostOptions.order
        runner.outputs = configuration.hostOptions.outputs.map(\.name)
        runner.configure = { script in
            script.limits = configuration.limits
            configuration.entry(of: script.path)?
                .configure(&script, limits: configuration.limits)
        }
    }
    if let project = values.project {
        terminal.detail(project.scripts.compactMap { try? values.configuredScript($0) })
    }
    runner.filter = values.string("filter")
    runner.jobs = values.integer("jobs") ?? 2
    runner.updatesSnapshots = values.flag("update")
    runner.wantsPlaces = values.flag("json") || values.string("junit") != nil
    runner.coverage = TestCoverage.recorder(values)
    let report = await runner.run(files)
    // Logs and snapshots are known now.
    try checkReports(values, reading: runner.filesRead.paths)
    if !isQuiet {
        let text = TextReport(bold: { terminal.style.bold($0) })
        let isQuiet = terminal.verbosity == .quiet
        let files = report.files.filter { !isQuiet || !$0.isSuccess }
        let shown =
            files.map { text.text($0) }.joined()
            + (isQuiet ? "" : text.summary(report))
        try terminal.write(shown.withoutControls)
    }
    if values.flag("json") { try terminal.write(JSONReport.value(report).json + "\n") }
    if let path = values.string("junit") {
        try OutputFile.write(try JUnitReport.bytes(report), to: path)
    }
    if report.cases.isEmpty, report.broken == 0 {
        let what = runner.filter.map { "no test case has '\($0)' in its name" } ?? "no tests found"
        terminal.show("perilune: \(what)\n")
        return .noInput
    }
    var isEnough = true
    if let coverage = runner.coverage {
        TestCoverage.addUnloaded(coverage, paths)
        isEnough = try TestCoverage.report(coverage, values, terminal, isQuiet: isQuiet)
    }
    return report.isSuccess && isEnough ? .success : .found
}

private let reportOptions = ["junit", "coverage-lcov", "coverage-html"]

/// The files that tests may read, as far as they are known before the run.
private func possibleInputs(_ files: [TestFile], _ values: Values) -> [String] {
    let scripts = files.flatMap { [$0.path] + $0.scripts }
    let known = scripts + [values.project?.configuration.file].compactMap(\.self)
    // Modules, also those of a script that cannot be loaded. Only a file that exists can be one of them.
    guard reportOptions.contains(where: { values.string($0).map(TextFile.exists) == true })
    else { return known }
    let folders = Set(scripts.map { FolderTree.parent(of: $0) })
    return known + folders.sorted().flatMap { (try? FolderTree.luaFiles(below: $0)) ?? [] }
}

/// Throws if a report would overwrite a script, a test, or another file that tests read, or another report.
private func checkReports(_ values: Values, reading files: [String]) throws(PeriluneError) {
    let inputs = FileSet(exactly: files)
    var reports: [String] = []
    for option in reportOptions {
        guard let path = values.string(option) else { continue }
        let isKnown =
            path == "-"
            ? reports.contains(path)
            : FileSet(exactly: reports).contains(path) || inputs.contains(path)
        if path.hasSuffix(".lua") || isKnown { throw PeriluneError.outputIsInput(path) }
        reports.append(path)
    }
}
