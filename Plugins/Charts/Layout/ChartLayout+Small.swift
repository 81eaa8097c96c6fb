import PeriluneDrawing

extension ChartLayout {
    /// The layout for a chart: small charts use smaller fonts before texts are left out.
    func fitting(_ rect: Rect) -> ChartLayout {
        rect.width < 200 || rect.height < 120 ? smaller : self
    }

    /// The layout for the charts of a dashboard: on a phone, all charts use the same small sizes.
    func fitting(dashboard size: Size) -> ChartLayout {
        size.width < 480 || size.height < 360 ? smaller : self
    }

    private var smaller: ChartLayout {
        var small = self
        small.theme.fonts = theme.fonts.smaller
        small.theme.spacing.padding = min(theme.spacing.padding, 7)
        small.theme.spacing.label = min(theme.spacing.label, 4)
        small.theme.spacing.swatch = min(theme.spacing.swatch, 8)
        small.theme.spacing.row = min(theme.spacing.row, 3)
        small.theme.lines.marker = min(theme.lines.marker, 4)
        return small
    }
}

extension Theme.Fonts {
    /// The smallest fonts that are still legible.
    fileprivate var smaller: Theme.Fonts {
        var fonts = self
        fonts.heading.size = min(heading.size, 12)
        fonts.title.size = min(title.size, 11)
        for font in [\Self.axisTitle, \.axis, \.label, \.legend, \.table, \.tableHeader, \.note] {
            fonts[keyPath: font].size = min(self[keyPath: font].size, 9)
        }
        return fonts
    }
}

extension Figure {
    /// The figure of a thumbnail: what is not a mark is left out.
    var withoutWords: Figure {
        var figure = self
        (figure.notes, figure.breadcrumbs, figure.topLevel) = ([], [], nil)
        (figure.subtitle, figure.source) = ("", "")
        figure.display.isTitleHidden = true
        figure.display.isLegendHidden = true
        figure.display.showsSeriesLabels = false
        return figure
    }
}
