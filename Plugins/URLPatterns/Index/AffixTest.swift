import PeriluneCore
import PeriluneLinks

/// A test for fixed text around a wildcard of some shape: `report-{id:i}.pdf`.
struct AffixTest: Hashable, Sendable {
    /// The decoded texts at both ends, one of which may be empty.
    let prefix: String
    let suffix: String
    /// The shape of the text between them, which may be empty if this is `text`.
    let shape: TextShape

    /// The number of fixed bytes.
    var length: Int { prefix.utf8.count + suffix.utf8.count }

    /// The range between the fixed texts, if a range of a link passes the test.
    func middle(
        _ url: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool = false
    ) -> Range<Int>? {
        let middle = url.between(
            prefix.utf8.span, suffix.utf8.span, in: range, plusIsSpace: plusIsSpace)
        guard let middle, shape == .text || TextShape(strict: url, middle) >= shape else {
            return nil
        }
        return middle
    }
}

extension Span<UInt8> {
    /// The range between two texts, if a range, decoded, begins with one and ends with the other.
    func between(
        _ prefix: Span<UInt8>, _ suffix: Span<UInt8>, in range: Range<Int>,
        plusIsSpace: Bool = false
    ) -> Range<Int>? {
        var start = range.lowerBound
        for index in 0..<prefix.count {
            guard start < range.upperBound,
                decodedByte(at: &start, before: range.upperBound, plusIsSpace: plusIsSpace)
                    == prefix[index]
            else { return nil }
        }
        var end = range.upperBound
        for index in (0..<suffix.count).reversed() {
            guard start < end,
                decodedByte(before: &end, from: start, plusIsSpace: plusIsSpace) == suffix[index]
            else { return nil }
        }
        return start..<end
    }

    /// The decoded byte that ends before `position`, which moves to its beginning.
    ///
    /// `start` must be where a decoded byte begins. Escapes cannot overlap, so they can be read from their end.
    func decodedByte(
        before position: inout Int, from start: Int, plusIsSpace: Bool = false
    ) -> UInt8 {
        if position - start >= 3, self[position - 3] == UInt8(ascii: "%"),
            let high = self[position - 2].hexadecimalValue,
            let low = self[position - 1].hexadecimalValue
        {
            position -= 3
            return high << 4 | low
        }
        position -= 1
        return self[position] == UInt8(ascii: "+") && plusIsSpace
            ? UInt8(ascii: " ") : self[position]
    }
}
