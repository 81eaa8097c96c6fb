import PeriluneCore
import PeriluneJSON
import Synchronization

/// Tells scripts what is wrong with charts: a delegate's `handleError(chart, error)`.
final class ScriptErrors: Sendable {
    /// The reported issues, with the text that a script returned to be shown instead of the chart.
    private let reported = Mutex<[ChartIssue: String]>([:])

    /// The maximum number of stored issues; further ones may be reported again.
    private static let mostKept = 1000

    /// Forgets the reported issues, so that remaining ones are reported again.
    func forget() { reported.withLock { $0 = [:] } }

    /// Tells each issue once.
    ///
    /// An error in the script itself is not reported to scripts, because that could cause a loop.
    func report(
        _ issues: [ChartIssue], of item: Dashboard.Item, _ figure: inout BuiltFigure,
        _ bus: (any EventProcessor)?
    ) async {
        guard let bus else { return }
        for issue in issues where issue.level != .note {
            let isNew = reported.withLock { reported in
                if reported.count >= Self.mostKept { reported = [:] }
                guard reported[issue] == nil else { return false }
                reported[issue] = ""
                return true
            }
            if isNew, let text = await text(for: issue, item, bus) {
                reported.withLock { $0[issue] = text }
            }
            let text = reported.withLock { $0[issue] ?? "" }
            if issue.level == .error, !text.isEmpty, case .message = figure.figure.content {
                figure.figure.content = .message(text)
            }
        }
    }

    private func text(
        for issue: ChartIssue, _ item: Dashboard.Item, _ bus: any EventProcessor
    ) async -> String? {
        let event = Event(
            id: "error/\(item.name)", source: "charts/errors", type: "chart.error",
            subject: item.name, data: issue.value)
        guard let json = try? await bus.answer(event).checked().json().first,
            let answer = try? Value(json: json)
        else { return nil }
        return answer.string
    }
}
