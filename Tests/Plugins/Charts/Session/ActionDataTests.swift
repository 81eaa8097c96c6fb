import PeriluneCore
import PeriluneJSON
import Testing

@testable import ChartsPlugin

struct ActionDataTests {
    /// Any action at all; names are such as data have them.
    private func action(_ random: inout Seeded) -> ChartAction {
        func name() -> String {
            ["East", "", "R & D", "2011", "é\"\n", "a.b", "-0.5"].randomElement(using: &random)
                ?? ""
        }
        func number() -> Double {
            [0, 1, -3, 0.1, 1e300, .leastNonzeroMagnitude, 2011.5].randomElement(using: &random)
                ?? 0
        }
        func target() -> ChartAction.Target {
            switch random.int(0...4) {
            case 0: .category(name())
            case 1: .series(name())
            case 2: .item(category: name(), series: name())
            case 3: .node(name())
            default:
                .items(
                    categories: (0..<random.int(0...3)).map { _ in name() },
                    items: (0..<random.int(0...3)).map { _ in
                        .init(category: name(), series: name())
                    })
            }
        }
        switch random.int(0...15) {
        case 0: return .select(target())
        case 1: return .deselect(target())
        case 2: return .tap(target())
        case 3: return .drill(category: name(), series: name())
        case 4: return .drill(category: name(), series: nil)
        case 5: return .drillUp(to: random.int(0...5))
        case 6: return .level(random.int(-2...5))
        case 7: return .filter(name(), .among((0..<random.int(0...3)).map { _ in name() }))
        case 8: return .filter(name(), .between(number(), number()))
        case 9: return .filter(name(), nil)
        case 10: return .variable(name(), random.chance(0.5) ? .number(number()) : .text(name()))
        case 11: return .whatIf(category: name(), column: name(), value: number())
        case 12:
            return .sort(column: random.chance(0.3) ? nil : name(), ascending: random.chance(0.5))
        case 13: return .range(lower: number(), upper: number())
        case 14: return .show(series: name(), random.chance(0.5))
        default: return .node(name(), value: name())
        }
    }

    @Test func everyActionRoundTripsThroughItsEvent() throws {
        var random = Seeded(7)
        for _ in 0..<2000 {
            let action = action(&random)
            let json = Value.object(.init(action.data)).json
            let again = try ChartAction(kind: action.kind, data: Value(json: json))
            #expect(again == action, "\(json)")
        }
        for action in [ChartAction.reset, .refresh] {
            #expect(try ChartAction(kind: action.kind, data: .null) == action)
        }
    }

    @Test func scriptsMayWriteKeysAsNumbers() throws {
        let action = try ChartAction(kind: "selection.category", data: ["category": 2011])
        #expect(action == .select(.category("2011")))
        let filter = try ChartAction(
            kind: "filter", data: ["filter": "Years", "values": [2011, 2012.5, "x"]])
        #expect(filter == .filter("Years", .among(["2011", "2012.5", "x"])))
        let days = try ChartAction(
            kind: "filter",
            data: ["filter": "Days", "lower": "1970-01-02", "upper": "1970-01-03 12:00"])
        #expect(days == .filter("Days", .between(86_400e6, 216_000e6)))
        #expect(throws: PeriluneError.self) {
            try ChartAction(
                kind: "filter", data: ["filter": "Days", "lower": "May", "upper": "June"])
        }
    }

    @Test(arguments: [
        ("selection.category", "{}", "chart.selection.category requires a string as 'category'"),
        ("selection.moon", "{}", "'moon' cannot be selected"),
        ("level", #"{"level":1.5}"#, "chart.level requires an integer as 'level'"),
        (
            "variable", #"{"variable":"$a"}"#,
            "chart.variable requires a number, a boolean or a string as 'value'"
        ),
        ("range", #"{"lower":0}"#, "chart.range requires a number as 'upper'"),
        ("paint", "{}", "'chart.paint' is not an action of a chart"),
    ])
    func namesMissingMembersOfAnEvent(kind: String, json: String, message: String) throws {
        let data = try Value(json: json)
        let error = #expect(throws: PeriluneError.self) {
            try ChartAction(kind: kind, data: data)
        }
        #expect(error?.message == message)
    }
}
