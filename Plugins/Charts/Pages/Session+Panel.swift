import PeriluneCore
import PeriluneDrawing

extension Session {
    /// Lays out an item for the page of a dashboard, without the controls, which the page draws itself.
    func panel(_ item: Dashboard.Item, _ look: PanelStyle) async throws(PeriluneError) -> DrawnScene
    {
        let (built, issues) = await figure(of: item)
        let composer = DashboardComposer(
            theme: look.isDark ? .welterWeightDark : .welterWeight, measure: try PangoMeasure())
        var figure = built.figure
        // The page writes the title and the drill path itself.
        if !look.hasTitle { (figure.title, figure.breadcrumbs, figure.topLevel) = ("", [], nil) }
        var scene = composer.scene(
            FullViewPicture(figure: figure), size: Size(look.width, look.height))
        scene.title = built.figure.title.isEmpty ? item.name : built.figure.title
        // Marks have numbers, and actions name keys: a picture has the keys of its own marks.
        let keys = DataAttribute("keys", built.keys.json)
        scene.nodes = [.group(Group(.group, data: [keys], nodes: scene.nodes))]
        return DrawnScene(scene: scene, figures: [built], issues: issues)
    }
}

extension BuiltFigure {
    /// The keys of categories and series, by number.
    var keys: Value {
        [
            "categories": .array(categories.map { .string($0.text) }),
            "series": .array(series.map { .string($0.text) }),
        ]
    }
}

extension Dashboard.Item {
    /// Whether a change from one view to another changes what is drawn.
    func isChanged(from before: Visit.View, to now: Visit.View) -> Bool {
        if before.refreshes != now.refreshes { return true }
        let (before, now) = (before.state, now.state)
        if before[name] != now[name] { return true }
        if before.filters != now.filters, isFiltered { return true }
        return before.variables.keys.contains {
            before.variables[$0] != now.variables[$0] && uses($0)
        }
            || now.variables.keys.contains { before.variables[$0] != now.variables[$0] && uses($0) }
    }

    private var isFiltered: Bool { charts.contains { !$0.filters.isEmpty } }

    /// Whether an expression uses a variable; true for items other than charts.
    private func uses(_ variable: String) -> Bool {
        charts.isEmpty
            || charts.flatMap(\.values).contains {
                $0.expression.contains(variable) || $0.weight?.contains(variable) == true
            }
    }
}
