public import PeriluneCore
import PeriluneDrawing

/// A picture, and what is wrong with what it shows.
public struct DrawnView: Sendable {
    /// The picture; parts that could not be drawn contain a message.
    public var picture: Picture
    /// What is wrong, with metadata, rows or expressions of the charts in the picture.
    public var issues: [ChartIssue]
}

extension Session {
    /// The names under which pictures of it can be taken: the dashboard, and `dashboard/item` for each item.
    public nonisolated var views: [String] {
        [name] + dashboard.items.map { "\(name)/\($0.name)" }
    }

    /// Draws the dashboard or one of its items in its current state.
    ///
    /// An item can be given by its own name. Width and height are in points of 1/72 inch, 16 to 16384; the defaults
    /// are 800 by 500 for a chart, 1024 by 768 for a dashboard, and 768 by 1024 in portrait.
    ///
    /// - Returns: The picture and its issues; `nil` if the view is none of ``views``.
    /// - Throws: `theme.invalid`, `locale.unknown` and `picture.…` for an invalid request. Errors of a chart are
    ///   issues, and the other charts are drawn.
    public func draw(_ request: PictureRequest) async throws -> DrawnView? {
        guard let drawn = try await scene(request) else { return nil }
        let picture = try drawn.scene.annotated(drawn.numbered(request.annotations))
            .picture(format: request.format, scale: request.scale)
        return DrawnView(picture: picture, issues: drawn.issues)
    }
}

/// The dashboards that are open, as views of the host.
package struct SessionViews: ViewProvider {
    /// The open dashboards; of views with one name, the first session draws its own.
    package let sessions: [Session]

    package init(_ sessions: [Session]) { self.sessions = sessions }

    /// The views of all sessions, see ``Session/views``.
    package var views: [String] { sessions.flatMap(\.views) }

    /// Draws the view of the first session that has it; `nil` if none does.
    package func picture(_ request: PictureRequest) async throws -> Picture? {
        for session in sessions {
            if let picture = try await session.draw(request)?.picture { return picture }
        }
        return nil
    }
}
