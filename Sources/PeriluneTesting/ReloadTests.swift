package import PeriluneCore
package import PeriluneLua

extension TestRunner {
    /// Runs the tests of scripts that are about to take over: those inside them, and those of the test files
    /// beside them.
    ///
    /// A script without tests passes.
    ///
    /// - Parameter scripts: The new versions; they are run as they are here, whatever the files hold by now.
    /// - Throws: The first failure, with its place.
    package func check(_ scripts: [Script]) async throws(PeriluneError) {
        var runner = self
        runner.scripts = Dictionary(scripts.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
        for script in scripts {
            for file in TestFile.tests(of: script) {
                try Self.check(await runner.run(file), of: script)
            }
        }
    }

    private static func check(_ result: FileResult, of script: Script) throws(PeriluneError) {
        if let error = result.error { throw error }
        guard let test = result.cases.first(where: \.isFailed), let failure = test.failures.first
        else { return }
        var message = "the test \"\(test.name)\" of \(script.name) fails: \(failure.title)"
        if let expected = failure.expected { message += ", expected \(expected)" }
        if let found = failure.found { message += ", found \(found)" }
        throw PeriluneError(
            "script.test", message, at: failure.place, hint: failure.hint,
            traceback: failure.traceback)
    }
}
