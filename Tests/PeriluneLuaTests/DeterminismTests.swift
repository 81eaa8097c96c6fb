import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// Time, chance and the order of tables follow from the event.
struct DeterminismTests {
    private func event(_ id: String, time: String? = "2026-11-21T10:30:00.5Z") -> Event {
        Event(id: id, source: "lab", type: "test.event", time: time)
    }

    private func lines(
        _ expression: String, _ events: Event..., seed: UInt64 = 0
    ) async throws
        -> [String]
    {
        var lab = Lab()
        lab.seed = seed
        return try await lab.run(lab.rule("commander:emit(\(expression))"), events).lines
    }

    @Test func theSameEventDrawsTheSameNumbers() async throws {
        let expression = "{ math.random(), math.random(100), math.random(0), math.random(-5, 5) }"
        let first = try await lines(expression, event("a"), event("b"), event("a"))
        let second = try await lines(expression, event("a"))
        #expect(first[0] == first[2])
        #expect(first[0] == second[0])
        #expect(first[0] != first[1])
    }

    @Test func anotherSeedDrawsOtherNumbers() async throws {
        let one = try await lines("math.random()", event("a"), seed: 1)
        let two = try await lines("math.random()", event("a"), seed: 2)
        #expect(one != two)
    }

    @Test func numbersDifferFromEventToEvent() async throws {
        let lab = Lab()
        let results = try await lab.run(
            lab.rule("commander:emit(math.random(0))"), (0..<200).map { event("\($0)") })
        #expect(Set(results.lines).count == 200)
    }

    @Test func numbersStayInTheirRange() async throws {
        let lines = try await lines(
            """
            (function()
                local seen = {}
                for i = 1, 2000 do local n = math.random(3, 7) seen[n] = true if n < 3 or n > 7 then error(n) end end
                return { seen[3], seen[4], seen[5], seen[6], seen[7] }
            end)()
            """, event("a"))
        #expect(lines == ["[true,true,true,true,true]"])
    }

    @Test func timeFunctionsReturnTheTimeOfTheEvent() async throws {
        let lines = try await lines(
            "{ os.time(), os.date('!%Y-%m-%dT%H:%M:%SZ'), time.now(), time.text(), os.date('*t').hour }",
            event("a"))
        #expect(
            lines == [
                #"[1795257000,"2026-11-21T10:30:00Z",1795257000.5,"2026-11-21T10:30:00.500Z",10]"#
            ])
    }

    @Test func theClockAdvancesReproducibly() async throws {
        let lines = try await lines(
            "(function() local a, b = os.clock(), os.clock() return { a, b, a < b } end)()",
            event("a"), event("a"))
        #expect(lines[0] == lines[1])
        #expect(lines[0].hasSuffix("true]"))
    }

    @Test func tablesAreIteratedInOrder() async throws {
        let expression = """
            (function()
                local t, list = { z = 1, a = 2, [3] = 3, [1] = 4, ["10"] = 5, [2.5] = 6, [true] = 7 }, {}
                for k in pairs(t) do list[#list + 1] = tostring(k) end
                return list
            end)()
            """
        #expect(
            try await lines(expression, event("a"), event("b"))
                == Array(repeating: #"["1","2.5","3","10","a","z","true"]"#, count: 2))
    }

    @Test(arguments: [
        "for k in pairs({ [{}] = 1, [{}] = 2 }) do end",
        "for k in pairs({ [print or error] = 1, [{}] = 2, x = 1 }) do end",
        "next({ [{}] = 1, [{}] = 2 })", "next({ [{}] = 1, [{}] = 2, x = 1 }, 'x')",
        "local t = { [{}] = 1, [{}] = 2 } for i = 1, 200 do t['n' .. i] = i end for k in pairs(t) do end",
        "local t = { [coroutine.create(error)] = 1, [commander] = 2 } for k in next, t do end",
    ])
    func iteratingKeysWithoutAnOrderIsAnError(_ body: String) async throws {
        let error = try await Lab().error(body)
        #expect(error.message.contains("the keys of the table have no order"))
        #expect(error.message.contains("keep the keys in a list"))
    }

    @Test func nextContinuesAfterAnyKey() async throws {
        let expression = """
            (function()
                local t = { a = 1, b = 2, c = 3, d = 4, [true] = 5, [false] = 6, [1] = 7, [2.5] = 8 }
                local behind = {}
                for i, key in ipairs { "c", "a", "bb", 1, 2.5, "d", false } do behind[i] = tostring((next(t, key))) end
                behind[8] = tostring(next(t, true))
                behind[9] = tostring(pairs({ 1, 2, 3 })({ 1, 2, 3 }, -1))
                return behind
            end)()
            """
        #expect(
            try await lines(expression, event("a"))
                == [#"["d","b","c","2.5","a","false","true","nil","nil"]"#])
    }

    @Test func keysThatAreClearedDuringIterationAreSkipped() async throws {
        let expression = """
            (function()
                local t, shown = {}, 0
                for i = 1, 300 do t["k" .. i] = i end
                for k in pairs(t) do
                    shown = shown + 1
                    for i = 1, 300 do if "k" .. i ~= "k99" then t["k" .. i] = nil end end
                end
                return shown
            end)()
            """
        #expect(try await lines(expression, event("a")) == ["2"])
    }

    @Test func aTimeBefore1970IsRoundedDown() async throws {
        let lines = try await lines(
            "{ os.time(), os.date('!%S') }", event("a", time: "1969-12-31T23:59:58.5Z"))
        #expect(lines == [#"[-2,"58"]"#])
    }

    @Test func oneKeyWithoutAnOrderComesLast() async throws {
        let expression = """
            (function()
                local t, list = { [{}] = 1, z = 2, [json.null] = 3, [true] = 4, [7] = 5 }, {}
                for _, v in pairs(t) do list[#list + 1] = v end
                for _, v in next, t do list[#list + 1] = v end
                return list
            end)()
            """
        #expect(try await lines(expression, event("a")) == ["[5,2,4,3,1,5,2,4,3,1]"])
    }

    @Test func addressesAreNotVisible() async throws {
        let expression = """
            { tostring({}), tostring(print or error), tostring(coroutine.create(error)),
              tostring(commander), ("%s"):format({}), tostring(json.null),
              tostring(setmetatable({}, { __name = "thing" })) }
            """
        let lines = try await lines(expression, event("a"))
        #expect(lines[0] == #"["table","function","thread","commander","table","null","thing"]"#)
        for format in ["%p", "%a"] {
            let error = try? await Lab().error("commander:emit(('\(format)'):format({}))")
            #expect(error != nil)
        }
    }

    @Test func sortingEqualElementsIsReproducible() async throws {
        let lines = try await lines(
            """
            (function()
                local t = {}
                for i = 1, 100 do t[i] = { key = i % 3, n = i } end
                table.sort(t, function(a, b) return a.key < b.key end)
                local order = {}
                for i, x in ipairs(t) do order[i] = x.n end
                return order
            end)()
            """, event("a"), event("b"))
        #expect(lines[0] == lines[1])
    }

    @Test(arguments: ["os.time", "os.date", "time.now", "time.text"])
    func askingForTheTimeOfAnEventWithoutOneIsAnError(function: String) async throws {
        let lines = try await lines("{ pcall(\(function)) }", event("a", time: nil))
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("[false,") == true)
        #expect(lines.first?.contains("the event has no time") == true)
    }
}
