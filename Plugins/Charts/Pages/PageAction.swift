import PeriluneCore
import PeriluneDrawing
import PeriluneJSON

/// An action requested by a page: `{"kind": "selection.category", "chart": "Sales", "data": {"category":
/// "Eastern"}}`.
///
/// The kinds are those of `chart.…` events, and `undo`, `redo`, `restore`, `rectangle`, `isolate` and `seek`.
struct PageAction {
    private let kind: String
    private let chart: String
    private let data: Value
    /// The version of the figures that the page shows.
    private let since: Int?
    private let dashboard: Dashboard

    init(_ body: [UInt8], _ dashboard: Dashboard) throws(PeriluneError) {
        let value = try Value(json: body)
        guard let kind = value["kind"]?.string else {
            throw PeriluneError("charts.request", "an action must have a 'kind'")
        }
        self.kind = kind
        chart = value["chart"]?.string ?? ""
        data = value["data"] ?? [:]
        since = value["since"]?.integer.flatMap { Int(exactly: $0) }
        self.dashboard = dashboard
    }

    /// Performs the action; returns the changes, and whether and why it was rejected.
    func perform(_ visit: Visit) async throws -> Value {
        var attempt = Session.Attempt.done
        switch kind {
        case "undo": await visit.undo()
        case "redo": await visit.redo()
        case "restore": try await visit.restore(data)
        default:
            let actions = try await actions(visit)
            let session = await visit.session
            for action in actions { try await session.checkNames(of: action, on: chart) }
            attempt = try await visit.perform(actions, on: chart)
        }
        var members = await FigureAnswer(visit, dashboard, since: since).members
        switch attempt {
        case .done: members["outcome"] = "done"
        case .unchanged: members["outcome"] = "unchanged"
        case .rejected(_, let reason):
            members["outcome"] = "rejected"
            members["reason"] = reason.map { .string(Redaction.redact($0)) }
        }
        return .object(members)
    }

    private func actions(_ visit: Visit) async throws -> [ChartAction] {
        switch kind {
        case "rectangle": try await rectangle(visit).map { [$0] } ?? []
        case "isolate": try await isolation(visit)
        case "seek": [try await answer(visit)]
        default: [try ChartAction(kind: kind, data: data)]
        }
    }

    private func item() throws(PeriluneError) -> Dashboard.Item {
        guard let item = dashboard.item(named: chart) else {
            throw SessionState.unknown("chart", chart, dashboard.items.map(\.name))
        }
        return item
    }

    /// Hides all series but one; all are shown again if it is alone already.
    private func isolation(_ visit: Visit) async throws -> [ChartAction] {
        let series = try ActionReader(kind: kind, data: data).text("series")
        let session = await visit.session
        let all = await session.figure(of: try item()).built.series.map(\.text)
        guard all.contains(series) else { throw SessionState.unknown("series", series, all) }
        let hidden = await session.state[chart].hiddenSeries
        let isAlone = all.allSatisfy { hidden.contains($0) == ($0 != series) }
        return all.compactMap { name in
            let shown = isAlone || name == series
            return shown == hidden.contains(name) ? .show(series: name, shown) : nil
        }
    }

    /// Sets a node so that another one reaches a number.
    private func answer(_ visit: Visit) async throws -> ChartAction {
        let reader = ActionReader(kind: kind, data: data)
        let (goal, lever) = (try reader.text("goal"), try reader.text("lever"))
        let found = try await visit.session.goalSeek(
            chart, goal: goal, target: try reader.number("target"), lever: lever)
        switch found.answer {
        case .solved(let value), .outsideBounds(let value):
            return .node(lever, value: "=" + ValueText.number(value))
        case .flat:
            throw PeriluneError("charts.seek", "'\(lever)' does not change '\(goal)'")
        case .noBracket:
            throw PeriluneError("charts.seek", "'\(goal)' does not reach this number")
        }
    }

    private func rectangle(_ visit: Visit) async throws -> ChartAction? {
        let item = try item()
        let reader = ActionReader(kind: kind, data: data)
        let (width, height) = (try reader.number("w"), try reader.number("h"))
        let sides = Double(PanelStyle.sides.lowerBound)...Double(PanelStyle.sides.upperBound)
        guard sides.contains(width), sides.contains(height) else {
            throw PeriluneError("charts.request", "'w' and 'h' are out of bounds")
        }
        let drawn = try await visit.session.panel(item, PanelStyle(width: width, height: height))
        let rectangle = Rect(
            try reader.number("x"), try reader.number("y"), try reader.number("width"),
            try reader.number("height"))
        return Session.target(of: rectangle, in: drawn).map(ChartAction.select)
    }
}

extension HTTPRequest {
    /// A form of another site can send neither this type nor, in browsers, the header `Sec-Fetch-Site: same-origin`.
    func checkActions() throws(PeriluneError) {
        let type = (headers["content-type"] ?? "").prefix { $0 != ";" }.lowercased()
        guard type == "application/json" else {
            throw PeriluneError(
                "charts.request", "the Content-Type of an action must be application/json")
        }
    }
}
