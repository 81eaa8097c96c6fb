import PeriluneCore
import PeriluneDrawing
import PeriluneJSON
import Synchronization

/// Serves dashboards to browsers: the page, pictures and tables of its panels, and actions.
final class DashboardPages: HTTPHandler {
    let visitors = Visitors()
    private let sessions: [Session]
    private let options: PageOptions
    private let firstPictures = FirstPictures.Cache()
    private let isStopping = Mutex(false)
    private let isRefreshing = Mutex(false)

    init(_ sessions: [Session], _ options: PageOptions = PageOptions()) {
        self.sessions = sessions
        self.options = options
    }

    /// The paths, for a host.
    var route: HTTPRoute {
        var route = HTTPRoute(
            prefix: PageRequest.prefix, summary: "dashboards for browsers", handler: self
        ) { [self] in
            isStopping.withLock { $0 = true }
            visitors.release()
        }
        route.hasPages = true
        return route
    }

    func handle(
        _ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void
    ) {
        let respond = { @Sendable (response: HTTPResponse) in
            respond(response.compressed(for: request))
        }
        do throws(PeriluneError) {
            guard let asked = try PageRequest(request) else { return respond(.noPage) }
            guard asked.methods.contains(request.method) else {
                return respond(.wrongMethod(asked.methods))
            }
            try answer(asked, request, respond)
        } catch {
            let status =
                switch error.code {
                case "charts.visitors": 503
                case "charts.user": 403
                default: 400
                }
            respond(.ofPage(error, status: status))
        }
    }

    private func answer(
        _ asked: PageRequest, _ request: HTTPRequest,
        _ respond: @escaping @Sendable (HTTPResponse) -> Void
    ) throws(PeriluneError) {
        let user = try user(of: request)
        switch asked {
        case .list: respond(list)
        case .file(let name): respond(PageFile(name)?.response ?? .noPage)
        case .page(let name):
            guard let session = session(name) else { return respond(.noPage) }
            if let interval = options.refresh { session.rows.refresh(ifOlderThan: interval) }
            // The page itself reports the problem.
            guard let (visit, secret) = try? visitors.enter(request.visitor, session, user: user)
            else { return respond(PageFile.page(of: name)) }
            let dashboard = session.dashboard
            let look = InitialLayout(cookie: request.cookie(named: InitialLayout.cookie))
            let cache = firstPictures
            Task {
                let pictures = FirstPictures(
                    visit: visit, dashboard: dashboard, look: look, cache: cache)
                var response = PageFile.page(
                    of: name, panels: await pictures.html(),
                    places: InitialLayout.style(of: dashboard), isDark: look.isDark)
                if let secret { response.headers["Set-Cookie"] = request.cookie(secret) }
                respond(response)
            }
        case .changes(let name, let known):
            guard let session = session(name),
                let visit = visitors.visit(request.visitor, of: session, user: user),
                !isStopping.withLock(\.self)
            else { return respond(.noPage) }
            startRefreshing()
            visit.notifier.wait(after: known, respond)
        case .figure(let name, _), .panel(let name, _, _), .numbers(let name, _),
            .actions(let name):
            guard let session = session(name) else { return respond(.noPage) }
            // Without an open page, nothing else does it.
            if let interval = options.refresh { session.rows.refresh(ifOlderThan: interval) }
            if case .actions = asked { try request.checkActions() }
            let (visit, secret) = try visitors.enter(
                request.visitor, session, user: user, acts: request.method == "POST")
            let dashboard = session.dashboard
            Task {
                var response = await Self.answer(asked, request, visit, dashboard)
                if let secret { response.headers["Set-Cookie"] = request.cookie(secret) }
                respond(response)
            }
        }
    }

    private static func answer(
        _ asked: PageRequest, _ request: HTTPRequest, _ visit: Visit, _ dashboard: Dashboard
    ) async -> HTTPResponse {
        do throws(any Error) {
            switch asked {
            case .panel(_, let name, let look):
                guard let item = dashboard.item(named: name) else { return .noPage }
                let drawn = try await visit.session.panel(item, look)
                let picture = drawn.scene.svg(prefix: "\(item.name.asIdentifier)-")
                return .ofPage("image/svg+xml", picture)
            case .numbers(_, let name):
                guard let item = dashboard.item(named: name) else { return .noPage }
                let figure = await visit.session.figure(of: item).built.figure
                let table = FigureTable(figure.content, most: 100_000)
                return .ofPage("text/csv; charset=utf-8", table.csv)
            case .actions:
                return .ofPage(json: try await PageAction(request.body, dashboard).perform(visit))
            case .figure(_, let since):
                return .ofPage(json: await FigureAnswer(visit, dashboard, since: since).value)
            default: return .noPage
            }
        } catch {
            let failure = PeriluneError("charts.request", "the request failed: \(error)")
            return .ofPage(error as? PeriluneError ?? failure, status: 400)
        }
    }

    /// Runs the queries again from time to time, as long as pages are open.
    private func startRefreshing() {
        guard let interval = options.refresh,
            isRefreshing.withLock({ isRefreshing in
                defer { isRefreshing = true }
                return !isRefreshing
            })
        else { return }
        Task { [weak self] in
            while true {
                try? await Task.sleep(for: interval)
                guard let self, !self.isStopping.withLock(\.self) else { return }
                for session in self.sessions
                where self.visitors.hasWaitingClients(for: session.name) {
                    session.rows.refresh()
                }
            }
        }
    }

    /// The user named by the proxy.
    private func user(of request: HTTPRequest) throws(PeriluneError) -> String? {
        guard let userHeader = options.userHeader else { return nil }
        // Repaired, the names of two users could be equal.
        guard let names = request.headers.validated(userHeader) else {
            throw PeriluneError(
                "charts.user", "the user in the header '\(userHeader)' is not valid UTF-8",
                hint: "configure the proxy to send user names in UTF-8")
        }
        guard names.count == 1, let name = names.first, !name.isEmpty, name.utf8.count <= 256 else {
            throw PeriluneError(
                "charts.user",
                "the request does not name exactly one user in the header '\(userHeader)'",
                hint: "open the page through the proxy that sends this header")
        }
        return name
    }

    private func session(_ name: String) -> Session? { sessions.first { $0.name == name } }

    /// The start page: a list of dashboards, or the dashboard itself if there is only one.
    private var list: HTTPResponse {
        if sessions.count == 1, let only = sessions.first {
            var response = HTTPResponse.ofPage("text/plain", [], status: 303)
            response.headers["Location"] = PageRequest.prefix + only.name.asPathPart
            return response
        }
        let links = sessions.map { session in
            #"<li><a href="\#(PageRequest.prefix)\#(session.name.asPathPart)">\#(session.name.asHTML)</a></li>"#
        }
        return PageFile.list(links.joined()).response
    }
}
