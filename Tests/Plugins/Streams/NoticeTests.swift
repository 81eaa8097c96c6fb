import PeriluneCore
import Testing

/// Mistakes of rules that lose results without an error.
struct NoticeTests {
    private static func rule(_ aggregates: String, onTimer: String) -> String {
        """
        local window, aggregate = require "window", require "aggregate"
        local a = window.tumbling("5s", { \(aggregates) }, { name = "a" })
        local b = window.session("1s", { n = aggregate.count() }, { name = "b" })
        return { on = "test", key = "data.k",
          execute = function(event) a:add(event) b:add(event) end,
          onTimer = function(name, commander, event) \(onTimer) end }
        """
    }

    private static let all = "for r in a:closed(event) do end for r in b:closed(event) do end"

    @Test func aPathThatNoEventHasIsReported() async throws {
        let events = StreamEvent.random(1, late: 0)
        let rule = Self.rule(
            "x = aggregate.sum('data.vv'), y = aggregate.max('data.vv'), v = aggregate.sum('data.v')",
            onTimer: Self.all)
        let missing = try await StreamLab.notices(rule, events).notices.missingPaths
        #expect(missing.map(\.subject.name) == ["data.vv"])
        #expect(missing.map(\.count) == [events.count])
    }

    @Test func aPathThatOneEventHasIsNotReported() async throws {
        let events = StreamEvent.random(1, late: 0)
        let rule = """
            local state, aggregate = require "state", require "aggregate"
            local set = aggregate.of { n = aggregate.count("found") }
            return { on = "test", key = "data.k", execute = function(event)
              set:add(state, event.id == "399" and { found = 1 } or {})
            end }
            """
        #expect(try await StreamLab.notices(rule, events).notices.missingPaths.isEmpty)
    }

    @Test func lateEventsAreCountedByWindow() async throws {
        let events = StreamEvent.random(2, late: 9000)
        let rule = Self.rule("n = aggregate.count()", onTimer: Self.all)
        let expected = try await StreamLab.lines(
            rule.replacing(
                "function(event) a:add(event) b:add(event)",
                with: "function(event, commander) commander:emit(tostring(a:add(event)))"), events
        ).count { $0 == "false" }
        let late = try await StreamLab.notices(rule, events).notices.late
        #expect(late.map(\.subject.name) == ["a", "b"])
        #expect(late.first?.count == expected)
        #expect(expected > 0)
    }

    @Test(arguments: ["for r in a:closed(event) do end", "if false then a:closed(event) end"])
    func aWindowWhoseResultsAreNotReadIsAnError(_ onTimer: String) async throws {
        let events = StreamEvent.random(3, count: 20, late: 0)
        let errors = try await StreamLab.notices(
            Self.rule("n = aggregate.count()", onTimer: onTimer), events
        ).errors
        #expect(errors.contains { $0.contains("onTimer has not read the results of 'b'") })
        #expect(
            errors.contains { $0.contains("the results of 'a'") } == onTimer.hasPrefix("if"))
    }

    @Test func ownTimersNeedNoWindow() async throws {
        let rule = """
            local timer, window, aggregate = require "timer", require "window", require "aggregate"
            local a = window.tumbling("1s", { n = aggregate.count() })
            return { on = "test", execute = function(event) timer.after("1s", "mine/1") end,
              onTimer = function() end }
            """
        let events = StreamEvent.random(4, count: 20, late: 0)
        #expect(try await StreamLab.notices(rule, events).errors.isEmpty)
    }
}
