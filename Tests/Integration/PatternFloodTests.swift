import Foundation
import Testing

/// A new pattern for each event: the cache of compiled patterns must not grow with them.
@Suite(.enabled(if: Shell.has("python3")), .timeLimit(.minutes(5)))
struct PatternFloodTests {
    /// The most memory of a run with so many patterns, in KB.
    private func peak(_ patterns: Int, _ function: String) throws -> Int {
        let shell = try Shell()
        try shell.write(
            """
            local regex = require "regex"
            return { on = "*", execute = function(event, commander)
              for i = 1, 100 do
                assert(regex.\(function)("user-7 x", "^user-(\\\\d+) [a-z]|" .. event.id .. "-" .. i))
              end
            end }
            """, "rule.lua")
        let lines = (0..<patterns / 100).map {
            #"{"specversion":"1.0","id":"\#($0)","source":"/s","type":"t"}"#
        }
        try shell.write(lines.joined(separator: "\n") + "\n", "log.jsonl")
        let result = try shell.run(
            """
            python3 - <<'END'
            import resource, subprocess
            subprocess.run(["perilune", "process", "log.jsonl", "--script", "rule.lua", "--workers", "1",
                            "--time-limit", "0", "--summary", "none"], check=True)
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            END
            """)
        return try #require(
            Int(result.output.trimmingCharacters(in: .newlines)), "\(result.errors)")
    }

    @Test(arguments: ["match", "grok"]) func memoryIsLimitedByTheCache(_ function: String) throws {
        let (few, many) = (try peak(2000, function), try peak(100_000, function))
        #expect(many < few + 8 << 10, "\(few) KB with 2,000 patterns, \(many) KB with 100,000")
    }
}
