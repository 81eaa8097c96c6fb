/// Finds the event number of a link without taking the link apart.
///
/// The bus asks this of every link to find the delegates that care, so it allocates nothing and
/// looks at each byte at most twice. It agrees with `Link.eventNumber` on every input.
public enum LinkScanner {
    /// The first number of the custom events.
    public static let firstCustomEvent: Int64 = 10_000_000

    /// The number of the first `evt` parameter; `nil` where there is none or it is no number.
    public static func eventNumber(in bytes: Span<UInt8>) -> Int64? {
        guard let value = firstEvent(in: bytes) else { return nil }
        return number(bytes, from: value)
    }

    /// Where the value of the first `evt` parameter begins.
    static func firstEvent(in bytes: Span<UInt8>) -> Int? {
        guard bytes.count <= Link.maximumLength, var index = startOfQuery(bytes) else { return nil }
        let count = bytes.count
        while index < count {
            if let value = valueOfEvent(bytes, at: index) { return value }
            // The `&` of `{&Document}` needs no care here: what follows it ends in `}`, so it is
            // never taken for `evt`.
            while index < count, bytes[index] != UInt8(ascii: "&") {
                if bytes[index] == UInt8(ascii: "#") { return nil }
                index += 1
            }
            index += 1
        }
        return nil
    }

    /// The number of the first `evt` parameter of a text.
    public static func eventNumber(in text: String) -> Int64? {
        eventNumber(in: text.utf8.span)
    }

    /// Whether the link's first event is a custom one.
    public static func isCustom(_ bytes: Span<UInt8>) -> Bool {
        guard let number = eventNumber(in: bytes) else { return false }
        return isCustom(number)
    }

    /// Whether a number belongs to a custom event.
    public static func isCustom(_ number: Int64) -> Bool { number >= firstCustomEvent }

    private static func startOfQuery(_ bytes: Span<UInt8>) -> Int? {
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "?"): return index + 1
            case UInt8(ascii: "#"): return startWithoutQuestionMark(bytes)
            default: index += 1
            }
        }
        return startWithoutQuestionMark(bytes)
    }

    /// The rare `mstr://evt=1`: only the full layout tells it from an authority.
    @inline(never)
    private static func startWithoutQuestionMark(_ bytes: Span<UInt8>) -> Int? {
        let layout = LinkLayout(bytes)
        guard layout.lacksQuestionMark, let query = layout.query else { return nil }
        return Int(query.lower)
    }

    /// Where the value starts if the parameter at `index` is `evt`, be it written `%65vt`.
    @inline(__always)
    static func valueOfEvent(_ bytes: Span<UInt8>, at start: Int) -> Int? {
        let first = bytes[start]
        guard first == UInt8(ascii: "e") || first == UInt8(ascii: "%") else { return nil }
        let count = bytes.count
        var index = start
        let letters: [3 of UInt8] = [UInt8(ascii: "e"), UInt8(ascii: "v"), UInt8(ascii: "t")]
        for position in letters.indices {
            guard index < count else { return nil }
            let (octet, next) = PercentEncoding.octet(in: bytes, at: index, before: count)
            guard octet == letters[position] else { return nil }
            index = next
        }
        guard index < count else { return index }
        switch bytes[index] {
        case UInt8(ascii: "="): return index + 1
        case UInt8(ascii: "&"), UInt8(ascii: "#"): return index
        default: return nil
        }
    }

    @inline(__always)
    static func number(_ bytes: Span<UInt8>, from start: Int) -> Int64? {
        var index = start
        var number: Int64 = 0
        var hasDigits = false
        while index < bytes.count {
            let (octet, next) = PercentEncoding.octet(in: bytes, at: index, before: bytes.count)
            if next == index + 1, octet == UInt8(ascii: "&") || octet == UInt8(ascii: "#") { break }
            guard octet >= 0x30, octet <= 0x39 else { return nil }
            let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(Int64(octet - 0x30))
            if overflow || carry { return nil }
            number = sum
            hasDigits = true
            index = next
        }
        return hasDigits ? number : nil
    }
}
