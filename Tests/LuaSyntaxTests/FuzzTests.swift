import Testing

@testable import LuaSyntax

/// Whatever the bytes are, every entry point answers, and answers within the script.
struct FuzzTests {
    @Test func survivesRandomBytes() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let size = Int.random(in: 0...200, using: &random)
            examine((0..<size).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
    }

    @Test func survivesTruncatedScripts() {
        let script = Array(MessyScript.text.utf8)
        for size in stride(from: 0, through: script.count, by: 3) {
            examine(Array(script[..<size]))
        }
    }

    @Test func survivesMutatedScripts() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<300 {
            var script = Array(MessyScript.text.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<script.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: script.remove(at: place)
                case 1: script[place] = UInt8.random(in: 0...255, using: &random)
                default:
                    script.insert(
                        script[Int.random(in: 0..<script.count, using: &random)], at: place)
                }
            }
            examine(script)
        }
    }

    private func examine(_ bytes: [UInt8]) {
        let lines = LineTable(bytes)
        var checker = ScriptChecker()
        checker.disabledRules = []
        for finding in checker.check(bytes) {
            let width = lines.text(ofLine: finding.line)
            #expect(width != nil && finding.column >= 1 && !finding.message.isEmpty)
        }
        _ = Outline(bytes)
        let finder = ColumnFinder(bytes)
        for message in ["(field 'deal')", "near 'x'", "near <eof>", "attempt to compare nil"] {
            _ = finder.column(line: 1, message: message)
        }
    }
}
