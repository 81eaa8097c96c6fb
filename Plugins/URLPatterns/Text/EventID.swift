import PeriluneLinks

extension Span<UInt8> {
    /// The event id of a link: the first parameter `evt`, if it is a decimal number of 64 bits.
    func eventID(_ query: Range<Int>?) -> Int64? {
        var cursor = QueryCursor(query)
        while let parameter = cursor.next(self) {
            guard decoded(parameter.name, equals: "evt".utf8) else { continue }
            guard let value = parameter.value else { return nil }
            return decimal(value)
        }
        return nil
    }

    /// The decimal number that fills a range, without allocating.
    private func decimal(_ range: Range<Int>) -> Int64? {
        guard TextShape(strict: self, range) == .integer else { return nil }
        var position = range.lowerBound
        var value: Int64 = 0
        var isNegative = false
        while position < range.upperBound {
            let byte = decodedByte(at: &position, before: range.upperBound)
            if byte == UInt8(ascii: "-") {
                isNegative = true
                continue
            }
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let digit = Int64(byte - 0x30)
            let (sum, carries) =
                isNegative
                ? product.subtractingReportingOverflow(digit)
                : product.addingReportingOverflow(digit)
            if overflows || carries { return nil }
            value = sum
        }
        return value
    }
}
