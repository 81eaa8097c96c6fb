import PeriluneCore
import Testing

@testable import PeriluneFiles

/// Names that are no revisions, and programs that are run without a shell.
struct GitRevisionTests {
    @Test(arguments: ["", "-h", "--exec=x", "a:b", "no such revision", "$(id)"])
    func refusesInvalidRevisions(name: String) {
        let error = #expect(throws: PeriluneError.self) { _ = try GitRevision(name) }
        #expect(error?.code == "git.revision")
    }

    @Test func returnsTheOutputOfAProgram() throws {
        let answer = try Subprocess.run(["printf", "%s", "$HOME; 'x'"], limit: 100)
        #expect(String(decoding: answer.output, as: UTF8.self) == "$HOME; 'x'")
        #expect(answer.status == 0)
        #expect(try Subprocess.run(["false"], limit: 100).status == 1)
    }

    @Test func stopsAProgramThatWritesTooMuch() {
        let error = #expect(throws: PeriluneError.self) {
            _ = try Subprocess.run(["yes"], limit: 1000)
        }
        #expect(error?.code == "process.output")
    }

    @Test func saysThatAProgramIsMissing() {
        let error = #expect(throws: PeriluneError.self) {
            _ = try Subprocess.run(["perilune-no-such-program"], limit: 1000)
        }
        #expect(error?.code == "process.start")
    }
}
