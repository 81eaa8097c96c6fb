/// A key in a store of state: that of an event's state, or that of a member of a large table.
///
/// The state of events is under their ordering key alone. A member is under `KEY␟TABLE␟MEMBER`, with U+001F between
/// the parts: the number of the table, and `s` before a string or `i` before an integer of 16 hexadecimal digits that
/// sort numerically. A U+001F within the ordering key is doubled.
package struct StateKey: Sendable {
    /// U+001F, which separates the parts of a stored key.
    package static let separator: UInt8 = 0x1F

    /// The ordering key of the events.
    package let key: String
    /// The number of the table and the name of the member, for the value of a member.
    package let member: (table: Int64, name: Name)?
    /// The name of a timer of the key.
    package let timer: String?

    /// The beginning of the marker that replaces a large table within a value; the number of the table follows.
    package static let marker = "{\"\\u0000\":["

    /// The numbers of the large tables that a value refers to.
    package static func tables(in value: [UInt8]) -> [Int64] {
        let marker = Array(marker.utf8)
        guard value.contains(0x5C) else { return [] }
        var tables: [Int64] = []
        for start in value.indices where value[start...].starts(with: marker) {
            let digits = value[(start + marker.count)...].prefix { (48...57).contains($0) }
            if let number = Int64(String(decoding: digits, as: UTF8.self)) { tables.append(number) }
        }
        return tables
    }

    /// The common prefix of the keys of all members of a large table that belongs to the state of `key`.
    package static func prefix(of key: String, table: Int64) -> String {
        let end = firstSeparator(key.utf8) ?? key.endIndex
        return "\(key[..<end])\u{1F}\(table)\u{1F}"
    }

    /// The common prefix of all members of the table that a member's key belongs to; nil for the key of an event's
    /// state.
    package static func tablePrefix(of key: String) -> String? {
        guard let first = firstSeparator(key.utf8),
            let second = key.utf8[first...].dropFirst().firstIndex(of: separator)
        else { return nil }
        return String(key[...second])
    }

    /// The upper bound of all keys with a prefix that ends with a separator: the prefix with its last character
    /// incremented.
    package static func end(ofPrefix prefix: String) -> String {
        String(prefix.unicodeScalars.dropLast()) + " "
    }

    /// The range of the keys of all members of all large tables of a key.
    ///
    /// A single separator is followed by the digits of a table, a doubled one is not.
    package static func members(of key: String) -> (start: String, end: String) {
        (key + "\u{1F}0", key + "\u{1F}:")
    }

    /// The first separator that is not doubled.
    private static func firstSeparator(_ key: String.UTF8View) -> String.Index? {
        var rest = key[...]
        while let index = rest.firstIndex(of: separator) {
            rest = rest[index...].dropFirst()
            guard rest.first == separator else { return index }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// The name of a member.
    package enum Name: Hashable, Sendable {
        case text(String)
        case integer(Int64)
    }

    /// Parses a stored key.
    package init(_ text: String) {
        if let timer = TimerKey(text) {
            self.init(key: timer.key, timer: timer.name)
        } else {
            let end = Self.firstSeparator(text.utf8) ?? text.endIndex
            self.init(
                key: String(text[..<end]).replacing("\u{1F}\u{1F}", with: "\u{1F}"),
                member: Self.member(Array(text.utf8[end...])[...].dropFirst()))
        }
    }

    private static func member(_ rest: ArraySlice<UInt8>) -> (table: Int64, name: Name)? {
        guard let end = rest.firstIndex(of: separator), end + 1 < rest.endIndex,
            let table = Int64(String(decoding: rest[..<end], as: UTF8.self))
        else { return nil }
        let name = String(decoding: rest[(end + 2)...], as: UTF8.self)
        switch rest[end + 1] {
        case UInt8(ascii: "s"): return (table, .text(name))
        case UInt8(ascii: "i"):
            guard let bits = UInt64(name, radix: 16) else { return nil }
            return (table, .integer(Int64(bitPattern: bits ^ 1 << 63)))
        default: return nil
        }
    }

    /// Creates a key from its parts.
    package init(
        key: String, member: (table: Int64, name: Name)? = nil, timer: String? = nil
    ) {
        self.key = key
        self.member = member
        self.timer = timer
    }

    /// The key as it is stored.
    package var text: String {
        if let timer { return TimerKey.prefix(ofKey: key) + timer }
        let escaped = key.replacing("\u{1F}", with: "\u{1F}\u{1F}")
        guard let member else { return escaped }
        let prefix = Self.prefix(of: escaped, table: member.table)
        switch member.name {
        case .text(let text): return "\(prefix)s\(text)"
        case .integer(let number):
            let digits = String(UInt64(bitPattern: number) ^ 1 << 63, radix: 16)
            return "\(prefix)i\(String(repeating: "0", count: 16 - digits.count))\(digits)"
        }
    }
}
