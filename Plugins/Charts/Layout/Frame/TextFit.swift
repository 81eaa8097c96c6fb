package import PeriluneDrawing

/// Shortens and wraps texts to fit the available room, by measuring them.
package struct TextFit: Sendable {
    /// Measures the width of a text in a font.
    package var measure: any TextMeasure

    package init(measure: any TextMeasure) { self.measure = measure }

    /// A displayed text: complete or shortened.
    package struct Line: Sendable, Hashable {
        /// The text, or its beginning with an ellipsis.
        package var string: String
        /// The complete text, if it was shortened.
        package var full: String?
        /// The measured width of ``string``.
        package var width: Double

        package init(string: String, full: String? = nil, width: Double) {
            self.string = string
            self.full = full
            self.width = width
        }
    }

    /// The maximum number of characters in a line, since measuring takes time.
    private static let mostCharacters = 240

    /// The width of a text in points, on one line.
    package func width(_ string: String, _ font: Font) -> Double {
        measure.extent(string, font).width
    }

    /// The height of a line, independent of the text.
    package func lineHeight(_ font: Font) -> Double { measure.extent("Åg", font).height }

    /// The text on one line, with an ellipsis if it is too wide; `nil` if nothing fits.
    package func line(_ string: String, _ font: Font, within available: Double) -> Line? {
        let text = Self.singleLine(string)
        let isShort = text.utf8.count <= Self.mostCharacters
        if isShort {
            let width = self.width(text, font)
            if width <= available { return Line(string: text, width: width) }
        }
        let characters = Array(text.prefix(Self.mostCharacters))
        var best: Line?
        // The width does not have to grow with each character, but what is taken has been measured.
        var low = 1
        var high = characters.count - (isShort ? 1 : 0)
        while low <= high {
            let middle = (low + high) / 2
            let shortened = Self.trimmed(characters[..<middle]) + "…"
            let width = self.width(shortened, font)
            if width <= available {
                best = Line(string: shortened, full: text, width: width)
                low = middle + 1
            } else {
                high = middle - 1
            }
        }
        return best
    }

    /// The text on two lines, broken where both are about equally wide; `nil` if that does not fit.
    package func twoLines(_ string: String, _ font: Font, within available: Double) -> [Line]? {
        let characters = Array(Self.singleLine(string))
        guard characters.count <= Self.mostCharacters else { return nil }
        var best: [Line]?
        var bestWidth = available
        for index in characters.indices.dropFirst() where Self.breaks(characters, at: index) {
            // Far from the middle a line is too wide in any case.
            guard abs(index * 2 - characters.count) <= characters.count * 3 / 5 else { continue }
            let halves = [characters[..<index], characters[index...]].map(Self.trimmed)
            let widths = halves.map { width($0, font) }
            guard let widest = widths.max(), widest <= bestWidth else { continue }
            bestWidth = widest
            best = zip(halves, widths).map { Line(string: $0, width: $1) }
        }
        return best
    }

    /// The text on several lines, the last of which may be shortened.
    package func wrapped(
        _ string: String, _ font: Font, within available: Double, lines: Int
    ) -> [Line] {
        let text = Self.singleLine(string)
        return measure.wrapped(text, font, width: available, lines: lines).map { line in
            Line(
                string: line, full: line.hasSuffix("…") ? text : nil, width: width(line, font))
        }
    }

    /// Whether a line may end before a character: after a space or a hyphen, and between ideographs.
    private static func breaks(_ characters: [Character], at index: Int) -> Bool {
        let before = characters[index - 1]
        if characters[index] == " " { return false }
        if before == " " { return true }
        // Do not break dates and numbers.
        if before == "-" || before == "/" { return characters[index].isLetter }
        return isIdeograph(before) && isIdeograph(characters[index])
    }

    private static func isIdeograph(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { (0x3040...0x9fff).contains($0.value) } ?? false
    }

    private static func trimmed(_ characters: ArraySlice<Character>) -> String {
        var characters = characters
        while characters.last == " " { characters.removeLast() }
        while characters.first == " " { characters.removeFirst() }
        return String(characters)
    }

    /// A text may come with line breaks, a label has none.
    private static func singleLine(_ string: String) -> String {
        guard string.utf8.contains(where: { $0 < 0x20 }) else { return string }
        return String(
            String.UnicodeScalarView(string.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
}
