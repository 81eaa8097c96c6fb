import Glibc
import PeriluneCore
import PeriluneLocale
import Testing

@testable import ChartsPlugin

struct InfluenceTests {
    /// A diagram of nodes and expressions, the first of which is the default; edges as they imply.
    private func diagram(_ nodes: KeyValuePairs<String, String?>) -> Diagram {
        var diagram = Diagram(name: "D")
        diagram.query = "Q"
        for (name, expression) in nodes {
            var node = Diagram.Node(name: name)
            node.expression = expression
            node.isDefault = diagram.nodes.isEmpty
            let users = nodes.filter { _, other in
                (try? Expression(other ?? "", dialect: .diagram))?.names.contains(name) ?? false
            }
            node.parents = users.map(\.key)
            node.targets = users.map { Chart.Reference($0.key) }
            diagram.nodes.append(node)
        }
        return diagram
    }

    private func state(
        _ nodes: KeyValuePairs<String, String?>, _ cells: KeyValuePairs<String, Cell>
    ) -> InfluenceState {
        InfluenceState(InfluenceModel(diagram(nodes)), row(cells))
    }

    @Test func aCycleIsReportedAndItsNodesUseTheirData() throws {
        var state = state(
            ["a": "b+x", "b": "c*2", "c": "b-1", "x": nil],
            ["a": 1, "b": 2, "c": 3, "x": 4])
        #expect(
            state.model.issues.map(\.message) == [
                "the nodes form a cycle: b <- c <- b"
            ])
        #expect(state.model.issues.map(\.code) == [.wrongValue])
        let first = try state.change(["c": 9]).values
        #expect(first == ["c": 9])
        let second = try state.change(["b": 5]).values
        #expect(second == ["b": 5, "a": 9])
    }

    @Test func aNodeThatIsItsOwnCauseIsACycle() {
        let model = InfluenceModel(diagram(["a": "a+1", "b": "a"]))
        #expect(
            model.issues.first?.message == "the nodes form a cycle: a <- a")
    }

    @Test func everyCycleIsReported() {
        let model = InfluenceModel(
            diagram(["r": "a+c", "a": "b", "b": "a", "c": "d", "d": "c+e", "e": "d"]))
        #expect(model.issues.filter { $0.level == .error }.count == 2)
        #expect(model.order.count == 6)
    }

    @Test func aBrokenExpressionLeavesTheRest() throws {
        var state = state(
            ["a": "b + nowhere", "b": "Len('x')", "c": "2*-1", "d": "x*2", "x": nil],
            ["a": 1, "b": 2, "c": 3, "d": 4, "x": 2])
        #expect(
            state.model.issues.map(\.message) == [
                "node a: there is no node nowhere",
                "node b: Len works in charts only",
                "node c: a sign is not allowed here",
            ])
        #expect(state.model.issues.map(\.code) == [.undefined, .wrongValue, .wrongValue])
        let values = try state.change(["x": 3]).values
        #expect(values == ["x": 3, "d": 6])
    }

    @Test func contradictingEdgesAreMergedWithAWarning() {
        var diagram = diagram(["a": "b+c", "b": nil, "c": nil])
        diagram.nodes[1].targets = []
        diagram.nodes[1].parents = []
        diagram.nodes[2].targets = [Chart.Reference("b")]
        let model = InfluenceModel(diagram)
        #expect(
            Set(model.edges) == [
                .init(from: 1, to: 0), .init(from: 2, to: 0), .init(from: 2, to: 1),
            ])
        #expect(
            model.issues.map(\.message) == [
                "ParentNode and NodeTo of node c don't agree",
                "node a is computed from b, which does not name it as its parent",
            ])
        #expect(model.issues.allSatisfy { $0.level == .warning })
    }

    @Test func thereIsExactlyOneDefaultNode() {
        var diagram = diagram(["a": "b", "b": nil])
        diagram.nodes[0].isDefault = false
        #expect(InfluenceModel(diagram).root == 0)
        #expect(InfluenceModel(diagram).issues.map(\.message) == ["there is no default node"])
        diagram.nodes[0].isDefault = true
        diagram.nodes[1].isDefault = true
        #expect(
            InfluenceModel(diagram).issues.map(\.message) == [
                "there is more than one default node"
            ])
    }

    @Test func whatHasNeitherDataNorExpressionIsNull() {
        let state = state(["a": "b*2", "b": nil], ["z": 1])
        #expect(state.value(of: "a")?.isNaN == true)
        #expect(
            state.issues == [ChartIssue(.missingColumn(chart: "D", query: "Q", column: "b"))])
    }

    @Test func aMissingRowIsReported() {
        let model = InfluenceModel(ValueDriver.diagram())
        for row in [2, -1] {
            let state = InfluenceState(model, ValueDriver.table, row: row)
            #expect(state.issues.map(\.code).contains(.emptyTable))
            let isNull = state.values.allSatisfy(\.isNaN)
            #expect(isNull)
        }
    }

    @Test func aMissingNodeCannotBeSet() {
        var state = ValueDriver.state()
        #expect(throws: PeriluneError.self) { try state.change(["Eva": 1]) }
        #expect(throws: PeriluneError.self) { try state.change(["EVA": .nan]) }
    }

    @Test func aDeepDiagramDoesNotOverflowTheStack() throws {
        var diagram = Diagram(name: "deep")
        for index in 0..<20_000 {
            var node = Diagram.Node(name: "n\(index)")
            node.expression = index == 0 ? nil : "n\(index - 1)+1"
            diagram.nodes.append(node)
        }
        var state = InfluenceState(
            InfluenceModel(diagram), row(["n0": 0]))
        #expect(state.value(of: "n19999") == 19_999)
        let values = try state.change(["n0": 1]).values
        #expect(values["n19999"] == 20_000)
    }

    @Test(
        arguments: [
            ("300", 300), ("+10%", 110), ("-10%", 90), ("+300", 400), ("-300", -200),
            ("=-300", -300), ("15%", 0.15), (" 1.5 ", 1.5), ("=+5", 5), ("", nil), ("ten", nil),
            ("%", nil), ("1,5", nil), ("1e999", nil), ("--1", nil),
        ] as [(String, Double?)])
    func readsEntries(_ entry: String, _ expected: Double?) {
        let value = InfluenceEntry.value(entry, from: 100)
        #expect(value.map { ($0 * 1e9).rounded() } == expected.map { ($0 * 1e9).rounded() })
    }

    @Test func aPercentEntryFollowsTheFormat() throws {
        #expect(try InfluenceEntry.value("15%", from: 1, format: ValueFormat("Percent")) == 15)
        #expect(try InfluenceEntry.value("15%", from: 1, format: ValueFormat("Percentage")) == 0.15)
        #expect(InfluenceEntry.value("+10%", from: -50) == -45)
    }

    @Test func aSolutionOutsideItsBoundsIsReported() throws {
        let seek = try GoalSeek(
            ValueDriver.state(), goal: "EVA", target: 50, lever: "WACC", bounds: 0.09...0.2)
        guard case .outsideBounds(let value) = seek.answer else {
            Issue.record("\(seek.answer)")
            return
        }
        #expect(abs(value - 0.0875) < 1e-9)
        let inside = try GoalSeek(
            ValueDriver.state(), goal: "EVA", target: 50, lever: "WACC", bounds: 0.05...0.2)
        guard case .solved = inside.answer else {
            Issue.record("\(inside.answer)")
            return
        }
    }

    @Test func aGoalThatIsNeverReachedHasNoBracket() throws {
        let state = state(["y": "x*x + 1", "x": nil], ["y": 2, "x": 1])
        let seek = try GoalSeek(state, goal: "y", target: 0, lever: "x")
        #expect(seek.answer == .noBracket)
    }

    @Test func aPoleIsNotASolution() throws {
        let state = state(["y": "1/x", "x": nil], ["y": 1, "x": 1])
        let seek = try GoalSeek(state, goal: "y", target: 0, lever: "x")
        #expect(seek.answer == .noBracket)
    }

    @Test func theNearestOfTwoSolutionsIsFound() throws {
        let state = state(["y": "x*x", "x": nil], ["y": 1, "x": 1])
        guard case .solved(let x) = try GoalSeek(state, goal: "y", target: 4, lever: "x").answer
        else {
            Issue.record("not solved")
            return
        }
        #expect(abs(x - 2) < 1e-8)
    }

    @Test func aPinBetweenLeverAndGoalMakesTheLeverFlat() throws {
        var state = ValueDriver.state()
        _ = try state.change(["RONA": 0.2])
        #expect(
            try GoalSeek(state, goal: "EVA", target: 90, lever: "IncomeTax").answer == .flat)
        _ = try state.change(["EVA": 10])
        guard case .solved = try GoalSeek(state, goal: "EVA", target: 90, lever: "WACC").answer
        else {
            Issue.record("the goal's own pin is in the way")
            return
        }
    }

    @Test func aLeverMustBeACause() {
        let state = ValueDriver.state()
        for lever in ["EVA", "nobody"] {
            #expect(throws: PeriluneError.self) {
                try GoalSeek(state, goal: "EVA", target: 50, lever: lever)
            }
        }
        #expect(throws: PeriluneError.self) {
            try GoalSeek(state, goal: "RONA", target: 1, lever: "WACC")
        }
        #expect(throws: PeriluneError.self) {
            try GoalSeek(state, goal: "EVA", target: .infinity, lever: "WACC")
        }
    }

    /// Halving the interval would take more than fifty.
    @Test(arguments: [("Exp(x)", 20.0), ("x*x*x", 100)])
    func aSmoothGoalTakesFewEvaluations(expression: String, target: Double) throws {
        let state = state(["y": expression, "x": nil], ["y": 1, "x": 1])
        #expect(try GoalSeek(state, goal: "y", target: target, lever: "x").evaluations < 40)
    }

    @Test func brentAgreesWithBisection() throws {
        var random = SeededNumbers(seed: 3)
        for _ in 0..<300 {
            let (a, b) = (
                Double.random(in: 0.1...5, using: &random),
                Double.random(in: -3...3, using: &random)
            )
            let x = Double.random(in: 0.5...4, using: &random)
            let table = row(["x": .number(x), "a": .number(a), "b": .number(b)])
            let model = InfluenceModel(
                diagram(["y": "a*x*x*x + Exp(x)/10 + b", "x": nil, "a": nil, "b": nil]))
            let state = InfluenceState(model, table)
            // It rises everywhere where x is above 0.
            let wanted = x * Double.random(in: 0.2...5, using: &random)
            func y(_ x: Double) -> Double { a * x * x * x + exp(x) / 10 + b }
            let seek = try GoalSeek(state, goal: "y", target: y(wanted), lever: "x")
            guard case .solved(let found) = seek.answer else {
                Issue.record("\(seek.answer) for a \(a), b \(b), x \(x), wanted \(wanted)")
                continue
            }
            #expect(abs(found - wanted) <= 1e-6 * wanted)
            #expect(seek.evaluations <= 100)
        }
    }

    @Test func thePictureShowsTheState() throws {
        var state = ValueDriver.state()
        state.alerts = ["WACC": 2]
        state.selection = "RONA"
        _ = try state.change(["RONA": 0.2, "Liabilities": 1000])
        let picture = state.picture(mode: .goalSeek, try LocaleFormats("en_US"))
        let nodes = Dictionary(uniqueKeysWithValues: picture.nodes.map { ($0.name, $0) })
        #expect(picture.mode == .goalSeek)
        #expect(picture.nodes.count == 21)
        #expect(picture.edges.count == 22)
        #expect(nodes["EVA"]?.isDefault == true)
        #expect(nodes["EVA"]?.value == "82.24")
        #expect(nodes["EVA"]?.change == "+94.7%")
        #expect(nodes["RONA"]?.value == "20%")
        #expect(nodes["RONA"]?.isPinned == true)
        #expect(nodes["RONA"]?.isSelected == true)
        #expect(nodes["NetAssets2"]?.change == "-100.0%")
        #expect(nodes["NetAssetTurnover"]?.value == "-")
        #expect(nodes["NetAssetTurnover"]?.change == nil)
        #expect(nodes["WACC"]?.alerts == 2)
        #expect(nodes["WACC"]?.change == nil)
        #expect(nodes["OperatingProfit1"]?.hasCharts == true)
        #expect(picture.nodes.filter(\.disagrees).map(\.name) == ["CostofCaptial"])
    }
}
