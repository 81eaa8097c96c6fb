import Foundation
import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// `regex.grok`: the named patterns, their fields, and what is no match.
struct GrokTests {
    private let lab = Lab()

    private func fields(_ pattern: String, _ text: String) async throws -> String {
        let lines = try await lab.emitted(
            "commander:emit(regex.grok(event.data.text, event.data.pattern) or json.null)",
            before: #"local regex = require "regex""#,
            Value.object(.init([("text", .string(text)), ("pattern", .string(pattern))])).json)
        return lines.first ?? ""
    }

    /// A pattern matches the whole of each text of the first list, and of none of the second.
    @Test(arguments: [
        ("INT", ["0", "-12", "+7"], ["", "a", "1.5"]),
        ("NUMBER", ["1", "-1.5", ".5", "1e9"], ["", "e", "1.2.3"]),
        ("BASE16NUM", ["ff", "0xFF"], ["xyz", "0x"]),
        ("WORD", ["abc_1"], ["a b", "-"]),
        ("QUOTEDSTRING", [#""a b""#, #""a\"b""#, "'x'"], [#""a"#, "a"]),
        ("UUID", ["f81d4fae-7dec-11d0-a765-00a0c91e6bf6"], ["f81d4fae-7dec-11d0-a765-00a0c91e6bf"]),
        ("IPV4", ["0.0.0.0", "192.168.1.255"], ["256.1.1.1", "1.2.3", "01.2.3.4"]),
        (
            "IPV6",
            [
                "::", "::1", "1::", "2001:db8::1", "1:2:3:4:5:6:7:8", "::ffff:10.0.0.1",
                "64:ff9b::1.2.3.4", "fe80::1%eth0",
            ],
            ["1:2:3", "12345::", ":::", "1:2:3:4:5:6:7:8:9", "g::"]
        ),
        ("IPORHOST", ["10.0.0.1", "::1", "www.example.com", "localhost"], ["-x", "a..b", ""]),
        (
            "MAC", ["00:1a:2B:3c:4d:5e", "00-1A-2B-3C-4D-5E", "001a.2b3c.4d5e"],
            ["00:1a", "zz:1a:2b:3c:4d:5e"]
        ),
        ("EMAILADDRESS", ["a.b+c@example.org"], ["a@", "@b"]),
        ("PATH", ["/var/log/a.log", #"C:\Windows\a.txt"#], ["var/log"]),
        (
            "URI", ["https://user@example.com:8443/a/b?x=1&y=2", "file:///etc/hosts"],
            ["example.com"]
        ),
        ("LOGLEVEL", ["ERROR", "warn", "Information"], ["errors", "none"]),
        (
            "TIMESTAMP_ISO8601", ["2026-11-23T10:00:00Z", "2026-11-23 10:00:00.123+01:00"],
            ["2026-13-23T10:00:00Z", "2026-11-23"]
        ),
        ("HTTPDATE", ["10/Oct/2000:13:55:36 -0700"], ["10/Foo/2000:13:55:36 -0700"]),
        ("SYSLOGTIMESTAMP", ["Nov  3 04:05:06", "Nov 23 14:05:06"], ["Nov 33 04:05:06"]),
        ("MONTH", ["Jan", "september"], ["Foo", "January1"]),
        ("TIME", ["23:59:60", "1:02"], ["24:00:00", "12:60"]),
    ])
    func aPatternMatchesWhatItsNameSays(
        _ name: String, _ texts: [String], _ others: [String]
    ) async throws {
        for text in texts {
            #expect(
                try await fields("^%{\(name):x}$", text)
                    == Value.object(.init([("x", .string(text))])).json, "\(text)")
        }
        for text in others {
            #expect(try await fields("^%{\(name):x}$", text) == "null", "\(text)")
        }
    }

    @Test func aFieldCanBeANumber() async throws {
        #expect(
            try await fields(
                "%{IPORHOST:client} %{NUMBER:bytes:int} %{NUMBER:time:float}", "::1 1024 3")
                == #"{"bytes":1024,"client":"::1","time":3.0}"#)
        #expect(try await fields("%{DATA:a:int}$", "x") == #"{"a":"x"}"#)
        #expect(try await fields("%{NUMBER:a:int}", "1e3") == #"{"a":1000}"#)
        #expect(try await fields("%{NUMBER:a:int}", "1e300") == #"{"a":"1e300"}"#)
    }

    @Test func namedGroupsAreFields() async throws {
        #expect(try await fields(#"(?<key>\w+)=(%{INT:_v:int})"#, "a=1") == #"{"_v":1,"key":"a"}"#)
        #expect(try await fields(#"(?<_grok_7>\w)%{INT}"#, "a1") == #"{"_grok_7":"a"}"#)
    }

    private func defined(
        _ arguments: String, by definitions: String
    ) async throws -> String {
        try await lab.emitted(
            "commander:emit(regex.grok(\(arguments), mine) or json.null) commander:emit(regex.grok(\(arguments), mine, 3) or json.null)",
            before: "local regex = require 'regex' local mine = \(definitions)", "{}"
        ).joined(separator: " ")
    }

    @Test(arguments: [
        ("'AB12', '%{ORDER:o}'", "{ ORDER = '[A-Z]*%{INT}' }", #"{"o":"AB12"} {"o":"12"}"#),
        ("'AB12', '%{A:a:int}'", "{ A = '%{B}', B = '%{INT}' }", #"{"a":12} {"a":12}"#),
        ("'AB12', '%{INT:i}'", "{ INT = '[a-zA-Z]' }", #"{"i":"A"} null"#),
        ("'AB12', '%{INT:i}'", "{}", #"{"i":"12"} {"i":"12"}"#),
        ("'AB12', '%{X:i}'", "{ X = '' }", #"{"i":""} {"i":""}"#),
    ])
    func aScriptCanDefinePatterns(
        _ arguments: String, _ definitions: String, _ lines: String
    ) async throws {
        #expect(try await defined(arguments, by: definitions) == lines)
    }

    @Test(arguments: [
        ("{ ['a b'] = 'x' }", "'a b' cannot be the name of a grok pattern"),
        ("{ A = 1 }", "the definitions must be patterns by their names"),
        ("{ 'x' }", "the definitions must be patterns by their names"),
        ("{ A = 'x\\x1fB' }", "the definitions must be patterns by their names"),
        ("{ A = '%{A}' }", "grok patterns refer to each other more than 16 levels deep"),
        ("{ B = 'x' }", "there is no grok pattern 'A'"),
    ])
    func aWrongDefinitionIsAnError(_ definitions: String, _ message: String) async throws {
        let text = try await lab.emitted(
            "local _, e = pcall(regex.grok, 'x', '%{A}', mine) commander:emit(tostring(type(e) == 'table' and e.message or e))",
            before: "local regex = require 'regex' local mine = \(definitions)", "{}")
        #expect(text.first?.contains(message) == true, "\(text)")
    }

    @Test func aFieldWithoutAMatchIsNil() async throws {
        #expect(try await fields("^(?:%{IP:ip} )?%{WORD:name}$", "bob") == #"{"name":"bob"}"#)
        #expect(try await fields("%{INT:n}|%{WORD:n}", "bob") == #"{"n":"bob"}"#)
    }

    @Test func aLineOfAnAccessLogIsOnePattern() async throws {
        let line =
            #"127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /a.gif HTTP/1.0" 200 2326 "http://x/" "Mozilla/4.08""#
        #expect(
            try await fields("^%{COMBINEDAPACHELOG}$", line)
                == #"{"agent":"Mozilla/4.08","auth":"frank","bytes":2326,"clientip":"127.0.0.1","httpversion":"1.0","ident":"-","referrer":"http://x/","request":"/a.gif","response":200,"timestamp":"10/Oct/2000:13:55:36 -0700","verb":"GET"}"#
        )
    }

    @Test func aLineOfSyslogIsOnePattern() async throws {
        #expect(
            try await fields("^%{SYSLOGLINE}$", "Nov  3 04:05:06 web1 sshd[42]: Accepted key")
                == #"{"logsource":"web1","message":"Accepted key","pid":42,"program":"sshd","timestamp":"Nov  3 04:05:06"}"#
        )
    }

    /// All definitions compile, and refer to definitions that there are.
    @Test func everyPatternCompilesAndIsDocumented() async throws {
        let header = try String(
            contentsOfFile: "Sources/CPeriluneRegex/grok_patterns.h", encoding: .utf8)
        let names = header.matches(of: /\nPATTERN\((\w+),/).map { String($0.1) }
        let guide = try String(contentsOfFile: "Documentation/Rules.md", encoding: .utf8)
        let list = guide.split(separator: "<!-- grok patterns -->").last?.split(separator: "\n\n")
            .first
        let listed = (list ?? "").matches(of: /`(\w+)`/).map { String($0.1) }
        #expect(listed == names.sorted())
        for name in names { _ = try await fields("^%{\(name)}$", "text") }
    }
}
