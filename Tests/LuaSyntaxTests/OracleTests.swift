import Testing

@testable import LuaSyntax

/// The parser accepts what Lua's own compiler accepts, and nothing else.
@Suite(.enabled(if: LuaCompiler.path != nil, "lua5.4 is not installed"))
struct OracleTests {
    @Test func luaAgreesWhichSnippetsAreValid() throws {
        let valid = try LuaCompiler.errors(in: Snippets.valid.map { Array($0.utf8) })
        for (snippet, error) in zip(Snippets.valid, valid) {
            #expect(error == nil, "\(snippet)")
        }
        let invalid = try LuaCompiler.errors(in: Snippets.invalid.map { Array($0.utf8) })
        for (snippet, error) in zip(Snippets.invalid, invalid) {
            #expect(error != nil, "\(snippet)")
        }
    }

    @Test func acceptsWhatLuaAccepts() throws {
        try compare(Snippets.valid.map { Array($0.utf8) })
    }

    @Test func rejectsWhatLuaRejects() throws {
        try compare(Snippets.invalid.map { Array($0.utf8) })
    }

    @Test func agreesOnEveryTruncation() throws {
        for snippet in Snippets.valid {
            let bytes = Array(snippet.utf8)
            try compare((0..<bytes.count).map { Array(bytes[..<$0]) })
        }
    }

    @Test func agreesOnMutations() throws {
        var random = SeededGenerator(seed: 20)
        let signs = Array(" \n()[]{}=<>~.,;:'\"\\+-*/%^#&|0x9eEpP_azEND".utf8)
        let words = ["end", "do", "local", "function", "goto", "::x::", "break", "...", "<const>"]
        var scripts: [[UInt8]] = []
        for _ in 0..<10_000 {
            var bytes = Array(Snippets.valid.randomElement(using: &random)?.utf8 ?? "".utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where place < bytes.count: bytes.remove(at: place)
                case 1:
                    let word = words.randomElement(using: &random) ?? ""
                    bytes.insert(contentsOf: Array(" \(word) ".utf8), at: place)
                case 2 where place < bytes.count:
                    bytes[place] = signs.randomElement(using: &random) ?? 0
                default: bytes.insert(signs.randomElement(using: &random) ?? 0, at: place)
                }
            }
            scripts.append(bytes)
        }
        try compare(scripts)
    }

    @Test func agreesOnNumerals() throws {
        var random = SeededGenerator(seed: 5)
        let signs = Array("0123456789abcdefxXpPeE.+-".utf8)
        let scripts = (0..<5_000).map { _ in
            let size = Int.random(in: 1...8, using: &random)
            let tail = (0..<size).map { _ in signs.randomElement(using: &random) ?? 0x30 }
            let start = ["0x", "0X", "", ".", "1", "0x."].randomElement(using: &random) ?? ""
            return Array("return \(start)".utf8) + tail
        }
        try compare(scripts)
    }

    /// Scripts on which the two disagree; the first few are shown.
    private func compare(_ scripts: [[UInt8]]) throws {
        let answers = try LuaCompiler.errors(in: scripts)
        try #require(answers.count == scripts.count)
        var shown = 0
        for (script, answer) in zip(scripts, answers) where shown < 10 {
            // Lua's `load` does not skip what only its file reader skips.
            if script.first == UInt8(ascii: "#") || script.first == 0xEF { continue }
            let ours = Self.error(in: script)
            guard (ours == nil) != (answer == nil) else { continue }
            shown += 1
            Issue.record(
                "\(String(decoding: script, as: UTF8.self))\nLua: \(answer ?? "accepts")\nours: \(ours ?? "accepts")"
            )
        }
    }

    private static func error(in script: [UInt8]) -> String? {
        do {
            _ = try Resolution(SyntaxTree(parsing: script))
            return nil
        } catch {
            return error.description
        }
    }
}
