package import PeriluneCore

extension Scene {
    /// Draws the scene to a file; the same scene gives the same bytes.
    ///
    /// - Parameters:
    ///   - format: The file format.
    ///   - scale: Pixels for each point, for PNG.
    /// - Returns: The picture, with its size and description.
    /// - Throws: `picture.size`, `picture.image`, `picture.fonts` or `picture.failed`.
    package func picture(
        format: Picture.Format, scale: Double = 1
    ) throws(PeriluneError) -> Picture {
        let most = 16384.0
        let pixels = format == .png ? Size(size.width * scale, size.height * scale) : size
        let (width, height) = (pixels.width.rounded(), pixels.height.rounded())
        guard width >= 1, height >= 1, width <= most, height <= most, width * height <= 67_108_864
        else {
            throw PeriluneError(
                .pictureSize,
                "a picture of \(plain(size.width)) by \(plain(size.height)) points at scale \(plain(scale)) is too large",
                hint: "the limit is \(Int(most)) pixels on a side and 64 million pixels in all")
        }
        let bytes =
            switch format {
            case .svg: try checkedSVG()
            case .png: try png(Int32(width), Int32(height), scale)
            case .pdf: try pdf()
            }
        return Picture(
            bytes: bytes, format: format, width: Int(width), height: Int(height),
            alternative: alternative)
    }

    private var alternative: String {
        if description.isEmpty { return title }
        return title.isEmpty ? description : "\(title). \(description)"
    }

    private func checkedSVG() throws(PeriluneError) -> [UInt8] {
        try Self.checkImages(nodes)
        return svg()
    }

    /// Checks the images of an SVG, because viewers do not report images that they cannot read.
    private static func checkImages(_ nodes: [Node]) throws(PeriluneError) {
        for node in nodes {
            switch node {
            case .image(let image): _ = try PixelImage(png: image.png)
            case .group(let group): try checkImages(group.nodes)
            case .mark, .text: continue
            }
        }
    }

    private func png(
        _ width: Int32, _ height: Int32, _ scale: Double
    ) throws(PeriluneError) -> [UInt8] {
        var canvas = try Canvas(
            pixels: width, height, scale: scale, isOpaque: background.opacity >= 1)
        try canvas.draw(self)
        return try canvas.finish(pixelsPerMetre: UInt32((scale * 72 / 0.0254).rounded()))
    }

    private func pdf() throws(PeriluneError) -> [UInt8] {
        var canvas = try Canvas(page: size, title: title)
        try canvas.draw(self)
        return try canvas.finish(pixelsPerMetre: 0)
    }
}
