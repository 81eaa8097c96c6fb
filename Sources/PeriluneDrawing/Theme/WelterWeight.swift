extension Theme {
    /// Bright, for paper and daylight.
    package static let welterWeight = Theme(
        name: "WelterWeight", isDark: false, fonts: .usual,
        colors: Colors(
            background: .white, panel: .white, panelBorder: Color(0xd5d9e0),
            plotBackground: .white, band: Color(0xf5f7fa), text: Color(0x1d232b),
            mutedText: Color(0x525c69), axis: Color(0x7b8694), grid: Color(0xe3e7ec),
            selection: Color(0x111827), highlight: Color(0xc2185b), good: Color(0x1b7f4d),
            bad: Color(0xc0271a), neutral: Color(0x6b7480), warning: Color(0x8a5a00),
            reference: Color(0x8a2be2), upperThreshold: Color(0x808080, opacity: 0.16),
            lowerThreshold: Color(0x808080, opacity: 0.16), tableHeader: Color(0xe9edf2),
            tableLine: Color(0xd9dee5), measure: Color(0x1f2a44), target: Color(0xb3261e),
            ranges: [0x97a2b0, 0xb5bec9, 0xcfd6de, 0xe2e7ec, 0xf1f4f7].map { Color($0) },
            node: Color(0xf3f6fb), nodeBorder: Color(0x6480ab), edge: Color(0x7b8694),
            pinned: Color(0xfff0c9)),
        series: SeriesStyle.palette(lightPalette), seriesByLabel: [:], shapes: [:],
        sequential: ColorScale(viridis.reversed()), diverging: ColorScale(orangeToBlue),
        lines: .usual, spacing: .usual)

    /// Dark, for screens.
    package static let welterWeightDark = Theme(
        name: "WelterWeight Dark", isDark: true, fonts: .usual,
        colors: Colors(
            background: Color(0x15181d), panel: Color(0x1c2027), panelBorder: Color(0x363d48),
            plotBackground: Color(0x1c2027), band: Color(0x22272f), text: Color(0xeef1f5),
            mutedText: Color(0xaab4c0), axis: Color(0x77828f), grid: Color(0x303742),
            selection: .white, highlight: Color(0xff7ab2), good: Color(0x5fd39a),
            bad: Color(0xff8a7d), neutral: Color(0x9aa4b0), warning: Color(0xf0b94a),
            reference: Color(0xc79bff), upperThreshold: Color(0xb0b8c2, opacity: 0.14),
            lowerThreshold: Color(0xb0b8c2, opacity: 0.14), tableHeader: Color(0x2a303a),
            tableLine: Color(0x363d48), measure: Color(0xf2f5f9), target: Color(0xff8a7d),
            ranges: [0x59636f, 0x4a535e, 0x3d454f, 0x313841, 0x272d35].map { Color($0) },
            node: Color(0x252c37), nodeBorder: Color(0x7d9bcb), edge: Color(0x77828f),
            pinned: Color(0x453a1c)),
        series: SeriesStyle.palette(darkPalette), seriesByLabel: [:], shapes: [:],
        sequential: ColorScale(viridis), diverging: ColorScale(orangeToBlueDark),
        lines: .usual, spacing: .usual)

    /// For influence diagrams: WelterWeight with nodes that stand out.
    package static let vallina = {
        var theme = welterWeight
        theme.name = "Vallina"
        theme.colors.background = Color(0xfbfaf7)
        theme.colors.panel = Color(0xfbfaf7)
        theme.colors.plotBackground = Color(0xfbfaf7)
        theme.colors.node = .white
        theme.colors.nodeBorder = Color(0x3f6f8f)
        theme.colors.edge = Color(0x7f8a93)
        theme.spacing.corner = 8
        return theme
    }()

    /// The themes that are built in.
    package static let builtIn = [welterWeight, welterWeightDark, vallina]
}

extension Theme.Fonts {
    /// Inter, with Noto Sans for missing characters; without both, DejaVu Sans.
    ///
    /// The other families are for viewing an SVG on a machine without Inter: none of them is wider.
    static let family =
        "Inter, Noto Sans, Segoe UI, Roboto, Helvetica Neue, DejaVu Sans, Verdana, sans-serif"

    static let usual = Theme.Fonts(
        heading: Font(family, size: 18, weight: .bold),
        title: Font(family, size: 14, weight: .bold),
        axisTitle: Font(family, size: 11, weight: .bold),
        axis: Font(family, size: 11, isTabular: true),
        label: Font(family, size: 11),
        legend: Font(family, size: 11),
        table: Font(family, size: 11, isTabular: true),
        tableHeader: Font(family, size: 11, weight: .bold),
        note: Font(family, size: 10, isItalic: true))
}

extension Theme.LineWidths {
    static let usual = Theme.LineWidths(
        axis: 1, grid: 1, border: 1, series: 2, reference: 1.5, selection: 2, marker: 6)
}

extension Theme.Spacing {
    static let usual = Theme.Spacing(
        padding: 12, gap: 12, label: 5, tick: 4, swatch: 11, corner: 4, markCorner: 0, band: 0.3,
        row: 5)
}
