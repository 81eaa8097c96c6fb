import Foundation
import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// The module `regex`: what its functions return, and what ends a script that makes too much of them.
struct RegexTests {
    private let lab = Lab()
    private let before = #"local regex = require "regex""#

    private func value(_ expression: String, _ data: String = "{}") async throws -> String {
        try await lab.emitted("commander:emit(\(expression))", before: before, data).first ?? ""
    }

    private func error(_ body: String, _ data: String = "{}") async throws -> PeriluneError {
        try await lab.error(body, before: before, data)
    }

    @Test(arguments: [
        (#"{regex.match("a=1 b=22", "(\\w)=(\\d\\d)")}"#, #"["b","22"]"#),
        (#"{regex.match("a=1 b=22", "\\d+")}"#, #"["1"]"#),
        (#"{regex.match("a=1 b=22", "\\d+", 4)}"#, #"["22"]"#),
        (#"{regex.match("a=1 b=22", "\\d+", -1)}"#, #"["2"]"#),
        (#"regex.match("abc", "\\d") == nil"#, "true"),
        (#"regex.match("abc", "", 4)"#, #""""#),
        (#"regex.match("abc", "", 5) == nil"#, "true"),
        (#"select('#', regex.match("ac", "(a)(b)?(c)"))"#, "3"),
        (#"select(2, regex.match("ac", "(a)(b)?(c)")) == nil"#, "true"),
        (#"{regex.find("key: value", "v(.)l")}"#, #"[6,8,"a"]"#),
        (#"{regex.find("key", "")}"#, "[1,0]"),
        (#"regex.test("Error: x", "(?i)^error")"#, "true"),
        (#"regex.test("Error: x", "^error")"#, "false"),
    ])
    func findsTheFirstMatch(_ expression: String, _ result: String) async throws {
        #expect(try await value(expression) == result)
    }

    @Test func anchorsReferToTheStartOfTheText() async throws {
        #expect(try await value(#"regex.match("aa", "^a", 2) == nil"#) == "true")
        #expect(try await value(#"regex.match("aa", "\\ba", 2) == nil"#) == "true")
    }

    @Test(arguments: [
        (
            #"regex.captures("GET /a", "(?<method>[A-Z]+) (?P<path>\\S+)")"#,
            #"{"method":"GET","path":"/a"}"#
        ),
        (#"regex.captures("GET /a", "([A-Z]+) (\\S+)")"#, #"["GET","/a"]"#),
        (#"regex.captures("ac", "(?<a>a)(?<b>b)?(?<c>c)")"#, #"{"a":"a","c":"c"}"#),
        (#"regex.captures("x", "y") == nil"#, "true"),
        (#"regex.captures("a(?<b", "(?<n>[(?<b]+)")"#, #"{"n":"(?<b"}"#),
        (#"regex.captures("(?<b", "\\Q(?<\\E(?<n>b)")"#, #"{"n":"b"}"#),
    ])
    func capturesBecomeATable(_ expression: String, _ result: String) async throws {
        #expect(try await value(expression) == result)
    }

    @Test func capturesKeepNamesAndNumbers() async throws {
        let lines = try await lab.emitted(
            #"local c = regex.captures("a1", "(?<letter>[a-z])(\\d)") commander:emit({c.letter, c[2], c[1] == nil})"#,
            before: before)
        #expect(lines == [#"["a","1",true]"#])
    }

    @Test(arguments: [
        ("a1b22c", "[a-z](\\\\d+)", #"["1","22"]"#), ("abc", "x*", #"["","","",""]"#),
        ("aab", "a*", #"["aa",""]"#), ("äb", "", #"["","",""]"#), ("", "", #"[""]"#),
    ])
    func gmatchGivesEachMatchOnce(_ text: String, _ pattern: String, _ result: String) async throws
    {
        let lines = try await lab.emitted(
            """
            local all = json.array() for m in regex.gmatch("\(text)", "\(pattern)") do all[#all + 1] = m end
            commander:emit(all)
            """, before: before)
        #expect(lines == [result])
    }

    @Test(arguments: [
        (#"{regex.replace("a1b2", "\\d", "-")}"#, #"["a-b-",2]"#),
        (#"{regex.replace("a1b2", "\\d", "-", 1)}"#, #"["a-b2",1]"#),
        (#"{regex.replace("a1", "(\\w)(\\d)", "\\2\\1\\0\\\\")}"#, #"["1aa1\\",1]"#),
        (#"{regex.replace("key=v", "(?<k>\\w+)=(?<v>\\w+)", "\\g<v>=\\g<k>")}"#, #"["v=key",1]"#),
        (#"{regex.replace("$x $y", "\\$(\\w)", { x = "1" })}"#, #"["1 $y",2]"#),
        (
            #"{regex.replace("a b", "\\w", function(w) if w == "a" then return w:upper() end end)}"#,
            #"["A b",2]"#
        ),
        (#"{regex.replace("äb", "", "-")}"#, #"["-ä-b-",3]"#),
        (#"{regex.replace("abc", "x*", "-")}"#, #"["-a-b-c-",4]"#),
        (#"{regex.replace("abc", "b", 5)}"#, #"["a5c",1]"#),
    ])
    func replacesMatches(_ expression: String, _ result: String) async throws {
        #expect(try await value(expression) == result)
    }

    @Test func anEscapedTextMatchesItself() async throws {
        let text = #"a.b*c\\[d](e)?\0ü{1}^$|+ -"#
        #expect(
            try await value(
                #"{regex.test("\#(text)", "^" .. regex.escape("\#(text)") .. "$"), regex.escape("a.b")}"#
            )
                == #"[true,"a\\.b"]"#)
    }

    @Test(arguments: [
        ("regex.match('a', '(a')", "regex.invalid", "regex.match: invalid pattern: missing ): (a"),
        ("regex.test('a', 'a**b[')", "regex.invalid", "regex.test: invalid pattern: "),
        (
            "regex.find('a', '(?=a)')", "regex.invalid",
            "regex.find: invalid pattern: invalid perl operator: (?="
        ),
        (
            "regex.find('a', [[(a)\\1]])", "regex.invalid",
            "regex.find: invalid pattern: invalid escape sequence: \\1"
        ),
        (
            "regex.match('a', '\\xff')", "regex.invalid",
            "regex.match: the pattern is not valid UTF-8"
        ),
        (
            "regex.match('a', ('x'):rep(1000000))", "regex.size",
            "regex.match: the pattern has 1000000 bytes; the limit is 65536"
        ),
        (
            "regex.match('a', ('(x)'):rep(10000))", "regex.size",
            "regex.match: the pattern has 10000 groups; the limit is 100"
        ),
        (
            "regex.match('a', ([[\\pL]]):rep(201))", "regex.size",
            "regex.match: the pattern has 201 classes such as \\pL; the limit is 200"
        ),
        (
            "regex.match('a', ('(?:(?:a?){30}b){31}'):rep(11))", "regex.size",
            "regex.match: the pattern has more than 10000 parts such as a? and b*"
        ),
        (
            "regex.match('a', '[[:word:]]{1000}{1000}')", "regex.size",
            "regex.match: the pattern needs more than 4 MB once it is compiled"
        ),
        (
            "regex.match('a', [[\\pL{1000}]])", "regex.size",
            "regex.match: the pattern needs more than 4 MB once it is compiled"
        ),
        (
            "regex.test(('a'):rep(1000000), '(a|b)*a(a|b){900}c')", "regex.work",
            "regex.test: the pattern is too large"
        ),
        (
            "regex.replace('a', 'a', [[\\1]])", "script.runtime",
            "regex.replace: the replacement must have a group"
        ),
        (
            "regex.grok('a', '%{NONE:x}')", "regex.invalid",
            "regex.grok: there is no grok pattern 'NONE'"
        ),
        (
            "regex.grok('a', '%{INT:x:long}')", "regex.invalid",
            "regex.grok: unknown type 'long' in '%{INT:x:long}'"
        ),
        ("regex.grok('a', '%{INT:x')", "regex.invalid", "regex.grok: a '%{' without its '}'"),
        (
            "regex.grok('a', ('%{IPV6:x} '):rep(2000))", "regex.size",
            "regex.grok: the grok pattern is longer than 64 KB"
        ),
    ])
    func anInvalidPatternIsAnErrorAtItsLine(
        _ body: String, _ code: String, _ message: String
    ) async throws {
        let error = try await error(body)
        #expect(error.code.rawValue == code)
        #expect(error.message.hasPrefix(message), "\(error.message)")
        #expect(error.place.line == 4)
        let caught = try await lab.emitted(
            "commander:emit(select(2, pcall(function() \(body) end)) ~= nil)", before: before)
        #expect(caught == ["true"])
    }

    @Test(arguments: ["'(?:a|'", "'(?:a*'", "'('", "'[a'", "'a{2}'", "'%{IP:'"])
    func deepNestingEndsWithAnErrorAtMost(_ part: String) async throws {
        // The sanitizer takes longer than a script may.
        let patient = Lab(limits: ScriptLimits(time: .milliseconds(0)))
        for count in [100, 9000] {
            let lines = try await patient.emitted(
                """
                local pattern = (\(part)):rep(\(count)) .. (")"):rep(\(count))
                pcall(regex.test, ("a"):rep(1000), pattern)
                pcall(regex.grok, ("a"):rep(1000), pattern)
                commander:emit(true)
                """, before: before)
            #expect(lines == ["true"])
        }
    }

    @Test func nestedQuantifiersTakeLinearTime() async throws {
        for pattern in ["(a*)*b", "(x+x+)+y", "(a|aa)+c", "^(([a-z])+.)+[A-Z]([a-z])+$"] {
            #expect(
                try await value(
                    "regex.test(('a'):rep(100000) .. ('x'):rep(100000), [[\(pattern)]])") == "false"
            )
        }
    }

    @Test func bytesThatAreNotUTF8MatchNoCharacter() async throws {
        #expect(try await value(#"regex.test("a\xFFb", "a.b")"#) == "false")
        #expect(try await value(#"regex.test("a\xFFb", "a\\Cb")"#) == "true")
        #expect(try await value(#"{regex.find("\xC3\x28\xFF x", "x")}"#) == "[5,5]")
        #expect(try await value(#"{regex.find("ü=1", "(\\pL)=")}"#) == #"[1,3,"ü"]"#)
    }

    @Test func morePatternsThanTheCacheHoldsStillWork() async throws {
        let lines = try await lab.emitted(
            """
            local found = 0
            for round = 1, 3 do
                for i = 1, 200 do
                    if regex.match("x" .. i, "^x" .. i .. "$") then found = found + 1 end
                    if regex.grok("x" .. i, "^x%{INT:n:int}" .. ("y?"):rep(i % 7) .. "$").n == i then found = found + 1 end
                end
            end
            commander:emit(found)
            """, before: before)
        #expect(lines == ["1200"])
    }

    @Test func aPatternMayLeaveTheCacheWhileItReplaces() async throws {
        let lines = try await lab.emitted(
            """
            local text = regex.replace("abc", "[a-c]", function(c)
                for i = 1, 100 do regex.test("x", c .. i) end
                return c .. "!"
            end)
            commander:emit(text)
            """, before: before)
        #expect(lines == [#""a!b!c!""#])
    }

    @Test func largePatternsLeaveTheCacheEarlier() async throws {
        let lines = try await lab.emitted(
            """
            local found = 0
            for i = 1, 20 do
                if regex.test(("é"):rep(60) .. i, [[\\pL{60}]] .. i) then found = found + 1 end
            end
            commander:emit(found)
            """, before: before)
        #expect(lines == ["20"])
    }

    @Test func theTimeLimitEndsAScriptThatOnlyMatches() async throws {
        let short = Lab(limits: ScriptLimits(time: .milliseconds(50)))
        for body in [
            "while true do regex.test(text, '(a|b)*a(a|b){12}c') end",
            "while true do pcall(regex.test, 'x', '(' .. tostring({}) .. math.random()) end",
            "regex.replace(('ab'):rep(200000), 'a(?:.*c)?', function() end)",
            "for _ in regex.gmatch(('ab'):rep(200000), 'a(?:.*c)?') do end",
        ] {
            let rule = short.rule("local text = ('ab'):rep(10000) \(body)", before: before)
            let results = try await short.run(rule, [.test("{}")])
            #expect(results.records[0].error?.code == "script.time", "\(body)")
        }
    }

    @Test func theInstructionLimitCountsMatches() async throws {
        let strict = Lab(limits: ScriptLimits(time: .milliseconds(0), instructions: 100_000))
        let rule = strict.rule(
            "local text = ('ab'):rep(10000) for i = 1, 1000 do regex.test(text, '[x-z]b{30}') end",
            before: before)
        let results = try await strict.run(rule, [.test("{}")])
        #expect(results.records[0].error?.code == "script.instructions")
    }

    @Test func aResultMustNotBeTooLong() async throws {
        let error = try await error("regex.replace(('a'):rep(100000), 'a', ('b'):rep(1000))")
        #expect(error.message.hasPrefix("the result of regex.replace is too long"))
    }
}
