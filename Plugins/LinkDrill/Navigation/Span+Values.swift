extension Span<UInt8> {
    /// Whether a range, whose length is a multiple of eight, has hexadecimal digits only.
    func isHexadecimal(_ range: Range<Int>) -> Bool {
        let each: UInt64 = 0x0101_0101_0101_0101
        let high = each << 7
        for start in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
            let word = unsafe bytes.word(at: start)
            if word & high != 0 { return false }
            // Bytes are below 128, so that no sum carries into the next one. A digit differs from `0` by at most 9, a
            // letter in lower case from "`" by 1 to 6.
            let isNoDigit = (word ^ each &* 0x30) &+ each &* (0x80 - 10)
            let letter = (word | each &* 0x20) ^ each &* 0x60
            let isLetter = (letter &+ each &* (0x80 - 1)) & ~(letter &+ each &* (0x80 - 7))
            if isNoDigit & ~isLetter & high != 0 { return false }
        }
        return true
    }
}

extension RawSpan {
    fileprivate func word(at start: Int) -> UInt64 {
        unsafe unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
    }
}
