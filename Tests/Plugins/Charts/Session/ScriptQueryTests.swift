import Perilune
import PeriluneCore
import PeriluneJSON
import Synchronization
import Testing

@testable import ChartsPlugin

/// Queries that a script answers.
struct ScriptQueryTests {
    private static let answers = (
        "answers.lua",
        """
        local delegate = {}
        function delegate:executeQuery(name, arguments)
          if name == "Drivers" then return { { Price = 10, Count = 5, Profit = 50 } } end
          if name == "Countries" then
            return { rows = { { Country = arguments.Region .. "/" .. (arguments.Years or {"-"})[1], Amount = 1 } },
              sorted = true }
          end
          if name == "Sales" then return { { Region = "East", Year = 2011, Amount = 3 } } end
        end
        return delegate
        """
    )

    private func session() throws -> Session {
        try SessionLab.session(SessionLab.dashboard, QuerySources([]))
    }

    @Test func aScriptAnswersRowsForArguments() async throws {
        let session = try session()
        let host = try await SessionLab.host([session], [Self.answers])
        #expect(try await session.figure("Sales").built.cells == ["2011": [3]])
        try await session.perform(.drill(category: "East", series: nil), on: "Way")
        try await session.perform(.filter("Years", .among(["2011"])), on: "")
        let (built, issues) = try await session.figure("Way")
        // A year is a number, as the rows have it from which it was picked.
        #expect(built.categories.map(\.text) == ["East/2011"])
        #expect(issues.isEmpty, "\(issues)")
        _ = host
    }

    @Test func aRangeOfDatesIsTwoTexts() async throws {
        let dashboard = metadata(
            dashboard: """
                <Chart Name="C" ChartType="Column" Query="Q"><Category Column="Day"/>
                <Values><Value Expression="V"/></Values><Filters><FilterName Name="Days"/></Filters></Chart>
                <Filters><Filter Name="Days" FilterType="range" Column="Day" SourceQuery="Q"/></Filters>
                """
        ).dashboard
        let session = try SessionLab.session(dashboard, QuerySources([]))
        let host = try await SessionLab.host(
            [session],
            [
                (
                    "days.lua",
                    """
                    return { executeQuery = function(self, name, arguments)
                      local days = arguments.Days
                      return { { Day = days and days[1] or "2024-03-01", V = 1 },
                        { Day = days and days[2] or "2024-03-09", V = 2 } }
                    end }
                    """
                )
            ])
        try await session.perform(.filter("Days", .between(1_709_337_600e6, 1_709_510_400e6)))
        #expect(
            try await session.figure("C").built.categories.map(\.text) == [
                "2024-03-02", "2024-03-04",
            ])
        _ = host
    }

    /// An event changes state and passes to a script that asks; the answer changes the same state.
    @Test(arguments: ["", "charts.state('Profit')"])
    func stateThatAnAnswerChangesIsKept(inBetween: String) async throws {
        let store = MemoryStateStore()
        func count(_ body: String) async throws -> String {
            let session = try session()
            let counting = """
                local state, charts = require "state", require "charts"
                return { key = "all", on = "go",
                  execute = function(event, commander) \(body) end,
                  executeQuery = function()
                    state.count = state.count + 1
                    \(inBetween)
                    return { { Price = 10, Count = 5, Profit = 50 } }
                  end }
                """
            let asking = """
                return { on = "go", execute = function()
                  require("charts").seek("Profit", { goal = "Profit", target = 60, lever = "Price" })
                end }
                """
            let host = try await Host(store: store) {
                Charts(sessions: [session])
                Script(name: "count.lua", source: counting)
                Script(name: "ask.lua", source: asking)
            }
            let results = try await host.process(all: [Event(id: "1", source: "s", type: "go")])
            #expect(results.records.first?.error == nil)
            return String(decoding: results.output, as: UTF8.self)
        }
        _ = try await count("state.count = 1; return commander:pass()")
        #expect(try await count("commander:emit(state.count)") == "2\n")
    }

    @Test func aQueryWithoutAnAnswerIsReported() async throws {
        let session = try session()
        let host = try await SessionLab.host([session], [Self.answers])
        let (built, issues) = try await session.figure("Rich")
        #expect(built.message == "no source has a query 'Measures'")
        #expect(issues.map(\.code) == [.undefined])
        _ = host
    }

    @Test func aScriptErrorIsReported() async throws {
        let session = try session()
        let host = try await SessionLab.host(
            [session],
            [("bad.lua", "return { executeQuery = function() error('out of order') end }")])
        let (built, issues) = try await session.figure("Sales")
        #expect(built.message?.contains("out of order") == true)
        #expect(issues.count == 1)
        _ = host
    }

    @Test func anAnswerThatIsNotATableIsReported() async throws {
        let session = try session()
        let host = try await SessionLab.host(
            [session], [("bad.lua", "return { executeQuery = function() return 5 end }")])
        #expect(
            try await session.figure("Sales").built.message
                == "query Sales: its result must be a list of rows")
        _ = host
    }

    /// One lane for all events, and an event in it that needs rows which a script of that lane answers.
    @Test func aQueryWithinAnEventDoesNotDeadlock() async throws {
        let session = try session()
        let host = try await SessionLab.host(
            [session],
            [
                Self.answers,
                (
                    "asks.lua",
                    """
                    local charts, state = require "charts", require "state"
                    return { on = "go", key = "all", execute = function(event, commander)
                      state.count = (state.count or 0) + 1
                      local answer = charts.seek("Profit", { goal = "Profit", target = 60, lever = "Price" })
                      commander:emit({ state.count, answer.value })
                    end }
                    """
                ),
            ])
        let events = (1...3).map { Event(id: "\($0)", source: "s", type: "go") }
        let results = try await host.process(all: events)
        #expect(
            String(decoding: results.output, as: UTF8.self) == "[1,12.0]\n[2,12.0]\n[3,12.0]\n")
    }

    /// An answer that needs itself.
    @Test func aRecursiveQueryTerminates() async throws {
        let session = try session()
        let host = try await SessionLab.host(
            [session],
            [
                (
                    "circle.lua",
                    """
                    local charts = require "charts"
                    local delegate = {}
                    function delegate:executeQuery(name)
                      return charts.seek("Profit", { goal = "Profit", target = 1, lever = "Price" })
                    end
                    return delegate
                    """
                )
            ])
        let (built, _) = try await session.figure("Profit")
        #expect(built.message?.contains("depends on itself") == true, "\(built.message ?? "-")")
        _ = host
    }

    @Test func rowsAreAskedForOnceUntilTheyAreRefreshed() async throws {
        let count = Counter()
        let source = ClosureSource { request in
            count.add()
            return try await SessionLab.source.table(request)
        }
        let session = try SessionLab.session(SessionLab.dashboard, source)
        _ = try await session.figure("Sales")
        _ = try await session.figure("Sales")
        _ = try await session.figure("Table")
        // The years of Countries too, which have the same colours.
        #expect(count.value == 2)
        try await session.perform(.refresh)
        _ = try await session.figure("Sales")
        #expect(count.value == 4)
    }
}

private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}
