internal import Perilune
package import PeriluneCore
package import PeriluneLua

/// Runs test files, several concurrently.
package struct TestRunner: Sendable {
    /// The plugins, fixtures and links of the cases.
    package var environment: TestEnvironment
    /// Runs only cases whose name or file name contains this text.
    package var filter: String?
    /// The number of files that are tested concurrently.
    package var jobs = 2
    /// Whether to overwrite snapshots that differ.
    package var updatesSnapshots = false
    /// Whether passing cases also get their positions, which requires parsing the file.
    package var wantsPlaces = false
    /// Records the coverage of scripts; `nil` to record none.
    package var coverage: CoverageRecorder?
    /// The order of scripts with the same priority.
    package var order = DelegateOrder.first
    /// The names of the outputs that scripts may emit to.
    package var outputs: [String] = []
    /// Scripts to use instead of reading the files at these paths.
    package var scripts: [String: Script] = [:]

    /// The files that the tests have read so far.
    package let filesRead = FilesRead()

    /// Configures the scripts that are read from files.
    package var configure: @Sendable (inout Script) -> Void = { _ in }

    package init(_ environment: TestEnvironment) { self.environment = environment }

    /// Runs files; the results are in the same order.
    package func run(_ files: [TestFile]) async -> TestReport {
        let start = ContinuousClock.now
        var results = [FileResult?](repeating: nil, count: files.count)
        await withTaskGroup(of: (Int, FileResult).self) { group in
            var next = 0
            while next < min(max(1, jobs), files.count) {
                let number = next
                group.addTask { (number, await run(files[number])) }
                next += 1
            }
            while let (number, result) = await group.next() {
                results[number] = result
                if next < files.count {
                    let number = next
                    group.addTask { (number, await run(files[number])) }
                    next += 1
                }
            }
        }
        var report = TestReport()
        report.files = results.compactMap(\.self).filter { !$0.cases.isEmpty || $0.error != nil }
        report.microseconds = start.microseconds
        return report
    }

    /// Runs the cases of one file.
    package func run(_ file: TestFile) async -> FileResult { await FileRun(file, self).result() }

    /// The module `test`, for tools that check test files without running them.
    package static var module: HostModule { TestModule.module(CaseSession()) }

    func wants(_ test: TestCase, of file: TestFile) -> Bool {
        guard let filter else { return true }
        return test.name.contains(filter) || file.path.contains(filter)
    }

    /// Makes a host with scripts.
    func scriptHost(
        _ paths: [String], plugins: [any Plugin]? = nil, seed: UInt64 = 0
    ) throws(PeriluneError) -> ScriptHost {
        if paths.isEmpty {
            throw PeriluneError(
                "test.case", "there is no script beside the test file",
                hint: "write scripts = { \"other.lua\" } to name the scripts that the case tests")
        }
        var scripts: [Script] = []
        // Also if one of them cannot be loaded.
        defer { filesRead.note(scripts.flatMap(\.files)) }
        for path in paths { scripts.append(try script(path)) }
        return try ScriptHost(
            scripts: scripts, plugins: plugins ?? environment.usualPlugins, order: order,
            outputs: outputs, filesRead: filesRead, seed: seed
        )
    }

    /// The script at a path, from `scripts` or from its file.
    func source(_ path: String, limits: ScriptLimits) throws(PeriluneError) -> Script {
        if let script = scripts[path] { return script }
        return try Script(path, limits: limits)
    }

    private func script(_ path: String) throws(PeriluneError) -> Script {
        var script = try source(path, limits: ScriptLimits())
        if scripts[path] == nil { configure(&script) }
        script.isRestartable = true
        if let coverage {
            script.coverage = coverage
            // Counting takes time and memory that should not be charged to the script.
            script.limits.time *= 10
            script.limits.sourceLength *= 4
        }
        return script
    }
}

extension ContinuousClock.Instant {
    /// The microseconds since this instant.
    var microseconds: Int { duration(to: .now).microseconds }
}
