import PeriluneCore

/// A time as DataContractJsonSerializer writes it: `/Date(1506409448000-0700)/`.
///
/// The number is always UTC; the offset says which clock the sender looked at.
struct WireDate: Hashable {
    /// Since 1970 in UTC.
    var milliseconds: Int64
    /// East of Greenwich; `nil` if the sender gave none.
    var offsetMinutes: Int?

    init(milliseconds: Int64, offsetMinutes: Int? = nil) {
        self.milliseconds = milliseconds
        self.offsetMinutes = offsetMinutes
    }

    /// Reads the text between the quotes, with or without a backslash before each slash.
    init?(escaped text: Span<UInt8>) {
        // The shortest is `/Date(0)/`; most strings of a payload end here. All others have room for `\/Date(`.
        guard text.count >= 9 else { return nil }
        var at = 0
        guard Self.skipSlash(text, &at) else { return nil }
        for byte in "Date(".utf8 {
            guard text[at] == byte else { return nil }
            at += 1
        }
        guard let milliseconds = Self.readNumber(text, &at) else { return nil }
        self.milliseconds = milliseconds
        if at < text.count, text[at] == UInt8(ascii: "+") || text[at] == UInt8(ascii: "-") {
            let isWest = text[at] == UInt8(ascii: "-")
            at += 1
            let start = at
            guard let digits = Self.readDigits(text, &at), at - start == 4 else { return nil }
            let (hours, minutes) = digits.quotientAndRemainder(dividingBy: 100)
            guard hours < 24, minutes < 60 else { return nil }
            offsetMinutes = Int(hours * 60 + minutes) * (isWest ? -1 : 1)
        }
        guard at < text.count, text[at] == UInt8(ascii: ")") else { return nil }
        at += 1
        guard Self.skipSlash(text, &at), at == text.count else { return nil }
        guard Self.years.contains(milliseconds) else { return nil }
    }

    /// From year 1 to the end of 9999: what .NET can hold.
    private static let years: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// Whether it is from 1970 to 9998, and so in a year of four digits by any clock.
    var isUsual: Bool { (0..<253_370_764_800_000).contains(milliseconds) }

    /// RFC 3339: UTC as `Z`, with an offset as that clock showed it.
    var iso: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the time as ``iso`` has it.
    func write(to bytes: inout [UInt8]) {
        let shown = milliseconds + Int64(offsetMinutes ?? 0) * 60_000
        Timestamp(microseconds: shown * 1000).write(to: &bytes)
        guard let offset = offsetMinutes, offset != 0 else { return }
        bytes.removeLast()
        let size = Int(offset.magnitude)
        bytes.append(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        let (hours, minutes) = size.quotientAndRemainder(dividingBy: 60)
        let zero = UInt8(ascii: "0")
        bytes += [zero + UInt8(hours / 10), zero + UInt8(hours % 10), UInt8(ascii: ":")]
        bytes += [zero + UInt8(minutes / 10), zero + UInt8(minutes % 10)]
    }

    /// The text between the quotes, with slashes escaped as .NET does.
    var escaped: String {
        guard let offset = offsetMinutes else { return "\\/Date(\(milliseconds))\\/" }
        let size = Int(offset.magnitude)
        let digits = String(10_000 + size / 60 * 100 + size % 60).dropFirst()
        return "\\/Date(\(milliseconds)\(offset < 0 ? "-" : "+")\(digits))\\/"
    }

    private static func skipSlash(_ text: Span<UInt8>, _ at: inout Int) -> Bool {
        if at < text.count, text[at] == UInt8(ascii: "\\") { at += 1 }
        guard at < text.count, text[at] == UInt8(ascii: "/") else { return false }
        at += 1
        return true
    }

    private static func readNumber(_ text: Span<UInt8>, _ at: inout Int) -> Int64? {
        let isNegative = text[at] == UInt8(ascii: "-")
        if isNegative { at += 1 }
        return readDigits(text, &at).map { isNegative ? -$0 : $0 }
    }

    /// Reads at most 15 digits; a date has no more.
    private static func readDigits(_ text: Span<UInt8>, _ at: inout Int) -> Int64? {
        let start = at
        var value: Int64 = 0
        while at < text.count, at - start < 15, (48...57).contains(text[at]) {
            value = value * 10 + Int64(text[at] - 48)
            at += 1
        }
        return at > start ? value : nil
    }
}
