import Perilune
import PeriluneCore
import Testing

/// What the module `timer` refuses.
struct TimerModuleTests {
    private let lab = Lab()

    private func error(_ body: String, timed: Bool = true) async throws -> String? {
        let script = lab.script(
            """
            local timer = require "timer"
            return { on = "test.*", execute = function(event, commander) \(body) end,
              onTimer = function() end }
            """)
        var event = Event.test("{}")
        if timed { event = event.stamped(Timestamp(microseconds: 1_700_000_000_000_000)) }
        return try await lab.run(script, [event]).records.first?.error?.message
    }

    @Test(arguments: [
        ("timer.after('30 minutes')", "a duration such as"), ("timer.after(30)", "a duration"),
        ("timer.after('1h', '')", "1 to 128 bytes"),
        ("timer.after('1h', ('x'):rep(129))", "1 to 128 bytes"),
        ("timer.after('1h', 'a\\31b')", "control characters"),
        ("timer.after('1h', '\\xff')", "UTF-8"), ("timer.at(1e12)", "a time in seconds"),
        ("timer.at(0/0)", "a time in seconds"), ("timer.at(253402300800)", "after the year 9999"),
        ("for i = 1, 1001 do timer.after('1h', 'n' .. i) end", "at most 1000 timers"),
        ("for i = 1, 1001 do timer.cancel() end", "at most 1000 timers"),
    ])
    func refusesInvalidArguments(_ call: String, _ message: String) async throws {
        let error = try await error(call)
        #expect(error?.contains(message) == true, "\(call): \(error ?? "no error")")
    }

    @Test func setsATimerInTheLastSecondThatAnEventCanHave() async throws {
        #expect(try await error("timer.at(253402300799)") == nil)
    }

    @Test func setsAThousandTimersOfAnyName() async throws {
        let call = "for i = 1, 1000 do timer.after('1h', ('n'):rep(124) .. i) end"
        #expect(try await error(call) == nil)
    }

    @Test func returnsTheWatermark() async throws {
        let call = "if timer.watermark() ~= 1700000000 then error(tostring(timer.watermark())) end"
        #expect(try await error(call) == nil)
        #expect(try await error("error(tostring(timer.watermark()))", timed: false) == "nil")
    }

    @Test func needsTheTimeOfTheEvent() async throws {
        let error = try await error("timer.after('1h')", timed: false)
        #expect(error?.contains("the event has none") == true)
        #expect(try await self.error("timer.at(0)", timed: false) == nil)
    }

    @Test func isAvailableWhileAnEventIsProcessedOnly() async throws {
        let error = try await lab.loadError(
            "local timer = require 'timer' timer.cancel() return { execute = function() end, onTimer = function() end }"
        )
        #expect(error.message.contains("can only be called while an event is processed"))
    }

    @Test func isRequiredAtTheTopOfTheFile() async throws {
        let error = try await lab.error("require 'timer'")
        #expect(error.message.contains("at the top of the file"))
    }
}
