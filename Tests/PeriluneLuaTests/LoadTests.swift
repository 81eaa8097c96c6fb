import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// What a file must be to be a delegate.
struct LoadTests {
    private let lab = Lab()

    @Test func aSyntaxErrorHasItsLine() async throws {
        let error = try await lab.loadError("local a = 1\nlocal b = = 2\nreturn {}")
        #expect(error.code == "script.syntax")
        #expect(error.place.file == "rule.lua")
        #expect(error.place.line == 2)
        #expect(error.place.sourceLine == "local b = = 2")
        #expect(error.message == "unexpected symbol near '='")
    }

    @Test func anErrorWhileTheFileRunsHasItsLine() async throws {
        let error = try await lab.loadError("local a\n\nreturn a.b")
        #expect(error.code == "script.runtime")
        #expect(error.place.line == 3)
        #expect(error.message.contains("index a nil value (local 'a')"))
    }

    @Test(arguments: [
        ("", "got nil"), ("return 5", "got number"), ("return 'x'", "got string"),
        ("return function() end", "got function"), ("return nil", "got nil"),
        ("return {}", "neither execute nor executeURL"),
        ("return { execute = 5 }", "execute must be a function, got number"),
        (
            "return { execute = error, shouldHandle = true }",
            "shouldHandle must be a function, got boolean"
        ),
        ("return { execute = error, on = 5 }", "on must be a type"),
        ("return { execute = error, on = { 'a', 5 } }", "on must be a type"),
        ("return { execute = error, priority = 'high' }", "priority must be an integer"),
        ("return { execute = error, key = 5 }", "key must be"),
    ])
    func aFileThatReturnsNoDelegateIsRefused(_ source: String, _ expected: String) async throws {
        // `state` makes the key matter.
        let error = try await lab.loadError("require 'state'\n" + source)
        #expect(error.message.contains(expected), "\(error.message)")
        #expect(error.place.file == "rule.lua")
    }

    @Test(arguments: [
        "\u{FEFF}", "#!/usr/bin/env perilune", "\u{FEFF}#!/usr/bin/lua", "#", "# a 'comment'",
    ])
    func aShebangLineAndAByteOrderMarkAreSkipped(_ start: String) async throws {
        let source = "\(start)\nreturn { on = 'test.*', execute = function(event, commander)\n"
        let results = try await lab.run(
            lab.script(source + "commander:emit(1) end }"), [.test("{}")])
        #expect(results.lines == ["1"])
        let error = try await lab.loadError(source + "= 1 end }")
        #expect(error.place.line == 3)
        #expect(error.place.column == 1)
    }

    @Test func onlyTheFirstLineMayBeAShebang() async throws {
        let error = try await lab.loadError("local a\n#!/bin/sh\nreturn {}")
        #expect(error.code == "script.syntax")
        #expect(error.place.line == 2)
    }

    @Test func aLargeFileIsRefused() async throws {
        let source = "return { execute = error } --" + String(repeating: "x", count: 300_000)
        let error = try await lab.loadError(source)
        #expect(error.message.contains("maximum size of a script"))
        #expect(error.place.file == "rule.lua")
    }

    @Test(arguments: ["\u{1B}Lua", "\u{1B}LuaT\0\u{19}", "\u{1B}"])
    func bytecodeIsRefused(_ source: String) async throws {
        let error = try await lab.loadError(source)
        #expect(error.code == "script.syntax")
    }

    @Test func textThatIsNotUTF8IsTreatedAsBytes() async throws {
        let script = Script(
            name: "rule.lua",
            source: "-- é\nreturn { execute = function(e, c) c:emit(#'é') end }", limits: lab.limits
        )
        #expect(try await lab.run(script, [.test("{}")]).lines == ["2"])
    }

    @Test(arguments: [
        "execute = function(event, commander) commander:emit(event.id) end",
        "execute = function(self, event, commander) commander:emit(event.id) end",
        "execute = function(...) local event, commander = ... commander:emit(event.id) end",
        "execute = function(event, commander, extra) commander:emit(extra == nil and event.id) end",
    ])
    func executeIsCalledAsItIsDeclared(_ field: String) async throws {
        let script = lab.script("return { \(field) }")
        #expect(try await lab.run(script, [.test("{}")]).lines == [#""1""#])
    }

    @Test func methodsGetTheDelegateAsSelf() async throws {
        let script = lab.script(
            """
            local rule = { on = "test.*", greeting = function() return "hello" end }
            function rule:shouldHandle(event) return self.greeting() == "hello" and event.id == "1" end
            function rule:execute(event) self.seen = event.id end
            function rule:unused() end
            return rule
            """)
        let results = try await lab.run(script, [.test("{}")])
        #expect(results.records[0].error == nil)
        #expect(results.records[0].outcome == .handled)
    }

    @Test func theSDKsShapeIsADelegateForLinks() async throws {
        let script = lab.script(
            """
            local delegate = {}
            function delegate:shouldHandleLinkDrillNavigation() return true end
            function delegate:executeURL(url, commander, view)
                commander:emit({ url, view or json_null })
                return commander:handleURLLink(url)
            end
            return delegate
            """)
        let event = Event(
            id: "1", source: "s", type: "link.drill",
            data: ["url": "mstr://?evt=1", "view": "sales"])
        let results = try await lab.run(script, [event])
        #expect(results.records[0].error == nil)
        #expect(results.lines == [#"["mstr://?evt=1","sales"]"#])
    }

    @Test(arguments: [
        ("return nil", Outcome.handled), ("return true", .handled),
        ("return commander:pass()", .unhandled), ("commander:pass()", .unhandled),
        ("return commander:reject('no')", .rejected), ("commander:reject('no')", .rejected),
        ("commander:reject('no') commander:pass()", .unhandled), ("return 5", .failed),
        ("return {}", .failed), ("return 'x'", .failed), ("error('x')", .failed),
    ])
    func theOutcomeFollowsFromTheResultOfExecute(_ body: String, _ outcome: Outcome) async throws {
        let results = try await lab.run(lab.rule(body), [.test("{}")])
        #expect(results.records[0].outcome == outcome)
    }

    @Test func theReasonOfARejectionIsKept() async throws {
        let results = try await lab.run(lab.rule("commander:reject('too é')"), [.test("{}")])
        #expect(results.records[0].reason == "too é")
    }

    /// A sender that waits would take a failure for leave to go on.
    @Test(arguments: [
        ("", "rejected without a reason"), ("''", "rejected without a reason"),
        ("{}", "rejected without a reason"), ("true", "rejected without a reason"),
        ("{ reason = 'late' }", "late"), ("7", "7"),
    ])
    func aRejectionNeedsNoValidReason(_ argument: String, _ reason: String) async throws {
        let results = try await lab.run(
            lab.rule("return commander:reject(\(argument))"), [.test("{}")])
        #expect(results.records[0].outcome == .rejected)
        #expect(results.records[0].reason == reason)
    }

    @Test(arguments: [
        "commander:handleURLLink()", "commander:emit()",
        "commander:default({})",
    ])
    func theCommanderChecksItsArguments(_ call: String) async throws {
        let error = try await lab.error(call)
        #expect(error.message.contains("bad argument"))
    }
}
