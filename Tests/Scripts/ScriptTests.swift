import Foundation
import PeriluneCommand
import PeriluneCore
import PeriluneTesting
import Testing

/// Runs the test files of the scripts that ship, as `perilune test` does.
struct ScriptTests {
    static func files() throws -> [TestFile] { try TestFile.find([ScriptsFolder.path]) }

    @Test(arguments: try files())
    func decidesAsItsTestFileSays(_ file: TestFile) async {
        let result = await TestRunner(CommandPlugins.testEnvironment).run(file)
        if let error = result.error { Issue.record("\(error)") }
        #expect(!result.cases.isEmpty)
        for test in result.cases {
            for failure in test.failures { Issue.record("\(test.name): \(failure.text)") }
        }
    }

    @Test func everyScriptHasATestFile() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: ScriptsFolder.path)
        let scripts = files.filter { $0.hasSuffix(".lua") && !$0.hasSuffix("_test.lua") }
        #expect(!scripts.isEmpty)
        for script in scripts {
            #expect(files.contains(script.replacing(".lua", with: "_test.lua")), "\(script)")
        }
    }
}
