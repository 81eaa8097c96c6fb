extension Span where Element == UInt8 {
    /// Whether the bytes are a valid JSON number.
    package var isJSONNumber: Bool {
        var index = 0
        func digits() -> Int {
            let start = index
            while index < count, (48...57).contains(self[index]) { index += 1 }
            return index - start
        }
        if index < count, self[index] == UInt8(ascii: "-") { index += 1 }
        let first = index
        let whole = digits()
        guard whole > 0, whole == 1 || self[first] != UInt8(ascii: "0") else { return false }
        if index < count, self[index] == UInt8(ascii: ".") {
            index += 1
            guard digits() > 0 else { return false }
        }
        if index < count, self[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < count, self[index] == 43 || self[index] == 45 { index += 1 }
            guard digits() > 0 else { return false }
        }
        return index == count
    }
}
