import Foundation
import PeriluneCore
import PeriluneLua
import Testing

/// Lua's own tests, as far as a sandboxed state may run them.
///
/// `LuaSuite/differences.txt` lists what does not run, and why.
struct LuaSuiteTests {
    @Test(arguments: LuaSuiteFile.all)
    func passes(_ file: LuaSuiteFile) throws {
        let script = Script(
            name: "suite.lua", source: LuaSuiteFile.prelude,
            limits: ScriptLimits(memory: 1 << 30, time: .milliseconds(120_000)))
        let bench = try Bench(script)
        #expect(LuaTesting.addLoad(to: bench.delegate))
        let text = Value.string(file.source).json
        do {
            _ = try bench.decide(.test(#"{"name":"@\#(file.name)","text":\#(text)}"#))
        } catch {
            Issue.record("\(file.name):\(error.place.line ?? 0): \(error)\n\(error.hint ?? "")")
        }
    }

    @Test func allFilesWithDifferencesExist() {
        let names = Set(LuaSuiteFile.all.map(\.name))
        #expect(names.count == 19)
        #expect(LuaSuiteFile.differing.subtracting(names) == [])
    }
}
