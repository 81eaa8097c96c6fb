internal import Perilune
package import PeriluneCore
package import PeriluneLua

/// Runs test files, several at a time.
package struct TestRunner: Sendable {
    /// What the cases run in.
    package var environment: TestEnvironment
    /// Only cases whose name, or whose file's name, has this text.
    package var filter: String?
    /// So many files at a time.
    package var jobs = 2
    /// Takes what is there now for right where snapshots differ.
    package var updatesSnapshots = false
    /// Whether the lines of cases that pass are wanted too.
    package var wantsPlaces = false
    /// Who wants to know what scripts run.
    package var coverage: CoverageRecorder?
    /// Which of several scripts with the same priority is asked first about an event.
    package var order = DelegateOrder.first
    /// The outputs to which scripts can emit values by name.
    package var outputs: [String] = []
    /// Scripts that are not to be read from their files, by path.
    package var scripts: [String: Script] = [:]

    /// Says what scripts may use and reach that are read from their files.
    package var configure: @Sendable (inout Script) -> Void = { _ in }

    package init(_ environment: TestEnvironment) { self.environment = environment }

    /// Runs files; the results are in their order.
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

    /// The module `test`, for tools that read test files without running them.
    package static var module: HostModule { TestModule.module(CaseSession()) }

    func wants(_ test: TestCase, of file: TestFile) -> Bool {
        guard let filter else { return true }
        return test.name.contains(filter) || file.path.contains(filter)
    }

    /// A host with scripts.
    func bench(
        _ paths: [String], plugins: [any Plugin]? = nil, seed: UInt64 = 0
    ) throws(PeriluneError) -> Bench {
        if paths.isEmpty {
            throw PeriluneError(
                "test.case", "there is no script beside the test file",
                hint: "write scripts = { \"other.lua\" } to name the scripts that the case tests")
        }
        var scripts: [Script] = []
        for path in paths { scripts.append(try script(path)) }
        return try Bench(
            scripts: scripts, plugins: plugins ?? environment.usualPlugins, order: order,
            outputs: outputs, seed: seed
        )
    }

    /// A file, or what stands for it.
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
            // Counting takes time and room that are not the script's.
            script.limits.time *= 10
            script.limits.sourceLength *= 4
        }
        return script
    }
}

extension ContinuousClock.Instant {
    /// Since then.
    var microseconds: Int { duration(to: .now).microseconds }
}
