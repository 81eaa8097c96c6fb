package import PeriluneDrawing

/// The labels below a row of bands, arranged so that none touches another and none leaves the picture.
///
/// The arrangements are tried in this order: on one line; on two; every k-th label, if the others can be inferred; at
/// 45 degrees; shortened. Labels are never vertical, because those are hard to read.
package struct CategoryLabels: Sendable {
    /// The height of the labels below the bands.
    package private(set) var height: Double = 0
    private var texts: [Text] = []

    /// Whether every category has its label, and all of it.
    package private(set) var isWhole = true

    /// What the arranging is done with: the font, the colour of all labels, and what measures and shortens them.
    package struct Style: Sendable {
        package var font: Font
        package var color: Color
        package var fit: TextFit

        package init(font: Font, color: Color, fit: TextFit) {
            self.font = font
            self.color = color
            self.fit = fit
        }
    }

    /// Labels that cover x only within some bounds and are not higher than the room there is.
    ///
    /// Where categories have places instead of bands, one label after the other is left out that does not
    /// fit beside the one before.
    package init(
        _ labels: [Label], scale: BandScale, places: [Double]? = nil,
        bounds: ClosedRange<Double>, room: Double, style: Style
    ) {
        let maker = CategoryLabelMaker(
            labels: labels, scale: scale, bounds: bounds, room: room, style: style)
        guard !scale.visible.isEmpty, maker.lineHeight <= room else { return }
        (texts, height) = places.map(maker.placed) ?? maker.best()
        isWhole = texts.count >= scale.visible.count && texts.allSatisfy { $0.full == nil }
    }

    /// The nodes of the labels below a line.
    package func nodes(below y: Double) -> [Node] {
        texts.map { text in
            var text = text
            text.position.y += y
            return .text(text)
        }
    }
}
