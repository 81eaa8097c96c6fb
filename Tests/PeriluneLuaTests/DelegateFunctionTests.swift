import PeriluneCore
import PeriluneLua
import Testing

struct DelegateFunctionTests {
    private static let charts = HostModule(
        "charts", "For these tests.",
        delegateFunctions: [
            DelegateFunction("didSelect", for: "chart.selection", .told, "Told."),
            DelegateFunction("willSelect", for: "chart.will", .asked, "Asked."),
            DelegateFunction("executeQuery", for: "chart.query", .answers, "Answers."),
        ])

    private func bench(_ source: String) throws -> Bench {
        try Bench(Script(name: "rule.lua", source: source), modules: [Self.charts])
    }

    private func event(_ type: String, _ data: Value = .null) -> Event {
        Event(id: "1", source: "test", type: type, subject: "sales", data: data)
    }

    private func declared(_ source: String) throws -> Delegate {
        try Script(name: "rule.lua", source: source).declare(
            modules: [Self.charts], log: Lines())
    }

    @Test func aFunctionIsCalledWithSubjectDataAndCommander() throws {
        let bench = try bench(
            """
            local delegate = {}
            function delegate:didSelect(chart, data, commander)
              commander:emit({ chart = chart, category = data.category })
            end
            return delegate
            """)
        #expect(
            try bench.decide(event("chart.selection", ["category": "Eastern"]))
                == #"{"category":"Eastern","chart":"sales"}"# + "\n")
    }

    @Test func aFunctionMayBeDeclaredWithoutSelf() throws {
        let bench = try bench(
            "return { didSelect = function(chart, data, commander) commander:emit(chart) end }")
        #expect(try bench.decide(event("chart.selection")) == "\"sales\"\n")
    }

    @Test func theDelegateIsInterestedInTheTypesOfItsFunctions() throws {
        let declared = try declared(
            "return { didSelect = function() end, willSelect = function() end }")
        #expect(declared.interests.types.map(\.description) == ["chart.selection", "chart.will"])
    }

    @Test func linksAreHandledByExecuteURL() throws {
        let source = """
            local delegate = { didSelect = function() end }
            function delegate:executeURL(url, commander) commander:emit(url) end
            return delegate
            """
        let declared = try declared(source)
        #expect(declared.interests.types.map(\.description) == ["chart.selection", "link.*"])
        #expect(
            try bench(source).decide(event("link.url", ["url": "mstr://x"])) == "\"mstr://x\"\n")
    }

    @Test(arguments: [("false", true), ("true", false), ("nil", false)])
    func onlyFalseRejects(answer: String, refuses: Bool) throws {
        let bench = try bench("return { willSelect = function() return \(answer) end }")
        try bench.begin(event("chart.will"))
        guard case .finished(let reply) = try bench.execute() else {
            Issue.record("it waits")
            return
        }
        #expect(reply == (refuses ? .reject(reason: "a delegate refused it") : .pass))
    }

    @Test(arguments: [
        #"return false, "closed""#, #"return commander:reject("closed")"#,
        #"commander:reject("closed")"#,
    ])
    func aRejectionMayHaveAReason(_ body: String) throws {
        let bench = try bench(
            "return { willSelect = function(chart, data, commander) \(body) end }")
        try bench.begin(event("chart.will"))
        guard case .finished(let reply) = try bench.execute() else {
            Issue.record("it waits")
            return
        }
        #expect(reply == .reject(reason: "closed"))
    }

    @Test func anAnswerIsEmitted() throws {
        let bench = try bench(
            "return { executeQuery = function(name, args) return { { region = args.region } } end }"
        )
        #expect(
            try bench.decide(event("chart.query", ["region": "South"]))
                == #"[{"region":"South"}]"# + "\n")
    }

    @Test func aMemberThatIsNotAFunctionIsRefused() throws {
        #expect {
            _ = try bench("return { didSelect = 5 }")
        } throws: { error in
            "\(error)".contains("didSelect must be a function, got number")
        }
    }
}
