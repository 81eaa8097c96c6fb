import Foundation
import Testing

@testable import Arguments

struct BashTests {
    @Test(arguments: [
        ("perilune ", "check explain", "open"), ("perilune process --a", "", "--as"),
        ("perilune process --as ", "event", "link"), ("perilune process --as = l", "", "link"),
        ("perilune process --as = ", "event", "link"), ("perilune --v", "", "--version"),
        ("perilune process --no", "--note", "--no-progress"),
    ])
    func completesInAShell(_ line: String, _: String, _ expected: String) throws {
        #expect(try completions(line).contains(expected))
    }

    @Test func completesOptionsOfTheCommandOnly() throws {
        #expect(try completions("perilune open --") == ["--script", "--json", "--help"])
    }

    private func completions(_ line: String) throws -> [String] {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let quoted = words.map(\.shellQuoted).joined(separator: " ")
        let source = """
            \(sample.bashCompletion())
            COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1)
            _perilune; printf '%s\\n' "${COMPREPLY[@]}"
            """
        let process = Foundation.Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", source]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
