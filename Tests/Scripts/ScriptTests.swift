import Foundation
import PeriluneCore
import Testing

/// Runs the test files of the scripts that ship.
struct ScriptTests {
    @Test(arguments: try await ScriptCase.all())
    func decidesAsItsTestFileSays(_ test: ScriptCase) async throws {
        for difference in try await test.run() { Issue.record("\(difference)") }
    }

    @Test func everyScriptHasATestFile() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: ScriptsFolder.path)
        let scripts = files.filter { $0.hasSuffix(".lua") && !$0.hasSuffix("_test.lua") }
        #expect(!scripts.isEmpty)
        for script in scripts {
            #expect(files.contains(script.replacing(".lua", with: "_test.lua")), "\(script)")
        }
    }

    @Test func differencesSayWhere() {
        let found = Difference.find(
            ["a": [1, ["b": "x"]], "c": nil], in: ["a": [1, ["b": "y", "d": 1]]], at: "r",
            partly: true)
        #expect(found == [#"r.a[2].b is "y", expected "x""#, "r.c is missing, expected null"])
    }

    @Test func whatIsNotExpectedIsADifferenceInFullComparison() {
        let found = Difference.find(["a": 1], in: ["a": 1, "b": 2], at: "r", partly: false)
        #expect(found == ["r.b is 2, not expected"])
    }
}
