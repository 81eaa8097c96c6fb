import CPeriluneDrawing
import Glibc
package import PeriluneCore

/// The pixels of a PNG, `width` times `height`.
package struct PixelImage: Sendable {
    package let width: Int
    package let height: Int
    /// Blue, green, red and opacity of each pixel; colours are premultiplied.
    private let bytes: [UInt8]

    /// Decodes a PNG of up to 40 million pixels.
    ///
    /// - Throws: `picture.image` or `picture.size`.
    package init(png: [UInt8]) throws(PeriluneError) {
        try DrawingLibraries.load()
        var pixels: UnsafeMutablePointer<UInt8>?
        var (width, height): (Int32, Int32) = (0, 0)
        try check(perilune_png_decode(png, png.count, &pixels, &width, &height))
        defer { free(pixels) }
        (self.width, self.height) = (Int(width), Int(height))
        bytes = Array(UnsafeBufferPointer(start: pixels, count: 4 * self.width * self.height))
    }

    /// The colour of a pixel, counted from the top left; transparent outside.
    package subscript(x: Int, y: Int) -> Color {
        guard x >= 0, y >= 0, x < width, y < height else { return Color(0, opacity: 0) }
        let start = 4 * (y * width + x)
        return Color(
            bytes[start + 2], bytes[start + 1], bytes[start],
            opacity: Double(bytes[start + 3]) / 255)
    }
}
