/// `user:password@` in links.
extension SecretFinder {
    /// The beginning of `user:password@host` in a text that is a link without a scheme: `//user:password@host/`.
    ///
    /// Readers of links skip control characters and spaces before it, and treat a backslash as a slash.
    static func startOfAuthority(_ bytes: Span<UInt8>) -> Int? {
        var index = 0
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
        let first = index
        for _ in 0..<2 {
            index = skipStripped(bytes, from: index)
            guard index < bytes.count, isSlash(bytes[index]) else { return nil }
            index += 1
        }
        guard index < bytes.count else { return nil }
        // A text that begins with `//` may also be a line of code, and a space may follow it.
        if first == 0, index == 2, bytes[0] == UInt8(ascii: "/"), bytes[1] == UInt8(ascii: "/") {
            return index
        }
        index = skipStripped(bytes, from: index)
        return index < bytes.count && bytes[index] > 0x20 ? index : nil
    }

    /// The beginning of `user:password@host` behind the colon of a scheme.
    ///
    /// It follows `//`, or in special schemes any number of slashes and backslashes. Tabs and line ends between
    /// them do not matter.
    func startOfAuthority(
        _ bytes: Span<UInt8>, behind colon: EncodedByte, isSpecial: Bool
    ) -> (start: Int, level: Int)? {
        var index = colon.next
        var level = colon.level
        var slashes = 0
        while isSpecial || slashes < 2 {
            let isBeside = isSpecial || slashes > 0
            let next = isBeside ? Self.skipStripped(bytes, from: index) : index
            guard next < bytes.count else { break }
            let unit = EncodedByte(bytes, at: next)
            guard isSpecial ? Self.isSlash(unit.byte) : unit.byte == UInt8(ascii: "/") else {
                break
            }
            level = max(level, unit.level)
            index = unit.next
            slashes += 1
        }
        guard isSpecial else { return slashes == 2 ? (index, level) : nil }
        if slashes > 0 { index = Self.skipStripped(bytes, from: index) }
        // In a sentence, a space follows the colon.
        return index < bytes.count && bytes[index] > 0x20 ? (index, level) : nil
    }

    /// Marks `user:password` before an `@`; returns the index at which the search continues.
    mutating func skipUserInfo(
        _ bytes: Span<UInt8>, from start: Int, level: Int, isMobile: Bool, isSpecial: Bool
    ) -> Int {
        guard level <= EncodedByte.deepestLevel else { return start }
        var index = start
        var at: Int?
        var firstMark: UInt8?
        // Other schemes have slashes, at which an earlier search ended.
        let known = isSpecial ? searches.users.result(at: start, level: level) : nil
        if let known { (index, at) = (bytes.count, known.mark) }
        scanning: while index < bytes.count {
            let unit = EncodedByte(bytes, at: index)
            if unit.level <= level {
                switch unit.byte {
                case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break scanning
                // Browsers treat a backslash as a slash.
                case UInt8(ascii: "\\") where isSpecial: break scanning
                case UInt8(ascii: "@"): at = index
                case UInt8(ascii: "="), UInt8(ascii: ":"): firstMark = firstMark ?? unit.byte
                default: break
                }
            }
            index = unit.next
        }
        if isSpecial, known == nil {
            searches.users.remember(start..<index, mark: at, level: level)
        }
        // `mstr://evt=1&x={City@ID}` has parameters in the place of an authority.
        guard let at, at > start, !(isMobile && firstMark == UInt8(ascii: "=")) else {
            return start
        }
        secrets.append(start..<at)
        return at
    }

    private static func isSlash(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
    }

    private static func skipStripped(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, isStripped(bytes[index]) { index += 1 }
        return index
    }

    /// Whether the URL standard removes the character from a link: tabs and line ends.
    static func isStripped(_ byte: UInt8) -> Bool {
        byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
