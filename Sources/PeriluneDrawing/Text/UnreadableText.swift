import CPeriluneDrawing

/// A text with a character that no font of the machine has.
package struct UnreadableText: Sendable, Hashable {
    /// The whole text that was to be drawn.
    package let text: String
    /// The writing system of the character, such as Arabic; `nil` if it belongs to several or to none.
    package let script: String?
    /// The Debian package with a font for it.
    package let package: String

    init(_ text: String, missing character: UInt32) {
        self.text = text
        let code = perilune_script_of(character)
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
        let tag = String(decoding: bytes, as: UTF8.self)
        switch tag {
        case "Hani": script = "Chinese characters"
        case "Hira", "Kana": script = "Japanese"
        case "Hang": script = "Korean"
        // Common, inherited, unknown and private-use characters.
        case "Zyyy", "Zinh", "Zzzz": script = nil
        default: script = Self.names[tag] ?? "the script \(tag)"
        }
        switch tag {
        case "Hani", "Hira", "Kana", "Hang", "Bopo": package = "fonts-noto-cjk"
        case "Zyyy" where Unicode.Scalar(character)?.properties.isEmoji == true:
            package = "fonts-noto-color-emoji"
        default: package = "fonts-noto-core"
        }
    }

    private static let names = [
        "Arab": "Arabic", "Armn": "Armenian", "Beng": "Bengali", "Bopo": "Bopomofo",
        "Cher": "Cherokee", "Copt": "Coptic", "Cyrl": "Cyrillic", "Deva": "Devanagari",
        "Ethi": "Ethiopic", "Geor": "Georgian", "Grek": "Greek", "Gujr": "Gujarati",
        "Guru": "Gurmukhi", "Hebr": "Hebrew", "Khmr": "Khmer", "Knda": "Kannada",
        "Laoo": "Lao", "Latn": "Latin", "Mlym": "Malayalam", "Mong": "Mongolian",
        "Mymr": "Burmese", "Orya": "Odia", "Sinh": "Sinhala", "Syrc": "Syriac",
        "Taml": "Tamil", "Telu": "Telugu", "Thaa": "Thaana", "Thai": "Thai",
        "Tibt": "Tibetan",
    ]
}
