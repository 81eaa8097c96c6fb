import Glibc
import Testing

@testable import Arguments

struct BashTests {
    @Test(arguments: [
        ("perilune ", "open"), ("perilune process --a", "--as"),
        ("perilune process --as ", "link"), ("perilune process --as = l", "link"),
        ("perilune process --as = ", "link"), ("perilune --v", "--version"),
        ("perilune process --no", "--no-progress"),
    ])
    func completesInAShell(_ line: String, _ expected: String) throws {
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
        let pipe = popen("exec bash -c \(source.shellQuoted)", "r")
        var output: [UInt8] = []
        while case let byte = fgetc(pipe), byte != EOF { output.append(UInt8(byte)) }
        #expect(pclose(pipe) == 0)
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
