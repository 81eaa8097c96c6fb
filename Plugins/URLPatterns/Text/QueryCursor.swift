/// Walks over the parameters of a query, split at `&`; empty ones are left out.
struct QueryCursor {
    private var position: Int
    private let end: Int

    struct Parameter {
        var name: Range<Int>
        /// `nil` where there is no `=`.
        var value: Range<Int>?
        var whole: Range<Int> { name.lowerBound..<(value?.upperBound ?? name.upperBound) }
    }

    init(_ query: Range<Int>?) {
        position = query?.lowerBound ?? 0
        end = query?.upperBound ?? 0
    }

    mutating func next(_ url: Span<UInt8>) -> Parameter? {
        while position < end, url[position] == UInt8(ascii: "&") { position += 1 }
        guard position < end else { return nil }
        let start = position
        var equals: Int?
        while position < end, url[position] != UInt8(ascii: "&") {
            if equals == nil, url[position] == UInt8(ascii: "=") { equals = position }
            position += 1
        }
        guard let equals else { return Parameter(name: start..<position) }
        return Parameter(name: start..<equals, value: (equals + 1)..<position)
    }
}

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
