/// The trace and the span that caused a request or an event, as in the header `traceparent` (W3C Trace Context).
package struct TraceContext: Hashable, Sendable {
    /// The trace; never 0 if it was read from a header.
    package let trace: TraceID
    /// The identity of the span that caused it; never 0 if it was read from a header.
    package let span: UInt64
    /// Whether the spans of the trace are recorded.
    package let isSampled: Bool

    package init(trace: TraceID, span: UInt64, isSampled: Bool) {
        self.trace = trace
        self.span = span
        self.isSampled = isSampled
    }

    /// Parses a header; `nil` if it is not valid.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        let dashes = [2, 35, 52]
        // Later versions may append fields after the flags.
        guard bytes.count == 55 || bytes.count > 55 && bytes[55] == UInt8(ascii: "-"),
            dashes.allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
            let version = Self.number(bytes[0..<2]), version < 255,
            version > 0 || bytes.count == 55,
            let high = Self.number(bytes[3..<19]), let low = Self.number(bytes[19..<35]),
            let span = Self.number(bytes[36..<52]), let flags = Self.number(bytes[53..<55]),
            high | low != 0, span != 0
        else { return nil }
        self.init(trace: TraceID(high: high, low: low), span: span, isSampled: flags & 1 != 0)
    }

    /// The value of the header.
    package var header: String { "00-\(trace.text)-\(span.hexadecimal)-\(isSampled ? "01" : "00")" }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            // Only lower-case digits are valid.
            guard !(UInt8(ascii: "A")...UInt8(ascii: "F")).contains(digit),
                let value = digit.hexadecimalValue
            else { return nil }
            number = number << 4 | UInt64(value)
        }
        return number
    }
}

/// The identity of a trace: 128 bits; the high half comes first in the header.
package struct TraceID: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// 32 digits.
    package var text: String { high.hexadecimal + low.hexadecimal }
}

extension UInt64 {
    /// 16 digits.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
