internal import CPeriluneJSON
internal import Glibc
internal import PeriluneCore

/// Caches member names as strings, because the same names occur in many documents.
///
/// A slot may be overwritten by another name; a string is then created again.
struct RepeatedNames {
    private var slots: [(text: cpj_text, name: String)] = []

    /// Shorter strings need no allocation.
    private static let shortest = 16

    mutating func string(_ text: cpj_text) -> String {
        guard text.length >= Self.shortest, let bytes = text.bytes else {
            return JSONConversion.string(text)
        }
        if slots.isEmpty { slots = Array(repeating: (cpj_text(), ""), count: 64) }
        let raw = UnsafeRawPointer(bytes)
        let ends =
            raw.loadUnaligned(as: UInt64.self)
            ^ raw.loadUnaligned(fromByteOffset: text.length - 8, as: UInt64.self)
            ^ UInt64(text.length)
        let slot = Int((ends &* 0x9E37_79B9_7F4A_7C15) >> 58)
        let known = slots[slot].text
        if known.length != text.length || memcmp(known.bytes, bytes, text.length) != 0 {
            slots[slot] = (text, JSONConversion.string(text))
        }
        return slots[slot].name
    }
}
