import PeriluneCore

/// The places of the panels of a page before its scripts run, and the sizes of their pictures.
///
/// The page puts the panels in the same places. The size of the window is that of the visitor's last page, stored in
/// a cookie; at the first visit it is unknown, and the page scales the pictures.
struct InitialLayout: Hashable {
    var width: Double = 1280
    var height: Double = 720
    /// `nil` if it is unknown, and the system decides.
    var isDark: Bool?

    static let cookie = "perilune-window"

    init() {}

    /// - Parameter cookie: Width, height and theme, such as `1280,720,dark`; anything else is ignored.
    init(cookie: String?) {
        let parts = (cookie ?? "").split(separator: ",")
        guard parts.count == 3, let width = Int(parts[0]), let height = Int(parts[1]),
            PanelStyle.sides.contains(width), PanelStyle.sides.contains(height),
            ["light", "dark"].contains(parts[2])
        else { return }
        self.width = Double(width)
        self.height = Double(height)
        isDark = parts[2] == "dark"
    }

    // What the style of the page has: the header, the space around the panels and between them, the bar and the
    // border of a panel, and its height where no layout places it.
    private static let (header, margin, gap) = (45.0, 6.0, 8.0)
    private static let (bar, border, panel) = (32.0, 1.0, 340.0)
    private static let (least, column) = (680.0, 640.0)

    /// The look of the picture of each item.
    func panelStyles(of dashboard: Dashboard) -> [PanelStyle] {
        let frames = width < Self.column ? nil : dashboard.frames(isPortrait: height > width)
        let (acrossAll, downAll) = (
            width - 2 * Self.margin, max(Self.least, height - Self.header - 2 * Self.margin)
        )
        return dashboard.items.indices.map { index in
            guard let frame = frames?[index] else {
                let columns =
                    width < Self.column
                    ? 1 : max(1, ((acrossAll + Self.gap) / (Self.panel + Self.gap)).rounded(.down))
                return panelStyle((acrossAll + Self.gap) / columns - Self.gap, Self.panel)
            }
            let isInPoints = dashboard.layout?.scale == .points
            return panelStyle(
                isInPoints ? frame.width : acrossAll * frame.width / 100,
                isInPoints ? frame.height : downAll * frame.height / 100)
        }
    }

    private func panelStyle(_ width: Double, _ height: Double) -> PanelStyle {
        func side(_ length: Double) -> Double {
            let sides = PanelStyle.sides
            return min(
                max(length.rounded(.down), Double(sides.lowerBound)), Double(sides.upperBound))
        }
        return PanelStyle(
            width: side(width - 2 * Self.border),
            height: side(height - 2 * Self.border - Self.bar), isDark: isDark == true)
    }

    /// The rules that put the panels in the places of the layout.
    static func style(of dashboard: Dashboard) -> String {
        var style = ""
        for isPortrait in [false, true] {
            guard let frames = dashboard.frames(isPortrait: isPortrait) else { continue }
            let isInPoints = dashboard.layout?.scale == .points
            let unit = isInPoints ? "px" : "%"
            var bottom = 0.0
            style +=
                "@media (min-width:640px) and (orientation:\(isPortrait ? "portrait" : "landscape")) {\n"
            for (index, frame) in frames.enumerated() {
                style +=
                    "#panels.first>:nth-child(\(index + 1)){position:absolute;left:\(frame.left)\(unit);top:\(frame.top)\(unit);width:\(frame.width)\(unit);height:\(frame.height)\(unit)}\n"
                bottom = max(bottom, frame.top + frame.height)
            }
            style +=
                "#panels.first{display:block\(isInPoints ? ";min-height:\(bottom)px" : "")}\n}\n"
        }
        return style
    }
}

extension Dashboard {
    /// The places of the items, in their order; `nil` if the layout has no place for one of them.
    fileprivate func frames(isPortrait: Bool) -> [DashboardLayout.Frame]? {
        guard let layout else { return nil }
        let screen =
            (isPortrait ? layout.portrait : layout.landscape) ?? layout.landscape
            ?? layout.portrait
        var frames: [DashboardLayout.Frame] = []
        for item in items {
            guard let frame = screen?.frames.first(where: { $0.name == item.name }) else {
                return nil
            }
            frames.append(frame)
        }
        return frames
    }
}
