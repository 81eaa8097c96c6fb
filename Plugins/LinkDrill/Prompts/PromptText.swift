import PeriluneCore

/// Answers are cut while they are encoded and decoded afterwards: an encoded comma is text.
enum PromptText {
    /// The delimiter as links write it.
    ///
    /// A caret has no spelling that is text: it delimits raw and encoded.
    static let caret = "%5e"

    /// The error for answers that no link can express.
    static func failure(_ message: String, hint: String) -> PeriluneError {
        PeriluneError("link.prompts", message, hint: hint)
    }

    /// Cuts at carets, which links write `%5e`, `%5E` or raw; all three are one delimiter.
    static func splitAtCarets(_ text: Substring, maximum: Int = .max) -> [Substring] {
        var pieces: [Substring] = []
        let bytes = text.utf8
        var start = bytes.startIndex
        var index = start
        while index < bytes.endIndex, pieces.count < maximum - 1 {
            let width = caretWidth(bytes[index...])
            if width > 0 {
                pieces.append(Substring(bytes[start..<index]))
                index = bytes.index(index, offsetBy: width)
                start = index
            } else {
                index = bytes.index(after: index)
            }
        }
        pieces.append(Substring(bytes[start...]))
        return pieces
    }

    private static func caretWidth(_ bytes: Substring.UTF8View) -> Int {
        if bytes.first == UInt8(ascii: "^") { return 1 }
        return bytes.starts(with: "%5e".utf8) || bytes.starts(with: "%5E".utf8) ? 3 : 0
    }
}
