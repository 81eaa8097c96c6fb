/// Finds the places of secrets in a text.
///
/// A link inside a link is encoded once more for each level: its `=` is `%3D`, then `%253D`. So
/// every character is read with its level, and a value ends at a delimiter of its own level or an
/// outer one. A delimiter of an inner level is part of the value.
struct SecretFinder {
    private var name = SecretNames.Word()
    private var secrets: [Range<Int>] = []
    private let promptAnswers: Bool

    static func find(in bytes: Span<UInt8>, promptAnswers: Bool) -> [Range<Int>] {
        var finder = SecretFinder(promptAnswers: promptAnswers)
        finder.scan(bytes)
        return finder.secrets
    }

    /// Whether the text has a sign that every secret has: `=` or `@`, perhaps as an escape.
    static func isWorthwhile(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "%"): return true
            default: continue
            }
        }
        return false
    }

    private init(promptAnswers: Bool) { self.promptAnswers = promptAnswers }

    private mutating func scan(_ bytes: Span<UInt8>) {
        var index = 0
        // Relative to a scheme: `//user:password@host/`.
        if bytes.count > 2, bytes[0] == UInt8(ascii: "/"), bytes[1] == UInt8(ascii: "/") {
            index = skipUserInfo(bytes, from: 2, level: 0, isMobile: false, isSpecial: true)
        }
        while index < bytes.count {
            let unit = Unit(bytes, at: index)
            if unit.byte == UInt8(ascii: "=") {
                if SecretNames.contains(name, promptAnswers: promptAnswers) {
                    let end = endOfValue(bytes, from: unit.next, level: unit.level)
                    if end > unit.next { secrets.append(unit.next..<end) }
                    index = end
                } else {
                    index = unit.next
                }
                name = SecretNames.Word()
            } else if unit.byte == UInt8(ascii: ":"),
                let authority = startOfAuthority(
                    bytes, behind: unit, isSpecial: SecretNames.specialSchemes.contains(name))
            {
                let scheme = name
                name = SecretNames.Word()
                index = skipUserInfo(
                    bytes, from: authority.start, level: authority.level,
                    isMobile: SecretNames.mobileSchemes.contains(scheme),
                    isSpecial: SecretNames.specialSchemes.contains(scheme))
            } else {
                if Self.isNameByte(unit.byte) {
                    name.append(unit.byte)
                } else {
                    name = SecretNames.Word()
                }
                index = unit.next
            }
        }
    }

    private func endOfValue(_ bytes: Span<UInt8>, from start: Int, level: Int) -> Int {
        var index = start
        while index < bytes.count {
            let unit = Unit(bytes, at: index)
            if unit.level <= level {
                if unit.byte == UInt8(ascii: "#") { return index }
                if unit.byte == UInt8(ascii: "&"), !Placeholder.holdsAmpersand(bytes, at: index) {
                    return index
                }
            }
            index = unit.next
        }
        return index
    }

    /// Where `user:password@host` begins: behind `//`, and in special schemes behind any number of slashes and
    /// backslashes.
    private func startOfAuthority(
        _ bytes: Span<UInt8>, behind colon: Unit, isSpecial: Bool
    ) -> (start: Int, level: Int)? {
        var index = colon.next
        var level = colon.level
        if isSpecial {
            while index < bytes.count {
                let unit = Unit(bytes, at: index)
                guard unit.byte == UInt8(ascii: "/") || unit.byte == UInt8(ascii: "\\") else {
                    break
                }
                level = max(level, unit.level)
                index = unit.next
            }
            // In a sentence a blank follows the colon.
            return index < bytes.count && bytes[index] > 0x20 ? (index, level) : nil
        }
        for _ in 0..<2 {
            guard index < bytes.count else { return nil }
            let unit = Unit(bytes, at: index)
            guard unit.byte == UInt8(ascii: "/") else { return nil }
            level = max(level, unit.level)
            index = unit.next
        }
        return (index, level)
    }

    /// Marks `user:password` before an `@` and returns where to go on.
    private mutating func skipUserInfo(
        _ bytes: Span<UInt8>, from start: Int, level: Int, isMobile: Bool,
        isSpecial: Bool
    ) -> Int {
        var index = start
        var at: Int?
        var firstMark: UInt8?
        scanning: while index < bytes.count {
            let unit = Unit(bytes, at: index)
            if unit.level <= level {
                switch unit.byte {
                case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break scanning
                // A browser reads a slash.
                case UInt8(ascii: "\\") where isSpecial: break scanning
                case UInt8(ascii: "@"): at = index
                case UInt8(ascii: "="), UInt8(ascii: ":"): firstMark = firstMark ?? unit.byte
                default: break
                }
            }
            index = unit.next
        }
        // `mstr://evt=1&x={City@ID}` has parameters where others have an authority.
        guard let at, at > start, !(isMobile && firstMark == UInt8(ascii: "=")) else {
            return start
        }
        secrets.append(start..<at)
        return at
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "$"):
            true
        default: false
        }
    }

    /// A character, however often it is encoded.
    private struct Unit {
        var byte: UInt8
        /// How often: 0 for `=`, 1 for `%3D`, 2 for `%253D`.
        var level: Int
        var next: Int

        init(_ bytes: Span<UInt8>, at start: Int) {
            byte = bytes[start]
            level = 0
            next = start + 1
            guard byte == UInt8(ascii: "%") else { return }
            var digits = start + 1
            var depth = 1
            while digits + 1 < bytes.count {
                guard let high = PercentEscapes.hexadecimal(bytes[digits]),
                    let low = PercentEscapes.hexadecimal(bytes[digits + 1])
                else { return }
                let octet = high << 4 | low
                digits += 2
                byte = octet
                level = depth
                next = digits
                // `%25` followed by two digits is an escape that was escaped.
                guard octet == UInt8(ascii: "%") else { return }
                depth += 1
            }
        }
    }
}
