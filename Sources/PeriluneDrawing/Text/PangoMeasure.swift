import CPeriluneDrawing
package import PeriluneCore
import Synchronization

/// Measures text with Pango, including kerning; results are cached.
package final class PangoMeasure: TextMeasure {
    private struct Key: Hashable {
        var string: String
        var font: Font
    }

    /// The maximum number of cached texts; when it is exceeded, the cache is cleared.
    private static let most = 20_000

    private let known = Mutex<[Key: TextExtent]>([:])
    private let unreadable = Mutex<[UnreadableText]>([])

    /// The first texts with characters that no font contains, which are drawn as boxes; one for each writing system.
    package var unreadableTexts: [UnreadableText] { unreadable.withLock { $0 } }

    private static let mostUnreadable = 5

    /// Loads the machine's fonts.
    ///
    /// - Throws: `picture.fonts` if there are none.
    package init() throws(PeriluneError) {
        let font = Font(size: 10)
        _ = try Typesetter.shared.with(font) { _ in true }
    }

    /// The extent of one line; line breaks count as spaces.
    package func extent(_ string: String, _ font: Font) -> TextExtent {
        let key = Key(string: string, font: font)
        if let extent = known.withLock({ $0[key] }) { return extent }
        // If a font cannot be loaded in one size, it cannot in any, so this text is never drawn and the extent is a
        // guess.
        let extent =
            (try? measure(string, font))
            ?? TextExtent(
                width: Double(string.count) * font.size * 0.6, ascent: font.size * 0.93,
                descent: font.size * 0.24)
        known.withLock { known in
            if known.count >= Self.most { known.removeAll(keepingCapacity: true) }
            known[key] = extent
        }
        return extent
    }

    private func measure(
        _ string: String, _ font: Font
    ) throws(PeriluneError) -> TextExtent {
        var line = OneLine.of(string)
        let extent = try Typesetter.shared.with(font) { font throws(PeriluneError) in
            var extent = perilune_extent()
            let status = line.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) {
                    perilune_font_measure(font, $0.baseAddress, $0.count, &extent)
                }
            }
            try check(status)
            return extent
        }
        if extent.missing > 0 {
            let text = UnreadableText(string, missing: extent.missing)
            unreadable.withLock { texts in
                if texts.count < Self.mostUnreadable,
                    !texts.contains(where: { $0.script == text.script })
                {
                    texts.append(text)
                }
            }
        }
        return TextExtent(width: extent.width, ascent: extent.ascent, descent: extent.descent)
    }
}
