import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// `time.parse`, `time.format` and `time.duration`.
struct TimeFunctionTests {
    private let lab = Lab()

    private func value(_ expression: String) async throws -> String {
        try await lab.value(of: expression)
    }

    @Test func anEventOfTheFirstSecondOf1970HasATime() async throws {
        let script = lab.script(
            """
            local time = require "time"
            return { on = "test.*", execute = function(event, commander)
              commander:emit(time.now() .. " " .. time.text())
            end }
            """)
        let event = Event.test("{}").stamped(Timestamp(microseconds: 0))
        let results = try await lab.run(script, [event])
        #expect(results.records.first?.error == nil)
        #expect(results.emissions.map { try? Value(json: $0.json) } == ["0.0 1970-01-01T00:00:00Z"])
    }

    @Test(arguments: [
        ("'2026-11-21T10:30:00.25Z'", "1795257000.25"),
        ("'21/Nov/2026:11:30:00 +0100', '%d/%b/%Y:%H:%M:%S %z'", "1795257000.0"),
        ("'2026-11-21 11:30:00', '%F %T', '+01:00'", "1795257000.0"),
        ("'2026-11-21 11:30:00', '%F %T', 'Europe/Berlin'", "1795257000.0"),
        ("'2026-07-21 12:30:00', '%F %T', 'Europe/Berlin'", "1784629800.0"),
        ("'2026-11-21 11:30:00', nil, 'Europe/Berlin'", "1795257000.0"),
        ("'1795257000250', 'epoch-ms'", "1795257000.25"),
        ("'Sat Nov 21 10:30:00 PM 2026', '%a %b %e %I:%M:%S %p %Y'", "1795300200.0"),
        ("'yesterday', '%F'", "null"), ("'2026-11-21', 'rfc3339'", "null"), ("''", "null"),
        ("'2026-02-29', '%F'", "null"),
    ])
    func parsesTimes(_ arguments: String, _ seconds: String) async throws {
        #expect(try await value("time.parse(\(arguments)) or json.null") == seconds)
    }

    @Test(arguments: [
        ("1795257000, 'rfc3339'", "2026-11-21T10:30:00Z"),
        ("1795257000.25, 'rfc3339', '-03:30'", "2026-11-21T07:00:00.250-03:30"),
        ("1795257000, 'rfc3339', 'America/New_York'", "2026-11-21T05:30:00-05:00"),
        ("1784629800, '%F %T %z %Z', 'Europe/Berlin'", "2026-07-21 12:30:00 +0200 CEST"),
        (
            "1795257000.123456, '%a %A %b %B %e %j %y %I %p %M %S %f %L %s %%'",
            "Sat Saturday Nov November 21 325 26 10 AM 30 00 123456 123 1795257000 %"
        ),
        ("-0.5, '%F %T.%L'", "1969-12-31 23:59:59.500"),
        ("1795257000.25, 'epoch-ms'", "1795257000250"), ("-0.5, 'epoch'", "-1"),
        ("1795257000.25, 'epoch-ns'", "1795257000250000000"),
        ("0, '%e|%d|%I'", " 1|01|12"), ("0, 'ä %d'", "ä 01"),
    ])
    func formatsTimes(_ arguments: String, _ text: String) async throws {
        #expect(try await value("time.format(\(arguments))") == "\"\(text)\"")
    }

    @Test(arguments: [
        ("10m", "600.0"), ("1h30m", "5400.0"), ("1.5s", "1.5"), ("250ms", "0.25"),
        ("7d", "604800.0"),
        ("12µs", "1.2e-05"), ("12us", "1.2e-05"), ("5ns", "5e-09"), ("0s", "0.0"),
        ("1d2h3m4s5ms", "93784.005"), ("1m0.25s", "60.25"),
    ])
    func parsesDurations(_ text: String, _ seconds: String) async throws {
        let exact = try await value("time.duration('\(text)') == \(seconds)")
        #expect(exact == "true")
    }

    @Test(arguments: [
        "", "10", "m", "10 m", "-1s", "1s1s", "1s1m", "1.s", ".5s", "1e3s", "10min", "1..5s",
        "99999999999999999999s", "200000d200000h99999999999m", "1s ",
    ])
    func anythingElseIsNotADuration(_ text: String) async throws {
        #expect(try await value("time.duration('\(text)') == nil") == "true")
    }

    @Test(arguments: [
        ("time.parse('x', '%Q')", "time.format", "the format '%Q' has the unknown directive %Q"),
        ("time.parse('x', 'iso')", "time.format", "the format 'iso' is not a time format"),
        ("time.format(0, ('%F'):rep(500000))", "time.format", "the format '%F%F"),
        ("time.format(0, '%F', 'Mars/Base')", "time.zone", "there is no time zone 'Mars/Base'"),
        ("time.format(0, '%F', '../UTC')", "time.zone", "there is no time zone '../UTC'"),
        ("time.format(0, '%F', 'Europe')", "time.zone", "there is no time zone 'Europe'"),
        ("time.format(0, '%F', 'zone.tab')", "time.zone", "there is no time zone 'zone.tab'"),
        ("time.format(0, '%F', 'tzdata.zi')", "time.zone", "there is no time zone 'tzdata.zi'"),
        (
            "time.format(1e15, '%F')", "time.range",
            "time.format: 1000000000000000.0 seconds are out of range"
        ),
        ("time.format(0/0, '%F')", "script.runtime", ""),
    ])
    func aWrongFormatOrZoneIsAnError(_ body: String, _ code: String, _ message: String) async throws
    {
        let error = try await lab.error("local x = \(body)")
        #expect(error.code.rawValue == code)
        #expect(error.message.hasPrefix(message), "\(error.message)")
    }
}
