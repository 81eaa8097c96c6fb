/// Secrets in elements of XML: their content, and their attributes.
extension SecretFinder {
    /// The index of the next tag that is encoded at most as often as the one before it.
    mutating func tag(_ bytes: Span<UInt8>, from start: Int, level: Int) -> Int? {
        guard level <= EncodedByte.deepestLevel else { return nil }
        if let known = searches.tags.result(at: start, level: level) { return known.mark }
        var index = start
        while index < bytes.count {
            let unit = EncodedByte(bytes, at: index)
            if unit.byte == UInt8(ascii: "<"), unit.level <= level { break }
            index = unit.next
        }
        let tag = index < bytes.count ? index : nil
        searches.tags.remember(start..<index, mark: tag, level: level)
        return tag
    }

    /// The end of the content of an element whose text is in sections `<![CDATA[…]]>`, of which the first one begins at
    /// `start`, behind its `<`; `nil` if it is another tag.
    mutating func endOfSections(_ bytes: Span<UInt8>, from start: Int, level: Int) -> Int? {
        guard var index = Self.skip("![CDATA[", bytes, from: start) else { return nil }
        while index < bytes.count {
            guard let end = Self.skip("]]>", bytes, from: index) else {
                index = EncodedByte(bytes, at: index).next
                continue
            }
            guard let tag = tag(bytes, from: end, level: level) else { return end }
            let next = EncodedByte(bytes, at: tag).next
            guard let section = Self.skip("![CDATA[", bytes, from: next) else { return tag }
            index = section
        }
        return index
    }

    /// The string of `value="x"` in an element with an attribute such as `name="password"`.
    func attribute(_ bytes: Span<UInt8>, behind sign: EncodedByte) -> (Int, Int)? {
        guard hasSecretName, case .attributes = element, name == "value", sign.next < bytes.count
        else { return nil }
        let quote = bytes[sign.next]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let start = sign.next + 1
        var end = start
        while end < bytes.count, bytes[end] != quote { end += 1 }
        return (start, end)
    }

    /// Whether the quoted name before `quote` is the value of an attribute `name` or `key`.
    func isNameOfPair(_ bytes: Span<UInt8>, quote: UInt8) -> Bool {
        guard case .attributes = element, word >= 7, bytes[word - 1] == quote,
            bytes[word - 2] == UInt8(ascii: "=")
        else { return false }
        let isName = BareSecret.matches("name", bytes, at: word - 6) && bytes[word - 7] <= 0x20
        return isName || BareSecret.matches("key", bytes, at: word - 5) && bytes[word - 6] <= 0x20
    }

    /// The index behind a text, whose characters may be encoded; `nil` if another text stands here.
    private static func skip(
        _ text: StaticString, _ bytes: Span<UInt8>, from start: Int
    ) -> Int? {
        var index = start
        for byte in text.description.utf8 {
            guard index < bytes.count else { return nil }
            let unit = EncodedByte(bytes, at: index)
            guard unit.byte == byte else { return nil }
            index = unit.next
        }
        return index
    }
}
