import CRMPlugin
import PeriluneCore
import PeriluneStore

/// Texts without regard to case, as CRM compares them, in all of Unicode.
///
/// Accents count. The order is that of the folded texts, scalar by scalar.
enum CaseFolding {
    /// The text in the form in which equal texts are the same.
    static func fold(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return String(String.UnicodeScalarView(folded(text.unicodeScalars)))
    }

    /// Less than, equal to or more than 0.
    static func compare(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Int {
        let count = min(one.count, other.count)
        var place = 0
        while place < count {
            let (a, b) = (one[place], other[place])
            guard a < 0x80, b < 0x80 else { return compareRest(one, other, from: place) }
            let (foldedA, foldedB) = (lower(a), lower(b))
            if foldedA != foldedB {
                return Int(foldedA) - Int(foldedB)
            }
            place += 1
        }
        return one.count - other.count
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }

    private static func compareRest(
        _ one: Span<UInt8>, _ other: Span<UInt8>, from place: Int
    ) -> Int {
        let a = folded(string(one, from: place).unicodeScalars)
        let b = folded(string(other, from: place).unicodeScalars)
        if a == b { return 0 }
        return a.lexicographicallyPrecedes(b) ? -1 : 1
    }

    private static func string(_ bytes: Span<UInt8>, from start: Int) -> String {
        var copy: [UInt8] = []
        copy.reserveCapacity(bytes.count - start)
        for place in start..<bytes.count { copy.append(bytes[place]) }
        return String(decoding: copy, as: UTF8.self)
    }

    private static func folded(
        _ scalars: some Sequence<Unicode.Scalar>
    ) -> [Unicode.Scalar] {
        scalars.flatMap { $0.properties.lowercaseMapping.unicodeScalars }
    }
}

extension Connection {
    /// The orders of texts that the tables name.
    func createCollations() throws(PeriluneError) {
        try createCollation("CRM") { CaseFolding.compare($0, $1) }
        try createCollation("DECIMAL") { one, other in
            let (a, b) = (decimal(one), decimal(other))
            return a < b ? -1 : a > b ? 1 : 0
        }
    }
}

private func decimal(_ text: Span<UInt8>) -> CRMDecimal {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for place in 0..<text.count { bytes.append(text[place]) }
    return CRMDecimal(String(decoding: bytes, as: UTF8.self)) ?? 0
}
