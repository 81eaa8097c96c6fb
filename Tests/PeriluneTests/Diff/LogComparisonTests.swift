import Perilune
import PeriluneCore
import PeriluneJSON
import PeriluneLua
import PeriluneStore
import Testing

/// What two versions of a script do differently with the same log.
struct LogComparisonTests {
    @Test func findsNothingBetweenEqualVersions() async throws {
        let script = "return { execute = function(e, c) c:emit { n = e.data.n } end }"
        #expect(try await differences(script, script + " -- a comment").isEmpty)
    }

    @Test func findsAnotherOutcomeAndItsReason() async throws {
        let found = try await differences(
            "return { execute = function(e, c) end }",
            "return { execute = function(e, c) if e.data.n == 2 then return c:reject 'two' end end }"
        )
        #expect(found.map(\.event) == ["2"])
        #expect(found.first?.line == 3)
        #expect(found.first?.by == .init(old: "rules.lua", new: "rules.lua"))
        #expect(
            found.first?.fields == [
                FieldDifference("outcome", old: .string("handled"), new: .string("rejected")),
                FieldDifference("reason", old: nil, new: .string("two")),
            ])
    }

    @Test func findsAChangedDelegate() async throws {
        let found = try await differences(
            "return { execute = function(e, c) end }",
            "return { shouldHandle = function(e) return e.data.n ~= 1 end, execute = function() end }"
        )
        #expect(found.map(\.event) == ["1"])
        #expect(found.first?.by == .init(old: "rules.lua", new: nil))
        #expect(found.first?.fields.map(\.field) == ["outcome", "by"])
    }

    @Test func namesThePartOfAnEmittedValueThatDiffers() async throws {
        let found = try await differences(
            "return { execute = function(e, c) c:emit { a = { 1, 2 }, b = { c = e.data.n } } end }",
            "return { execute = function(e, c) c:emit { b = { c = e.data.n // 2 }, a = { 1, 2 } } end }"
        )
        #expect(found.map(\.event) == ["1", "2", "3"])
        #expect(
            found.last?.fields == [
                FieldDifference("emitted.b.c", old: .number("3"), new: .number("1"))
            ])
    }

    @Test func findsAChangedNumberOfEmittedValues() async throws {
        let found = try await differences(
            "return { execute = function(e, c) c:emit(1) end }",
            "return { execute = function(e, c) c:emit(1) if e.data.n == 3 then c:emit(2) end end }")
        #expect(
            found.flatMap(\.fields) == [
                FieldDifference(
                    "emitted", old: .array([.number("1")]),
                    new: .array([.number("1"), .number("2")]))
            ])
    }

    @Test func comparesPublishedEventsOneByOne() async throws {
        let found = try await differences(
            """
            return { on = "test", execute = function(e, c) c:publish { type = "a", data = { n = 1 } } end }
            """,
            """
            return { on = "test", execute = function(e, c)
              c:publish { type = "a", data = { n = 1 } }
              if e.data.n == 0 then c:publish { type = "b" } end
            end }
            """)
        #expect(found.map(\.event) == ["0", "0/rules/2"])
        #expect(found.map { $0.fields.map(\.field) } == [["effects"], ["published"]])
        #expect(found.last?.by == .init(old: nil, new: nil))
        #expect(found.last?.type == "b")
    }

    @Test func thePlaceOfAnErrorIsNotADifference() async throws {
        let old = "return { execute = function(e) error 'no' end }"
        #expect(try await differences(old, "\n\n" + old).isEmpty)
        let found = try await differences(
            old, "return { execute = function(e) error 'never' end }")
        #expect(found.count == 4)
        #expect(found.first?.fields.map(\.field) == ["error"])
    }

    @Test func keepsStateOfBothVersionsSeparate() async throws {
        let old = """
            local state = require "state"
            return { execute = function(e, c) state.n = (state.n or 0) + 1; c:emit(state.n) end }
            """
        #expect(try await differences(old, old).isEmpty)
        let found = try await differences(old, old.replacing("or 0", with: "or 7"))
        #expect(found.count == 4)
        #expect(
            found.last?.fields == [
                FieldDifference("emitted", old: .number("4"), new: .number("11"))
            ])
    }

    @Test func aVersionWithStateIsComparedWithOneWithout() async throws {
        let found = try await differences(
            "return { execute = function(e, c) c:emit(1) end }",
            """
            local state = require "state"
            return { execute = function(e, c) state.n = (state.n or 0) + 1; c:emit(state.n) end }
            """, workers: 3)
        #expect(found.map(\.event) == ["1", "2", "3"])
    }

    @Test func stopsAtTheLimitAndCounts() async throws {
        let file = try TemporaryFile(Self.log)
        var comparison = LogComparison(
            old: try diffHost("return { execute = function() end }"),
            new: try diffHost("return { execute = function(e, c) c:emit(e.data.n) end }"))
        comparison.limit = 3
        var found: [EventDifference] = []
        let totals = try await comparison.run([file.path]) { found.append($0) }
        #expect(found.map(\.event) == ["0", "1", "2"])
        #expect(totals.old.total == 3)
        #expect((totals.old.emitted, totals.new.emitted) == (0, 3))
    }

    @Test func effectsGetTheAnswersOfTheLedger() async throws {
        let ledger = MemoryLedger()
        _ = try ledger.begin("1/rules/1", kind: "ask", request: .null)
        ledger.finish("1/rules/1", .value("kept"))
        let script = """
            local asking = require "asking"
            return { execute = function(e, c)
              local well, answer = pcall(asking.ask)
              c:emit(well and answer or "none")
            end }
            """
        let found = try await differences(
            script, script.replacing("e, c)", with: "e, c, x)"), newLedger: ledger)
        #expect(found.map(\.event) == ["1"])
        #expect(
            found.first?.fields == [
                FieldDifference("emitted", old: .string("none"), new: .string("kept"))
            ])
    }

    static let log = Array(
        (0..<4).map { line("\($0)", data: ["n": .integer(Int64($0))]) + "\n" }.joined().utf8)

    private func differences(
        _ old: String, _ new: String, workers: Int = 1,
        newLedger: any EffectLedger = NoLedger()
    ) async throws -> [EventDifference] {
        let file = try TemporaryFile(Self.log)
        let comparison = LogComparison(
            old: try diffHost(old, workers: workers),
            new: try diffHost(new, workers: workers, ledger: newLedger))
        var found: [EventDifference] = []
        _ = try await comparison.run([file.path]) { found.append($0) }
        return found
    }
}

/// A dry host of one script, with a module whose answers a dry run does not know.
func diffHost(
    _ source: String, workers: Int = 1, ledger: any EffectLedger = NoLedger()
) throws -> Host {
    var options = HostOptions()
    options.isDryRun = true
    options.workers = workers
    options.ledger = ledger
    return try Host(
        [.plugin(Asking()), .script(Script(name: "rules.lua", source: source))], options: options,
        store: MemoryStateStore(), log: SilentLog())
}

private struct Asking: Plugin {
    let name = "asking"

    func register(in registry: inout Registry) throws(PeriluneError) {
        try registry.add(
            HostModule(
                "asking", "Asks.",
                [
                    HostFunction(
                        "ask", "Asks.", returns: "any",
                        .async { _, call in
                            try await call.perform("ask", .init(), request: .null) { "asked" }
                        })
                ]))
    }
}
