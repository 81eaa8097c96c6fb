extension GUID {
    /// The 16 bytes in the order of the text, as databases keep them.
    package var bytes: [UInt8] {
        (0..<16).map { place in
            let half = place < 8 ? high : low
            return UInt8(truncatingIfNeeded: half >> UInt64(56 - place % 8 * 8))
        }
    }

    /// From 16 bytes; `nil` for any other number of them.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        func half(_ range: Range<Int>) -> UInt64 {
            bytes[range].reduce(0) { $0 << 8 | UInt64($1) }
        }
        self.init(high: half(0..<8), low: half(8..<16))
    }
}
