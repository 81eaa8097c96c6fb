internal import Perilune
internal import PeriluneCore
internal import PeriluneLua

/// Runs the cases of one file.
struct FileRun {
    let file: TestFile
    private(set) var runner: TestRunner
    private let session = CaseSession()
    private let snapshots: Snapshots

    init(_ file: TestFile, _ runner: TestRunner) {
        self.file = file
        self.runner = runner
        snapshots = Snapshots(
            of: file, updates: runner.updatesSnapshots, filesRead: runner.filesRead)
    }

    func result() async -> FileResult {
        let start = ContinuousClock.now
        var result = FileResult(path: file.path)
        do {
            let loader = try CaseLoader(file, runner, session)
            let cases = try await loader.cases().filter { runner.wants($0, of: file) }
            result.cases = await declaringOutputs(of: cases).run(cases, loader)
            await loader.finishDelegates()
        } catch {
            result.error = error.asPeriluneError(in: file)
        }
        result.snapshots = snapshots.writtenFiles
        result.microseconds = start.microseconds
        return result
    }

    /// The same run with the outputs that cases expect values of, if the project declares none.
    ///
    /// `process --to` declares them for scripts without a project.
    private func declaringOutputs(of cases: [TestCase]) -> FileRun {
        guard runner.outputs.isEmpty else { return self }
        var run = self
        let names = cases.flatMap { $0["outputs"]?.object?.pairs.map(\.name) ?? [] }
        run.runner.outputs = Set(names).filter(NamedOutput.isName).sorted()
        return run
    }

    /// Runs cases; those that need nothing of their own share a host, in which each begins anew.
    private func run(_ cases: [TestCase], _ loader: CaseLoader) async -> [CaseResult] {
        var results: [Int: CaseResult] = [:]
        var groups: [[String]: [CaseQueue.Entry]] = [:]
        // Stop if the run was cancelled, for example by its time limit.
        for test in cases where !Task.isCancelled {
            if let reason = test.skip {
                results[test.number] = CaseResult(name: test.name, skipped: reason)
                continue
            }
            do {
                let setup = try await CaseSetup(test, file, runner)
                if test.isFunction {
                    results[test.number] = try await run(setup, loader)
                } else {
                    let events = try setup.maker.events(test["events"] ?? [])
                    let entry = CaseQueue.Entry(
                        test: test, events: events, answers: setup.answers)
                    if setup.isPlain {
                        groups[setup.scripts, default: []].append(entry)
                    } else {
                        results[test.number] = try await run(entry, setup)
                    }
                }
            } catch {
                results[test.number] = failed(test, error)
            }
        }
        for (scripts, entries) in groups {
            do {
                let scriptHost = try runner.scriptHost(scripts)
                let queue = CaseQueue(scriptHost, entries, snapshots)
                await scriptHost.run(queue)
                await scriptHost.finishDelegates()
                for (entry, result) in zip(entries, queue.results) {
                    results[entry.test.number] = result
                }
            } catch {
                for entry in entries { results[entry.test.number] = failed(entry.test, error) }
            }
        }
        return cases.compactMap { test in
            var result = results[test.number]
            if runner.wantsPlaces || result?.isFailed == true { result?.place = test.place }
            return result
        }
    }

    private func failed(_ test: TestCase, _ error: any Error) -> CaseResult {
        var result = CaseResult(name: test.name, place: test.place)
        result.failures = [Failure(error.asPeriluneError(in: file), at: test.place)]
        return result
    }

    /// Runs a case in a host of its own.
    private func run(_ entry: CaseQueue.Entry, _ setup: CaseSetup) async throws -> CaseResult {
        let scriptHost = try setup.scriptHost(runner)
        let queue = CaseQueue(scriptHost, [entry], snapshots)
        await scriptHost.run(queue)
        await scriptHost.finishDelegates()
        var result = queue.results.first ?? CaseResult(name: entry.test.name)
        result.failures += try await setup.failures()
        return result
    }

    /// Runs a case that is a function.
    private func run(_ setup: CaseSetup, _ loader: CaseLoader) async throws -> CaseResult {
        let start = ContinuousClock.now
        let test = setup.test
        var result = CaseResult(name: test.name)
        let runner = runner
        let answers = setup.answers ?? PreparedAnswers()
        session.begin(
            .init(
                test: test, events: setup.maker, answers: answers, snapshots: snapshots,
                makeScriptHost: { () throws(PeriluneError) in try setup.scriptHost(runner) }))
        let error = try await loader.run(test)
        let end = session.end()
        if let error {
            let isAssertion = error.code == "test.failed"
            result.failures = (isAssertion ? end?.failures ?? [] : []).map { failure in
                var failure = failure
                if failure.place.file == nil { failure.place = error.place }
                return failure
            }
            if result.failures.isEmpty { result.failures = [Failure(error, at: test.place)] }
        }
        let scriptHost = end?.scriptHost
        result.failures += try Expectations(test, snapshots).afterwards(answers) {
            key throws(PeriluneError) in
            try scriptHost?.state(key)
        }
        result.failures += try await setup.failures()
        await scriptHost?.finishDelegates()
        result.microseconds = start.microseconds
        return result
    }
}

extension Error {
    /// Converts an error, with the file as its place if it has none.
    fileprivate func asPeriluneError(in file: TestFile) -> PeriluneError {
        var error = self as? PeriluneError ?? PeriluneError("test.failed", "\(self)")
        if error.place.file == nil { error.place.file = file.path }
        return error
    }
}
