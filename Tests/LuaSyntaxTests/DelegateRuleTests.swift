import Testing

@testable import LuaSyntax

struct UnknownFieldTests {
    @Test func findsAMistypedFieldOfAReturnedTable() throws {
        let script = "return { on = 'link.*',\n  exceute = f, execute = f }"
        let found = try Rules.findings(UnknownField.self, script)
        #expect(found == ["2:3 unknown field 'exceute' of a delegate; it has no effect"])
        #expect(try Rules.hints(UnknownField.self, script) == ["did you mean 'execute'?"])
    }

    @Test func findsFieldsThatAreAddedLater() throws {
        let found = try Rules.findings(
            UnknownField.self,
            """
            local delegate = {}
            function delegate:executURL(url, commander) end
            delegate.evnt = 1
            delegate["prio"] = 2
            return delegate
            """)
        #expect(
            found == [
                "2:19 unknown field 'executURL' of a delegate; it has no effect",
                "3:10 unknown field 'evnt' of a delegate; it has no effect",
                "4:10 unknown field 'prio' of a delegate; it has no effect",
            ])
    }

    @Test func acceptsEveryKnownField() throws {
        let fields = UnknownField.known.map { "\($0) = 1" }.joined(separator: ", ")
        #expect(try Rules.findings(UnknownField.self, "return { \(fields) }").isEmpty)
    }

    @Test func acceptsFieldsThatTheHostDeclares() throws {
        let api = HostAPI(delegateFields: ["timeout"])
        #expect(try Rules.findings(UnknownField.self, "return { timeout = 1 }", api: api).isEmpty)
    }

    @Test func acceptsHelpersThatTheFileUses() throws {
        let script = """
            local delegate = { limit = 3 }
            function delegate:amount(event) return event.amount end
            function delegate:execute(event) return self:amount(event) > self.limit end
            return delegate
            """
        #expect(try Rules.findings(UnknownField.self, script).isEmpty)
    }

    @Test func ignoresOtherTables() throws {
        let script = "local t = { exceute = 1 } t.foo = 2 return { execute = f }"
        #expect(try Rules.findings(UnknownField.self, script).isEmpty)
    }
}

struct NoDelegateTests {
    @Test(arguments: [
        ("local delegate = {}\nfunction delegate:execute() end", "2:32"),
        ("return", "1:1"), ("return 5", "1:8"), ("return function() end", "1:8"),
    ]) func findsAFileThatReturnsNoTable(_ script: String, _ place: String) throws {
        let found = try Rules.findings(MissingDelegate.self, script)
        #expect(found == ["\(place) the file does not return a delegate"])
    }

    @Test func findsADelegateWithoutExecute() throws {
        let found = try Rules.findings(MissingDelegate.self, "return { on = 'link.*', excute = f }")
        #expect(
            found == [
                "1:1 the delegate has neither 'execute' nor 'executeURL', so it never does anything"
            ])
        let hints = try Rules.hints(MissingDelegate.self, "return { excute = f }")
        #expect(hints == ["rename 'excute' if it is meant to be that function"])
    }

    @Test func findsAnExecuteThatIsNotAFunction() throws {
        let found = try Rules.findings(MissingDelegate.self, "return { execute = 'x' }")
        #expect(found == ["1:10 'execute' must be a function"])
    }

    @Test(arguments: [
        "return { execute = f }", "return { ['executeURL'] = f }",
        "local d = {} function d:execute() end return d", "local d d = { execute = f } return d",
        "d = {} d.execute = f return d", "return make()", "return require('base')",
        "local d = {} for k, v in pairs(base) do d[k] = v end return d",
        "return setmetatable({}, { __index = base })", "if a then return { execute = f } end",
        "return (setmetatable({ execute = f }, m))", "return a or b", "return ...",
    ]) func acceptsPossibleDelegates(_ script: String) throws {
        #expect(try Rules.findings(MissingDelegate.self, script).isEmpty)
    }
}

struct UnknownMethodTests {
    @Test(arguments: [
        "return { execute = function(event, c) c:emitt(1) end }",
        "local d = {} function d:executeURL(url, c) c:emitt(1) end return d",
        "return { execute = function(self, event, c) c:emitt(1) end }",
        "local function run(event, c) c:emitt(1) end return { execute = run }",
        "return { execute = function(event, c) return c.emitt end }",
        "return { execute = function(event, c) pcall(function() c:emitt(1) end) end }",
    ]) func findsAMistypedMethod(_ script: String) throws {
        let found = try Rules.findings(UnknownMethod.self, script)
        #expect(found.count == 1 && found[0].hasSuffix("a commander has no method 'emitt'"))
        #expect(try Rules.hints(UnknownMethod.self, script) == ["did you mean 'emit'?"])
    }

    @Test(arguments: [
        "return { execute = function(event, c) c:emit(1) return c:handleURLLink(u) end }",
        "return { execute = function(event) event:emitt() end }",
        "return { shouldHandle = function(event, c) c:emitt() end }",
        "return { execute = function(event, c) local c = other c:emitt() end }",
    ]) func acceptsOwnMethodsAndOtherObjects(_ script: String) throws {
        #expect(try Rules.findings(UnknownMethod.self, script).isEmpty)
    }
}

extension UnknownMethodTests {
    @Test func hintsThatTheCommanderComesLast() throws {
        let script =
            "return { execute = function(commander, event) commander:emit(event.data) end }"
        #expect(try Rules.findings(UnknownMethod.self, script).count == 1)
        #expect(
            try Rules.hints(UnknownMethod.self, script)
                == ["the commander comes last: 'function(event, commander)'"])
    }
}

struct CallStyleTests {
    @Test func findsADotWhereAColonBelongs() throws {
        let script = "return { execute = function(event, commander) commander.emit(event) end }"
        let found = try Rules.findings(CallStyle.self, script)
        #expect(found == ["1:57 'emit' is a method; call it with a colon"])
    }

    @Test func findsAColonWhereADotBelongs() throws {
        let found = try Rules.findings(CallStyle.self, "local crm = require 'crm'\ncrm:create('x')")
        #expect(found == ["2:5 'create' is a function of the module 'crm'; call it with a dot"])
    }

    @Test func acceptsADotWithAnExplicitSelf() throws {
        let script = """
            return { execute = function(event, c)
              c.emit(c, event)
              local emit = c.emit;
              ("x"):rep(3)
            end }
            """
        #expect(try Rules.findings(CallStyle.self, script).isEmpty)
    }
}

struct UnknownOutputTests {
    private static let script = """
        return { execute = function(event, commander)
          commander:emit(event, "erors")
          commander:emit(event, "errors")
          commander:emit(event, event.type)
          commander:emit("erors")
        end }
        """

    @Test func findsALiteralNameThatIsNotDeclared() throws {
        var api = Rules.api
        api.outputs = ["errors"]
        #expect(
            try Rules.findings(UnknownOutput.self, Self.script, api: api)
                == ["2:25 there is no output 'erors'"])
    }

    @Test func findsNothingIfTheOutputsAreUnknown() throws {
        #expect(try Rules.findings(UnknownOutput.self, Self.script).isEmpty)
    }
}

struct UnknownMemberTests {
    @Test func findsAMistypedMemberOfAPublishedEvent() throws {
        var api = Rules.api
        api.publishMembers = ["type", "time", "data"]
        let script = """
            return { execute = function(event, commander)
              commander:publish { type = "a", tiem = event.time, data = 1 }
              commander:publish { type = "a", time = event.time, ["id"] = "x" }
              commander:publish(event.data)
              other:publish { typ = "a" }
            end }
            """
        #expect(
            try Rules.findings(UnknownMember.self, script, api: api) == [
                "2:35 commander:publish has no member 'tiem'",
                "3:54 commander:publish has no member 'id'",
            ])
    }
}

struct NoOnTimerTests {
    @Test func findsTimersWithoutOnTimer() throws {
        let script =
            "local timer = require 'timer' return { execute = function() timer.after('1s') end }"
        #expect(
            try Rules.findings(MissingOnTimer.self, script) == [
                "1:23 the delegate has no 'onTimer', which the module 'timer' calls"
            ])
    }

    @Test func findsWindowsWithoutOnTimer() throws {
        let script = "local window = require 'window' return { execute = function() end }"
        #expect(
            try Rules.findings(MissingOnTimer.self, script) == [
                "1:24 the delegate has no 'onTimer', which the module 'window' calls"
            ])
    }

    @Test(arguments: [
        "local timer = require 'timer' local d = {} function d:execute() end function d:onTimer() end return d",
        "return { execute = f }",
    ]) func ignoresOtherDelegates(_ script: String) throws {
        #expect(try Rules.findings(MissingOnTimer.self, script).isEmpty)
    }
}

struct EventWrittenTests {
    @Test(arguments: [
        ("return { execute = function(event) event.data.ms = 5 end }", "1:47"),
        ("return { execute = function(event)\n  event.id = 'x' end }", "2:9"),
        ("return { execute = function(event) local d = event.data d.items[1] = 2 end }", "1:65"),
        ("return { executeURL = function(url, c, view) view.x = 1 end }", "1:51"),
    ]) func findsAnAssignmentToTheEvent(_ script: String, _ place: String) throws {
        #expect(
            try Rules.findings(EventWritten.self, script) == ["\(place) the event is read-only"])
    }

    @Test(arguments: [
        "return { execute = function(event) local d = event.data d = 5 end }",
        "return { execute = function(event) local d = event.data.items or {} d.x = 5 end }",
        "return { execute = function(event) local d = {} d.x = event.data end }",
        "return { execute = function(event) event = { data = {} } event.data.ms = 5 end }",
    ]) func acceptsAssignmentsToTablesOfTheScript(_ script: String) throws {
        #expect(try Rules.findings(EventWritten.self, script).isEmpty)
    }
}

struct ReturnedValueTests {
    @Test func aFunctionForATypeOfEventsMayAnswerWithAValue() throws {
        let api = HostAPI(
            delegateFunctions: ["executeQuery"], delegateTypes: ["executeQuery": "chart.query"])
        let script = "return { executeQuery = function() return { { a = 1 } } end }"
        #expect(try Rules.findings(ReturnedValue.self, script, api: api).isEmpty)
        let action = "return { execute = function() return { { a = 1 } } end }"
        #expect(try Rules.findings(ReturnedValue.self, action, api: api).count == 1)
    }

    @Test(arguments: [
        ("return { execute = function(event) return event.data end }", "1:43 'execute'"),
        (
            "return { execute = function(event) local d = event.data return d end }",
            "1:64 'execute'"
        ),
        ("return { execute = function(e) if x then return { 1 } end end }", "1:49 'execute'"),
        ("return { executeURL = function(url) return 'x' end }", "1:44 'executeURL'"),
    ]) func findsAValueThatFailsTheEvent(_ script: String, _ place: String) throws {
        #expect(
            try Rules.findings(ReturnedValue.self, script) == ["\(place) must return nothing"])
    }

    @Test(arguments: [
        "return { execute = function(event, c) return c:reject('x') end }",
        "return { execute = function(event) return true end }",
        "return { execute = function(event) return end }",
        "return { execute = function(event) return event.data.done end }",
        "return { execute = function(event) return helper(event) end }",
        "return { execute = function(event) local f = function() return 5 end end }",
        "return { shouldHandle = function(event) return event.data end }",
    ]) func acceptsDecisionsAndBooleans(_ script: String) throws {
        #expect(try Rules.findings(ReturnedValue.self, script).isEmpty)
    }
}

struct LateRequireTests {
    @Test(arguments: [
        "return { execute = function() local state = require 'state' end }",
        "local function f() return require('state') end return { execute = function() f() end }",
    ]) func findsStateThatIsRequiredInAFunction(_ script: String) throws {
        let found = try Rules.findings(LateRequire.self, script)
        #expect(found.count == 1)
        #expect(
            found.allSatisfy {
                $0.hasSuffix("'state' is required in a function, when the script is already loaded")
            })
    }

    @Test(arguments: [
        "local state = require 'state' return { execute = function() state.x = 1 end }",
        "local a = require 'state' return { execute = function() local s = require 'state' end }",
        "local function f() return require 'state' end f() return { execute = function() end }",
        "return { execute = function() local log = require 'log' end }",
    ]) func acceptsModulesThatAreRequiredAtTheTop(_ script: String) throws {
        #expect(try Rules.findings(LateRequire.self, script).isEmpty)
    }
}
