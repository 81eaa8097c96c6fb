import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// Errors on their way between Lua and Swift, in both directions.
struct ErrorCrossingTests {
    private static let probe = HostModule(
        "probe", "For tests.",
        [
            HostFunction(
                "fail", "Fails with this message.", [.init("message", .string, "what is said")],
                .sync { arguments, _ throws(PeriluneError) in
                    throw PeriluneError("probe.failed", arguments.first?.string ?? "")
                }),
            HostFunction(
                "later", "Fails after a wait.", [.init("message", .string, "what is said")],
                .async { arguments, _ in
                    await Task.yield()
                    throw PeriluneError("probe.late", arguments.first?.string ?? "")
                }),
            HostFunction(
                "number", "Answers its argument.", [.init("number", .integer, "an integer")],
                returns: "integer", .sync { arguments, _ in arguments.first }),
        ])
    private let lab = Lab(modules: [probe])
    private let before = #"local probe = require "probe""#

    @Test(arguments: ["fail", "later"])
    func aCaughtHostErrorIsATable(_ function: String) async throws {
        let lines = try await lab.emitted(
            """
            local ok, e = pcall(probe.\(function), "no luck")
            commander:emit({ ok = ok, code = e.code, kind = type(e), message = e.message })
            commander:emit(tostring(e))
            """, before: before)
        let code = function == "fail" ? "probe.failed" : "probe.late"
        #expect(lines[0].contains(#""code":"\#(code)","kind":"table""#))
        #expect(lines[0].contains("no luck"))
        #expect(lines[1].contains("no luck"))
    }

    @Test(arguments: ["fail", "later"])
    func anUncaughtHostErrorSaysWhere(_ function: String) async throws {
        let error = try await lab.error("\n\nprobe.\(function)('no luck')", before: before)
        #expect(error.code == (function == "fail" ? "probe.failed" : "probe.late"))
        #expect(error.message == "no luck")
        #expect(error.place.file == "rule.lua")
        #expect(error.place.line == 6)
        #expect(error.place.sourceLine == "probe.\(function)('no luck')")
        #expect(!error.traceback.isEmpty)
    }

    @Test func aRethrownHostErrorKeepsItsCode() async throws {
        let error = try await lab.error(
            "local ok, e = pcall(probe.fail, 'once') error(e)", before: before)
        #expect(error.code == "probe.failed")
        #expect(error.message == "once")
    }

    @Test func anErrorOfAWrappedCoroutineHasThePlaceOfItsCall() async throws {
        let value = try await lab.value(
            of: """
                (function()
                    local wrapped = coroutine.wrap(function() error("late", 0) end)
                    local ok, message = pcall(function() wrapped() end)
                    return (message:gsub("^.*:(%d+: )", "%1"))
                end)()
                """)
        #expect(value == #""6: late""#)
    }

    @Test func tracebackNamesTheCallers() async throws {
        let error = try await lab.error(
            "outer()",
            before: """
                local function inner() local x = nil; return x.y end
                function outer() inner() return 1 end
                """)
        #expect(error.code == "script.runtime")
        #expect(error.message == "attempt to index a nil value (local 'x')")
        #expect(error.place.line == 2)
        #expect(error.traceback.count >= 3)
        #expect(error.traceback.first?.contains("rule.lua:2") == true)
        #expect(error.traceback.dropFirst().first?.contains("rule.lua:3") == true)
    }

    @Test func anErrorOfShouldHandleHasItsLineToo() async throws {
        let script = lab.script(
            "return {\nshouldHandle = function(event) return event.data.x.y end,\nexecute = function() end }"
        )
        let results = try await lab.run(script, [.test("{}")])
        let error = try #require(results.records.first?.error)
        #expect(error.place.line == 2)
        #expect(error.message == "attempt to index a nil value (field 'x')")
    }

    @Test(arguments: [
        ("error()", "the error is a nil value"), ("error(nil)", "the error is a nil value"),
        ("error(true)", "the error is a boolean value"), ("error({})", "a table without a message"),
        ("error(setmetatable({}, { __tostring = error }))", "a table without a message"),
        ("error(event)", "the error is a"), ("error(json.null)", "the error is a"),
        ("error({ message = 5 })", "a table without a message"),
    ])
    func errorValuesThatAreNotTextAreNamed(_ body: String, _ expected: String) async throws {
        let error = try await lab.error(body)
        #expect(error.code == "script.runtime")
        #expect(error.message.contains(expected), "\(error.message)")
    }

    @Test func aSecretInTheCodeOfAnErrorIsMasked() async throws {
        let error = try await lab.error(#"error({ code = "password=ab", message = "no" })"#)
        #expect(error.code == "password=***")
    }

    @Test func anErrorMessageMayBeLongAndContainAnyBytes() async throws {
        let error = try await lab.error(#"error(("x\0é"):rep(5000))"#)
        #expect(error.message.hasPrefix("x"))
    }

    @Test func aLongFileNameIsShownWhole() async throws {
        let path = String(repeating: "folder/", count: 20) + "rule.lua"
        let script = Script(
            name: path, source: "return { execute = function()\nerror('here') end }",
            limits: lab.limits)
        let results = try await lab.run(script, [.test("{}")])
        let error = try #require(results.records.first?.error)
        #expect(error.place.file == path)
        #expect(error.place.sourceLine == "error('here') end }")
    }

    @Test func errorsNestThroughHandlersAndCoroutines() async throws {
        let lines = try await lab.emitted(
            """
            local function again(e)
                local ok, inner = pcall(probe.fail, "inner")
                return { outer = e.message, inner = inner.message }
            end
            local ok, e = xpcall(coroutine.wrap(function() probe.fail("outer") end), again)
            commander:emit({ e.outer:match("outer") , e.inner:match("inner") })
            """, before: before)
        #expect(lines == [#"["outer","inner"]"#])
    }

    @Test(arguments: [
        ("probe.number()", "missing argument 'number'"),
        ("probe.number('x')", "must be of type integer, got a string"),
        ("probe.number(1.5)", "must be of type integer, got a number"),
        ("probe.number(1, 2)", "takes 1 argument, got 2"),
        ("probe.number(error)", "a function cannot be represented in JSON"),
        ("probe.number(0/0)", "NaN"),
    ])
    func wrongArgumentsAreRefusedBeforeTheCall(_ call: String, _ expected: String) async throws {
        let error = try await lab.error(call, before: before)
        #expect(error.message.contains(expected), "\(error.message)")
        #expect(error.place.line == 4 || error.place.line == 3)
    }

    @Test func aHundredThousandErrorsLeakNothing() throws {
        let script = lab.rule(
            """
            for i = 1, 1000 do
                local ok, e = pcall(probe.fail, "round")
                if ok or e.code ~= "probe.failed" then error("not as expected") end
            end
            """, before: before)
        let bench = try Bench(script, modules: [Self.probe])
        _ = try bench.decide(.test("{}"))
        _ = try bench.decide(.test("{}"))
        let before = LuaTesting.memoryUsed(by: bench.delegate)
        for _ in 0..<100 { _ = try bench.decide(.test("{}")) }
        let after = LuaTesting.memoryUsed(by: bench.delegate)
        #expect(after < before + (1 << 20), "\(before) bytes became \(after)")
    }

    @Test func uncaughtErrorsLeakNothing() throws {
        let bench = try Bench(lab.rule("probe.fail('x')", before: before), modules: [Self.probe])
        var sizes: [Int] = []
        for _ in 0..<4000 {
            #expect(throws: PeriluneError.self) { try bench.decide(.test("{}")) }
            sizes.append(LuaTesting.memoryUsed(by: bench.delegate))
        }
        #expect(sizes[3000...].min() ?? 0 < (sizes[..<1000].max() ?? 0) + (1 << 18))
    }
}
