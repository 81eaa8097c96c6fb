/// Keys of values in a store of state: that of the events, or that of a member of a large table.
///
/// The key of the events stands alone. A member has `KEY␟TABLE␟MEMBER`, with U+001F between the parts: the number of
/// the table, and `s` before a string or `i` before an integer of 16 hexadecimal digits that sort as it does. A U+001F
/// in the key of the events is written twice.
package struct StateKey: Hashable, Sendable {
    package static let separator: UInt8 = 0x1F

    /// The key of the events.
    package let key: String
    /// The number of the table and the name of the member, for the value of a member.
    package let member: (table: Int64, name: Name)?

    /// The beginning of a marker, which stands for a large table in a value; the number of the table follows.
    package static let marker = "{\"\\u0000\":["

    /// The numbers of the large tables that a value has.
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

    /// The key of a large table in the state that a key belongs to, without the separator after it.
    package static func prefix(of key: String, table: Int64) -> String {
        let bytes = Array(key.utf8)
        let end = firstSeparator(bytes) ?? bytes.endIndex
        return String(decoding: bytes[..<end], as: UTF8.self) + "\u{1F}\(table)"
    }

    /// The part of a member's key that all members of its table have; nil for the key of events.
    package static func tablePrefix(of key: String) -> String? {
        guard key.utf8.contains(separator) else { return nil }
        let bytes = Array(key.utf8)
        guard let first = firstSeparator(bytes),
            let second = bytes[(first + 1)...].firstIndex(of: separator)
        else { return nil }
        return String(decoding: bytes[...second], as: UTF8.self)
    }

    /// The first separator that is not written twice.
    private static func firstSeparator(_ bytes: [UInt8]) -> Int? {
        var index = 0
        while index < bytes.count {
            if bytes[index] == separator {
                guard index + 1 < bytes.count, bytes[index + 1] == separator else { return index }
                index += 1
            }
            index += 1
        }
        return nil
    }

    /// The name of a member.
    package enum Name: Hashable, Sendable {
        case text(String)
        case integer(Int64)
    }

    /// Reads a key of a store.
    package init(_ text: String) {
        let bytes = Array(text.utf8)
        let end = Self.firstSeparator(bytes) ?? bytes.endIndex
        let doubled = "\u{1F}\u{1F}"
        key = String(decoding: bytes[..<end], as: UTF8.self)
            .replacing(doubled, with: "\u{1F}")
        member = Self.member(bytes[end...].dropFirst())
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

    /// A key of its parts.
    package init(key: String, member: (table: Int64, name: Name)? = nil) {
        self.key = key
        self.member = member
    }

    /// As a store has it.
    package var text: String {
        let escaped = key.replacing("\u{1F}", with: "\u{1F}\u{1F}")
        guard let member else { return escaped }
        let prefix = "\(escaped)\u{1F}\(member.table)\u{1F}"
        switch member.name {
        case .text(let text): return "\(prefix)s\(text)"
        case .integer(let number):
            let digits = String(UInt64(bitPattern: number) ^ 1 << 63, radix: 16)
            return "\(prefix)i\(String(repeating: "0", count: 16 - digits.count))\(digits)"
        }
    }

    package static func == (one: StateKey, other: StateKey) -> Bool {
        one.key == other.key && one.member?.table == other.member?.table
            && one.member?.name == other.member?.name
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(member?.table)
        hasher.combine(member?.name)
    }
}
