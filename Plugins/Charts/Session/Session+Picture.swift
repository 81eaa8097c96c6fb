package import PeriluneCore
package import PeriluneDrawing
import PeriluneLocale

extension Session {
    /// The names under which pictures of it can be taken: the dashboard, and each item.
    package nonisolated var views: [String] {
        [name] + dashboard.items.map { "\(name)/\($0.name)" }
    }

    /// A picture of the dashboard or of one of its items; `nil` where the view is none of them.
    package func picture(_ request: PictureRequest) async throws -> Picture? {
        guard let scene = try await scene(request) else { return nil }
        return try scene.annotated(request.annotations)
            .picture(format: request.format, scale: request.scale)
    }

    /// The same before it is written.
    package func scene(_ request: PictureRequest) async throws -> Scene? {
        let theme = try request.theme.map { value throws(PeriluneError) in try Theme(value) }
        let measure = try PangoMeasure()
        let formats = try request.locale.map { locale throws(PeriluneError) in
            try FigureFormats(locale)
        }
        let isPortrait = request.orientation == .portrait
        let usual = DashboardPicture.screen(isPortrait: isPortrait)
        let size = Size(request.width ?? usual.width, request.height ?? usual.height)
        let composer = DashboardComposer(theme: theme ?? .welterWeight, measure: measure)
        let language = (request.locale ?? "en").replacing("_", with: "-")
        if request.view == name {
            let picture = await picture(
                isPortrait: isPortrait, formats: formats ?? self.formats, language: language)
            return composer.scene(picture, size: size)
        }
        guard let item = item(ofView: request.view) else { return nil }
        let alone = request.width == nil && request.height == nil ? Size(800, 500) : size
        return composer.scene(
            await fullView(of: item, formats: formats ?? self.formats, language: language),
            size: alone)
    }

    /// An item by its name, with or without the dashboard's before it.
    private nonisolated func item(ofView view: String) -> Dashboard.Item? {
        if let item = dashboard.item(named: view) { return item }
        guard view.hasPrefix(name + "/") else { return nil }
        return dashboard.item(named: String(view.dropFirst(name.count + 1)))
    }

    private func picture(
        isPortrait: Bool, formats: FigureFormats, language: String
    ) async -> DashboardPicture {
        let screen = isPortrait ? dashboard.layout?.portrait : dashboard.layout?.landscape
        let layout = screen ?? dashboard.layout?.landscape ?? dashboard.layout?.portrait
        var places: [String: Rect] = [:]
        for frame in layout?.frames ?? [] where places[frame.name] == nil {
            places[frame.name] = Rect(frame.left, frame.top, frame.width, frame.height)
        }
        let built = await figures(formats).built
        let items = zip(dashboard.items, built).map { item, built in
            DashboardPicture.Item(built.figure, place: places[item.name])
        }
        var picture = DashboardPicture(
            items: items, filters: filterTexts, language: language)
        if dashboard.layout?.scale == .points {
            picture.scale = .points
            if let width = layout?.contentWidth, let height = layout?.contentHeight {
                picture.contentSize = Size(width, height)
            }
        }
        return picture
    }

    private func fullView(
        of item: Dashboard.Item, formats: FigureFormats, language: String
    ) async -> FullViewPicture {
        let built = await figure(of: item, formats).built
        var view = FullViewPicture(figure: built.figure, filters: filterTexts, language: language)
        if case .chart(let chart) = item, chart.isZooming {
            view.levels = chart.zoomingLevels.map { $0.title.isEmpty ? $0.query : $0.title }
            view.level = min(state[item.name].level, view.levels.count - 1)
        }
        view.panels = await panels(beside: item)
        return view
    }

    /// The filters that are on, as a person reads them.
    private var filterTexts: [String] {
        dashboard.filters.compactMap { filter in
            switch state.filters[filter.name] {
            case .among(let values): "\(filter.name): \(values.joined(separator: ", "))"
            case .between(let lower, let upper):
                "\(filter.name): \(ValueText.number(lower)) – \(ValueText.number(upper))"
            case nil: nil
            }
        }
    }
}

/// The dashboards that are open, as views of the host.
package struct SessionViews: ViewProvider {
    package let sessions: [Session]

    package init(_ sessions: [Session]) { self.sessions = sessions }

    package var views: [String] { sessions.flatMap(\.views) }

    package func picture(_ request: PictureRequest) async throws -> Picture? {
        for session in sessions {
            if let picture = try await session.picture(request) { return picture }
        }
        return nil
    }
}
