import PeriluneDrawing

extension CategoryLabelMaker {
    /// All labels at 45 degrees, each ending below the middle of its band; `nil` if they would overlap.
    func slanted() -> Arrangement? {
        let slope = 0.5.squareRoot()
        guard scale.visible.count <= Self.mostSlanted, scale.width * slope >= lineHeight * 1.1
        else { return nil }
        var texts: [Text] = []
        var widest = 0.0
        var shortened = 0
        var shortenedInOneLine = 0
        for category in scale.visible {
            // The corner between the cap height and the end lies below the middle.
            let x = min(
                scale.center(of: category) + ascent * slope / 2,
                bounds.upperBound - (lineHeight - ascent) * slope)
            let available = min(
                room / slope - lineHeight, (x - bounds.lowerBound) / slope - ascent)
            guard available >= leastShortened,
                let line = style.fit.line(labels[category].text, style.font, within: available)
            else { return nil }
            widest = max(widest, line.width)
            if line.full != nil { shortened += 1 }
            if line.full != nil || line.width > scale.width - gap { shortenedInOneLine += 1 }
            texts.append(
                Text(
                    line.string, at: Point(x, ascent * slope), font: style.font,
                    color: style.color, anchor: .end, rotation: -45, full: line.full))
        }
        // Prefer shortened labels on one line if about as many are complete and none is left out.
        guard
            shortened * 2 <= shortenedInOneLine || widest > 2 * scale.width
                || scale.width < neededForShortened
        else { return nil }
        return (texts, (widest + lineHeight) * slope)
    }
}
