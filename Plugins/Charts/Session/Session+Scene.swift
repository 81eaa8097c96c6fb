package import PeriluneCore
package import PeriluneDrawing
import PeriluneLocale

/// A view before it is written, the figures in it, and what is wrong with them.
package struct DrawnScene: Sendable {
    /// The laid out view, without annotations.
    package var scene: Scene
    /// The figures in the order of the dashboard's items; one for the view of an item.
    package var figures: [BuiltFigure]
    /// The issues of the figures, and of texts that no font can show.
    package var issues: [ChartIssue]
}

extension Session {
    /// Lays out the dashboard or one of its items; `nil` if the view does not exist.
    package func scene(_ request: PictureRequest) async throws -> DrawnScene? {
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
            let (built, issues) = await figures(formats)
            let picture = await picture(of: built, isPortrait: isPortrait, language: language)
            let scene = composer.scene(picture, size: size)
            return DrawnScene(
                scene: scene, figures: built, issues: issues + ChartIssue.unreadable(measure))
        }
        guard let item = item(ofView: request.view) else { return nil }
        let alone = request.width == nil && request.height == nil ? item.usualSize ?? usual : size
        let (built, issues) = await figure(of: item, formats)
        let view = await fullView(of: item, built, language: language)
        let scene = composer.scene(view, size: alone)
        return DrawnScene(
            scene: scene, figures: [built], issues: issues + ChartIssue.unreadable(measure))
    }

    /// An item by its name, with or without the dashboard's before it.
    nonisolated func item(ofView view: String) -> Dashboard.Item? {
        if let item = dashboard.item(named: view) { return item }
        guard view.hasPrefix(name + "/") else { return nil }
        return dashboard.item(named: String(view.dropFirst(name.count + 1)))
    }

    private func picture(
        of built: [BuiltFigure], isPortrait: Bool, language: String
    ) async -> DashboardPicture {
        let screen = isPortrait ? dashboard.layout?.portrait : dashboard.layout?.landscape
        let layout = screen ?? dashboard.layout?.landscape ?? dashboard.layout?.portrait
        var places: [String: Rect] = [:]
        for frame in layout?.frames ?? [] where places[frame.name] == nil {
            places[frame.name] = Rect(frame.left, frame.top, frame.width, frame.height)
        }
        let items = zip(dashboard.items, built).map { item, built in
            DashboardPicture.Item(built.figure, place: places[item.name])
        }
        var picture = DashboardPicture(
            items: items, filters: await filterTexts(), language: language)
        if dashboard.layout?.scale == .points {
            picture.scale = .points
            if let width = layout?.contentWidth, let height = layout?.contentHeight {
                picture.contentSize = Size(width, height)
            }
        }
        return picture
    }

    private func fullView(
        of item: Dashboard.Item, _ built: BuiltFigure, language: String
    ) async -> FullViewPicture {
        var view = FullViewPicture(
            figure: built.figure, filters: await filterTexts(), language: language)
        if let chart = item.zoomingChart(in: state[item.name]) {
            view.levels = chart.zoomingLevels.map { $0.title.isEmpty ? $0.query : $0.title }
            view.level = min(state[item.name].level, view.levels.count - 1)
        }
        view.panels = await panels(beside: item)
        return view
    }

    /// The active filters as text.
    private func filterTexts() async -> [String] {
        var texts: [String] = []
        for filter in dashboard.filters {
            switch state.filters[filter.name] {
            case .among(let values):
                texts.append("\(filter.name): \(values.joined(separator: ", "))")
            case .between(let lower, let upper):
                let areDates = await builder(nil).areDates(filter)
                let ends = [lower, upper].map { end in
                    areDates && abs(end) < 1e18
                        ? ValueText.date(Int64(end)) : ValueText.number(end)
                }
                texts.append("\(filter.name): \(ends.joined(separator: " – "))")
            case nil: break
            }
        }
        return texts
    }
}

extension ChartIssue {
    /// A warning about texts that no font can show.
    fileprivate static func unreadable(_ measure: PangoMeasure) -> [ChartIssue] {
        measure.unreadableTexts.map { missing in
            let lack =
                missing.script.map { "there is no font for \($0)" }
                ?? "no font has all characters"
            return ChartIssue(
                .other("fonts"), level: .warning,
                reason: "\(lack): boxes are drawn in '\(missing.text.prefix(40))'",
                hint: "install a font for it, such as the package \(missing.package)")
        }
    }
}

extension Dashboard.Item {
    /// The usual size of a picture of this item alone; `nil` if it needs a whole screen, such as a diagram of twenty
    /// nodes.
    fileprivate var usualSize: Size? {
        if case .diagram = self { nil } else { Size(800, 500) }
    }
}
