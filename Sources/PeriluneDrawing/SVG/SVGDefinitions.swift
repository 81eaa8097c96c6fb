/// The patterns and clip paths that marks refer to, numbered in the order of their first use.
struct SVGDefinitions {
    let prefix: String
    private var clips: [Rect] = []
    private var clipNumbers: [Rect: Int] = [:]
    private var hatches: [Paint.Fill] = []
    private var hatchNumbers: [Paint.Fill: Int] = [:]

    init(prefix: String) { self.prefix = prefix }

    mutating func clip(_ rect: Rect) -> String {
        if clipNumbers[rect] == nil {
            clipNumbers[rect] = clips.count
            clips.append(rect)
        }
        return "\(prefix)clip\(clipNumbers[rect] ?? 0)"
    }

    mutating func hatch(_ fill: Paint.Fill) -> String {
        if hatchNumbers[fill] == nil {
            hatchNumbers[fill] = hatches.count
            hatches.append(fill)
        }
        return "\(prefix)hatch\(hatchNumbers[fill] ?? 0)"
    }

    func write(into out: inout SVGBuffer) {
        guard !clips.isEmpty || !hatches.isEmpty else { return }
        out.raw("<defs>\n")
        for (index, rect) in clips.enumerated() {
            out.attribute("<clipPath id=\"", "\(prefix)clip\(index)")
            out.attribute("><rect x=\"", rect.x)
            out.attribute(" y=\"", rect.y)
            out.attribute(" width=\"", rect.width)
            out.attribute(" height=\"", rect.height)
            out.raw("/></clipPath>\n")
        }
        for (index, fill) in hatches.enumerated() {
            guard case .hatch(let hatch, let color, let ground) = fill else { continue }
            out.attribute("<pattern id=\"", "\(prefix)hatch\(index)")
            out.attribute(" patternUnits=\"userSpaceOnUse\" width=\"", Hatching.period)
            out.attribute(" height=\"", Hatching.period)
            out.attribute("><rect width=\"", Hatching.period)
            out.attribute(" height=\"", Hatching.period)
            out.attribute(" fill=\"", ground)
            if ground.opacity < 1 { out.attribute(" fill-opacity=\"", ground.opacity) }
            out.raw("/><path d=\"")
            for line in Hatching.tile(hatch) {
                out.raw("M")
                out.number(line.0.x)
                out.next(hundredths: SVGBuffer.hundredths(line.0.y))
                out.raw("L")
                out.number(line.1.x)
                out.next(hundredths: SVGBuffer.hundredths(line.1.y))
            }
            out.attribute("\" stroke=\"", color)
            out.attribute(" stroke-width=\"", Hatching.width(hatch))
            if color.opacity < 1 { out.attribute(" stroke-opacity=\"", color.opacity) }
            if hatch == .dots { out.raw(" stroke-linecap=\"round\"") }
            out.raw("/></pattern>\n")
        }
        out.raw("</defs>\n")
    }
}
