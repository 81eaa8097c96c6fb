extension TextMeasure {
    /// The advance width of a text in points.
    package func width(_ string: String, _ font: Font) -> Double { extent(string, font).width }

    /// The text, truncated with `…` if it is wider than `width`.
    ///
    /// - Returns: An empty text if not even one letter and `…` fit.
    package func ellipsized(_ string: String, _ font: Font, width: Double) -> String {
        if extent(string, font).width <= width { return string }
        let letters = Array(string)
        // A longer text is hardly ever narrower, so the length is found by bisection.
        var (fits, tooMany) = (0, letters.count)
        while fits + 1 < tooMany {
            let middle = (fits + tooMany) / 2
            if extent(cut(letters, middle), font).width <= width {
                fits = middle
            } else {
                tooMany = middle
            }
        }
        return fits == 0 ? "" : cut(letters, fits)
    }

    /// The text in at most so many lines, wrapped at spaces and after hyphens and slashes.
    ///
    /// Lines that are too wide are truncated, and the last line contains the rest.
    package func wrapped(
        _ string: String, _ font: Font, width: Double, lines most: Int
    ) -> [String] {
        guard most > 1, extent(string, font).width > width else {
            return [ellipsized(string, font, width: width)]
        }
        var lines: [String] = []
        var line = ""
        var rest = breakable(string)[...]
        while let part = rest.first {
            let longer = line + part
            if line.isEmpty || extent(trimmed(longer), font).width <= width {
                line = longer
                rest = rest.dropFirst()
            } else if lines.count + 1 < most {
                lines.append(ellipsized(trimmed(line), font, width: width))
                line = ""
            } else {
                line += rest.joined()
                rest = []
            }
        }
        return lines + [ellipsized(trimmed(line), font, width: width)]
    }

    private func cut(_ letters: [Character], _ count: Int) -> String {
        var end = count
        while end > 0, letters[end - 1].isWhitespace { end -= 1 }
        return String(letters[..<end]) + "…"
    }

    /// The parts after which a line may end, with the spaces that follow them.
    private func breakable(_ string: String) -> [String] {
        var parts: [String] = []
        var part = ""
        var mayEnd = false
        for letter in string {
            if mayEnd, !letter.isWhitespace {
                parts.append(part)
                part = ""
            }
            part.append(letter)
            mayEnd = letter.isWhitespace || letter == "-" || letter == "/"
        }
        return part.isEmpty ? parts : parts + [part]
    }

    private func trimmed(_ string: String) -> String {
        var text = string[...]
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
