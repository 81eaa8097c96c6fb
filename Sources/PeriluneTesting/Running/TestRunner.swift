internal import Perilune
internal import PeriluneCore
internal import PeriluneLua

/// Runs test files, several at a time.
package struct TestRunner: Sendable {
    /// What the cases run in.
    package var environment: TestEnvironment
    /// Only cases whose name, or whose file's name, has this text.
    package var filter: String?
    /// So many files at a time.
    package var jobs = 2
    /// Told when a file is done.
    package var whenDone: @Sendable (FileResult) -> Void = { _ in }

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
    package func run(_ file: TestFile) async -> FileResult {
        let start = ContinuousClock.now
        var result = FileResult(path: file.path)
        do {
            let loader = try CaseLoader(file, environment, module: TestModule.module())
            for test in try await loader.cases() where wants(test, of: file) {
                result.cases.append(await run(test, loader))
            }
        } catch {
            result.error = error.asPeriluneError(in: file)
        }
        result.microseconds = start.microseconds
        if !result.cases.isEmpty || result.error != nil { whenDone(result) }
        return result
    }

    private func wants(_ test: TestCase, of file: TestFile) -> Bool {
        guard let filter else { return true }
        return test.name.contains(filter) || file.path.contains(filter)
    }

    private func run(_ test: TestCase, _ loader: CaseLoader) async -> CaseResult {
        let start = ContinuousClock.now
        var result = CaseResult(name: test.name, place: test.place)
        if let reason = test.skip {
            result.skipped = reason
            return result
        }
        do {
            let run = CaseRun(
                test: test, file: loader.file, environment: environment,
                loadScript: { path throws(PeriluneError) in try Script(path) })
            result.failures = try await run.failures()
        } catch {
            result.failures = [Failure(error.asPeriluneError(in: loader.file), at: test.place)]
        }
        result.microseconds = start.microseconds
        return result
    }
}

extension Error {
    /// The error with the file that it came up in, where it says none itself.
    fileprivate func asPeriluneError(in file: TestFile) -> PeriluneError {
        var error = self as? PeriluneError ?? PeriluneError("test.failed", "\(self)")
        if error.place.file == nil { error.place.file = file.path }
        return error
    }
}

extension ContinuousClock.Instant {
    /// Since then.
    var microseconds: Int {
        let parts = duration(to: .now).components
        return Int(parts.seconds) * 1_000_000 + Int(parts.attoseconds / 1_000_000_000_000)
    }
}
