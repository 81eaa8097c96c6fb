package import PeriluneCore
package import PeriluneLua

extension TestRunner {
    /// Runs the tests of scripts before they are reloaded: those inside of them, and those of the test files beside
    /// them.
    ///
    /// A script without tests passes.
    ///
    /// - Parameters:
    ///   - scripts: The new versions, which are run as passed, whatever the files contain by now.
    ///   - others: Other scripts that cases may name.
    ///   - time: The time limit; the case that is running when it passes ends by its own limits.
    /// - Throws: The first failure, with its place.
    package func check(
        _ scripts: [Script], beside others: [Script] = [], within time: Duration = .seconds(20)
    ) async throws(PeriluneError) {
        var runner = self
        for script in others + scripts { runner.scripts[script.path] = script.ending }
        let result = await withTaskGroup { [runner] group in
            group.addTask { await runner.result(of: scripts) }
            group.addTask {
                try? await Task.sleep(for: time)
                return .failure(Self.late(time))
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .success(())
        }
        try result.get()
    }

    private func result(of scripts: [Script]) async -> Result<Void, PeriluneError> {
        do throws(PeriluneError) {
            for script in scripts {
                for file in TestFile.tests(of: script) where !Task.isCancelled {
                    try Self.check(await run(file), of: script)
                }
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    private static func check(_ result: FileResult, of script: Script) throws(PeriluneError) {
        if let error = result.error { throw error }
        let failed = result.cases.filter(\.isFailed)
        guard let test = failed.first, let failure = test.failures.first else { return }
        var message = "the test \"\(test.name)\" of \(script.name) failed: \(failure.title)"
        if let expected = failure.expected { message += ", expected \(expected)" }
        if let found = failure.found { message += ", found \(found)" }
        if failed.count > 1 { message += " (and \(failed.count - 1) more)" }
        throw PeriluneError(
            "script.test", message, at: failure.place,
            hint: failure.hint ?? "run 'perilune test \(result.path)' for the whole report",
            traceback: failure.traceback)
    }

    private static func late(_ time: Duration) -> PeriluneError {
        PeriluneError(
            "script.test", "the tests of the new version did not finish within \(time)",
            hint: "'perilune test' shows how long each file takes")
    }
}

extension Script {
    /// The script with a time limit, so that each case ends.
    fileprivate var ending: Script {
        var script = self
        if script.limits.time == .zero { script.limits.time = .seconds(10) }
        return script
    }
}
