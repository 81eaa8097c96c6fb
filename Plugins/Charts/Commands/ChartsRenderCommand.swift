import Arguments
import ChartsPlugin
import PeriluneCommandKit
import PeriluneCore
import PeriluneFiles
import PeriluneJSON
import Synchronization

let chartsRenderAction: PluginAction = PluginAction(
    command: Command(
        name: "charts render", summary: "Draw a dashboard or one of its charts",
        discussion: [
            "If a part of the dashboard has an error, the picture shows the error in its place, standard error repeats it, the other parts are drawn, and the exit code is 1.",
            "Scripts can answer queries (executeQuery). With --replay scripts are called before an action (such as willSelectCategory), may reject it, and are called again afterwards.",
        ],
        operands: [ChartsOptions.metadata],
        options: [
            .value("view", short: "v", "NAME", default: "the dashboard", "The name of a chart.")
        ] + PictureOptions.all + [
            .value(
                "replay", "EVENTS", accepts: .file,
                "First repeat the actions of a log of chart events, one JSON object per line.")
        ] + ChartsOptions.data,
        examples: [
            Example(
                "perilune charts render Scripts/charts/sales.xml -o sales.png", "Draw a dashboard."),
            Example(
                "perilune charts render Scripts/charts/sales.xml --view ProductSales -o chart.svg",
                "Draw one chart."),
        ]),
    run: { values, terminal, context in
        let path = values.operands[0]
        let opened = try ChartsOptions.open(path, values, terminal, context)
        let session = opened.session
        let view = values.string("view") ?? session.name
        let request = try PictureOptions.request(view, values, terminal)
        if let log = values.string("replay") {
            let replay = Replay(session, isAsking: !values.strings("script").isEmpty)
            for refusal in try await replay.run(log) { terminal.info("\(refusal)\n") }
        }
        let views = ViewDirectory()
        let drawing = Drawing(session)
        views.add(drawing)
        let picture = try await PictureOptions.picture(request, of: views, values)
        try PictureOptions.write(picture, values)
        let issues = (opened.issues + drawing.issues).shown(path)
        for issue in issues where issue.level != .note { terminal.info(issue.lines) }
        return issues.contains { $0.level == .error } ? .found : .success
    })

/// The views of a dashboard, which keep what was wrong with the picture that was taken.
private final class Drawing: ViewProvider {
    private let session: Session
    private let found = Mutex<[ChartIssue]>([])

    init(_ session: Session) { self.session = session }

    var issues: [ChartIssue] { found.withLock { $0 } }

    var views: [String] { session.views }

    func picture(_ request: PictureRequest) async throws -> Picture? {
        guard let drawn = try await session.draw(request) else { return nil }
        found.withLock { $0 = drawn.issues }
        return drawn.picture
    }
}

/// Performs the actions in the events of a log.
private struct Replay {
    private let session: Session
    /// Whether scripts can veto and observe actions.
    private let isAsking: Bool

    init(_ session: Session, isAsking: Bool) {
        self.session = session
        self.isAsking = isAsking
    }

    /// - Returns: What scripts have refused.
    func run(_ path: String) async throws -> [String] {
        let bytes = try TextFile.read(path, limit: 64 << 20, what: "log of chart events")
        var refusals: [String] = []
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { continue }
            do {
                if try await refuses(Array(line)) {
                    refusals.append("\(path):\(number): rejected by a script")
                }
            } catch var error as PeriluneError {
                // An error of a script has a place of its own.
                if error.place.file == nil { error.place = .init(file: path, line: number) }
                throw error
            }
        }
        return refusals
    }

    private func refuses(_ line: [UInt8]) async throws -> Bool {
        guard let (action, item) = try session.action(ofEvent: line) else { return false }
        try await session.checkNames(of: action, on: item)
        guard isAsking else {
            try await session.apply(action, to: item)
            return false
        }
        return try await !session.perform(action, on: item)
    }
}
