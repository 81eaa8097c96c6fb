internal import Glibc
import PeriluneCore

/// The number of a link's first event.
///
/// The bus needs it for every link, so nothing is allocated.
package struct EventNumber: Sendable {
    /// The number of the first `evt` parameter; `nil` if there is none, it is not a number, or it does not fit into
    /// 64 bits.
    package private(set) var value: Int64?
    /// Whether it is the number of a custom event, as all numbers beyond 64 bits are.
    package private(set) var isCustom = false
    /// The offset of the first `evt`'s value; 0 if there is none.
    private var start = 0

    /// Whether there is an `evt` parameter, even if it is not a number.
    package var isThere: Bool { start > 0 }

    /// The first number of the custom events.
    static let firstCustom: Int64 = 10_000_000

    /// Creates the number of a link without events.
    package init() {}

    /// The number of a link; none for an invalid link.
    @inline(__always)
    package init(ofLink bytes: Span<UInt8>) {
        self = LinkReading.read(bytes) { text, parts in EventNumber(text, parts) } ?? EventNumber()
    }

    /// The number in the query of a link.
    package init(_ text: Span<UInt8>, _ parts: LinkParts) {
        guard let query = parts.query else { return }
        let end = Int(query.upper)
        var index = Int(query.lower)
        while index < end {
            // The `&` of `{&Document}` needs no special treatment: the text after it ends with `}`, so it is never
            // `evt`.
            if let value = Self.endOfName(text, at: index, before: end) {
                start = value
                readNumber(text, from: value, before: end)
                return
            }
            while index < end, unsafe text[unchecked: index] != UInt8(ascii: "&") { index += 1 }
            index += 1
        }
    }

    /// Whether another `evt` follows in the query of the same link.
    @inline(__always)
    package func isFollowed(_ text: Span<UInt8>, _ parts: LinkParts) -> Bool {
        guard let query = parts.query else { return false }
        let end = Int(query.upper)
        var index = start
        while let next = Self.nextParameter(text, from: index, before: end) {
            if Self.endOfName(text, at: next, before: end) != nil { return true }
            index = next
        }
        return false
    }

    /// The index after the next `&`, if it is followed by something.
    @inline(__always)
    private static func nextParameter(
        _ text: Span<UInt8>, from start: Int, before end: Int
    ) -> Int? {
        guard start < end else { return nil }
        let found = unsafe text.withUnsafeBufferPointer { bytes -> Int in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, Int32(UInt8(ascii: "&")), end - start)
            else { return end }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
        return found + 1 < end ? found + 1 : nil
    }

    /// The offset of the value if the parameter at `start` is `evt`, even if it is written as `%65vt`.
    @inline(__always)
    private static func endOfName(_ text: Span<UInt8>, at start: Int, before end: Int) -> Int? {
        let first = unsafe text[unchecked: start]
        guard first == UInt8(ascii: "e") || first == UInt8(ascii: "%") else { return nil }
        var index = start
        let letters: [3 of UInt8] = [UInt8(ascii: "e"), UInt8(ascii: "v"), UInt8(ascii: "t")]
        for position in letters.indices {
            guard index < end else { return nil }
            guard text.decodedByte(at: &index, before: end) == letters[position] else { return nil }
        }
        guard index < end else { return index }
        switch text[index] {
        case UInt8(ascii: "="): return index + 1
        case UInt8(ascii: "&"): return index
        default: return nil
        }
    }

    @inline(__always)
    private mutating func readNumber(_ text: Span<UInt8>, from start: Int, before end: Int) {
        var index = start
        var number: Int64 = 0
        var overflows = false
        while index < end, text[index] != UInt8(ascii: "&") {
            let byte = text.decodedByte(at: &index, before: end)
            guard byte.isASCIIDigit else { return }
            let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(Int64(byte - 0x30))
            number = sum
            overflows = overflows || overflow || carry
        }
        guard index > start else { return }
        if !overflows { value = number }
        isCustom = overflows || number >= Self.firstCustom
    }
}
