import Foundation
import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// Patterns that are meant to take all memory, or to hold up the host.
struct RegexAbuseTests {
    static let patterns = [
        "('x'):rep(1 << 20)", "('('):rep(1 << 20)", "('(x)'):rep(10000)", "('(?<n>x)'):rep(10000)",
        "('()'):rep(32000)", "('[a'):rep(30000)", "('(a|'):rep(20000)", "('|'):rep(60000)",
        "'((a{1000}){1000})'", "'(((((((a{10}){10}){10}){10}){10}){10}){10})'", "'a{1001}'",
        "'(?:a{0,1000}){0,1000}'", "'(?:(?:(?:a?){30}){30}){30}'", "'a{999999999999999999999}'",
        "('a?'):rep(30000)", "('a*'):rep(30000)", "('(a*)*'):rep(99)", "('.*'):rep(20000) .. 'b'",
        "('[[:word:]]'):rep(6000)", "('\\\\pL'):rep(20000)", "'(?i)' .. ('ſ'):rep(20000)",
        "'[' .. ('\\\\pN'):rep(20000) .. ']'", "('%{IPV6:x}'):rep(8000)", "('%{DATA}'):rep(9000)",
        "'%{' .. ('A'):rep(60000) .. '}'", "('\\0'):rep(60000)", "('\\xff'):rep(60000)",
        "'(?P<' .. ('n'):rep(60000) .. '>x)'", "('^'):rep(60000)", "('\\\\b'):rep(30000)",
        "('\\\\d{0,5}'):rep(8000)", "('(?i:(?:|a){1,40})'):rep(1900)", "('[a-z]{1000}'):rep(5000)",
        "('.'):rep(60000)",
        "('(?:a?){1000}'):rep(110)", "('((a?){31}){32}'):rep(4000)",
        "'(?:[(]' .. ('a?'):rep(900) .. '){1000}'",
        "'(?:' .. [[\\Q(\\E]] .. ('a?'):rep(900) .. '){1000}'",
        "'(?:[[:alpha:](]' .. ('a?'):rep(900) .. '){1000}'",
        "('[^\\\\pL\\\\PN]'):rep(6000)", "'(?i)' .. ('[\\\\pL]'):rep(9000)",
        "'(?i)' .. ('\\\\pL{50}'):rep(8000)",
        "'\\\\Q' .. ('('):rep(60000)", "'(?' .. ('i'):rep(60000) .. ')x'",
    ]

    static let calls = [
        "regex.test(text, pattern)", "regex.captures(text, pattern)", "regex.grok(text, pattern)",
        "regex.replace(text, pattern, '-')", "for _ in regex.gmatch(text, pattern) do end",
        "regex.grok(text, '%{A:a}', { A = pattern })",
    ]

    /// The script gets an error, or the host ends the script; the next event is processed as before.
    @Test(arguments: patterns)
    func theScriptContinuesOrIsStopped(_ pattern: String) async throws {
        let lab = Lab(limits: ScriptLimits(time: .milliseconds(500)))
        for call in Self.calls {
            let rule = lab.rule(
                """
                local text = ("a"):rep(2000)
                if event.data.attack then
                    local pattern = \(pattern)
                    local _, problem = pcall(function() \(call) end)
                    commander:emit(type(problem) == "table" and problem.code or problem or "done")
                else
                    commander:emit(regex.test(text, "^a+$"))
                end
                """, before: "local regex = require 'regex'")
            let results = try await lab.run(
                rule, [.test(#"{"attack":true}"#), .test("{}"), .test("{}")])
            let lines = String(decoding: results.output, as: UTF8.self).split(separator: "\n")
            #expect(lines.suffix(2) == ["true", "true"], "\(call)")
            let code = results.records[0].error?.code.rawValue ?? lines.first.map(String.init) ?? ""
            let isExpected = [
                "script.time", #""regex.size""#, #""regex.invalid""#, #""regex.work""#, #""done""#,
            ].contains(code)
            #expect(isExpected, "\(call): \(code)")
        }
    }

    /// A definition that refers to others, many times on each of the 16 levels.
    @Test(arguments: [2, 16, 3000])
    func definitionsThatGrowExponentiallyAreRefused(_ width: Int) async throws {
        let lab = Lab()
        for end in ["''", "'x'", "'%{L1}'"] {
            let error = try await lab.error(
                """
                local own = { L16 = \(end) }
                for level = 1, 15 do own["L" .. level] = ("%{L" .. level + 1 .. "}"):rep(\(width)) end
                regex.grok("x", "%{L1:x}", own)
                """, before: "local regex = require 'regex'")
            #expect(["regex.size", "regex.invalid"].contains(error.code), "\(error.message)")
        }
    }
}
