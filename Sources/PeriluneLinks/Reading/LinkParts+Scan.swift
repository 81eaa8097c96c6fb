import PeriluneCore

extension LinkParts {
    /// Finds the parts of a link if its text is canonical; `nil` if the full parser is needed.
    ///
    /// It scans the text once, without copying it. A result means that the host is canonical, the scheme is canonical
    /// except for case, and the path has nothing to resolve. Percent-escapes may be spelled in any way, because paths
    /// and parameters are compared after decoding.
    init?(asWritten bytes: Span<UInt8>) {
        let count = bytes.count
        guard count >= 8 else { return nil }
        guard bytes[0] > 0x20, bytes[count - 1] > 0x20 else { return nil }
        let end = Self.endBeforeFragment(bytes)
        guard end >= 0 else { return nil }
        self.init(kind: .relative)
        let word = Self.word(bytes, at: 0)
        let start: Int
        if word & 0x00FF_FFFF_FFFF_FFFF == 0x002F_2F3A_7274_736D {
            kind = .mobile
            start = 5
        } else if word == 0x2F2F_3A73_7074_7468 {
            kind = .https
            start = 6
        } else if word & 0x00FF_FFFF_FFFF_FFFF == 0x002F_2F3A_7074_7468 {
            kind = .http
            start = 5
        } else if let colon = Self.endOfScheme(bytes) {
            kind = Self.kind(of: bytes, before: colon)
            start = colon + 1
        } else {
            start = 0
        }
        if start > 0 { scheme = ByteRange(0, start - 1) }
        if end < count { fragment = ByteRange(end + 1, count) }
        switch kind {
        case .file: return nil
        case .mobile, .pad: readMobile(bytes, from: min(start, end), before: end)
        default: guard read(bytes, from: min(start, end), before: end) else { return nil }
        }
    }

    /// Finds the parts of a link of the SDK, which may be any text.
    init(mobile bytes: Span<UInt8>, kind: Kind) {
        self.init(kind: kind)
        let start = (Self.endOfScheme(bytes) ?? -1) + 1
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "#") { end += 1 }
        scheme = ByteRange(0, start - 1)
        if end < bytes.count { fragment = ByteRange(end + 1, bytes.count) }
        readMobile(bytes, from: start, before: end)
    }

    /// Finds the parts of a link without scheme and host, whose backslashes before the query were replaced by
    /// slashes.
    init(relative bytes: Span<UInt8>) {
        self.init(kind: .relative)
        var end = 0
        while end < bytes.count, bytes[end] != UInt8(ascii: "#") { end += 1 }
        if end < bytes.count { fragment = ByteRange(end + 1, bytes.count) }
        var index = 0
        while index < end, bytes[index] != UInt8(ascii: "?") { index += 1 }
        path = ByteRange(0, index)
        if index < end { query = ByteRange(index + 1, end) }
    }

    private mutating func readMobile(_ bytes: Span<UInt8>, from start: Int, before end: Int) {
        var index = start
        let hasAuthority =
            end - start >= 2 && bytes[start] == UInt8(ascii: "/")
            && bytes[start + 1] == UInt8(ascii: "/")
        if hasAuthority {
            index += 2
            let first = index
            var hasEquals = false
            while index < end {
                let byte = bytes[index]
                if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") { break }
                if byte == UInt8(ascii: "=") { hasEquals = true }
                index += 1
            }
            authority = ByteRange(first, index)
            host = authority
            if hasEquals {
                var question = index
                while question < end, bytes[question] != UInt8(ascii: "?") { question += 1 }
                if question == end {
                    // The manual prints `mstr://psKey=A|B&pKey=C`: parameters without a question mark.
                    authority = ByteRange(first, first)
                    host = authority
                    path = ByteRange(first, first)
                    query = ByteRange(first, end)
                    lacksQuestionMark = true
                    return
                }
            }
            if index > first { splitAuthority(bytes, first..<index) }
        }
        let pathStart = index
        while index < end, bytes[index] != UInt8(ascii: "?") { index += 1 }
        path = ByteRange(pathStart, index)
        if index < end { query = ByteRange(index + 1, end) }
    }

    /// Splits the host and the port of an authority that no standard restricts.
    private mutating func splitAuthority(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        var start = range.lowerBound
        for index in range where bytes[index] == UInt8(ascii: "@") { start = index + 1 }
        var digits = range.upperBound
        while digits > start, bytes[digits - 1].isASCIIDigit { digits -= 1 }
        guard digits > start, bytes[digits - 1] == UInt8(ascii: ":") else {
            host = ByteRange(start, range.upperBound)
            return
        }
        host = ByteRange(start, digits - 1)
        var number: UInt32 = 0
        for index in digits..<range.upperBound where number <= 65_535 {
            number = number * 10 + UInt32(bytes[index] - 0x30)
        }
        if digits < range.upperBound { port = UInt16(exactly: number) }
    }

    /// Finds the parts after a scheme of the URL standard; false if they may not be canonical.
    private mutating func read(_ bytes: Span<UInt8>, from start: Int, before end: Int) -> Bool {
        var index = start
        if end - start >= 2, unsafe bytes[unchecked: start] == UInt8(ascii: "/"),
            unsafe bytes[unchecked: start + 1] == UInt8(ascii: "/")
        {
            index = readAuthority(bytes, from: start + 2, before: end)
            guard index > 0 else { return false }
        } else if scheme != nil, kind != .other {
            return false
        }
        let pathStart = index
        // If a page resolves the path, it also resolves the dots.
        let keepsDots =
            kind == .relative && host == nil
            && !(pathStart < end && bytes[pathStart] == UInt8(ascii: "/"))
        while index < end {
            let byte = unsafe bytes[unchecked: index]
            if byte == UInt8(ascii: "?") { break }
            index += 1
            if byte == UInt8(ascii: "/") {
                guard index < end, !keepsDots else { continue }
                let next = unsafe bytes[unchecked: index]
                if next == UInt8(ascii: ".") || next == UInt8(ascii: "%") { return false }
            } else if byte == UInt8(ascii: "\\"), kind != .other {
                return false
            }
        }
        path = ByteRange(pathStart, index)
        if index < end { query = ByteRange(index + 1, end) }
        return true
    }

    /// Finds the end of the authority; 0 if its host may not be canonical.
    private mutating func readAuthority(
        _ bytes: Span<UInt8>, from start: Int, before end: Int
    ) -> Int {
        var index = start
        var label = start
        while index < end {
            let byte = unsafe bytes[unchecked: index]
            if byte == UInt8(ascii: ".") {
                label = index + 1
            } else if byte &- 0x61 >= 26, !byte.isASCIIDigit, byte != UInt8(ascii: "-"),
                byte != UInt8(ascii: "_")
            {
                // Upper case is only canonical if the host is not a domain.
                if kind != .other || !byte.isASCIILetter { break }
            }
            index += 1
        }
        host = ByteRange(start, index)
        if kind == .other {
            if index == start, index < end, bytes[index] == UInt8(ascii: ":") { return 0 }
        } else {
            // A numeric label may be an address, and an empty one ends a name with a dot.
            guard label < index, !bytes[label].isASCIIDigit else { return 0 }
        }
        port = kind.defaultPort
        if index < end, bytes[index] == UInt8(ascii: ":") {
            index += 1
            let digits = index
            var number: UInt32 = 0
            while index < end, bytes[index].isASCIIDigit, index - digits < 6 {
                number = number * 10 + UInt32(bytes[index] - 0x30)
                index += 1
            }
            if index > digits {
                guard let written = UInt16(exactly: number) else { return 0 }
                port = written
            }
        }
        guard index == end || bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "?")
        else { return 0 }
        authority = ByteRange(start, index)
        return index
    }

    static func kind(of bytes: Span<UInt8>, before colon: Int) -> Kind {
        var name: [UInt8] = []
        for index in 0..<min(colon, 9) { name.append(bytes[index].lowercased) }
        let text = String(decoding: name, as: UTF8.self)
        return Kind(SpecialScheme(name), text)
    }

    /// The offset of the first `#`, else the length; -1 if there is a control character, which must be removed first.
    ///
    /// In most links, every byte is at least `$`. Subtracting `$` from eight bytes at once shows the exceptions,
    /// which borrow.
    private static func endBeforeFragment(_ bytes: Span<UInt8>) -> Int {
        let last = bytes.count - 8
        assert(last >= 0)
        var index = 0
        while true {
            let word = word(bytes, at: index)
            if (word &- 0x2424_2424_2424_2424) & ~word & 0x8080_8080_8080_8080 != 0 {
                return endBeforeFragment(bytes, from: index)
            }
            if index == last { return bytes.count }
            index = min(index + 8, last)
        }
    }

    /// The same search byte by byte from `start`.
    @inline(never)
    private static func endBeforeFragment(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var hash = bytes.count
        for index in start..<bytes.count {
            if bytes[index] < 0x20 { return -1 }
            if bytes[index] == UInt8(ascii: "#"), hash == bytes.count { hash = index }
        }
        return hash
    }

    @inline(__always)
    private static func word(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
        let word = unsafe bytes.bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: index, as: UInt64.self)
        return UInt64(littleEndian: word)
    }
}
